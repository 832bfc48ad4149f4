# The two programs as wheels, for pip. Included by the Makefile.
#
#   make wheel            build/wheel/tpatch-VERSION-py3-none-manylinux_2_N_x86_64.whl; N is the glibc of this machine, or an earlier one
#   make wheel-windows    build/wheel/tpatch-VERSION-py3-none-win_amd64.whl, of `make windows`

wheel := $(BUILD)/wheel
# Debian's packages of the libraries that are linked in, whose copyright files say under which licence.
wheel_packages := libpcre2-dev libyaml-dev libjansson-dev libxxhash-dev libsodium-dev
wheel_libs := -Wl,-Bstatic $(filter-out -lpthread,$(libs)) -Wl,-Bdynamic -lpthread

.PHONY: wheel wheel-windows
ifeq ($(findstring mingw,$(target)),)

$(wheel)/linux/tpatch: $(BUILD)/obj/engine/cli/main.o $(BUILD)/libtpatch.a
	@mkdir -p $(@D)
	$(quiet)$(link) -s -o $@ $^ $(wheel_libs)

$(wheel)/linux/tbuild: $(driver_objects) $(BUILD)/libtpatch.a
	@mkdir -p $(@D)
	$(quiet)$(link) -s -o $@ $^ $(wheel_libs)

wheel: $(wheel)/linux/tpatch $(wheel)/linux/tbuild
	@mkdir -p $(wheel)/licences
	for package in $(wheel_packages); do cp /usr/share/doc/$$package/copyright $(wheel)/licences/$${package%-dev}.txt || exit 1; done
	python3 packaging/wheel/wheel.py $(VERSION) $(wheel) $(wheel)/licences $^

wheel-windows: windows
	@mkdir -p $(wheel)/licences-windows
	cp $(windows_build)/deps/licences/*.txt $(wheel)/licences-windows
	cp /usr/share/doc/mingw-w64-x86-64-dev/copyright $(wheel)/licences-windows/mingw-w64.txt
	python3 packaging/wheel/wheel.py $(VERSION) $(wheel) $(wheel)/licences-windows $(windows_build)/tpatch.exe $(windows_build)/tbuild.exe

endif
