# Does work grow as the input does? Included by the Makefile.
#
# make scaling [SCALING="--long CASE..."]   tpatch compiled to count its work, on inputs of n, 2n and 4n; see tests/scaling/run.py

SCALING ?=
scaling_wraps := memcpy memmove memset memcmp memchr memmem strlen strcmp

.PHONY: scaling
scaling:
	@mkdir -p $(BUILD)/scaling
	$(quiet)$(CC) -std=c11 $(warnings) -O2 -fno-builtin -c -o $(BUILD)/scaling/count.o tests/scaling/count.c
	$(MAKE) -s BUILD=$(BUILD)/scaling CFLAGS="-O0 -fno-builtin -U_FORTIFY_SOURCE -fsanitize-coverage=trace-pc" hardening= \
		LDFLAGS="$(abspath $(BUILD))/scaling/count.o $(scaling_wraps:%=-Wl,--wrap=%)" $(BUILD)/scaling/tpatch
	python3 tests/scaling/run.py $(BUILD)/scaling/tpatch $(SCALING)
