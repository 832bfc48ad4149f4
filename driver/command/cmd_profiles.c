/* tbuild profiles: which there are, and what one comes to. */
#include <stdlib.h>
#include <string.h>

#include "command/command.h"
#include "cmdline/print.h"
#include "command/session.h"
#include "data/data.h"

static void add_range(const char *name, const char *value, struct str *text)
{
	if (value)
		str_addf(text, "%-10s%s\n", name, value);
}

static void add_settings(const char *title, const struct settings *settings, const char *between, struct str *text)
{
	for (size_t i = 0; i < settings->count; i++) {
		const struct setting *setting = &settings->items[i];
		if (setting->value)
			str_addf(text, "%-10s%s%s%s\n", title, setting->name, between, setting->value);
		title = setting->value ? "" : title;
	}
}

static void add_list(const char *title, const char *const *list, const char *between, struct str *text)
{
	for (size_t i = 0; list && list[i]; i++)
		str_addf(text, "%-*s%s", i ? 0 : 10, i ? between : title, list[i]);
	str_add_cstr(text, list && list[0] ? "\n" : "");
}

static void add_number(const char *title, uint64_t number, const char *unit, struct str *text)
{
	if (number)
		str_addf(text, "%-10s%llu%s\n", title, (unsigned long long)number, unit);
}

static void describe(const struct profile *profile, struct str *text)
{
	str_addf(text, "%s: %s\n", profile->name, profile->summary);
	if (profile->why)
		str_addf(text, "%s\n", profile->why);
	add_range("versions", profile->torch, text);
	add_range("python", profile->python_range, text);
	add_range("cmake", profile->cmake, text);
	add_range("gcc", profile->gcc, text);
	add_range("cuda", profile->cuda, text);
	add_range("cudnn", profile->cudnn, text);
	add_range("msvc", profile->msvc, text);
	add_range("toolset", profile->vcvars_version, text);
	add_range("driver", profile->driver_branch, text);
	add_range("launcher", profile->launcher, text);
	add_list("arch", profile->arch, ";", text);
	add_number("jobs", profile->jobs, "", text);
	add_number("memory", profile->mib_per_job, " MiB for each job", text);
	add_list("heavy", profile->heavy, " ", text);
	add_number("memory", profile->mib_per_heavy_job, " MiB for each heavy job", text);
	add_settings("env", &profile->env, "=", text);
	add_settings("expect", &profile->expect, " ", text);
	add_settings("pip", &profile->pip, " ", text);
	add_list("configure", profile->configure, " ", text);
	add_list("build", profile->build, " ", text);
	add_list("wheel", profile->wheel, " ", text);
	add_list("editable", profile->editable, " ", text);
	add_range("glob", profile->wheel_glob, text);
	add_range("check", profile->check, text);
	add_settings("stage", &profile->stage, " ", text);
	add_range("into", profile->stage_into, text);
}

static bool list_all(const struct session *session, struct str *text, struct err *err)
{
	struct arena arena = ARENA_INIT;
	const char **names = profile_names(&arena);
	bool ok = true;
	for (size_t i = 0; ok && names[i]; i++) {
		struct profile profile;
		ok = profile_load(names[i], session->probe->facts.system, NULL, &profile, err);
		if (ok)
			str_addf(text, "%-17s%s\n", profile.name, profile.summary);
		profile_release(&profile);
	}
	arena_release(&arena);
	free(names);
	return ok;
}

static int profiles_run(const struct options *options, struct err *err)
{
	struct session session;
	struct str text = STR_INIT;
	bool ok = session_open(&session, options, TREE_WHERE_ONE_IS, false, err);
	if (ok && options->n_arguments) {
		ok = profile_load(
			options->arguments[0], session.probe->facts.system, session.torch, &session.profile, err);
		session.has_profile = true;
		if (ok)
			describe(&session.profile, &text);
	} else if (ok) {
		ok = list_all(&session, &text, err);
	}
	ok = ok && print_paged(options, str_slice(&text), err);
	str_release(&text);
	session_close(&session);
	return ok ? EXIT_OK : exit_code_of(err);
}

static const int profiles_options[] = { OPTION_ROOT, OPTION_TORCH, OPTION_MACHINE, OPTION_NONE };

const struct command command_profiles = {
	.name = "profiles",
	.arguments = "[NAME|FILE] ",
	.summary = "list the profiles, or show one in full for this tree",
	.help = "Without a name, lists the profiles. With one, prints it with everything it extends,\n"
		"for this system and for the tree of --root or the version of --torch.\n"
		"\n"
		"examples\n"
		"  tbuild profiles\n"
		"  tbuild profiles blackwell --torch 2.7.1\n",
	.add_arguments = option_add_profiles,
	.options = profiles_options,
	.max_arguments = 1,
	.run = profiles_run,
};
