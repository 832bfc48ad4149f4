# Fuzzing. Included by the Makefile.
#
# make fuzz SECONDS=60 [TARGETS="cmake yaml"]   each target for so long, by clang's libFuzzer; what breaks one lies in BUILD/fuzz/crashes;
#                                               SEEDS=150: with so many of its seeds at most
# make sanitized                                tpatch and the unit tests, of the same objects, in BUILD/fuzz
# LEVEL=-O0                                     with either: compiled in a third of the time, and half as fast; the folders in which
#                                               tests spend most of theirs are optimised all the same
# make check-regressions                        inputs that once broke a target, with any compiler

SECONDS ?= 60
SEEDS ?= 0
LEVEL ?= -O1
fuzz_names := $(patsubst tests/fuzz/fuzz_%.c,%,$(sort $(wildcard tests/fuzz/fuzz_*.c)))
TARGETS ?= $(fuzz_names)
level = $(LEVEL)
$(foreach folder,base lang match text,$(BUILD)/obj/engine/$(folder)/%.o): level = -O1
# Each object's own level is looked up where it is compiled.
fuzz_flags := $$(level) -g1 $$(checks) -fno-omit-frame-pointer
checks = -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all
# What the unit tests hand over is looked at in what they call.
$(BUILD)/obj/tests/unit/%.o: checks =
fuzz_objects = $(BUILD)/obj/tests/fuzz/fuzz_$*.o $(BUILD)/obj/tests/fuzz/fuzz.o $(if $(filter $*,$(fuzz_of_driver)),$(fuzz_driver_objects))
# Those of tbuild.
fuzz_of_driver := profile triage
fuzz_driver_objects = $(filter-out $(BUILD)/obj/driver/command/main.o,$(driver_objects))
$(fuzz_of_driver:%=$(BUILD)/obj/tests/fuzz/fuzz_%.o): cppflags += -Idriver

# The library once more, instrumented, by the Makefile's own rules in a folder of its own.
fuzz_make = $(MAKE) BUILD=$(BUILD)/fuzz CC=clang SANITIZE= hardening=-fPIE CFLAGS='$(fuzz_flags)'

.PHONY: fuzz sanitized fuzz-programs replay-programs check-regressions

fuzz:
	+$(fuzz_make) fuzz-programs
	python3 tests/fuzz/fuzz.py --seconds $(SECONDS) --seeds $(SEEDS) $(BUILD)/fuzz $(TARGETS)

sanitized:
	+$(fuzz_make) $(BUILD)/fuzz/tpatch $(BUILD)/fuzz/tests/unit

fuzz-programs: $(fuzz_names:%=$(BUILD)/tests/fuzz_%)
replay-programs: $(fuzz_names:%=$(BUILD)/tests/replay_%)

.SECONDARY: $(fuzz_names:%=$(BUILD)/obj/tests/fuzz/fuzz_%.o) $(BUILD)/obj/tests/fuzz/fuzz.o $(BUILD)/obj/tests/fuzz/replay.o
.SECONDEXPANSION:
$(BUILD)/tests/fuzz_%: $$(fuzz_objects) $(BUILD)/libtpatch.a
	@mkdir -p $(@D)
	$(quiet)$(CC) $(CFLAGS) -fsanitize=fuzzer,address,undefined -o $@ $^ $(libs)

$(BUILD)/tests/replay_%: $$(fuzz_objects) $(BUILD)/obj/tests/fuzz/replay.o $(BUILD)/libtpatch.a
	@mkdir -p $(@D)
	$(quiet)$(link) -o $@ $^ $(libs)

check-regressions: replay-programs
	python3 tests/fuzz/replay.py $(BUILD)/tests

-include $(fuzz_names:%=$(BUILD)/obj/tests/fuzz/fuzz_%.d) $(BUILD)/obj/tests/fuzz/fuzz.d $(BUILD)/obj/tests/fuzz/replay.d
