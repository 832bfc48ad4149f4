# Measuring. Included by the Makefile.
#
# make bench [TREE=DIR] [BENCH=OPTIONS]   tpatch beside other programs, a table of ratios, also in BUILD/bench.md; see tests/bench/bench.py
# make check-instructions                 instructions of fixed runs, held against tests/bench/instructions.txt; needs valgrind

TREE ?=
BENCH ?=

.PHONY: bench check-instructions

$(BUILD)/tests/walk $(BUILD)/tests/peak: $(BUILD)/tests/%: tests/bench/%.c Makefile
	@mkdir -p $(@D)
	$(say_cc)
	$(quiet)$(CC) -std=c11 $(warnings) -O2 -o $@ $< -lpthread

bench: all $(BUILD)/tests/walk $(BUILD)/tests/peak
	python3 tests/bench/bench.py $(if $(TREE),--tree $(TREE)) --work $(BUILD)/bench --out $(BUILD)/bench.md $(BENCH) $(BUILD)/tpatch $(BUILD)/tests/walk $(BUILD)/tests/peak

check-instructions: all
	python3 tests/bench/instructions.py $(BUILD)/tpatch $(BUILD)/bench
