/* The recipe as a script. What it does is what the build does, so that a user can read, change and run it without
 * us. */
#include <stdlib.h>
#include <string.h>

#include "engine.h"
#include "recipe/recipe.h"

/* --- texts as shells read them back ------------------------------------------------------------------------------- */

#define PLAIN "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./=:,+@%"

void quote_sh(const char *text, struct str *out)
{
	static const char plain[] = PLAIN;
	if (text[0] && strspn(text, plain) == strlen(text))
		str_add_cstr(out, text);
	else
		shell_add_quoted(out, text);
}

/* The same, but '*', '?' and '[' keep their meaning for the shell. */
static void quote_sh_pattern(const char *text, struct str *out)
{
	for (; *text; text++) {
		if (!strchr(PLAIN "*?[]", *text))
			str_add_char(out, '\\');
		str_add_char(out, *text);
	}
}

/*
 * With a caret before what means something to cmd.exe, so that no quotation mark opens anything for it. '%' is doubled,
 * which holds in quotes and outside; '!' means something only where delayed expansion is on, and the script turns it
 * off.
 */
static void quote_batch_text(const char *text, struct str *out)
{
	for (; *text; text++) {
		if (*text == '%')
			str_add_char(out, '%');
		else if (strchr("^&|<>()\"", *text))
			str_add_char(out, '^');
		str_add_char(out, *text);
	}
}

/* A text inside quotation marks, which has none itself. */
static void quote_batch_inside(const char *text, struct str *out)
{
	for (; *text; text++) {
		if (*text == '%')
			str_add_char(out, '%');
		str_add_char(out, *text);
	}
}

/* One word of a command in a batch file, for a program that takes its line apart as the C runtime does. */
static void quote_batch(const char *text, struct str *out)
{
	struct str word = STR_INIT;
	command_line_add(&word, text);
	bool quoted = word.ptr[0] == '"', inside = strchr(text, '"') != NULL;
	if (!quoted && strpbrk(text, "&|<>^();,=!"))
		str_addf(out, "\"");
	/* Between quotes cmd.exe takes all but '%' as it is, as long as there are two of them. */
	if (inside)
		quote_batch_text(word.ptr, out);
	else
		quote_batch_inside(word.ptr, out);
	if (!quoted && strpbrk(text, "&|<>^();,=!"))
		str_addf(out, "%s\"", text[strlen(text) - 1] == '\\' ? "\\" : "");
	str_release(&word);
}

/* The line of a batch file that sets a variable. `after` is what follows the value, unquoted ("%NAME%"), or "". */
static void quote_batch_set(const char *name, const char *value, const char *after, struct str *out)
{
	bool inside = strchr(value, '"') != NULL;
	str_addf(out, inside ? "set ^\"%s=" : "set \"%s=", name);
	if (inside)
		quote_batch_text(value, out);
	else
		quote_batch_inside(value, out);
	str_addf(out, inside ? "%s^\"\r\n" : "%s\"\r\n", after);
}

/* --- the script --------------------------------------------------------------------------------------------------- */

static void add_line(struct str *out, bool batch)
{
	str_add_cstr(out, batch ? "\r\n" : "\n");
}

static void add_comment(struct str *out, bool batch, const char *text)
{
	str_addf(out, "%s ", batch ? "rem" : "#");
	if (batch)
		quote_batch_text(text, out);
	else
		str_add_cstr(out, text);
	add_line(out, batch);
}

/* A crash is a negative exit code, which `if errorlevel 1` does not see. */
#define END_UNLESS_0 "if not %errorlevel%==0 exit /b 1\r\n"

/* After a batch file that is not called, the script would not go on. */
static void add_command(const char *const *argv, bool batch, struct str *out)
{
	if (batch && (slice_ends_with(slice_of(argv[0]), ".bat") || slice_ends_with(slice_of(argv[0]), ".cmd")))
		str_add_cstr(out, "call ");
	for (size_t i = 0; argv[i]; i++) {
		if (i)
			str_add_char(out, ' ');
		if (batch)
			quote_batch(argv[i], out);
		else
			quote_sh(argv[i], out);
	}
	str_add_cstr(out, batch ? "\r\n" END_UNLESS_0 : "\n");
}

static void add_change(const struct change *change, bool batch, struct str *out)
{
	if (batch) {
		struct str after = STR_INIT;
		if (change->kind == CHANGE_PREPEND)
			str_addf(&after, ";%%%s%%", change->name);
		quote_batch_set(change->name, change->value ? change->value : "", after.len ? after.ptr : "", out);
		str_release(&after);
		return;
	}
	if (change->kind == CHANGE_UNSET) {
		str_addf(out, "unset %s", change->name);
	} else {
		str_addf(out, "export %s=", change->name);
		quote_sh(change->value, out);
		if (change->kind == CHANGE_PREPEND)
			str_addf(out, ":\"${%s-}\"", change->name);
	}
	add_line(out, batch);
}

/* Visual Studio's environment, for the toolset of the profile. */
static void add_msvc(const struct recipe *recipe, struct str *out)
{
	if (recipe->msvc.visual_studio) {
		quote_batch_set("VSROOT", recipe->msvc.visual_studio, "", out);
	} else {
		str_add_cstr(out,
			"rem Visual Studio with C++, the newest\r\n"
			"set \"VSROOT=\"\r\n"
			"for /f \"usebackq delims=\" %%I in (`\"%ProgramFiles(x86)%\\Microsoft Visual "
			"Studio\\Installer\\vswhere.exe\" -latest -products *"
			" -requires Microsoft.VisualStudio.Component.VC.Tools.x86.x64 -property installationPath "
			"-utf8`) do set \"VSROOT=%%I\"\r\n"
			"if not defined VSROOT (echo no Visual Studio with C++ was found& exit /b 3)\r\n");
	}
	str_add_cstr(out, "call \"%VSROOT%\\VC\\Auxiliary\\Build\\vcvarsall.bat\" x64");
	if (recipe->vcvars_version)
		str_addf(out, " -vcvars_ver=%s", recipe->vcvars_version);
	/* It may fail and still return 0. */
	str_add_cstr(out,
		"\r\nif not defined VCToolsVersion (echo vcvarsall.bat did not activate Visual C++& exit /b 3)\r\n"
		"\r\n");
}

/* What is a text for grep and findstr, and no expression. */
static void add_literal(const char *text, struct str *out)
{
	for (; *text; text++) {
		if (strchr("\\.[]{}()*+?^$|", *text))
			str_add_char(out, '\\');
		str_add_char(out, *text);
	}
}

/* Which lines of CMake's cache have that value: for grep, or as the arguments of findstr. */
static void add_cache_pattern(const char *name, const char *type, const char *value, bool batch, struct str *out)
{
	static const char *const words[][2] = { { "0|OFF|NO|FALSE|N", "1|ON|YES|TRUE|Y" }, { "OFF", "ON" } };
	bool on = tree_same_value(value, "ON"), off = value[0] && tree_same_value(value, "OFF");
	struct str text = STR_INIT;
	/* No '$' at the end: for findstr a line that ends in LF alone has no end. */
	str_addf(&text, batch ? "/c:^%s:%s=" : "^%s:%s=(", name, type);
	if (on || off)
		str_add_cstr(&text, words[batch][on]);
	else
		add_literal(value, &text);
	if (!batch)
		str_add_cstr(&text, ")$");
	(batch ? quote_batch : quote_sh)(text.ptr, out);
	if (batch && (on || off))
		str_addf(out, " \"/c:^%s:%s=%d\"", name, type, on);
	str_release(&text);
}

/*
 * One line that ends the script unless `setting` is in force. What a condition forces is so although the cache has
 * nothing of it, or, as INTERNAL, what was asked for: if that is what should be, the cache must not have the opposite.
 */
static void add_expectation(
	const struct setting *setting, const struct tree_option *option, bool batch, struct str *out)
{
	const char *value = setting->value, *type = option->dependent ? "BOOL" : "[A-Z]*";
	bool may_be_forced = option->dependent && tree_same_value(value, option->forced);
	struct str text = STR_INIT;
	if (may_be_forced)
		value = tree_same_value(value, "ON") ? "OFF" : "ON";
	str_add_cstr(out, batch ? "findstr /r /i " : may_be_forced ? "! grep -qiE " : "grep -qiE ");
	add_cache_pattern(setting->name, type, value, batch, out);
	if (batch) {
		str_addf(out, " build\\CMakeCache.txt >nul\r\nif %s%%errorlevel%%==0 (echo %s is not ",
			may_be_forced ? "" : "not ", setting->name);
		quote_batch_text(setting->value, out);
		str_add_cstr(out, "& exit /b 3)\r\n");
	} else {
		str_addf(&text, "%s is not %s", setting->name, setting->value);
		str_add_cstr(out, " build/CMakeCache.txt || { echo ");
		quote_sh(text.ptr, out);
		str_add_cstr(out, " >&2; exit 3; }\n");
	}
	str_release(&text);
}

/* What configuring came to. The build also reads the summary that CMake prints; a script has the cache only, which
 * knows the options. */
static void add_compare(const struct recipe *recipe, bool batch, struct str *out)
{
	struct str rest = STR_INIT;
	if (recipe->n_expect) {
		add_line(out, batch);
		add_comment(out, batch, "compare: the configuration is what was asked for");
	}
	for (size_t i = 0; i < recipe->n_expect; i++) {
		const struct setting *setting = &recipe->expect[i];
		const struct tree_option *option = tree_option_find(recipe->options, setting->name);
		if (option)
			add_expectation(setting, option, batch, out);
		else
			str_addf(&rest, "%s%s",
				rest.len ? ", " : "not compared here, because only CMake's summary says it: ",
				setting->name);
	}
	if (rest.len)
		add_comment(out, batch, rest.ptr);
	str_release(&rest);
}

/* `rm -rf` and `rmdir` of a link remove the link. */
static void add_clean(bool batch, struct str *out)
{
	add_line(out, batch);
	add_comment(out, batch, step_name(STEP_CLEAN));
	for (size_t i = 0; recipe_clean_names[i]; i++) {
		const char *name = recipe_clean_names[i];
		if (!batch)
			str_addf(out, "rm -rf %s%s\n", name[0] == '*' ? "./" : "", name);
		else if (name[0] == '*')
			str_addf(out, "for /d %%%%F in (%s) do rmdir /s /q \"%%%%F\"\r\n", name);
		else
			str_addf(out, "if exist %s\\ (rmdir /s /q %s) else if exist %s del /q %s\r\n", name, name, name,
				name);
	}
}

static void add_backslashed(const char *text, struct str *out)
{
	for (; *text; text++)
		str_add_char(out, *text == '/' ? '\\' : *text);
}

/* `dir /od` lists the newest last, and names without their folder. */
static void add_newest_wheel(const char *glob, struct str *out)
{
	struct slice folder = path_dir(slice_of(glob));
	char *name = slice_dup(folder);
	str_add_cstr(out, "set \"WHEEL=\"\r\nfor /f \"delims=\" %%W in ('dir /b /od \"");
	add_backslashed(glob, out);
	str_add_cstr(out, "\"') do set \"WHEEL=");
	add_backslashed(name, out);
	str_addf(out, "%s%%%%W\"\r\nif not defined WHEEL (echo no wheel was made& exit /b 3)\r\n",
		folder.len ? "\\" : "");
	free(name);
}

/* Between quotation marks of a batch file. */
static void add_batch_path(const char *path, struct str *out)
{
	struct str text = STR_INIT;
	add_backslashed(path, &text);
	quote_batch_inside(text.ptr, out);
	str_release(&text);
}

/* Each pattern that names nothing is passed over, as the build does it. What is there may be a link that came with the
 * tree. */
static void add_stage(const struct recipe *recipe, bool batch, struct str *out)
{
	struct str into = STR_INIT, pattern = STR_INIT;
	add_line(out, batch);
	add_comment(out, batch, "stage: libraries that the wheel carries along");
	if (batch)
		add_batch_path(recipe->stage_into, &into);
	else
		quote_sh(recipe->stage_into, &into);
	str_addf(out,
		batch ? "if not exist \"%s\\\" (echo the build did not make the folder \"%s\"& exit /b 3)\r\n"
		      : "[ -d %s ] || { echo the build did not make the folder %s >&2; exit 3; }\n",
		into.ptr, into.ptr);
	for (size_t i = 0; i < recipe->n_stage; i++) {
		str_clear(&pattern);
		if (batch) {
			add_batch_path(recipe->stage[i], &pattern);
			str_addf(out, "if exist \"%s\" (copy /y \"%s\" \"%s\" >nul & if errorlevel 1 exit /b 1)\r\n",
				pattern.ptr, pattern.ptr, into.ptr);
		} else {
			quote_sh_pattern(recipe->stage[i], &pattern);
			str_addf(out,
				"for file in %s; do if [ -f \"$file\" ]; then rm -f %s/\"${file##*/}\"; "
				"cp -p \"$file\" %s; fi; done\n",
				pattern.ptr, into.ptr, into.ptr);
		}
	}
	str_release(&into);
	str_release(&pattern);
}

#define REFUSE_LINK "[ ! -L .tbuild ] || { echo '.tbuild is a link' >&2; exit 3; }\n"

static void add_check(const struct recipe *recipe, bool batch, struct str *out)
{
	if (!recipe_has_step(recipe, STEP_CHECK))
		return;
	bool installed = recipe->commands[STEP_INSTALL] != NULL;
	add_line(out, batch);
	add_comment(out, batch,
		installed ? "check: what was installed, in a folder of its own"
			  : "check: the wheel, unpacked, where the source tree is not found by Python");
	if (!installed && batch)
		add_newest_wheel(recipe->profile->wheel_glob, out);
	if (!installed && !batch) {
		str_add_cstr(out, "wheel=$(ls -t ");
		quote_sh_pattern(recipe->profile->wheel_glob, out);
		str_add_cstr(out, " | head -n 1)\n");
	}
	str_add_cstr(out, batch ? "if exist .tbuild\\check rmdir /s /q .tbuild\\check\r\n"
				: REFUSE_LINK "rm -rf .tbuild/check\n");
	if (installed) {
		str_add_cstr(out, batch ? "mkdir .tbuild\\check\r\n" : "mkdir -p .tbuild/check\n");
	} else {
		(batch ? quote_batch : quote_sh)(recipe->python, out);
		str_add_cstr(out, batch ? " -m zipfile -e \"%WHEEL%\" .tbuild\\check\r\n" END_UNLESS_0
					: " -m zipfile -e \"$wheel\" .tbuild/check\n");
	}
	str_add_cstr(out, batch ? "cd .tbuild\\check\r\n" : "cd .tbuild/check\n");
	if (!installed)
		str_add_cstr(out, batch ? "set \"PYTHONPATH=%CD%\"\r\n" : "PYTHONPATH=$PWD\nexport PYTHONPATH\n");
	const char *const argv[] = { recipe->python, "-c", recipe->profile->check, NULL };
	add_command(argv, batch, out);
}

/* The file that CMAKE_PROJECT_INCLUDE names. What is there may be a link that came with the tree. */
static void add_pools(const struct recipe *recipe, bool batch, struct str *out)
{
	struct str text = STR_INIT;
	recipe_print_pools(recipe, &text);
	add_line(out, batch);
	add_comment(out, batch, "pools: how many compilers of the heavy targets run at a time");
	if (batch) {
		struct slice rest = str_slice(&text), line;
		str_add_cstr(out, "if not exist .tbuild mkdir .tbuild\r\n"
				  "if exist .tbuild\\pools.cmake del /f /q .tbuild\\pools.cmake\r\n"
				  "type nul >.tbuild\\pools.cmake\r\n");
		while (slice_cut(&rest, '\n', &line)) {
			/* `echo` with nothing after it prints whether echo is on. */
			if (!line.len)
				continue;
			char *words = slice_dup(line);
			str_add_cstr(out, ">>.tbuild\\pools.cmake echo ");
			quote_batch_text(words, out);
			add_line(out, batch);
			free(words);
		}
	} else {
		str_addf(out,
			REFUSE_LINK "mkdir -p .tbuild\nrm -f .tbuild/pools.cmake\n"
				    "cat >.tbuild/pools.cmake <<'END'\n%sEND\n",
			text.ptr);
	}
	str_release(&text);
}

static void add_server(bool batch, struct str *out)
{
	add_line(out, batch);
	add_comment(out, batch, "the server of the compiler cache, which may be running already");
	str_add_cstr(out, batch ? "sccache --start-server\r\n" : "sccache --start-server || true\n");
}

void script_print(const struct recipe *recipe, bool batch, enum step_kind until, struct str *out)
{
	/* Delayed expansion would take exclamation marks out. cmd.exe reads each line by the code page that is set when
	 * it comes to it. */
	str_add_cstr(out,
		batch ? "@echo off\r\nsetlocal disabledelayedexpansion\r\nset \"ERRORLEVEL=\"\r\nchcp 65001 >nul\r\n"
		      : "#!/bin/sh\nset -eu\n");
	str_addf(out, "%s Made by tbuild " TPATCH_VERSION ": profile %s for PyTorch %s", batch ? "rem" : "#",
		recipe->profile->name, recipe->torch ? recipe->torch : "of unknown version");
	add_line(out, batch);
	add_line(out, batch);
	if (batch && recipe->profile->msvc)
		add_msvc(recipe, out);
	for (size_t i = 0; i < recipe->n_changes; i++) {
		if (i == 0 || strcmp(recipe->changes[i].why, recipe->changes[i - 1].why) != 0)
			add_comment(out, batch, recipe->changes[i].why);
		add_change(&recipe->changes[i], batch, out);
	}
	add_line(out, batch);
	str_add_cstr(out, batch ? "cd /d " : "cd ");
	if (batch)
		quote_batch(recipe->root, out);
	else
		quote_sh(recipe->root, out);
	str_add_cstr(out, batch ? "\r\nif not exist CMakeLists.txt (echo the tree is not there& exit /b 3)\r\n" : "\n");
	struct arena arena = ARENA_INIT;
	for (int kind = 0; kind <= (int)until; kind++) {
		if (kind == STEP_CLEAN && recipe->clean)
			add_clean(batch, out);
		if (kind == STEP_CONFIGURE && recipe->heavy_jobs)
			add_pools(recipe, batch, out);
		if (kind == STEP_CONFIGURE && recipe_has_server(recipe))
			add_server(batch, out);
		if (kind == STEP_COMPARE)
			add_compare(recipe, batch, out);
		if (kind == STEP_STAGE && recipe->n_stage)
			add_stage(recipe, batch, out);
		if (kind == STEP_CHECK)
			add_check(recipe, batch, out);
		if (!recipe->commands[kind])
			continue;
		add_line(out, batch);
		add_comment(out, batch, step_name((enum step_kind)kind));
		add_command(recipe_command(recipe, (enum step_kind)kind, recipe->jobs, &arena), batch, out);
	}
	arena_release(&arena);
}
