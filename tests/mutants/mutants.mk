# Do the tests notice? Included by the Makefile.
#
# make mutants N=500 [SEED=1] [MUTANTS="--files engine/text/*"]   one token of the sources changed at a time; see tests/mutants/mutants.py

N ?= 100
MUTANTS ?=

.PHONY: mutants
mutants: all test-programs
	python3 tests/mutants/mutants.py --count $(N) --seed $(SEED) $(BUILD) $(MUTANTS)
