#!/bin/sh
# Are the cases below fixtures/ in the form that tests/fixture.py describes, without copies of what stays as it is?
# usage: fixtures.sh, in the root of the repository. Exit: 0 all are, 1 some are not.
exec python3 tests/fixture.py --check
