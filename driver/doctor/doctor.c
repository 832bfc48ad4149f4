#include "doctor/doctor.h"

#include <stdlib.h>
#include <string.h>

#include "data/data.h"
#include "doctor/check.h"

static const char *const state_names[] = { "wrong", "warning", "unknown", "ok" };

/* In the order in which what is wrong stops a build. */
static const struct check_group *const groups[] = { &checks_machine, &checks_tree, &checks_environment, &checks_python,
	&checks_tools, &checks_msvc, &checks_cuda, &checks_gpu, &checks_library, &checks_blas, &checks_compile };

const char *state_name(enum state state)
{
	return state_names[state];
}

bool found(struct finding *finding, enum state state, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	finding->state = state;
	str_addv(&finding->seen, format, args);
	va_end(args);
	return true;
}

bool fix_by(struct finding *finding, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	str_addv(&finding->fix, format, args);
	va_end(args);
	return true;
}

bool found_missing(const struct doctor_context *x, struct finding *finding, enum state state, const char *format, ...)
{
	char *code = python_answer(str_slice(&x->python_says), "pth");
	va_list args;
	va_start(args, format);
	finding->state = code ? STATE_UNKNOWN : state;
	str_addv(&finding->seen, format, args);
	va_end(args);
	if (code)
		str_addf(&finding->seen, ", unless the code in '%s' adds it", code);
	free(code);
	return true;
}

const struct yaml_node *matrix_row(
	const struct doctor_context *x, const char *table, const char *column, const char *version)
{
	const struct yaml_pair *rows = yaml_find(x->matrix.root, table);
	for (size_t i = 0; version && rows && i < rows->value->count; i++) {
		char *range = matrix_cell(rows->value->items[i], column);
		bool fits = range && version_in_range(range, slice_of(version));
		free(range);
		if (fits)
			return rows->value->items[i];
	}
	return NULL;
}

const struct yaml_node *matrix_arch(const struct doctor_context *x, struct slice arch)
{
	const struct yaml_pair *rows = yaml_find(x->matrix.root, "arch");
	if (slice_ends_with(arch, "+PTX"))
		arch.len -= 4;
	for (size_t i = 0; rows && i < rows->value->count; i++) {
		const struct yaml_pair *capability = yaml_find(rows->value->items[i], "capability");
		for (size_t k = 0; capability && k < capability->value->count; k++)
			if (slice_eq(capability->value->items[k]->text, arch))
				return rows->value->items[i];
	}
	return NULL;
}

/* The newest release that there is a row for, for free(), where there is none for this tree; NULL: there is one. */
static char *torch_is_unknown(const struct doctor_context *x)
{
	const struct yaml_node *rows = yaml_find(x->matrix.root, "torch")->value;
	const char *torch = x->target->torch;
	bool known = torch && matrix_row(x, "torch", "torch", torch);
	return known ? NULL : matrix_cell(rows->items[rows->count - 1], "torch");
}

/* The versions that are known of a tool, for free(), where this one is newer. */
static char *tool_is_unknown(const struct doctor_context *x, const struct basis *basis)
{
	const struct yaml_node *rows = yaml_find(x->matrix.root, "known")->value;
	for (size_t i = 0; i < rows->count; i++) {
		char *name = matrix_cell(rows->items[i], "tool"), *known = matrix_cell(rows->items[i], "versions");
		bool is_newer = strcmp(name, basis->tool) == 0 && basis->version &&
				!version_in_range(known, slice_of(basis->version));
		free(name);
		if (is_newer)
			return known;
		free(known);
	}
	return NULL;
}

/* What of `basis` the tables do not reach, in words; empty: they reach all. `fix` stays NULL where nothing helps. */
static void say_unknown(const struct doctor_context *x, const struct basis *basis, struct str *out, const char **fix)
{
	const struct basis *torch = NULL;
	for (; basis->tool && !out->len; basis++) {
		bool is_torch = strcmp(basis->tool, "PyTorch") == 0;
		char *known = is_torch ? NULL : tool_is_unknown(x, basis);
		torch = is_torch ? basis : torch;
		if (known)
			str_addf(out, "%s %s is newer than those that tbuild knows (%s)", basis->tool, basis->version,
				known);
		free(known);
	}
	char *newest = torch && !out->len ? torch_is_unknown(x) : NULL;
	if (newest && x->target->torch)
		str_addf(out, "tbuild knows nothing about PyTorch %s yet: its newest entry is for %s", x->target->torch,
			newest);
	else if (newest)
		str_add_cstr(out, "cannot tell which PyTorch this is"),
			*fix = "name the tree by --root DIR, or its release by --torch VERSION";
	free(newest);
}

bool found_by(const struct doctor_context *x, struct finding *finding, enum state state, const struct basis *basis,
	const char *format, ...)
{
	va_list args;
	struct str unknown = STR_INIT;
	const char *fix = NULL;
	if (state == STATE_OK)
		say_unknown(x, basis, &unknown, &fix);
	if (unknown.len) {
		found(finding, STATE_UNKNOWN, "%s", unknown.ptr);
		if (fix)
			fix_by(finding, "%s", fix);
	} else {
		finding->state = state;
		va_start(args, format);
		str_addv(&finding->seen, format, args);
		va_end(args);
	}
	str_release(&unknown);
	return true;
}

char *matrix_cell(const struct yaml_node *row, const char *column)
{
	const struct yaml_pair *pair = row ? yaml_find(row, column) : NULL;
	return pair && pair->value->kind == YAML_KIND_TEXT ? slice_dup(pair->value->text) : NULL;
}

const char *build_env(const struct doctor_context *x, const char *name)
{
	const char *value = request_setting(x->target->request, name);
	const struct setting *setting = x->profile ? settings_find(&x->profile->env, name) : NULL;
	if (value || setting)
		return value ? value : setting->value;
	return recipe_is_stray(name, x->windows) ? NULL : probe_env(x->probe, name);
}

const char *build_variable(const void *context, const char *name)
{
	return build_env(context, name);
}

static char plain_byte(const struct doctor_context *x, char byte)
{
	if (!x->windows)
		return byte;
	return byte == '\\' ? '/' : byte >= 'A' && byte <= 'Z' ? (char)(byte - 'A' + 'a') : byte;
}

bool is_within(const struct doctor_context *x, const char *path, const char *folder)
{
	size_t length = strlen(folder);
	while (length && plain_byte(x, folder[length - 1]) == '/')
		length--;
	for (size_t i = 0; i < length; i++)
		if (plain_byte(x, path[i]) != plain_byte(x, folder[i]))
			return false;
	return !path[length] || plain_byte(x, path[length]) == '/';
}

bool is_of_toolkit(const struct doctor_context *x, const char *path)
{
	char *other = x->probe->short_path(x->probe, x->toolkit.root);
	char *real = x->probe->real_path(x->probe, path), *root = x->probe->real_path(x->probe, x->toolkit.root);
	bool within = is_within(x, path, x->toolkit.root) || (other && is_within(x, path, other)) ||
		      (real && root && is_within(x, real, root));
	free(other);
	free(real);
	free(root);
	return within;
}

/* cmd.exe and PowerShell take a path between quotation marks. */
static char *machine_word(const struct doctor_context *x, const char *text)
{
	struct str word = STR_INIT;
	bool is_plain = !text[strcspn(text, " &()^;,='")];
	if (!x->windows)
		quote_sh(text, &word);
	else
		str_addf(&word, is_plain ? "%s" : "\"%s\"", text);
	return str_detach(&word);
}

static void name_words(struct doctor_context *x)
{
	x->root_word = machine_word(x, x->root ? x->root : ".");
	char *profile = x->profile ? machine_word(x, x->profile->given) : NULL;
	str_addf(&x->patch, "tpatch --root %s%s%s", x->root_word, profile ? " --profile " : "", profile ? profile : "");
	free(profile);
}

static void choose_python(struct doctor_context *x, struct probe *own)
{
	x->python = python_find(own, x->target->request->python);
	char *folder = x->python ? python_environment_folder(own, x->python) : NULL;
	if (folder)
		probe_put_first_in_path(own, folder);
	free(folder);
}

static void ask_python(struct doctor_context *x)
{
	x->python_word = machine_word(x, x->python ? x->python : "python");
	if (x->python)
		python_ask(x->probe, x->python, &x->python_says);
	/* Into a Python that the distribution keeps pip installs nothing (PEP 668). */
	char *managed = python_answer(str_slice(&x->python_says), "managed");
	if (managed && strcmp(managed, "True") == 0)
		str_addf(&x->pip_install, "%s -m venv ENV && . ENV/bin/activate && python -m pip install",
			x->python_word);
	else
		str_addf(&x->pip_install, "%s -m pip install", x->python_word);
	free(managed);
}

static void ask_compilers(struct doctor_context *x)
{
	const char *given = build_env(x, "CXX");
	if (!x->windows) {
		x->cxx = compiler_command(x->probe, given);
		return;
	}
	msvc_find(x->probe, x->profile ? x->profile->msvc : NULL, x->profile ? x->profile->vcvars_version : NULL,
		&x->msvc);
}

static void ask_toolkit(struct doctor_context *x)
{
	const char *range = x->profile ? x->profile->cuda : NULL;
	if (!range)
		return;
	x->toolkit_fits = toolkit_find(x->probe, range, x->target->request->cuda, &x->toolkit);
	if (x->toolkit_fits)
		return;
	toolkit_release(&x->toolkit);
	toolkit_find(x->probe, NULL, x->target->request->cuda, &x->toolkit);
}

/* select_compute_arch.cmake and torch.utils.cpp_extension: spaces and semicolons are between two of the list. */
static const char *const *split_arch_list(const char *list, struct arena *arena)
{
	static const char between[] = " \t;";
	const char **words = arena_alloc(arena, (strlen(list) / 2 + 2) * sizeof(*words));
	size_t n = 0;
	for (list += strspn(list, between); *list; list += strspn(list, between)) {
		size_t length = strcspn(list, between);
		words[n++] = arena_dup(arena, slice_from(list, length));
		list += length;
	}
	words[n] = NULL;
	return n ? words : NULL;
}

static void choose_arch(struct doctor_context *x)
{
	static const char variable[] = "TORCH_CUDA_ARCH_LIST";
	const char *list = request_setting(x->target->request, variable);
	x->arch_owner = list ? variable : "the profile";
	x->arch_place = list ? variable : "arch in the profile";
	x->arch = list ? split_arch_list(list, &x->arena) : x->profile ? x->profile->arch : NULL;
}

static void run_checks(const struct doctor_context *x, struct diagnosis *out)
{
	struct diagnosis unsorted = { 0 };
	for (size_t g = 0; g < COUNT_OF(groups); g++) {
		for (size_t i = 0; i < groups[g]->count; i++) {
			const struct check *check = &groups[g]->checks[i];
			struct finding finding = { .id = check->id, .why = check->why, .state = STATE_UNKNOWN };
			if (!check->run(x, &finding)) {
				str_release(&finding.seen);
				str_release(&finding.fix);
				continue;
			}
			VEC_PUSH(unsorted.items, unsorted.count, unsorted.capacity, finding);
		}
	}
	for (int state = STATE_WRONG; state <= STATE_OK; state++) {
		for (size_t i = 0; i < unsorted.count; i++) {
			if ((int)unsorted.items[i].state != state)
				continue;
			VEC_PUSH(out->items, out->count, out->capacity, unsorted.items[i]);
			out->n[state]++;
		}
	}
	free(unsorted.items);
}

bool doctor_examine(const struct doctor_target *target, struct diagnosis *out, struct err *err)
{
	struct probe own = *target->probe;
	struct doctor_context x = { .target = target,
		.probe = &own,
		.profile = target->profile,
		.windows = probe_is_windows(target->probe),
		.root = target->root ? root_path(target->root) : NULL };
	struct slice bytes;
	*out = (struct diagnosis){ 0 };
	own.environment = (struct environment){ 0 };
	environment_copy(&own.environment, &target->probe->environment);
	choose_python(&x, &own);
	name_words(&x);
	choose_arch(&x);
	bool ok = data_find("matrix.yaml", &bytes) && yaml_file_parse(&x.matrix, "matrix.yaml", bytes, err);
	if (ok) {
		ask_python(&x);
		ask_compilers(&x);
		ask_toolkit(&x);
		run_checks(&x, out);
	}
	yaml_file_release(&x.matrix);
	arena_release(&x.arena);
	toolkit_release(&x.toolkit);
	str_release(&x.python_says);
	str_release(&x.pip_install);
	free(x.python);
	free(x.python_word);
	free(x.root_word);
	str_release(&x.patch);
	msvc_release(&x.msvc);
	environment_release(&own.environment);
	return ok;
}

void diagnosis_release(struct diagnosis *diagnosis)
{
	for (size_t i = 0; i < diagnosis->count; i++) {
		str_release(&diagnosis->items[i].seen);
		str_release(&diagnosis->items[i].fix);
	}
	free(diagnosis->items);
	*diagnosis = (struct diagnosis){ 0 };
}
