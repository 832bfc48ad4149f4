#!/bin/sh
# Builds the libraries that the Windows program is linked with, as static libraries for x86_64-w64-mingw32: PCRE2 (with JIT), libyaml,
# jansson, libsodium, and the headers of xxHash; cmocka too, for the unit tests. Debian has none of them for Windows.
#
# The sources are those of Debian 12's source packages, whatever Debian this is: the upstream archive of each, fetched by apt-get from this
# machine's mirror, and compared with the SHA-256 below. Nothing under /etc is written.
#
# usage: deps.sh OUT     makes OUT/include, OUT/lib and OUT/licences; OUT/src and OUT/obj can be removed afterwards
# CC and AR name the tools, LEVEL how much is optimised. Does nothing when OUT was made by this same script, with these.
set -eu

CC=${CC:-x86_64-w64-mingw32-gcc-posix}
AR=${AR:-x86_64-w64-mingw32-ar}
LEVEL=${LEVEL:--O2}
script=$(cd "$(dirname "$0")" && pwd)/${0##*/}
out=$(mkdir -p "${1:?usage: deps.sh OUT}" && cd "$1" && pwd)
stamp="$(sha256sum <"$script") $("$CC" --version | head -n 1) $LEVEL"
if [ "$(cat "$out/made-by" 2>/dev/null)" = "$stamp" ]; then
	exit 0
fi
rm -f "$out/made-by"
rm -rf "${out:?}/include" "${out:?}/lib" "${out:?}/licences" "${out:?}/obj"
mkdir -p "$out/include" "$out/lib" "$out/licences" "$out/obj" "$out/src"

checksums='
c33b418e3b936ee3153de2c61cc638e7e4fe3156022a5c77d0711bcbb9d64f1f  pcre2_10.42.orig.tar.gz
fa240dbf262be053f3898006d502d514936c818e422afdcf33921c63bed9bf2e  libyaml_0.2.5.orig.tar.gz
c739578bf6b764aa0752db9a2fdadcfe921c78f1228c7ec0bb47fa804c55d17b  jansson_2.14.orig.tar.gz
3bb6b7d6f30c591dd65aaaff1c8b7a5b94d81687998ca9400082c739a690436c  xxhash_0.8.1.orig.tar.gz
f0ccd8242d55e2fd74b16ba518359151f6f8383ff8aef4976e48393f77bba8b6  cmocka_1.1.5.orig.tar.xz
d59323c6b712a1519a5daf710b68f5e7fde57040845ffec53850911f10a5d4f4  libsodium_1.0.18.orig.tar.gz
'

all_are_right() {
	printf '%s' "$checksums" | sed '/^$/d' | (cd "$out/src" && sha256sum --check --quiet --strict -)
}

# A private apt, with lists and cache of its own.
fetch() {
	apt=$out/src/apt
	mkdir -p "$apt/sources" "$apt/lists/partial" "$apt/cache/archives/partial"
	sh "${script%/*}/../../../packaging/debian_source.sh" deb-src bookworm >"$apt/sources/debian.sources"
	set -- -qq -o Dir::Etc::sourcelist=/dev/null -o Dir::Etc::sourceparts="$apt/sources" -o Dir::State::lists="$apt/lists" \
		-o Dir::Cache="$apt/cache" -o APT::Sandbox::User=
	apt-get "$@" update
	(cd "$out/src" && apt-get "$@" source --download-only --tar-only pcre2 libyaml jansson xxhash cmocka libsodium)
	rm -rf "$apt"
}

all_are_right 2>/dev/null >&2 || fetch
all_are_right
for archive in "$out"/src/*.orig.tar.*; do
	tar -xf "$archive" -C "$out/src"
done
pcre2=$out/src/pcre2-10.42
yaml=$out/src/libyaml-0.2.5
jansson=$out/src/jansson-2.14
xxhash=$out/src/xxHash-0.8.1
cmocka=$out/src/cmocka-1.1.5
sodium=$out/src/libsodium-1.0.18

# What their configure scripts would write.
mkdir "$out/obj/pcre2" "$out/obj/yaml" "$out/obj/jansson"
cp "$pcre2/src/config.h.generic" "$out/obj/pcre2/config.h"
printf '#define YAML_VERSION_MAJOR 0\n#define YAML_VERSION_MINOR 2\n#define YAML_VERSION_PATCH 5\n#define YAML_VERSION_STRING "0.2.5"\n' \
	>"$out/obj/yaml/config.h"
printf '#define HAVE_STDINT_H 1\n#define HAVE_SYS_TYPES_H 1\n#define HAVE_LOCALE_H 1\n#define INITIAL_HASHTABLE_ORDER 3\n' \
	>"$out/obj/jansson/jansson_private_config.h"
cp "$pcre2/src/pcre2.h.generic" "$out/include/pcre2.h"
cp "$pcre2/src/pcre2_chartables.c.dist" "$out/obj/pcre2/pcre2_chartables.c"
sed -e 's/@json_inline@/inline/' -e 's/@json_[a-z_]*@/1/' "$jansson/src/jansson_config.h.in" >"$out/include/jansson_config.h"
cp -r "$sodium/src/libsodium/include/sodium.h" "$sodium/src/libsodium/include/sodium" "$sodium/builds/msvc/version.h" "$out/include/"
mv "$out/include/version.h" "$out/include/sodium/"
cp "$yaml/include/yaml.h" "$jansson/src/jansson.h" "$xxhash/xxhash.h" "$xxhash/xxh3.h" "$cmocka/include/cmocka.h" "$out/include/"

jobs=$out/obj/jobs
: >"$jobs"
# unit LIBRARY SOURCE FLAGS: one line for the compiler.
unit() {
	library=$1
	source=$2
	shift 2
	name=${source##*/}
	# The paths inside the objects are the same wherever OUT is.
	echo "$CC -std=gnu11 $LEVEL -fstack-protector-strong -ffile-prefix-map=$out/= -I$out/include $* -c -o $out/obj/$library-${name%.c}.o $source" >>"$jobs"
}

for name in auto_possess chartables compile config context convert dfa_match error extuni find_bracket jit_compile maketables match \
	match_data newline ord2utf pattern_info script_run serialize string_utils study substitute substring tables ucd valid_utf xclass; do
	source=$pcre2/src/pcre2_$name.c
	[ $name != chartables ] || source=$out/obj/pcre2/pcre2_chartables.c
	unit pcre2-8 "$source" -DHAVE_CONFIG_H -DPCRE2_CODE_UNIT_WIDTH=8 -DPCRE2_STATIC -DSUPPORT_JIT -DSUPPORT_UNICODE "-I$out/obj/pcre2 -I$pcre2/src"
done
for name in api dumper emitter loader parser reader scanner writer; do
	unit yaml "$yaml/src/$name.c" -DHAVE_CONFIG_H -DYAML_DECLARE_STATIC "-I$out/obj/yaml"
done
for name in dump error hashtable hashtable_seed load memory pack_unpack strbuffer strconv utf value version; do
	unit jansson "$jansson/src/$name.c" -DHAVE_CONFIG_H "-I$out/obj/jansson"
done
unit cmocka "$cmocka/src/cmocka.c" -DHAVE_ASSERT_H -DHAVE_INTTYPES_H -DHAVE_IO_H -DHAVE_MALLOC_H -DHAVE_SETJMP_H -DHAVE_SIGNAL_H \
	-DHAVE_STDINT_H -DHAVE_STRING_H -DHAVE_TIME_H -DHAVE_STRUCT_TIMESPEC -DHAVE_GCC_THREAD_LOCAL_STORAGE -DWORDS_SIZEOF_VOID_P=8 -w \
	"-I$cmocka/include"

# In portable C what SHA-256 and HMAC need, and what sodium_init() starts.
cd "$sodium/src/libsodium"
for source in crypto_auth/hmacsha256/*.c crypto_core/ed25519/ref10/*.c crypto_core/salsa/ref/*.c crypto_generichash/blake2b/*.c \
	crypto_generichash/blake2b/ref/*.c crypto_hash/sha256/*.c crypto_hash/sha256/cp/*.c crypto_onetimeauth/poly1305/*.c \
	crypto_onetimeauth/poly1305/donna/*.c crypto_pwhash/argon2/argon2-core.c crypto_pwhash/argon2/argon2-fill-block-ref.c \
	crypto_pwhash/argon2/blake2b-long.c crypto_scalarmult/curve25519/*.c crypto_scalarmult/curve25519/ref10/*.c \
	crypto_stream/chacha20/*.c crypto_stream/chacha20/ref/*.c crypto_stream/salsa20/*.c crypto_stream/salsa20/ref/*.c crypto_verify/sodium/*.c \
	randombytes/*.c randombytes/sysrandom/*.c sodium/core.c sodium/runtime.c sodium/utils.c; do
	unit sodium "$sodium/src/libsodium/$source" -DCONFIGURED=1 -DSODIUM_STATIC -DNATIVE_LITTLE_ENDIAN=1 -w "-I$out/include/sodium"
done

xargs -P "$(nproc)" -I '{}' sh -c '{}' <"$jobs"
for library in pcre2-8 yaml jansson cmocka sodium; do
	"$AR" rcsD "$out/lib/lib$library.a" "$out/obj/$library"-*.o
done
cp "$pcre2/LICENCE" "$out/licences/PCRE2.txt"
cp "$yaml/License" "$out/licences/libyaml.txt"
cp "$jansson/LICENSE" "$out/licences/jansson.txt"
cp "$sodium/LICENSE" "$out/licences/libsodium.txt"
cp "$xxhash/LICENSE" "$out/licences/xxHash.txt"
echo "$stamp" >"$out/made-by"
