#!/bin/sh
# Fetches Microsoft's SARIF validator, and with it the official schema of SARIF 2.1.0, into a folder. usage: get_sarif_validator.sh OUT
# Nothing is installed: OUT gets what the npm package holds, among it sarif-2.1.0.json and Sarif.Multitool. What is there already is kept.
# Exit: 0 it is there, 77 it cannot be had here (no npm, or no network): the last line says why.
set -eu

out=${1:?usage: get_sarif_validator.sh OUT}
package=@microsoft/sarif-multitool-linux@5.7.0
if [ -f "$out/sarif-2.1.0.json" ] && [ -x "$out/Sarif.Multitool" ]; then
	exit 0
fi
if ! command -v npm >/dev/null; then
	echo "get_sarif_validator.sh: no npm"
	exit 77
fi
rm -rf "$out"
mkdir -p "$out"
out=$(cd "$out" && pwd)
# In a folder of its own: npm looks at the package.json of where it runs.
if ! (cd "$out" && npm pack --silent --fetch-retries=1 --fetch-timeout=60000 "$package") >"$out/npm.log" 2>&1; then
	echo "get_sarif_validator.sh: npm does not get $package: $(tail -n 1 "$out/npm.log")"
	exit 77
fi
tar -xzf "$out"/*.tgz -C "$out" --strip-components=1 package/sarif-2.1.0.json package/Sarif.Multitool package/default.configuration.xml
rm "$out"/*.tgz
chmod +x "$out/Sarif.Multitool"
