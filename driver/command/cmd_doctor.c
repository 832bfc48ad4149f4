/* tbuild doctor: is this machine able to build this tree? */
#include "command/command.h"
#include "command/findings.h"
#include "cmdline/print.h"
#include "command/session.h"
#include "doctor/doctor.h"

static struct json *json_of(const struct session *session, const struct diagnosis *diagnosis)
{
	struct json *object = json_new_object(), *list = json_new_array();
	json_put_cstr(object, "profile", session->has_profile ? session->profile.name : NULL);
	json_put_cstr(object, "root", session->root ? root_path(session->root) : NULL);
	json_put_cstr(object, "torch", session->torch);
	json_put_cstr(object, "system", session->probe->facts.description);
	for (size_t i = 0; i < diagnosis->count; i++) {
		const struct finding *finding = &diagnosis->items[i];
		struct json *entry = json_new_object();
		json_put_cstr(entry, "id", finding->id);
		json_put_cstr(entry, "state", state_name(finding->state));
		json_put_text(entry, "seen", str_slice(&finding->seen));
		json_put_cstr(entry, "why", finding->why);
		if (finding->fix.len)
			json_put_text(entry, "fix", str_slice(&finding->fix));
		json_append(list, entry);
	}
	json_put(object, "checks", list);
	return object;
}

static int doctor_run(const struct options *options, struct err *err)
{
	struct session session;
	struct diagnosis diagnosis = { 0 };
	struct str text = STR_INIT;
	bool ok = session_open(&session, options, TREE_WHERE_ONE_IS, false, err);
	ok = ok && session_examine(&session, &diagnosis, err);
	if (ok && options->json)
		ok = print_json_value(options, json_of(&session, &diagnosis), err);
	else if (ok)
		findings_print(&diagnosis, STATE_OK, options->verbose, print_colored(STREAM_OUT, options), &text);
	ok = ok && print_paged(options, str_slice(&text), err);
	int code = diagnosis.n[STATE_WRONG] ? EXIT_NO : EXIT_OK;
	str_release(&text);
	diagnosis_release(&diagnosis);
	session_close(&session);
	return ok ? code : exit_code_of(err);
}

static const int doctor_options[] = { OPTION_ROOT, OPTION_PROFILE, OPTION_TORCH, OPTION_PYTHON, OPTION_CUDA, OPTION_SET,
	OPTION_UNTIL, OPTION_MACHINE, OPTION_JSON, OPTION_VERBOSE, OPTION_NONE };

const struct command command_doctor = {
	.name = "doctor",
	.arguments = "",
	.summary = "can this machine build this tree? what is wrong, and how to fix it",
	.help = "Examines machine, tree, environment, Python, tools, compilers, CUDA and GPU, and\n"
		"changes nothing. Without --profile, or outside a tree, it runs the checks that need\n"
		"neither. Problems come first, in the order in which they would stop the build.\n"
		"Exits with 1 when there is a problem.\n"
		"\n"
		"examples\n"
		"  tbuild doctor --profile ada --root ~/pytorch\n"
		"  tbuild doctor --json\n",
	.options = doctor_options,
	.max_arguments = 0,
	.run = doctor_run,
};
