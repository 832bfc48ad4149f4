#!/bin/sh
# Wine without a screen, for the tests of the Windows program. Sourced by the scripts beside it, or called:
#
#   wine.sh start [PREFIX]     makes the prefix (a small Windows) if there is none, and starts its server
#   wine.sh stop [PREFIX]      ends the server
#
# PREFIX is a folder; WINEPREFIX in the environment, or build/windows/wine.
set -eu

wine_environment() {
	WINEPREFIX=${1:-${WINEPREFIX:-build/windows/wine}}
	mkdir -p "$WINEPREFIX"
	WINEPREFIX=$(cd "$WINEPREFIX" && pwd)
	# With LC_ALL=C, Wine would read arguments and names that are not ASCII as Latin-1.
	LC_ALL=C.UTF-8
	WINEDEBUG=-all
	DISPLAY=
	WINEDLLOVERRIDES='mscoree,mshtml='
	export WINEPREFIX LC_ALL WINEDEBUG DISPLAY WINEDLLOVERRIDES
	# Where the server is found: it must be the same for all programs.
	unset TMPDIR
}

wine_server() {
	for server in /usr/lib/wine/wineserver64 /usr/lib/wine/wineserver; do
		if [ -x "$server" ]; then
			"$server" "$@" </dev/null >/dev/null 2>&1
			return
		fi
	done
	wineserver "$@" </dev/null >/dev/null 2>&1
}

# The first program of a prefix starts Wine's services, which keep its streams: a pipe there would never end. So they are started here.
wine_start() {
	if ! [ -f "$WINEPREFIX/ready" ]; then
		wineboot -i </dev/null >/dev/null 2>&1
		wine_server -w
		wine winecfg -v win10 </dev/null >/dev/null 2>&1
		wine_server -w
		: >"$WINEPREFIX/ready"
	fi
	# Under root's capabilities, read-only files could be written, which Windows refuses. The server opens files for all programs.
	if [ "$(id -u)" = 0 ] && command -v setpriv >/dev/null; then
		caps=-dac_override,-dac_read_search
		setpriv --bounding-set="$caps" --inh-caps="$caps" sh "$wine_script" server "$WINEPREFIX"
	else
		wine_server -p || true
	fi
	wine cmd /c exit </dev/null >/dev/null 2>&1
}

wine_script=$(dirname "$0")/wine.sh
case ${0##*/}:${1-} in
wine.sh:server)
	wine_environment "$2"
	wine_server -p || true
	;;
wine.sh:start)
	wine_environment "${2-}"
	wine_start
	;;
wine.sh:stop)
	wine_environment "${2-}"
	wine_server -k || true
	;;
wine.sh:*)
	sed -n '2,8s/^# \{0,1\}//p' "$0" >&2
	exit 2
	;;
esac
