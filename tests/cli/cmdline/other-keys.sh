#!/bin/sh
# What other formats call the keys of a set, of a rule and of an edit: which of ours is meant.
mkdir sets
printf 'tpatch: 1\nproject: demo\nsummary: A project\nmarkers: [demo.txt]\n' >sets/project.yaml
for word in description reason rationale comment title name summary path paths glob globs include ignore excludes pattern find search code from old re regexp with to new by \
	replacement substitute fix insert add append prepend remove diff patch if condition conditions requires facts url urls references see changes steps patches version count \
	matches includes packs extends tset xyzzy; do
	printf 'tpatch: 1\nname: s\nsummary: s\ntarget: {project: demo, versions: "1.0"}\n%s: x\n' "$word" >sets/set.yaml
	tpatch lint --patchsets sets 2>&1
	printf 'tpatch: 1\nname: s\nsummary: s\ntarget: {project: demo, versions: "1.0"}\nrules:\n  - {id: a, title: t, why: w, files: a.txt, %s: x, edits: [{regex: x, replace: y}]}\n' "$word" >sets/set.yaml
	tpatch lint --patchsets sets 2>&1
	printf 'tpatch: 1\nname: s\nsummary: s\ntarget: {project: demo, versions: "1.0"}\nrules:\n  - {id: a, title: t, why: w, files: a.txt, edits: [{regex: x, replace: y, %s: z}]}\n' "$word" >sets/set.yaml
	tpatch lint --patchsets sets 2>&1
done | sed '/^ *[0-9]* |/d; /^ *|/d'
