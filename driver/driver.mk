# tbuild, the driver that builds afterwards. Included by the Makefile.
#
#   make tbuild         build/tbuild
#   make check-driver   its tests: units, data, machines, and builds that are really made
#   make check-driver-windows   the same of tbuild.exe, as far as Wine can show it

driver_platform_other := $(if $(findstring mingw,$(target)),driver/system/posix%,driver/system/win32%)
driver_sources := $(filter-out $(driver_platform_other),$(sort $(wildcard driver/*/*.c)))
driver_objects := $(driver_sources:%.c=$(BUILD)/obj/%.o) $(BUILD)/obj/driver_data.o
driver_data := $(wildcard driver/data/*.yaml) driver/data/INDEX

.PHONY: tbuild check-driver check-driver-windows
tbuild: $(BUILD)/tbuild$(if $(findstring mingw,$(target)),.exe)
all: tbuild

$(driver_objects): cppflags += -Idriver

# On Windows with the manifest that tpatch.exe has.
$(BUILD)/obj/tbuild-res.o: driver/system/tbuild.rc $(windows_sources)/tpatch.manifest
	@mkdir -p $(@D)
	$(WINDRES) -I$(windows_sources) -DTPATCH_VERSION='\"$(VERSION)\"' -DTPATCH_VERSION_NUMBERS=$(subst .,$(comma),$(VERSION)),0 -o $@ $<

$(BUILD)/tbuild.exe: $(driver_objects) $(BUILD)/obj/tbuild-res.o $(BUILD)/libtpatch.a
	$(quiet)$(link) -s -o $@ $^ $(libs)
	sh $(windows_sources)/check-exe.sh $@

$(BUILD)/tbuild: $(driver_objects) $(BUILD)/libtpatch.a
	$(quiet)$(link) -o $@ $^ $(libs)

$(BUILD)/obj/driver_data.c: engine/patchset/embed.sh driver/driver.mk $(driver_data)
	@mkdir -p $(@D)
	sh engine/patchset/embed.sh driver/data data/embedded.h driver > $@.tmp && mv $@.tmp $@

$(BUILD)/obj/driver_data.o: $(BUILD)/obj/driver_data.c
	$(say_cc)
	$(quiet)$(compile) -c -o $@ $<

# What of it has unit tests.
$(BUILD)/tests/unit $(BUILD)/tests/unit.exe: $(filter $(addprefix $(BUILD)/obj/driver/,build/% checkout/% command/triage_print% data/% profile/% recipe/% system/% triage/%) $(BUILD)/obj/driver_data.o,$(driver_objects))

check-driver: $(BUILD)/tbuild
	python3 driver/tests/run.py $(BUILD)/tbuild

check-driver-windows: windows $(BUILD)/tpatch
	sh driver/tests/windows/all.sh $(windows_build) $(BUILD)/tpatch

-include $(driver_objects:.o=.d)
