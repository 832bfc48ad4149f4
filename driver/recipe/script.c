/* The recipe as a script. What it does is what the build does, so that a user can read, change and run it without us. */
#include <string.h>

#include "recipe/recipe.h"

/* In single quotes, for a POSIX shell; plain words stay as they are. */
static void quote_sh(const char *text, struct str *out)
{
	static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./=:,+@%";
	if (text[0] && strspn(text, plain) == strlen(text)) {
		str_add_cstr(out, text);
		return;
	}
	str_add_char(out, '\'');
	for (; *text; text++) {
		if (*text == '\'')
			str_add_cstr(out, "'\\''");
		else
			str_add_char(out, *text);
	}
	str_add_char(out, '\'');
}

/* In double quotes, for cmd.exe; in a batch file '%' is doubled. */
static void quote_batch(const char *text, struct str *out)
{
	bool plain = text[0] && !strpbrk(text, " \t&|<>^\"%();,=!");
	if (!plain)
		str_add_char(out, '"');
	for (; *text; text++) {
		if (*text == '%')
			str_add_cstr(out, "%%");
		else if (*text == '"')
			str_add_cstr(out, "\\\"");
		else
			str_add_char(out, *text);
	}
	if (!plain)
		str_add_char(out, '"');
}

static void add_line(struct str *out, bool batch)
{
	str_add_cstr(out, batch ? "\r\n" : "\n");
}

static void add_comment(struct str *out, bool batch, const char *text)
{
	str_addf(out, "%s %s", batch ? "rem" : "#", text);
	add_line(out, batch);
}

static void add_command(const char *const *argv, bool batch, struct str *out)
{
	for (size_t i = 0; argv[i]; i++) {
		if (i)
			str_add_char(out, ' ');
		if (batch)
			quote_batch(argv[i], out);
		else
			quote_sh(argv[i], out);
	}
	add_line(out, batch);
	if (batch)
		str_add_cstr(out, "if errorlevel 1 exit /b 1\r\n");
}

static void add_change(const struct change *change, bool batch, struct str *out)
{
	if (batch) {
		str_addf(out, "set \"%s=", change->name);
		for (const char *c = change->value ? change->value : ""; *c; c++)
			str_addf(out, *c == '%' ? "%%%%" : "%c", *c);
		if (change->kind == CHANGE_PREPEND)
			str_addf(out, ";%%%s%%", change->name);
		str_add_char(out, '"');
	} else if (change->kind == CHANGE_UNSET) {
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
	str_add_cstr(out,
		"rem Visual Studio with C++, the newest\r\n"
		"for /f \"usebackq delims=\" %%I in (`\"%ProgramFiles(x86)%\\Microsoft Visual Studio\\Installer\\vswhere.exe\" -latest -products *"
		" -requires Microsoft.VisualStudio.Component.VC.Tools.x86.x64 -property installationPath`) do set \"VSROOT=%%I\"\r\n"
		"if not defined VSROOT echo no Visual Studio with C++ was found & exit /b 1\r\n"
		"call \"%VSROOT%\\VC\\Auxiliary\\Build\\vcvarsall.bat\" x64");
	if (recipe->profile->vcvars_version)
		str_addf(out, " -vcvars_ver=%s", recipe->profile->vcvars_version);
	str_add_cstr(out, "\r\nwhere cl || exit /b 1\r\n\r\n");
}

/* One line that ends the script unless CMake's cache has `setting`. What a condition has forced off stays in the cache, as INTERNAL. */
static void add_expectation(const struct setting *setting, bool batch, struct str *out)
{
	const char *value = setting->value;
	bool on = tree_same_value(value, "ON"), off = value[0] && tree_same_value(value, "OFF");
	if (batch) {
		str_addf(out, "findstr /r /i /c:\"^%s:%s=%s$\"", setting->name, on ? "BOOL" : "[A-Z]*", on ? "ON" : off ? "OFF" : value);
		if (on || off)
			str_addf(out, " /c:\"^%s:%s=%s$\"", setting->name, on ? "BOOL" : "[A-Z]*", on ? "1" : "0");
		str_addf(out, " build\\CMakeCache.txt >nul || (echo %s is not %s & exit /b 3)\r\n", setting->name, value);
		return;
	}
	str_addf(out, "grep -qiE '^%s:%s=(%s)$' build/CMakeCache.txt || { echo '%s is not %s' >&2; exit 3; }\n", setting->name,
		on ? "BOOL" : "[A-Z]*", on ? "1|ON|YES|TRUE|Y" : off ? "0|OFF|NO|FALSE|N" : value, setting->name, value);
}

/* What configuring came to. The build also reads the summary that CMake prints; a script has the cache only, which knows the options. */
static void add_compare(const struct recipe *recipe, bool batch, struct str *out)
{
	const struct settings *expect = &recipe->profile->expect;
	bool begun = false;
	for (size_t i = 0; i < expect->count; i++) {
		if (!expect->items[i].value || !tree_option_find(recipe->options, expect->items[i].name))
			continue;
		if (!begun) {
			add_line(out, batch);
			add_comment(out, batch, "compare: what was wished for is what was configured");
		}
		begun = true;
		add_expectation(&expect->items[i], batch, out);
	}
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
			str_addf(out, "if exist %s\\ (rmdir /s /q %s) else if exist %s del /q %s\r\n", name, name, name, name);
	}
}

static void add_check(const struct recipe *recipe, bool batch, struct str *out)
{
	if (!recipe->profile->check || !recipe->profile->wheel_glob)
		return;
	add_line(out, batch);
	add_comment(out, batch, "check: the wheel, unpacked, where the source tree is not found by Python");
	if (batch) {
		str_addf(out, "for %%%%W in (%s) do set \"WHEEL=%%%%W\"\r\nif exist .tbuild\\check rmdir /s /q .tbuild\\check\r\n", recipe->profile->wheel_glob);
		quote_batch(recipe->python, out);
		str_add_cstr(out, " -m zipfile -e \"%WHEEL%\" .tbuild\\check || exit /b 1\r\ncd .tbuild\\check\r\nset \"PYTHONPATH=%CD%\"\r\n");
	} else {
		str_addf(out, "wheel=$(ls -t %s | head -n 1)\nrm -rf .tbuild/check\n", recipe->profile->wheel_glob);
		quote_sh(recipe->python, out);
		str_add_cstr(out, " -m zipfile -e \"$wheel\" .tbuild/check\ncd .tbuild/check\nPYTHONPATH=$PWD\nexport PYTHONPATH\n");
	}
	const char *const argv[] = { recipe->python, "-c", recipe->profile->check, NULL };
	add_command(argv, batch, out);
}

void script_print(const struct recipe *recipe, bool batch, struct str *out)
{
	str_add_cstr(out, batch ? "@echo off\r\nsetlocal\r\n" : "#!/bin/sh\nset -eu\n");
	str_addf(out, "%s Made by tbuild " TPATCH_VERSION ": profile %s for PyTorch %s", batch ? "rem" : "#", recipe->profile->name,
		recipe->torch ? recipe->torch : "of unknown version");
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
	add_line(out, batch);
	for (int kind = 0; kind < STEP_COUNT; kind++) {
		if (kind == STEP_CLEAN && recipe->clean)
			add_clean(batch, out);
		if (kind == STEP_COMPARE)
			add_compare(recipe, batch, out);
		if (!recipe->commands[kind])
			continue;
		add_line(out, batch);
		add_comment(out, batch, step_name((enum step_kind)kind));
		add_command(recipe->commands[kind], batch, out);
	}
	add_check(recipe, batch, out);
}
