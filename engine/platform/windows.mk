# The Windows program, cross-built on Debian by mingw-w64. Included by the Makefile.
#
#   make windows         build/windows/tpatch.exe and tbuild.exe, and the library in build/windows/lib
#   make dist-windows    build/windows/tpatch-VERSION-windows-x86_64.zip
#   make check-windows   the tests that can be run under Wine (tests/windows/README.md); WINDOWS_SUITES="unit cli" for some of them
#   make check-ucrt      both programs built anew for UCRT, and their tests under Wine
#   WINDOWS_LEVEL=-O0    with any of them: compiled, libraries too, in a third of the time
#
# Each calls make again with the cross compiler as CC and a build folder of its own; the second half of this file is for that call. It is
# also what builds build/tpatch.exe on Windows itself (engine/platform/windows/msys2.sh).

MINGW ?= x86_64-w64-mingw32
MINGW_CC ?= $(MINGW)-gcc-posix
WINDOWS_LEVEL ?= -O2
windows_build := $(BUILD)/windows
windows_make = $(MAKE) CFLAGS='-g $(WINDOWS_LEVEL)' CC=$(MINGW_CC) AR=$(MINGW)-ar BUILD=$(windows_build) SANITIZE=

.PHONY: windows windows-tests dist-windows check-windows check-ucrt
ifeq ($(findstring mingw,$(target)),)

windows:
	CC=$(MINGW_CC) AR=$(MINGW)-ar LEVEL='$(WINDOWS_LEVEL)' sh engine/platform/windows/deps.sh $(windows_build)/deps
	+$(windows_make) $(windows_build)/tpatch.exe $(windows_build)/tbuild.exe $(windows_build)/lib/tpatch.dll

windows-tests: windows
	+$(windows_make) $(windows_build)/tests/unit.exe $(addprefix $(windows_build)/tests/,hold.exe mode.exe rstrtmgr.dll embed.exe every.exe)

dist-windows: windows
	sh engine/platform/windows/dist.sh $(windows_build) $(VERSION)

check-windows: windows-tests dist-windows $(BUILD)/tpatch
	sh tests/windows/all.sh $(windows_build) $(BUILD)/tpatch $(WINDOWS_SUITES)

check-ucrt: windows $(BUILD)/tpatch
	sh tests/windows/ucrt.sh $(windows_build) $(BUILD)/tpatch

else

deps := $(BUILD)/deps
# On Windows itself the tools have no prefix.
WINDRES ?= $(if $(shell command -v $(MINGW)-windres),$(MINGW)-windres,windres)
windows_sources := engine/platform/windows
# gcc takes `format(printf, ...)` for Microsoft's printf; the one that is linked is mingw's own, which knows %zu. The build for Linux checks
# the formats.
warnings += -Wno-format -Wno-format-extra-args
hardening := -fstack-protector-strong -ffile-prefix-map=$(CURDIR)/=
cppflags := -Iengine -DTPATCH_VERSION='"$(VERSION)"' -isystem $(deps)/include -DPCRE2_STATIC -DYAML_DECLARE_STATIC -DSODIUM_STATIC -D__USE_MINGW_ANSI_STDIO=1
libs := -L$(deps)/lib -lpcre2-8 -lyaml -ljansson -lsodium -lntdll
# No time of linking: the same sources give the same bytes. 8 MiB of stack: the parsers recurse.
link_both = $(CC) $(CFLAGS) -static -fstack-protector-strong $(LDFLAGS) -Wl,--no-insert-timestamp,--dynamicbase,--nxcompat,--high-entropy-va
link = $(link_both) -municode -Wl,--stack,8388608

windres = $(WINDRES) -I$(windows_sources) -DTPATCH_VERSION='\"$(VERSION)\"' -DTPATCH_VERSION_NUMBERS=$(subst .,$(comma),$(VERSION)),0

$(BUILD)/obj/tpatch-res.o: $(windows_sources)/tpatch.rc $(windows_sources)/tpatch.manifest
	@mkdir -p $(@D)
	$(windres) -o $@ $<

$(BUILD)/obj/library-res.o: $(windows_sources)/tpatch.rc
	@mkdir -p $(@D)
	$(windres) -DTPATCH_LIBRARY -o $@ $<

comma := ,

$(BUILD)/tpatch.exe: $(BUILD)/obj/engine/cli/main.o $(BUILD)/obj/tpatch-res.o $(BUILD)/libtpatch.a
	$(quiet)$(link) -s -o $@ $^ $(libs)
	sh $(windows_sources)/check-exe.sh $@

# The library for other programs, whatever their compiler: a DLL that needs nothing but Windows, the import library of mingw, and the list of
# functions from which Microsoft's `lib /def:tpatch.def /machine:x64` makes another.
dll_objects := $(filter-out %/platform/win32/main.o,$(embed_objects)) $(BUILD)/obj/library-res.o

$(lib)/tpatch.def: engine/api/tpatch.h
	@mkdir -p $(@D)
	@{ echo 'LIBRARY tpatch.dll'; echo EXPORTS; sed -nE 's/^TPATCH_API .*[ *](tpatch_[a-z_]+)\(.*/\t\1/p' $<; } > $@.tmp && mv $@.tmp $@

$(lib)/tpatch.dll: $(dll_objects) $(lib)/tpatch.def
	$(quiet)$(link_both) -shared -s -Wl,--out-implib,$(lib)/libtpatch.dll.a -o $@ $^ $(libs)
	sh $(windows_sources)/check-exe.sh $@

# As somebody builds who has the zip, and with the stack that other compilers give.
$(BUILD)/tests/embed.exe: docs/examples/embed.c
$(BUILD)/tests/every.exe: tests/packaging/every.c
$(BUILD)/tests/embed.exe: with_library = -L$(lib) -ltpatch
$(BUILD)/tests/every.exe: with_library = $(lib)/libtpatch.dll.a -static
$(BUILD)/tests/embed.exe $(BUILD)/tests/every.exe: engine/api/tpatch.h $(lib)/tpatch.dll
	@mkdir -p $(BUILD)/tests/include
	cp engine/api/tpatch.h $(BUILD)/tests/include
	cp $(lib)/tpatch.dll $(BUILD)/tests
	$(quiet)$(CC) -std=c11 -O1 $(filter-out -Wmissing-prototypes,$(warnings)) -I$(BUILD)/tests/include -o $@ $(filter %.c,$^) $(with_library) -Wl,--stack,1048576

# What scratch.c, test_platform.c and test_memory.c do with POSIX, others do with Windows; build/ and test_process.c start programs of Unix.
unit_sources := $(filter-out $(addprefix tests/unit/,scratch.c build/% platform/test_platform.c platform/test_process.c platform/test_memory.c),$(unit_sources)) $(sort $(wildcard tests/windows/unit/*.c))
unit_objects := $(unit_sources:%.c=$(BUILD)/obj/%.o) $(BUILD)/obj/unit_main.o
$(BUILD)/obj/tests/windows/%.o: cppflags += -Itests/unit
$(BUILD)/obj/unit_main.c: $(unit_sources)

$(BUILD)/tests/unit.exe: $(unit_objects) $(BUILD)/obj/tpatch-res.o $(BUILD)/libtpatch.a
	@mkdir -p $(@D)
	$(quiet)$(link) -o $@ $(filter %.o,$^) $(filter %.a,$^) $(libs) -lcmocka

$(BUILD)/tests/hold.exe: tests/windows/hold.c
$(BUILD)/tests/mode.exe: tests/windows/mode.c
$(BUILD)/tests/hold.exe $(BUILD)/tests/mode.exe:
	@mkdir -p $(@D)
	$(quiet)$(compile) -municode -static -o $@ $<

$(BUILD)/tests/rstrtmgr.dll: tests/windows/rstrtmgr.c
	@mkdir -p $(@D)
	$(quiet)$(compile) -Wno-missing-prototypes -shared -static -o $@ $<

endif
