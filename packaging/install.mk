# What a system has of tpatch, and how it gets there. Included by the Makefile.
#
#   make install     tpatch and tbuild, their manual pages, completion for the shells that look for it in these folders, and the library: tpatch.h, a
#                    shared and a static one, and what pkg-config says of them
#   make uninstall   takes the same away
#   make libraries   build/lib/ alone
#   make deb         Debian's packages in build/deb/ (packaging/deb.sh)
#
# PREFIX=/usr/local, LIBDIR=$(PREFIX)/lib, ZSHDIR=$(PREFIX)/share/zsh/site-functions, and DESTDIR= in front of all

PREFIX ?= /usr/local
LIBDIR ?= $(PREFIX)/lib
ZSHDIR ?= $(PREFIX)/share/zsh/site-functions
DESTDIR ?=

# Counts up when a program that was built with an older tpatch.h would not run with it.
so_version := 0
so_name := libtpatch.so.$(so_version)
so_file := libtpatch.so.$(VERSION)
lib := $(BUILD)/lib
# What api/ needs: the command line is no part of it.
embed_objects := $(filter-out $(BUILD)/obj/engine/cli/% $(BUILD)/obj/engine/cmdline/%,$(library_objects))

.PHONY: install uninstall libraries deb
libraries: $(lib)/libtpatch.a $(lib)/$(so_file) $(lib)/tpatch.pc

# One object of all, in which everything but tpatch.h is local: names like str_add() must not meet those of the program.
$(lib)/libtpatch.a: $(embed_objects)
	@mkdir -p $(@D)
	rm -f $@
	$(quiet)$(LD) -r -o $(lib)/libtpatch.o $^
	$(quiet)$(OBJCOPY) --localize-hidden $(lib)/libtpatch.o
	$(quiet)$(AR) rcs $@ $(lib)/libtpatch.o
	@rm $(lib)/libtpatch.o

OBJCOPY ?= objcopy

$(lib)/$(so_file): $(embed_objects) packaging/libtpatch.map
	@mkdir -p $(@D)
	$(quiet)$(CC) $(CFLAGS) $(LDFLAGS) -shared -Wl,-soname,$(so_name),--version-script,packaging/libtpatch.map,-z,relro,-z,now,-z,defs \
		-o $@ $(embed_objects) $(libs)

# Written each time: it depends on what is given on the command line.
.PHONY: $(lib)/tpatch.pc
$(lib)/tpatch.pc:
	@mkdir -p $(@D)
	@sed -e 's|@PREFIX@|$(PREFIX)|; s|@LIBDIR@|$(LIBDIR:$(PREFIX)/%=$${prefix}/%)|; s|@VERSION@|$(VERSION)|; s|@PACKAGES@|$(packages)|' packaging/tpatch.pc.in > $@

share := $(DESTDIR)$(PREFIX)/share
completion_bash := $(share)/bash-completion/completions
completion_zsh := $(DESTDIR)$(ZSHDIR)
completion_fish := $(share)/fish/vendor_completions.d
man_pages := $(patsubst engine/cli/command/cmd_%.c,tpatch-%.1,$(wildcard engine/cli/command/cmd_*.c)) tpatch.1
tbuild_pages := $(patsubst driver/command/cmd_%.c,tbuild-%.1,$(wildcard driver/command/cmd_*.c)) tbuild.1
libdir := $(DESTDIR)$(LIBDIR)
header := $(DESTDIR)$(PREFIX)/include/tpatch.h

install: all libraries
	install -d $(DESTDIR)$(PREFIX)/bin $(share)/man/man1 $(libdir)/pkgconfig \
		$(dir $(header)) $(completion_bash) $(completion_zsh) $(completion_fish)
	install -m 755 $(BUILD)/tpatch $(BUILD)/tbuild $(DESTDIR)$(PREFIX)/bin
	for page in $(man_pages); do \
		command=$${page#tpatch}; command=$${command#-}; \
		$(BUILD)/tpatch help $${command%.1} --man > $(share)/man/man1/$$page || exit 1; \
	done
	for page in $(tbuild_pages); do \
		command=$${page#tbuild}; command=$${command#-}; \
		$(BUILD)/tbuild help $${command%.1} --man > $(share)/man/man1/$$page || exit 1; \
	done
	for program in tpatch tbuild; do \
		$(BUILD)/$$program help --completion bash > $(completion_bash)/$$program && \
		$(BUILD)/$$program help --completion zsh > $(completion_zsh)/_$$program && \
		$(BUILD)/$$program help --completion fish > $(completion_fish)/$$program.fish || exit 1; \
	done
	install -m 644 engine/api/tpatch.h $(header)
	install -m 644 $(lib)/libtpatch.a $(lib)/$(so_file) $(libdir)
	ln -sf $(so_file) $(libdir)/$(so_name)
	ln -sf $(so_name) $(libdir)/libtpatch.so
	install -m 644 $(lib)/tpatch.pc $(libdir)/pkgconfig/tpatch.pc

uninstall:
	rm -f $(DESTDIR)$(PREFIX)/bin/tpatch $(DESTDIR)$(PREFIX)/bin/tbuild $(man_pages:%=$(share)/man/man1/%) $(tbuild_pages:%=$(share)/man/man1/%) \
		$(foreach program,tpatch tbuild,$(completion_bash)/$(program) $(completion_zsh)/_$(program) $(completion_fish)/$(program).fish) \
		$(header) $(libdir)/libtpatch.a $(libdir)/libtpatch.so $(libdir)/$(so_name) $(libdir)/$(so_file) $(libdir)/pkgconfig/tpatch.pc

deb:
	sh packaging/deb.sh $(BUILD)/deb
