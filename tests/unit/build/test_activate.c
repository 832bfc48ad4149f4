#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "unit.h"
#include "windows_build.h"

#include "base/utf8.h"

/* As `echo [...] && set` prints it. */
#define MARK "[tbuild: the environment] \r\n"
/* What vcvarsall.bat sets. */
#define TOOLSET "VCToolsVersion=14.29.30133\r\n"
#define INCLUDE "INCLUDE=C:\\vs\\include\r\n"
#define LIB "LIB=C:\\vs\\lib\r\n"
#define CALL "+ cmd.exe /d /u /v:off /s /c \"\"C:\\vs\\VC\\Auxiliary\\Build\\vcvarsall.bat\" x64 "
#define LOG_SAYS "the log says why: ROOT/.tbuild/logs/mini-TIME.log; `tbuild doctor` looks at Visual Studio"
#define ASKS_FOR_ENVIRONMENT "&& echo [tbuild: the environment] && set\"\n"

static struct windows_build build_with_studio(const char *machine)
{
	struct windows_build build = windows_build_new(machine);
	build.profile.msvc = ">=14.20, <14.40";
	build.recipe.msvc.visual_studio = "C:\\vs";
	build.recipe.msvc.toolset = "14.29.30133";
	return build;
}

static void add_utf16(const char *text, struct str *out)
{
	uint32_t c;
	for (size_t at = 0, n; (n = utf8_decode(slice_of(text), at, &c)) != 0; at += n) {
		assert_true(c < 0xd800);
		str_add_char(out, (char)(c & 0xff));
		str_add_char(out, (char)(c >> 8));
	}
}

static void write_program(const struct windows_build *build, const char *path, const char *text)
{
	scratch_write(&build->scratch, path, text);
	scratch_chmod(&build->scratch, path, 0755);
}

/* A cmd.exe that prints `messages`, and in UTF-16 `set`, with PATH; it writes down how it was called. */
static void write_cmd(const struct windows_build *build, const char *messages, const char *set, const char *tail)
{
	struct str said = STR_INIT, text = STR_INIT;
	struct err err = ERR_INIT;
	str_add_cstr(&said, messages);
	str_addf(&text, "%s", set);
	if (set[0])
		str_addf(&text, "PATH=%s/bin", build->scratch.path);
	add_utf16(text.ptr, &said);
	str_add_cstr(&said, tail);
	assert_true(platform_save_file(scratch_path(&build->scratch, "said"), str_slice(&said), &err));
	str_clear(&text);
	str_addf(&text, "#!/bin/sh\nprintf '[%%s]' \"$@\" >%s/called\nexec /bin/cat %s/said\n", build->scratch.path,
		build->scratch.path);
	write_program(build, "bin/cmd.exe", text.ptr);
	str_release(&said);
	str_release(&text);
}

/* In the name of a log. */
static void hide_time(char *text)
{
	char *begin = strstr(text, "mini-"), *end = begin ? strstr(begin, ".log") : NULL;
	if (!end)
		return;
	memcpy(begin + strlen("mini-"), "TIME", strlen("TIME"));
	memmove(begin + strlen("mini-TIME"), end, strlen(end) + 1);
}

/* The log of a build that only activates, and why it ended, or "". */
static void assert_activation(struct windows_build *build, const char *log, const char *message, const char *hint)
{
	char *found = windows_build_run(build, STEP_CLEAN);
	assert_string_equal(found, log);
	free(found);
	found = windows_build_shown(build, build->err.message ? build->err.message : "");
	assert_string_equal(found, message);
	free(found);
	found = windows_build_shown(build, build->err.hint ? build->err.hint : "");
	hide_time(found);
	assert_string_equal(found, hint);
	free(found);
	windows_build_free(build);
}

TEST(activate_gives_programs_what_vcvarsall_sets_and_nothing_else)
{
	struct windows_build build = build_with_studio("system: windows\nenv: {OURS: gone}\n");
	static const char *const environment[] = { "/usr/bin/env", NULL };
	build.recipe.vcvars_version = "14.29";
	build.recipe.commands[STEP_CONFIGURE] = environment;
	write_program(&build, "bin/cl", "#!/bin/sh\n");
	write_cmd(&build, "** Visual Studio 2022\r\n\r\n  [vcvarsall.bat] for x64 \r\n",
		"said by set /u\r\n" MARK "not an item\r\n=C:=C:\\src\r\n" INCLUDE LIB TOOLSET
		"BLANKS=  a  b  \r\nLINES=one\r\n\r\ntwo\r\nNAME=\xc3\xa9\xe4\xb8\xad=x\r\nEMPTY=\r\nblanks=again\r\n",
		"x");
	char *log = windows_build_run(&build, STEP_CONFIGURE);
	static const char wanted[] = CALL "-vcvars_ver=14.29 " ASKS_FOR_ENVIRONMENT
					  "** Visual Studio 2022\n\n[vcvarsall.bat] for x64\nsaid by set /u\n"
					  "== configure begins\n+ /usr/bin/env\n";
	assert_memory_equal(log, wanted, strlen(wanted));
	free(log);
	char *told = windows_build_shown(&build, build.told.ptr);
	assert_string_equal(told, "output: =C:=C:\\src\noutput: INCLUDE=C:\\vs\\include\noutput: LIB=C:\\vs\\lib\n"
				  "output: VCToolsVersion=14.29.30133\noutput: blanks=again\noutput: LINES=one\n"
				  "output: \noutput: two\noutput: NAME=\xc3\xa9\xe4\xb8\xad=x\noutput: EMPTY=\n"
				  "output: PATH=ROOT/bin\n");
	free(told);
	char *called = scratch_read(&build.scratch, "called");
	assert_string_equal(called, "[/d][/u][/v:off][/s][/c][\"\"C:\\vs\\VC\\Auxiliary\\Build\\vcvarsall.bat\" x64 "
				    "-vcvars_ver=14.29 && echo [tbuild: the environment] && set\"]");
	free(called);
	windows_build_free(&build);
}

TEST(activate_looks_at_what_was_set)
{
	static const struct {
		bool has_cl;
		const char *set, *version, *message;
	} cases[] = {
		{ true, MARK INCLUDE LIB TOOLSET, NULL, "" },
		{ true, MARK INCLUDE LIB, NULL, "vcvarsall.bat of 'C:\\vs' did not activate Visual C++" },
		{ true, MARK INCLUDE TOOLSET, NULL, "vcvarsall.bat of 'C:\\vs' did not activate Visual C++" },
		{ true, MARK LIB TOOLSET, "14.29", "vcvarsall.bat of 'C:\\vs' did not activate Visual C++ 14.29" },
		{ false, MARK INCLUDE LIB TOOLSET, NULL, "vcvarsall.bat of 'C:\\vs' did not activate Visual C++" },
		{ true, "", NULL, "vcvarsall.bat of 'C:\\vs' did not activate Visual C++" },
		{ true, MARK INCLUDE LIB "VCToolsVersion=14.41.34120\r\n", NULL,
			"vcvarsall.bat activated the toolset 14.41.34120, but the profile requires >=14.20, <14.40" },
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct windows_build build = build_with_studio("system: windows\n");
		struct str log = STR_INIT;
		build.recipe.vcvars_version = cases[i].version;
		if (cases[i].has_cl)
			write_program(&build, "bin/cl", "#!/bin/sh\n");
		write_cmd(&build, "said\r\n", cases[i].set, "");
		str_addf(&log, CALL "%s" ASKS_FOR_ENVIRONMENT "said\n%s%s",
			cases[i].version ? "-vcvars_ver=14.29 " : "", cases[i].message,
			cases[i].message[0] ? "\n" : "");
		assert_activation(&build, log.ptr, cases[i].message, cases[i].message[0] ? LOG_SAYS : "");
		str_release(&log);
	}
}

TEST(activate_needs_cmd_exe)
{
	struct windows_build build = build_with_studio("system: windows\n");
	assert_activation(&build, CALL ASKS_FOR_ENVIRONMENT "cannot start 'cmd.exe': it is not in PATH\n",
		"cannot start 'cmd.exe': it is not in PATH", "");
}

/* As a shell has it in which vcvarsall.bat ran. */
#define ACTIVE(version)                                                                                                \
	"system: windows\nenv: {VCToolsVersion: " version ", INCLUDE: i, LIB: l}\n"                                    \
	"programs: [{path: 'C:\\vs\\cl.exe'}]\n"

TEST(activate_takes_what_is_active_or_refuses_it)
{
	static const struct {
		const char *machine, *version, *log;
	} cases[] = {
		{ ACTIVE("14.29.30133"), NULL, "Visual C++ 14.29.30133 is active in this shell and is used" },
		{ ACTIVE("14.29.30133"), "14.29", "Visual C++ 14.29.30133 is active in this shell and is used" },
		{ ACTIVE("14.29.30133"), "14.16",
			"the toolset 14.29.30133 is active in this shell; the profile requires 14.16" },
		{ ACTIVE("14.41.34120"), NULL,
			"the toolset 14.41.34120 is active in this shell; the profile requires >=14.20, <14.40" },
		{ "system: windows\nenv: {VCToolsVersion: 14.29.30133, LIB: l}\n", NULL,
			"Visual C++ is half-activated in this shell: INCLUDE is not set, cl is not in PATH" },
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct windows_build build = build_with_studio(cases[i].machine);
		struct str log = STR_INIT;
		build.profile.vcvars_version = cases[i].version;
		str_addf(&log, "%s\n", cases[i].log);
		bool is_taken = slice_ends_with(slice_of(cases[i].log), "is used");
		assert_activation(&build, log.ptr, is_taken ? "" : cases[i].log,
			is_taken ? "" : "start tbuild from a plain cmd.exe");
		str_release(&log);
	}
}

TEST(activate_says_which_visual_studio_there_is)
{
	static const char message[] = "no Visual Studio here has a C++ toolset >=14.20, <14.40";
	struct windows_build build = build_with_studio("system: windows\n");
	build.recipe.msvc.toolset = NULL;
	str_add_cstr(&build.recipe.msvc.seen, "'C:\\old' (14.16.27023)");
	struct str seen = build.recipe.msvc.seen;
	assert_activation(&build, "no Visual Studio here has a C++ toolset >=14.20, <14.40\n", message,
		"there is 'C:\\old' (14.16.27023); `tbuild doctor` names what to install");
	str_release(&seen);
	build = build_with_studio("system: windows\n");
	build.recipe.msvc.visual_studio = NULL;
	assert_activation(&build, "no Visual Studio here has a C++ toolset >=14.20, <14.40\n", message,
		"`tbuild doctor` names what to install");
}

TEST(activate_does_nothing_where_no_visual_c_is_wanted)
{
	struct windows_build build = build_with_studio(ACTIVE("14.41.34120"));
	build.profile.msvc = NULL;
	assert_activation(&build, "", "", "");
	build = build_with_studio(ACTIVE("14.41.34120"));
	build.recipe.windows = false;
	assert_activation(&build, "", "", "");
}

static void interrupt_activation(void *ctx)
{
	struct windows_build *build = ctx;
	process_hold_interrupts();
	raise(SIGINT);
	char *log = windows_build_run(build, STEP_CLEAN);
	bool ok = build->end == BUILD_INTERRUPTED &&
		  strcmp(log, CALL ASKS_FOR_ENVIRONMENT "vcvarsall.bat was interrupted\n") == 0;
	if (!ok)
		print_message("%s\n", log);
	scratch_die(ok ? 0 : 7);
}

TEST(activate_can_be_interrupted)
{
	struct windows_build build = build_with_studio("system: windows\n");
	write_program(&build, "bin/cmd.exe", "#!/bin/sh\nexec /bin/sleep 60\n");
	assert_int_equal(scratch_in_child(interrupt_activation, &build), 0);
	windows_build_free(&build);
}
