#include "command/session.h"

#include <stdlib.h>

static bool open_tree(struct session *session, const struct options *options, struct err *err)
{
	session->root = root_open(options->root ? options->root : ".", err);
	if (!session->root || !tree_options_read(session->root, &session->tree_options, err))
		return false;
	session->torch = options->torch ? xstrdup(options->torch) : tree_version(session->root);
	struct version version;
	if (options->torch && !version_parse(&version, slice_of(options->torch), NULL))
		return err_set(err, ERR_USAGE, "--torch takes a version like 2.7.1, not '%s'", options->torch);
	return true;
}

static bool is_in_tree(void)
{
	struct file_stat st = { 0 };
	struct err ignored = ERR_INIT;
	bool in_tree = platform_stat("CMakeLists.txt", &st, &ignored) && st.type == FILE_REGULAR;
	err_release(&ignored);
	return in_tree;
}

bool session_open(struct session *session, const struct options *options, enum tree_need need, bool needs_profile, struct err *err)
{
	bool needs_tree = need == TREE_NEEDED || options->root || is_in_tree();
	*session = (struct session){ .wishes = { .python = options->python, .cuda = options->cuda, .jobs = options->jobs, .set = options->set,
		.clean = options->clean, .unpatched = options->unpatched } };
	session->probe = options->machine ? probe_file(options->machine, err) : probe_system();
	if (!session->probe || (needs_tree && !open_tree(session, options, err)))
		return false;
	if (!options->profile && !needs_profile)
		return true;
	if (!options->profile) {
		err_set(err, ERR_USAGE, "which profile? --profile NAME|FILE is missing");
		return err_hint(err, "`tbuild profiles` lists those there are");
	}
	session->has_profile = true;
	return profile_load(options->profile, session->probe->facts.system, session->torch, &session->profile, err);
}

bool session_examine(const struct session *session, struct diagnosis *out, struct err *err)
{
	struct patient patient = { .probe = session->probe, .profile = session->has_profile ? &session->profile : NULL, .root = session->root,
		.torch = session->torch, .tree_options = session->root ? &session->tree_options : NULL, .wishes = &session->wishes };
	return doctor_examine(&patient, out, err);
}

void session_close(struct session *session)
{
	probe_free(session->probe);
	if (session->root)
		root_close(session->root);
	free(session->torch);
	tree_options_release(&session->tree_options);
	if (session->has_profile)
		profile_release(&session->profile);
	*session = (struct session){ 0 };
}
