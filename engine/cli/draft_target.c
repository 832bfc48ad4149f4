#include "cli/draft_target.h"

#include <string.h>

#include "tree/detect.h"

bool draft_target_tell(const struct options *options, struct patchset_library *library, const struct tree *tree,
	struct draft_target *out, struct err *err)
{
	size_t count;
	const struct patchset *const *projects = patchset_library_all(library, PATCHSET_PROJECT, &count);
	struct target target = { 0 };
	struct err unknown = ERR_INIT;
	struct version version;
	bool detected = tree && target_detect_tree(tree, library, options->tag, &target, &unknown);
	const struct project *project = NULL; /* one whose version cannot be told */
	if (tree && !detected && unknown.kind != ERR_IO) {
		err_release(&unknown);
		target_project(tree, library, &project, &unknown);
	}
	bool ok = unknown.kind != ERR_IO && (!options->tag || version_parse(&version, slice_of(options->tag), err));
	bool is_other = options->target && !(detected && strcmp(options->target, target.project->name) == 0);
	out->project = options->target ? options->target
		       : detected      ? target.project->name
		       : project       ? project->name
		       : tree          ? "my-project"
		       : count         ? projects[0]->name
				       : "pytorch";
	out->known = (detected && !is_other) || options->tag;
	out->told = detected || project || options->target;
	out->is_open = tree && !out->told;
	if (out->is_open)
		out->note = "the tree's project is unknown: describe it in a file of its own (`project:` and "
			    "`markers:`), and name it here";
	else if (!out->known)
		out->note = "the versions that the diff is for: neither a tree nor --tag gave them";
	if (ok && options->tag)
		version_format(&version, &out->versions);
	else if (ok && out->known && target.n_known >= 3)
		version_format(&target.version, &out->versions);
	else if (ok && out->known)
		str_addf(&out->versions, "%lu.%lu.*", target.version.part[0], target.version.part[1]);
	else
		str_add_cstr(&out->versions, ">=0");
	if (unknown.kind == ERR_IO) {
		*err = unknown;
		unknown = ERR_INIT;
	}
	err_release(&unknown);
	target_release(&target);
	return ok;
}
