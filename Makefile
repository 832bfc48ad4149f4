# tpatch: `make` builds build/tpatch, `make check` runs every test that needs no network. See README.md and tests/README.md.
#
# BUILD=DIR        where everything built goes (build)
# DEVELOPER=0      warnings are no errors
# SANITIZE=address,undefined   instrumented build, in its own folder

# None of make's own rules is used, and to try them all on each header takes six times as long as everything else that it looks at.
MAKEFLAGS += --no-builtin-rules

BUILD ?= build
SANITIZE ?=
DEVELOPER ?= 1
CC ?= gcc
VERSION := 0.1.0

target := $(shell $(CC) -dumpmachine)
warnings := -Wall -Wextra -Wpedantic -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wvla
ifneq ($(DEVELOPER),0)
warnings += -Werror
endif

packages := libpcre2-8 yaml-0.1 jansson libsodium
CFLAGS ?= -O2 -g
# The library has the code of the program, so all of it can be anywhere in memory; what is no part of tpatch.h is hidden.
hardening := -fstack-protector-strong -fPIC -fvisibility=hidden
ifneq ($(filter x86_64-%,$(target)),)
hardening += -fstack-clash-protection -fcf-protection
endif
ifeq ($(SANITIZE),)
hardening += -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=3
else
# Not added to CFLAGS: those of the command line would win, and nothing would be instrumented.
sanitizers := -fsanitize=$(SANITIZE) -fno-sanitize-recover=all -fno-omit-frame-pointer
endif
cppflags := -Iengine -DTPATCH_VERSION='"$(VERSION)"' $(shell pkg-config --cflags $(packages) 2>/dev/null)
libs := $(shell pkg-config --libs $(packages) 2>/dev/null || echo -lpcre2-8 -lyaml -ljansson -lsodium) -lpthread
V ?= 0
say_cc = $(if $(quiet),@echo "  CC $<")
quiet := $(if $(filter 0,$(V)),@,)
compile = $(CC) -std=c11 $(warnings) $(hardening) $(CFLAGS) $(sanitizers) $(cppflags) $(CPPFLAGS) -MMD -MP
link = $(CC) $(CFLAGS) $(sanitizers) $(LDFLAGS) -pie -Wl,-z,relro,-z,now

# Every .c below a module is built; platform/ has one set of files per system.
engine_sources := $(sort $(wildcard engine/*/*.c engine/*/*/*.c))
platform_other := $(if $(findstring mingw,$(target)),engine/platform/posix/%,engine/platform/win32/%)
engine_sources := $(filter-out $(platform_other),$(engine_sources))
library_sources := $(filter-out engine/cli/main.c,$(engine_sources))
embedded := embedded embedded_html embedded_schema
library_objects := $(library_sources:%.c=$(BUILD)/obj/%.o) $(embedded:%=$(BUILD)/obj/%.o)
unit_sources := $(sort $(wildcard tests/unit/*.c tests/unit/*/*.c))
unit_objects := $(unit_sources:%.c=$(BUILD)/obj/%.o) $(BUILD)/obj/unit_main.o
patchset_files := $(wildcard patchsets/*.yaml) patchsets/INDEX

.PHONY: all check check-unit check-repo check-fixtures check-cli check-patchsets check-diff clean
all: $(BUILD)/tpatch$(if $(findstring mingw,$(target)),.exe)

$(BUILD)/tpatch: $(BUILD)/obj/engine/cli/main.o $(BUILD)/libtpatch.a
	$(quiet)$(link) -o $@ $^ $(libs)

$(BUILD)/libtpatch.a: $(library_objects)
	rm -f $@
	$(quiet)$(AR) rcs $@ $^

$(BUILD)/obj/%.o: %.c Makefile
	@mkdir -p $(@D)
	$(say_cc)
	$(quiet)$(compile) -c -o $@ $<

$(BUILD)/obj/embedded.c: engine/patchset/embed.sh $(patchset_files)
	@mkdir -p $(@D)
	sh engine/patchset/embed.sh patchsets > $@.tmp && mv $@.tmp $@

# What reports carry along: one table for each folder.
$(BUILD)/obj/embedded_html.c $(BUILD)/obj/embedded_schema.c: $(BUILD)/obj/embedded_%.c: engine/patchset/embed.sh $(wildcard engine/report/html/* engine/report/schema/*)
	@mkdir -p $(@D)
	sh engine/patchset/embed.sh engine/report/$* report/embedded_report.h $* > $@.tmp && mv $@.tmp $@

$(embedded:%=$(BUILD)/obj/%.o): %.o: %.c Makefile
	$(say_cc)
	$(quiet)$(compile) -c -o $@ $<

# Unit tests register themselves: the collector reads the names from the sources.
$(BUILD)/obj/unit_main.c: tests/unit/collect.sh $(unit_sources)
	@mkdir -p $(@D)
	sh tests/unit/collect.sh $(unit_sources) > $@.tmp && mv $@.tmp $@

$(BUILD)/obj/unit_main.o: $(BUILD)/obj/unit_main.c
	$(quiet)$(compile) -Itests/unit -c -o $@ $<

# The tests themselves need not be quick, and compile so in a third of the time.
$(BUILD)/obj/tests/unit/%.o: cppflags += -Itests/unit -Idriver -O0 -U_FORTIFY_SOURCE

$(BUILD)/tests/unit: $(unit_objects) $(BUILD)/libtpatch.a
	@mkdir -p $(@D)
	$(quiet)$(link) -o $@ $(filter %.o,$^) $(filter %.a,$^) $(libs) -lcmocka

$(BUILD)/tests/diff_files: $(BUILD)/obj/tests/oracle/diff_files.o $(BUILD)/libtpatch.a
	@mkdir -p $(@D)
	$(quiet)$(link) -o $@ $^ $(libs)

$(BUILD)/tests/patch_numstat: $(BUILD)/obj/tests/oracle/patch_numstat.o $(BUILD)/libtpatch.a
	@mkdir -p $(@D)
	$(quiet)$(link) -o $@ $^ $(libs)

# Side by side, as tests/all.sh runs them; faults at every 11th call (`make faults`: at every one).
check: all test-programs
	+@BUILD=$(BUILD) sh tests/all.sh --quick repo unit patchsets fixtures cli diff regressions port-oracle

.PHONY: test-programs check-thorough
test-programs: $(BUILD)/tests/unit $(BUILD)/tests/diff_files $(BUILD)/tests/patch_numstat replay-programs

# What `./bootstrap test` runs, and nothing of it by strides. Takes hours.
check-thorough: all
	+@BUILD=$(BUILD) sh tests/all.sh --thorough

check-repo: all
	BUILD=$(BUILD) sh tests/repo/all.sh

check-unit: $(BUILD)/tests/unit
	$(BUILD)/tests/unit

check-patchsets: all
	$(BUILD)/tpatch test

check-fixtures: all
	python3 tests/run_fixtures.py $(BUILD)/tpatch

check-cli: all
	python3 tests/run_cli.py $(BUILD)/tpatch

# The same cases, and those of tbuild, by programs with sanitizers: what a run leaks, or reads beyond its end, prints nothing otherwise.
.PHONY: check-sanitized
check-sanitized:
	+$(MAKE) -s BUILD=$(BUILD)/asan SANITIZE=address,undefined CFLAGS='-O1 -g' all
	python3 tests/run_cli.py $(BUILD)/asan/tpatch
	python3 driver/tests/run.py $(BUILD)/asan/tbuild

# The pictures of README.md, of what the program prints. Needs Chromium and its driver.
.PHONY: pictures
pictures: all
	python3 tests/browser/pictures.py $(BUILD)/tpatch docs/pictures

# The engine's diffs, judged by git and patch, and what it reads in diffs, judged by git.
check-diff: $(BUILD)/tests/diff_files $(BUILD)/tests/patch_numstat
	python3 tests/oracle/diff_oracle.py $(BUILD)/tests/diff_files
	python3 tests/oracle/patch_oracle.py $(BUILD)/tests/patch_numstat

# make fuzz-operations SECONDS=60 [SEED=1] [TREES="build/trees/pytorch-1.13.1"]: random edits in real code, judged by ast, cmake, clang and bash.
SEED ?= 1
TREES ?= $(wildcard $(BUILD)/trees/pytorch-*[0-9])
.PHONY: fuzz-operations
fuzz-operations: all
	python3 tests/fixture.py $(BUILD)/fixtures
	python3 tests/oracle/operations.py --seconds $(SECONDS) --seed $(SEED) $(BUILD)/tpatch $(BUILD)/fixtures $(TREES)

clean:
	rm -rf $(BUILD)

include packaging/install.mk
include engine/platform/windows.mk
include tests/fuzz/fuzz.mk
include tests/bench/bench.mk
include tests/crash/crash.mk
include tests/scaling/scaling.mk
include tests/mutants/mutants.mk
include driver/driver.mk
include packaging/wheel.mk
include packaging/release.mk
include packaging/developer.mk

-include $(library_objects:.o=.d) $(unit_objects:.o=.d) $(BUILD)/obj/engine/cli/main.d
