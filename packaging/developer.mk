# For editors and for the layout of the code. Included by the Makefile.
#
#   make compile_commands.json   how each source is compiled, for clangd and its like
#   make format                  lays all C out as .clang-format says
#   make analyze                 static analysis of all C: cppcheck, gcc -fanalyzer, clang-tidy

.PHONY: analyze compile_commands.json format
compile_commands.json:
	@sep='['; for source in $(library_sources) engine/cli/main.c $(driver_sources) $(unit_sources); do \
		printf '%s\n{"directory":"%s","file":"%s","command":"cc -std=c11 -Iengine -Idriver -Itests/unit -DTPATCH_VERSION=\\\\\\"%s\\\\\\" -c %s"}' \
			"$$sep" "$(CURDIR)" "$$source" "$(VERSION)" "$$source"; sep=,; \
	done >$@ && printf '\n]\n' >>$@

format:
	find engine driver tests -name '*.[ch]' -print0 | xargs -0 clang-format -i

analyze:
	sh tests/analyze.sh
