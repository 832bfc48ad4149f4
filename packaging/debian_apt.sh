#!/bin/sh
# For scripts that fetch something from Debian: an apt with sources, lists and a cache of its own, so that the system is not touched.
# usage: debian_apt.sh FOLDER begin TYPE[+COMPONENT] SUITE, once: makes FOLDER, with the source that debian_source.sh prints, and reads its lists;
#   then debian_apt.sh FOLDER TOOL ARGUMENT...: runs apt-get or apt-cache with it, where nothing counts as installed. Remove FOLDER when all is fetched.
set -eu

folder=$1
shift
run() {
	"$@" -qq -o Dir::Etc::sourcelist=/dev/null -o Dir::Etc::sourceparts="$folder/parts" -o Dir::State::lists="$folder/lists" \
		-o Dir::State::status=/dev/null -o Dir::Cache="$folder/cache" -o APT::Sandbox::User="$(id -un)" -o Debug::NoLocking=1
}
if [ "$1" != begin ]; then
	run "$@"
	exit
fi
mkdir -p "$folder/parts" "$folder/lists/partial" "$folder/cache/archives/partial"
type=${2%%+*}
component=${2#"$type"}
sh "$(dirname "$0")/debian_source.sh" "$type" "$3" | sed "s/^Components:.*/& ${component#+}/; s/ *\$//" >"$folder/parts/debian.sources"
run apt-get update
