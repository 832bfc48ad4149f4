/* Facts of a machine: what a build there would find. Nothing is guessed: what cannot be found is not known. */
#ifndef TPATCH_MACHINE_FACTS_H
#define TPATCH_MACHINE_FACTS_H

#include "base/arena.h"
#include "machine/probe.h"

/* What to choose from where a machine has several; NULL: the first that the build would take. */
struct machine_choice {
	const char *cuda, *msvc;    /* ranges of versions */
	const char *vcvars_version; /* the toolset that is asked for, or its beginning */
};

struct machine_fact {
	const char *name;  /* "cmake" */
	const char *value; /* NULL: not known */
	const char *about; /* where it comes from; or why it is not known */
};

/* gpu, cuda, cudnn, python, setuptools, numpy, cmake, compiler, msvc or gcc or clang, blas, in this order. */
struct machine_facts {
	struct machine_fact *items;
	size_t count, capacity;
	struct arena arena;
};

/*
 * Asks the machine. Programs are started for it (cmake, python, the compiler, vswhere), none of which lies in
 * probe->tree, in a folder that is nobody's; the CUDA driver was loaded with the probe. Release with
 * machine_facts_release().
 */
void machine_facts_find(const struct probe *probe, const struct machine_choice *choice, struct machine_facts *out);
void machine_facts_release(struct machine_facts *facts);

#endif
