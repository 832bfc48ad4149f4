# Crash tests. Included by the Makefile.
#
# make faults                                                              a call fails, the process dies or power goes, at every call
# make crash SECONDS=60 [CRASH_TREES="made build/trees/pytorch-1.13.1"]    kills tpatch for so long on each tree
# make crash-peers SECONDS=60                                              the same kills for git apply, quilt and GNU patch
# make crash-memory                                                        memory taken away from tpatch
# make reads                                                               each call that reads fails, in commands on a small tree
# make model SECONDS=600                                                   the journal against a model of it, by random sequences of commands
# make lived-in SECONDS=600                                                rules of several sets, run on files that people edit in between
# make race                                                              somebody swaps files for links, FIFOs and others while tpatch works
# make hostile                                                             trees and patch sets made to hurt, all of them

CRASH_TREES ?= made $(wildcard $(BUILD)/trees/pytorch-1.13.1)

.PHONY: faults crash crash-peers crash-memory reads model lived-in race hostile
faults: $(BUILD)/tests/unit
	$(BUILD)/tests/unit faults power | awk '/^faults: / { n += $$2 } { last = $$0 } END { print n " faults injected; " last; exit last !~ / 0 failed/ }'

crash: all
	python3 tests/crash/kill.py --seconds $(SECONDS) $(BUILD)/tpatch $(CRASH_TREES)

crash-peers: all
	python3 tests/crash/peers.py --seconds $(SECONDS) $(BUILD)/tpatch

crash-memory: all
	python3 tests/crash/memory.py $(BUILD)/tpatch every $(CRASH_TREES)

reads: all
	python3 tests/crash/reads.py $(BUILD)/tpatch

model: all
	python3 tests/crash/model.py --seconds $(SECONDS) $(BUILD)/tpatch

lived-in: all
	python3 tests/crash/lived_in.py --seconds $(SECONDS) $(BUILD)/tpatch

race: all
	python3 tests/crash/race.py --rounds 500 $(BUILD)/tpatch

hostile: all
	python3 tests/hostile/run.py --long $(BUILD)/tpatch
