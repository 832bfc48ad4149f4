#include "command/session.h"

#include <stdlib.h>
#include <string.h>

static bool is_there(struct root *root, const char *path, enum file_type type)
{
	struct err ignored = ERR_INIT;
	struct file_stat st;
	bool there = root_stat(root, path, &st, &ignored) && st.type == type;
	err_release(&ignored);
	return there;
}

static bool is_pytorch(void *ctx, struct root *folder)
{
	(void)ctx;
	return is_there(folder, "CMakeLists.txt", FILE_REGULAR) && is_there(folder, "torch/csrc", FILE_DIRECTORY);
}

/* Folders of PyTorch have a CMakeLists.txt, too, and would pass for trees that have few options. */
static bool is_top(struct root *root, struct err *err)
{
	struct root *above = is_pytorch(NULL, root) ? NULL : folder_above(root, is_pytorch, NULL);
	if (!above)
		return true;
	err_set(err, ERR_USAGE, "'%s' is part of the PyTorch source tree '%s'", root_path(root), root_path(above));
	root_close(above);
	return err_hint(err, "--root is the top folder of the source tree");
}

static bool open_tree(struct session *session, const struct options *options, struct err *err)
{
	session->root = root_open(options->root ? options->root : ".", err);
	if (session->root)
		session->probe->tree = root_path(session->root);
	else if (err->kind == ERR_USAGE && !err->hint)
		err_hint(err, "--root is the top folder of the source tree");
	if (!session->root || !is_top(session->root, err) ||
		!tree_options_read(session->root, &session->tree_options, err))
		return false;
	if (!session->torch)
		session->torch = tree_version(session->root);
	return true;
}

/* What --torch says counts in place of a tree's own version, and where there is no tree. */
static bool take_torch(struct session *session, const struct options *options, struct err *err)
{
	struct version version;
	if (options->torch && !version_parse(&version, slice_of(options->torch), NULL))
		return err_set(err, ERR_USAGE, "--torch takes a version like 2.7.1, not '%s'", options->torch);
	session->torch = options->torch ? xstrdup(options->torch) : NULL;
	return true;
}

/* Programs run in the tree, where a path that is typed from here would lead elsewhere. The name of a program is looked
 * for in PATH. For free(). */
static char *from_here(const char *path, bool is_program)
{
	struct err ignored = ERR_INIT;
	bool absolute = path[0] == '/' || path[0] == '\\' || (path[0] && path[1] == ':');
	bool is_name = is_program && !path[strcspn(path, "/\\")];
	struct root *here = absolute || is_name ? NULL : root_open(".", &ignored);
	struct str text = STR_INIT;
	if (here)
		str_addf(&text, "%s%c", root_path(here), strchr(root_path(here), '\\') ? '\\' : '/');
	str_add_cstr(&text, path);
	if (here)
		root_close(here);
	err_release(&ignored);
	return str_detach(&text);
}

static bool is_in_tree(void)
{
	struct file_stat st = { 0 };
	struct err ignored = ERR_INIT;
	bool in_tree = platform_stat("CMakeLists.txt", &st, &ignored) && st.type == FILE_REGULAR;
	err_release(&ignored);
	return in_tree;
}

bool session_open(struct session *session, const struct options *options, enum tree_need need, bool needs_profile,
	struct err *err)
{
	bool needs_tree = need == TREE_NEEDED || options->root || is_in_tree();
	*session = (struct session){ .request = { .jobs = options->jobs,
					     .set = options->set,
					     .clean = options->clean || options->until == STEP_CLEAN,
					     .unpatched = options->unpatched,
					     .no_wheel = options->target || options->editable ||
							 options->until < STEP_WHEEL,
					     .editable = options->editable,
					     .target = options->target } };
	/* The paths of a machine that is described are its own. */
	bool is_here = !options->machine;
	if (options->python)
		session->request.python = session->python =
			is_here ? from_here(options->python, true) : xstrdup(options->python);
	if (options->cuda)
		session->request.cuda = session->cuda =
			is_here ? from_here(options->cuda, false) : xstrdup(options->cuda);
	session->probe = options->machine ? probe_file(options->machine, err) : probe_system();
	if (!session->probe || !take_torch(session, options, err) || (needs_tree && !open_tree(session, options, err)))
		return false;
	if (!options->profile && !needs_profile)
		return true;
	if (!options->profile) {
		err_set(err, ERR_USAGE, "no profile given");
		return err_hint(err, "name one with --profile NAME|FILE; `tbuild profiles` lists them");
	}
	session->has_profile = true;
	if (profile_load(options->profile, session->probe->facts.system, session->torch, &session->profile, err))
		return true;
	if (!err->file)
		option_find_place((void *)options, "profile", options->profile, err);
	return false;
}

bool session_examine(const struct session *session, struct diagnosis *out, struct err *err)
{
	struct doctor_target target = { .probe = session->probe,
		.profile = session->has_profile ? &session->profile : NULL,
		.root = session->root,
		.torch = session->torch,
		.tree_options = session->root ? &session->tree_options : NULL,
		.request = &session->request };
	return doctor_examine(&target, out, err);
}

bool session_last_log(const char *name, struct str *path, struct err *err)
{
	static const char below[] = ".tbuild/logs/latest.log";
	struct file_stat st;
	struct root *root = root_open(name, err);
	bool ok = root && root_stat(root, below, &st, err);
	if (ok && st.type != FILE_REGULAR) {
		err_set(err, ERR_IO, "there is no log of a build in '%s' (%s)", root_path(root), below);
		ok = err_hint(err, "name the log of another build, or pass it on: COMMAND 2>&1 | tbuild triage -");
	}
	if (ok)
		str_addf(path, "%s/%s", root_path(root), below);
	if (root)
		root_close(root);
	return ok;
}

void session_close(struct session *session)
{
	probe_free(session->probe);
	if (session->root)
		root_close(session->root);
	free(session->torch);
	free(session->python);
	free(session->cuda);
	tree_options_release(&session->tree_options);
	if (session->has_profile)
		profile_release(&session->profile);
	*session = (struct session){ 0 };
}
