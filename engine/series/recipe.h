/*
 * Recipes of packagers: which patches they apply, and in which order, as far as that can be read without running them.
 * One file and one row in recipe.c for each kind. Private to series/.
 */
#ifndef TPATCH_SERIES_RECIPE_H
#define TPATCH_SERIES_RECIPE_H

#include "lang/document.h"
#include "series/series.h"

#define RECIPE_STRIP_UNSAID SIZE_MAX

/* A patch that a recipe names. Texts are in the recipe's arena. */
struct recipe_patch {
	size_t offset;         /* of the name, in the recipe's text */
	const char *name;      /* as the recipe has it, without quotes; may be an address, or hold variables */
	const char *condition; /* "if(WIN32)", "when='+cuda'", or NULL: always */
	const char *folder;    /* the folder of the tree that its paths are below, or NULL: the tree's root */
	size_t strip;          /* as -p, or RECIPE_STRIP_UNSAID */
	bool is_reversed;      /* -R: what it adds is taken out */
	bool is_folder_asked;  /* where the tree has no file of the patch below `folder`, its paths stand as they are */
	bool is_made;          /* `name` is code that makes the patch, or is no file beside the recipe */
	bool is_other_version; /* the recipe says that it is not for `recipe.version` */
};

struct recipe {
	const char *path; /* as messages call it */
	struct slice text;
	const struct version *version; /* that the patches are wanted for, or NULL */
	struct recipe_patch *patches;
	size_t n_patches, capacity;
	struct arena arena;
	size_t at;         /* what is read now, as an offset into the text: for messages */
	size_t n_made;     /* bytes that were made of its variables, conditions and patches so far */
	const char *bloat; /* what became too much of them, at `at`; NULL: nothing yet */
};

/* A few hundred bytes of variables that hold variables can stand for gigabytes. */
#define RECIPE_MAX_MADE ((size_t)64 << 20)
/*
 * Asked before `n` bytes are made of `what`, "the variable" with its name or, with an empty one, another part of the
 * recipe. False where they would be too many: then readers end, and the recipe is an error.
 */
bool recipe_may_make(struct recipe *recipe, size_t n, const char *what, struct slice name);
/* A condition, kept in the recipe's arena if recipe_may_make() lets it be; NULL where it is empty or may not. */
const char *recipe_keep_condition(struct recipe *recipe, struct slice text);

/* Any bytes are read: what is not understood names no patch. */
typedef void recipe_reader(struct recipe *recipe);
/*
 * conda: `source/patches` of meta.yaml and recipe.yaml
 * (https://docs.conda.io/projects/conda-build/en/stable/resources/define-metadata.html,
 * https://rattler.build/latest/reference/recipe_file/).
 */
recipe_reader recipe_read_conda;
/* vcpkg: PATCHES of the commands in portfile.cmake
 * (https://learn.microsoft.com/vcpkg/maintainers/functions/vcpkg_from_github). */
recipe_reader recipe_read_vcpkg;
/*
 * Gentoo: PATCHES and eapply of an ebuild (Package Manager Specification, "eapply" and "src_prepare"). Arch Linux,
 * MSYS2: `patch` and `git apply` in a PKGBUILD (https://man.archlinux.org/man/PKGBUILD.5).
 */
recipe_reader recipe_read_shell;
/* Fedora, openSUSE: what %prep of a spec file applies
 * (https://rpm-software-management.github.io/rpm/manual/spec.html, "Patch"). */
recipe_reader recipe_read_spec;
/* Spack: patch() of package.py (https://spack.readthedocs.io/en/latest/packaging_guide.html, "Patches"). */
recipe_reader recipe_read_spack;
/* nixpkgs: the paths in `patches = …;`, then what phases apply (https://nixos.org/manual/nixpkgs/stable/, "Variables
 * controlling the patch phase"). */
recipe_reader recipe_read_nix;

/* The reader for a file of this name, or NULL where it is no recipe. */
recipe_reader *recipe_reader_of(struct slice path);
/* Adds the patch named at text[offset, offset + name.len) and returns it, for what else the recipe says of it, until
 * the next one is added. */
struct recipe_patch *recipe_add(struct recipe *recipe, size_t offset, struct slice name);
/* The heads of the blocks around token `token`, outermost first, joined by " and "; NULL where there are none. Lives in
 * the recipe's arena. */
const char *recipe_blocks_around(struct recipe *recipe, struct document *doc, uint32_t token);
void recipe_release(struct recipe *recipe);

#endif
