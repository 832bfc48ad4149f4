# Crash tests. Included by the Makefile.
#
# make crash SECONDS=60 [CRASH_TREES="made build/trees/pytorch-1.13.1"]    kills tpatch for so long on each tree
# make crash-peers SECONDS=60                                              the same kills for git apply, quilt and GNU patch
# make hostile                                                             trees and patch sets made to hurt, all of them

CRASH_TREES ?= made $(wildcard $(BUILD)/trees/pytorch-1.13.1)

.PHONY: crash crash-peers hostile
crash: all
	python3 tests/crash/kill.py --seconds $(SECONDS) $(BUILD)/tpatch $(CRASH_TREES)

crash-peers: all
	python3 tests/crash/peers.py --seconds $(SECONDS) $(BUILD)/tpatch

hostile: all
	python3 tests/hostile/run.py --long $(BUILD)/tpatch
