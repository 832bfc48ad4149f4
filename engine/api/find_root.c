#include "api/find_root.h"

#include "commit/journal/journal.h"
#include "tree/above.h"

static bool markers_belong(struct root *root, const struct project *project, uint64_t owner)
{
	bool do_belong = true;
	for (const char *const *marker = project->markers; marker && *marker && do_belong; marker++)
		do_belong = folder_belongs(root, *marker, owner);
	return do_belong;
}

static bool has_markers(struct root *root, const struct project *project)
{
	const char *const *marker = project->markers;
	struct err ignored = ERR_INIT;
	struct file_stat st = { .type = FILE_NONE };
	for (; marker && *marker; marker++)
		if (!root_stat(root, *marker, &st, &ignored) || st.type == FILE_NONE)
			break;
	err_release(&ignored);
	return project->markers && project->markers[0] && !*marker;
}

static bool has_journal(struct root *root)
{
	struct err ignored = ERR_INIT;
	bool has = false;
	if (!journal_is_there(root, &has, &ignored))
		has = false;
	err_release(&ignored);
	return has;
}

/* `library` may be NULL: then only a journal tells. */
static bool is_top(struct root *root, const struct patchset_library *library)
{
	bool is = has_journal(root);
	size_t count = 0;
	const struct patchset *const *projects =
		library ? patchset_library_all(library, PATCHSET_PROJECT, &count) : NULL;
	for (size_t i = 0; i < count && !is; i++)
		is = has_markers(root, &projects[i]->details);
	return is;
}

/* Of a folder above one that belongs to `owner`. */
struct sought {
	const struct patchset_library *library; /* as for is_top() */
	uint64_t owner;
};

static bool is_top_of_theirs(void *ctx, struct root *root)
{
	const struct sought *sought = ctx;
	size_t count = 0;
	const struct patchset *const *projects =
		sought->library ? patchset_library_all(sought->library, PATCHSET_PROJECT, &count) : NULL;
	if (!folder_belongs(root, "", sought->owner))
		return false;
	bool is = has_journal(root) && folder_belongs(root, JOURNAL_DIR, sought->owner);
	for (size_t i = 0; i < count && !is; i++)
		is = has_markers(root, &projects[i]->details) &&
		     markers_belong(root, &projects[i]->details, sought->owner);
	return is;
}

struct root *find_root(const char *patchsets, struct patchset_library **library, struct err *err)
{
	*library = NULL;
	struct root *here = root_open(".", err);
	if (!here || has_journal(here))
		return here;
	struct err ignored = ERR_INIT; /* a patch set that is wrong is told where it is used */
	*library = patchset_library_open(patchsets, &ignored);
	err_release(&ignored);
	if (is_top(here, *library))
		return here;
	struct sought sought = { *library, folder_owner(here) };
	struct root *above = folder_above(here, is_top_of_theirs, &sought);
	if (!above)
		return here;
	root_close(here);
	return above;
}
