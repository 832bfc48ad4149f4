#!/bin/sh
# Does every #include in the engine go down the order of engine/LAYERS, and has every dependency one door?
# Prints `file:line: reason` for each that does not. usage: layers.sh, in the root of the repository. Exit: 0 none, 1 some.
set -eu

if ! [ -f engine/LAYERS ]; then
	echo "layers.sh: run me in the root of the repository" >&2
	exit 2
fi

# shellcheck disable=SC2016 # the dollars are awk's
find engine -mindepth 2 -name '*.[ch]' | sort | xargs awk '
	# The one file that may include a dependency.
	BEGIN {
		door["pcre2.h"] = "engine/format/regex.c"
		door["yaml.h"] = "engine/format/yaml.c"
		door["jansson.h"] = "engine/format/json.c"
		door["xxhash.h"] = "engine/base/digest/hash.c"
		door["sodium.h"] = "engine/base/digest/sha256.c"
		door["getopt.h"] = "engine/cmdline/parse.c"
		# Standard C that needs no system call: for everybody.
		n = split("assert ctype errno inttypes limits stdarg stdatomic stdbool stddef stdint stdio stdlib string", plain, " ")
		for (i = 1; i <= n; i++)
			standard[plain[i] ".h"] = 1
		while ((getline line < "engine/LAYERS") > 0) {
			if (line ~ /^#/ || line !~ /:/)
				continue
			module = line
			sub(/:.*/, "", module)
			sub(/^[^:]*:/, "", line)
			known[module] = 1
			allowed[module, module] = 1
			n = split(line, below, " ")
			for (i = 1; i <= n; i++) {
				if (!(below[i] in known) || below[i] == module)
					complain("engine/LAYERS", 1, module ": " below[i] " does not stand above it")
				allowed[module, below[i]] = 1
			}
		}
	}
	function complain(file, line, reason) {
		printf "%s:%d: %s\n", file, line, reason
		failed = 1
	}
	FNR == 1 {
		split(FILENAME, part, "/")
		own = part[2]
		if (!(own in known))
			complain(FILENAME, 1, "module " own " is not in engine/LAYERS")
	}
	/^[ \t]*#[ \t]*include[ \t]*"/ {
		split($0, quoted, "\"")
		header = quoted[2]
		module = header
		if (!sub(/\/.*/, "", module))
			complain(FILENAME, FNR, "write the module: #include \"" own "/" header "\"")
		else if (!((own, module) in allowed))
			complain(FILENAME, FNR, own " may not include " header " (engine/LAYERS)")
		if (header == "platform/write.h" && own != "platform" && own != "commit" && own != "cli" && own != "api")
			complain(FILENAME, FNR, "only commit/ writes to the tree; cli/ and api/ may hand platform_write_ops() to it")
	}
	/^[ \t]*#[ \t]*include[ \t]*</ {
		header = $0
		sub(/^[^<]*</, "", header)
		sub(/>.*/, "", header)
		if (header in door) {
			if (FILENAME != door[header])
				complain(FILENAME, FNR, "only " door[header] " includes " header)
		} else if (!(header in standard) && own != "platform") {
			complain(FILENAME, FNR, "only platform/ includes system headers: " header)
		}
	}
	# cli/ and api/ get the table and hand it on; they call nothing in it.
	(own == "cli" || own == "api") && /write_ops/ && !/platform_write_ops\(\)/ {
		complain(FILENAME, FNR, own "/ may name platform_write_ops() and no other part of platform/write.h")
	}
	END { exit failed }
' || exit 1

# The same for the driver, which knows engine.h of the engine, and in command/ the library of the command line.
# shellcheck disable=SC2016 # the dollars are awk's
find driver -mindepth 2 ! -path 'driver/tests/*' -name '*.[ch]' | sort | xargs awk '
	BEGIN {
		n = split("assert ctype errno inttypes limits stdarg stdatomic stdbool stddef stdint stdio stdlib string", plain, " ")
		for (i = 1; i <= n; i++)
			standard[plain[i] ".h"] = 1
		while ((getline line < "driver/LAYERS") > 0) {
			if (line ~ /^(#|engine:)/ || line !~ /:/)
				continue
			module = line
			sub(/:.*/, "", module)
			sub(/^[^:]*:/, "", line)
			known[module] = 1
			allowed[module, module] = 1
			n = split(line, below, " ")
			for (i = 1; i <= n; i++) {
				if (!(below[i] in known) || below[i] == module)
					complain("driver/LAYERS", 1, module ": " below[i] " does not stand above it")
				allowed[module, below[i]] = 1
			}
		}
	}
	function complain(file, line, reason) {
		printf "%s:%d: %s\n", file, line, reason
		failed = 1
	}
	FNR == 1 {
		split(FILENAME, part, "/")
		own = part[2]
		if (!(own in known))
			complain(FILENAME, 1, "module " own " is not in driver/LAYERS")
	}
	/^[ \t]*#[ \t]*include[ \t]*"/ {
		split($0, quoted, "\"")
		header = quoted[2]
		module = header
		if (header == "engine.h" || (own == "command" && header ~ /^cmdline\//))
			next
		if (!sub(/\/.*/, "", module))
			complain(FILENAME, FNR, "write the module: #include \"" own "/" header "\"")
		else if (!(module in known))
			complain(FILENAME, FNR, "of the engine the driver may include engine.h, and command/ the headers of cmdline/, not " header)
		else if (!((own, module) in allowed))
			complain(FILENAME, FNR, own " may not include " header " (driver/LAYERS)")
	}
	/^[ \t]*#[ \t]*include[ \t]*</ {
		header = $0
		sub(/^[^<]*</, "", header)
		sub(/>.*/, "", header)
		if (header in door) {
			if (FILENAME != door[header])
				complain(FILENAME, FNR, "only " door[header] " includes " header)
		} else if (!(header in standard) && own != "system") {
			complain(FILENAME, FNR, "only driver/system/ includes system headers: " header)
		}
	}
	END { exit failed }
' || exit 1

# Does engine.h list what the driver uses, and nothing else?
python3 tests/repo/door.py
