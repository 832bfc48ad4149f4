#!/bin/sh
# A compiler that waits for who opens the pipe $MINI_HOLD, but for the first few files.
case "${MINI_HOLD-} $*" in
" "*) ;;
*part_[5-9].cpp* | *part_1[0-9].cpp*) [ ! -p "$MINI_HOLD" ] || cat "$MINI_HOLD" 2>/dev/null ;;
esac
exec "$@"
