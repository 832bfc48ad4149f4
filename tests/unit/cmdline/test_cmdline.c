/* The library of the command line, with a program of its own. */
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "cmdline/command.h"
#include "cmdline/completion.h"
#include "cmdline/exit.h"
#include "unit.h"

enum shade { SHADE_NONE, SHADE_LIGHT, SHADE_DARK };

static void add_colors(const struct options *options, struct str *out)
{
	str_addf(out, "red\tof %s\n$(reboot)\tno word for a shell\ngr een\tnor this\n\033[31m\tnor that\n",
		options_shared(options)->command->name);
}

static void add_settings(const struct options *options, struct str *out)
{
	(void)options;
	str_add_cstr(out, "size=1\thow large\nsize=2\thow large\nname=\thow called\n");
}

#define OPTIONS(ROW)                                                                                                   \
	OPTIONS_SHARED_ROWS(ROW, "demo")                                                                               \
	ROW(FLAG, KIND_FLAG, flag, "flag", 'f', NULL, "a flag", .also = "banner")                                      \
	ROW(NUMBER, KIND_NUMBER, number, "number", 'n', "N", "a number", .least = 2, .most = 9, .initial = 5)          \
	ROW(COLORS, KIND_LIST, colors, "paint", 'p', "NAME", "colours; repeatable", .add_values = add_colors)          \
	ROW(PAINT, KIND_TEXT, paint, "paint", 'p', "NAME", "one colour")                                               \
	ROW(SHADE, KIND_CHOICE, shade, "shade", 0, "HOW", "how dark", .choices = "none light dark",                    \
		.initial = SHADE_LIGHT)                                                                                \
	ROW(SET, KIND_PAIRS, settings, "set", 0, "NAME=VALUE", "a setting", .add_values = add_settings,                \
		.example = "size=1")                                                                                   \
	ROW(VERBOSE, KIND_COUNTER, verbose, "verbose", 'v', NULL, "more")                                              \
	ROW(VERSION, KIND_FLAG, version, "version", 'V', NULL, "the version")

enum option_id { OPTION_NONE, OPTIONS(OPTION_ID) OPTION_COUNT };

struct options {
	OPTIONS_SHARED;
	bool flag;
	size_t number;
	const char **colors, **settings;
	const char *paint;
	enum shade shade;
};

static const struct option_row rows[OPTION_COUNT] = { OPTIONS(OPTION_ROW) };
static const int one_options[] = { OPTION_ROOT, OPTION_FLAG, OPTION_NUMBER, OPTION_COLORS, OPTION_SHADE, OPTION_SET,
	OPTION_JSON, OPTION_NONE };
static const int other_options[] = { OPTION_PAINT, OPTION_NONE };
static const int common_options[] = { OPTION_VERBOSE, OPTION_HELP, OPTION_VERSION, OPTION_NONE };

static int run_nothing(const struct options *options, struct err *err)
{
	(void)options;
	(void)err;
	return 0;
}

static const struct command one = { .name = "one",
	.arguments = "",
	.summary = "the first",
	.help = "Does it.\n",
	.options = one_options,
	.run = run_nothing };
static const struct command other = { .name = "other",
	.arguments = "THING [FILE] ",
	.summary = "the second",
	.help = "Does it too.\n",
	.options = other_options,
	.add_arguments = add_colors,
	.max_arguments = 2,
	.run = run_nothing };
static const struct command *const commands[] = { &one, &other };
static const struct synonym synonyms[] = { { "uno first", "one" } };
static const struct synonym option_synonyms[] = { { "no-color nocolor", "write --color never" } };

static const struct program demo = {
	.name = "demo",
	.version = "1",
	.summary = "shows",
	.manual_summary = "show",
	.usage = "[COMMAND]",
	.examples = "  demo\n",
	.exit_codes = "Exit codes: 0 always.\n",
	.options = rows,
	.n_options = OPTION_COUNT,
	.options_size = sizeof(struct options),
	.common_options = common_options,
	.first_options = one_options,
	.commands = commands,
	.n_commands = COUNT_OF(commands),
	.synonyms = synonyms,
	.n_synonyms = COUNT_OF(synonyms),
	.option_synonyms = option_synonyms,
	.n_option_synonyms = COUNT_OF(option_synonyms),
};

/* Fails, and does not say why. */
static int run_silently(const struct options *options, struct err *err)
{
	(void)options;
	return exit_code_of(err);
}

TEST(cmdline_a_silent_failure_is_told)
{
	static const struct command silent = {
		.name = "silent", .arguments = "", .options = other_options, .run = run_silently
	};
	static const struct command *const silent_commands[] = { &silent };
	struct program program = demo;
	char name[] = "demo", *argv[] = { name, NULL };
	program.commands = silent_commands;
	program.n_commands = COUNT_OF(silent_commands);
	assert_int_equal(command_main(&program, 1, argv), EXIT_IO);
}

/* Splits `line` at blanks and parses it; `text` keeps the words. */
struct parsed {
	struct options options;
	struct err err;
	char *text, *argv[32];
	int argc;
	bool ok;
};

static void split(struct parsed *parsed, const char *line)
{
	*parsed = (struct parsed){ .text = xstrdup(line) };
	for (char *at = parsed->text; at && parsed->argc < 31; parsed->argc++) {
		parsed->argv[parsed->argc] = at;
		at = strchr(at, ' ');
		if (at)
			*at++ = '\0';
	}
}

static void parse(struct parsed *parsed, const char *line)
{
	split(parsed, line);
	parsed->ok = options_parse(&demo, parsed->argc, parsed->argv, &parsed->options, &parsed->err);
}

static void release(struct parsed *parsed)
{
	options_release(&parsed->options);
	err_release(&parsed->err);
	free(parsed->text);
}

static void assert_fails(const char *line, const char *message, const char *hint)
{
	struct parsed parsed;
	parse(&parsed, line);
	assert_false(parsed.ok);
	assert_int_equal(parsed.err.kind, ERR_USAGE);
	assert_string_equal(parsed.err.message, message);
	if (hint)
		assert_string_equal(parsed.err.hint, hint);
	else
		assert_null(parsed.err.hint);
	release(&parsed);
}

TEST(cmdline_reads_every_kind)
{
	struct parsed parsed;
	parse(&parsed,
		"demo --banner -n 7 one -p red --paint=blue --shade dark --set a=1 --set b=2 -vv --json=compact -C x");
	const struct options *options = &parsed.options;
	assert_true(parsed.ok && options->flag && options->names_command && options->command == &one);
	assert_int_equal(options->number, 7);
	assert_string_equal(options->colors[0], "red");
	assert_string_equal(options->colors[1], "blue");
	assert_null(options->colors[2]);
	assert_int_equal(options->shade, SHADE_DARK);
	assert_string_equal(options->settings[1], "b=2");
	assert_int_equal(options->verbose, 2);
	assert_int_equal(options->json, JSON_COMPACT);
	assert_string_equal(options->root, "x");
	assert_true(option_is_given(options, OPTION_NUMBER) && !option_is_given(options, OPTION_PAINT));
	release(&parsed);
}

TEST(cmdline_has_what_is_not_given)
{
	struct parsed parsed;
	parse(&parsed, "demo");
	assert_true(parsed.ok && parsed.options.command == &one && !parsed.options.names_command);
	assert_int_equal(parsed.options.number, 5);
	assert_int_equal(parsed.options.shade, SHADE_LIGHT);
	assert_int_equal(parsed.options.json, JSON_OFF);
	assert_null(parsed.options.colors);
	release(&parsed);
}

/* Two rows of one name: that of the command counts, wherever the command stands. */
TEST(cmdline_takes_the_row_of_the_command)
{
	struct parsed parsed;
	parse(&parsed, "demo --paint red other thing");
	assert_true(parsed.ok);
	assert_string_equal(parsed.options.paint, "red");
	assert_null(parsed.options.colors);
	assert_int_equal(parsed.options.n_arguments, 1);
	release(&parsed);
}

TEST(cmdline_refuses_with_a_hint)
{
	assert_fails("demo --flga", "unknown option '--flga'", "did you mean --flag?");
	assert_fails(
		"demo -fx", "unknown option '-x'", "`demo help` lists commands, `demo COMMAND --help` its options");
	assert_fails("demo --number 1", "--number takes a whole number from 2 to 9, not '1'", NULL);
	assert_fails("demo --number 99999999999999999999999",
		"--number takes a whole number from 2 to 9, not '99999999999999999999999'", NULL);
	assert_fails("demo --shade drak", "--shade does not take 'drak'",
		"did you mean 'dark'? It takes one of: none, light, dark");
	assert_fails("demo --shade 7", "--shade does not take '7'", "it takes one of: none, light, dark");
	assert_fails("demo --set size", "--set takes NAME=VALUE, not 'size'", "--set size=1");
	assert_fails("demo --set =1", "--set takes NAME=VALUE, not '=1'", "--set size=1");
	assert_fails("demo --number", "option '--number' needs a value", "--number N");
	assert_fails("demo --flag=1", "--flag takes no value", NULL);
	assert_fails("demo other --flag", "'other' does not take --flag", "`demo other --help` lists what it takes");
	assert_fails("demo other a b c", "'c' is one argument too many for `demo other`",
		"usage: demo other THING [FILE] [options]");
	assert_fails("demo one tree", "'tree' is one argument too many for `demo one`",
		"to name a source tree, write --root tree");
	assert_fails("demo tree", "'tree' is not a command",
		"to name a source tree, write --root tree; `demo help` lists the commands");
}

TEST(cmdline_takes_numbers_from_the_least_to_the_most)
{
	static const char *const refused[] = { "1", "10", "0", "2x", "x", "-3", "+3", "0x3", "3.0" };
	for (size_t i = 0; i < COUNT_OF(refused); i++) {
		struct str line = STR_INIT, message = STR_INIT;
		str_addf(&line, "demo --number=%s", refused[i]);
		str_addf(&message, "--number takes a whole number from 2 to 9, not '%s'", refused[i]);
		assert_fails(line.ptr, message.ptr, NULL);
		str_release(&line);
		str_release(&message);
	}
	assert_fails("demo --number=", "--number takes a whole number from 2 to 9, not ''", NULL);
	static const char *const taken[] = { "2", "9", "03" };
	for (size_t i = 0; i < COUNT_OF(taken); i++) {
		struct parsed parsed;
		struct str line = STR_INIT;
		str_addf(&line, "demo -n%s", taken[i]);
		parse(&parsed, line.ptr);
		assert_true(parsed.ok);
		assert_int_equal(parsed.options.number, strtoul(taken[i], NULL, 10));
		release(&parsed);
		str_release(&line);
	}
}

TEST(cmdline_reads_letters_as_people_mean_them)
{
	assert_fails("demo -flag", "unknown option '-l'", "did you mean --flag?");
	assert_fails("demo -paint red", "unknown option '-paint'", "did you mean --paint?");
	assert_fails(
		"demo -fvx", "unknown option '-x'", "`demo help` lists commands, `demo COMMAND --help` its options");
	assert_fails(
		"demo -flga", "unknown option '-l'", "`demo help` lists commands, `demo COMMAND --help` its options");
	assert_fails(
		"demo -f -x", "unknown option '-x'", "`demo help` lists commands, `demo COMMAND --help` its options");
	assert_fails(
		"demo -x -f", "unknown option '-x'", "`demo help` lists commands, `demo COMMAND --help` its options");
	assert_fails("demo other -flag", "unknown option '-l'", "did you mean --flag?");
	assert_fails("demo other -f", "'other' does not take --flag", "`demo other --help` lists what it takes");
	assert_fails("demo -n", "option '-n' needs a value", "--number N");
	assert_fails("demo -fn", "option '-fn' needs a value", "--number N");
	assert_fails("demo --bannr", "unknown option '--bannr'", "did you mean --banner?");
}

TEST(cmdline_help_and_version_come_before_what_is_wrong)
{
	static const char *const lines[] = { "demo one a b --help", "demo other --flag --version",
		"demo --help one a" };
	for (size_t i = 0; i < COUNT_OF(lines); i++) {
		struct parsed parsed;
		parse(&parsed, lines[i]);
		assert_true(parsed.ok && parsed.options.help == !parsed.options.version);
		release(&parsed);
	}
	assert_fails("demo one tree --root x", "'tree' is one argument too many for `demo one`",
		"usage: demo one [options]");
	assert_fails("demo other --flag --number 1", "'other' does not take --flag",
		"`demo other --help` lists what it takes");
	assert_fails("demo --number 1 --shade x", "--number takes a whole number from 2 to 9, not '1'", NULL);
}

/* Only a command that has --root is told of it. */
TEST(cmdline_names_no_option_that_the_command_lacks)
{
	static const struct command bare = {
		.name = "bare", .arguments = "", .options = other_options, .run = run_nothing
	};
	static const struct command *const bare_commands[] = { &bare };
	struct program program = demo;
	struct parsed parsed;
	program.commands = bare_commands;
	program.n_commands = COUNT_OF(bare_commands);
	split(&parsed, "demo bare tree");
	assert_false(options_parse(&program, parsed.argc, parsed.argv, &parsed.options, &parsed.err));
	assert_says(&parsed.err, "'tree' is one argument too many for `demo bare` | usage: demo bare [options]");
	release(&parsed);
}

TEST(cmdline_knows_words_of_others)
{
	assert_fails("demo --NoColor", "unknown option '--NoColor'", "write --color never");
	assert_fails("demo --no-color=1", "unknown option '--no-color=1'", "write --color never");
	assert_fails("demo --other", "unknown option '--other'", "did you mean `demo other`?");
	assert_fails("demo first", "'first' is not a command", "did you mean `demo one`?");
	assert_fails("demo othr", "'othr' is not a command", "did you mean `demo other`?");
}

/* An error is printed as the rest of the line asks for. */
TEST(cmdline_reads_on_after_an_error)
{
	struct parsed parsed;
	parse(&parsed, "demo other --flag --json=compact");
	assert_false(parsed.ok);
	assert_int_equal(parsed.options.json, JSON_COMPACT);
	release(&parsed);
}

static void assert_answer(const char *line, const char *answer)
{
	struct parsed parsed;
	struct str out = STR_INIT;
	split(&parsed, line);
	completion_add_answer(&demo, parsed.argc, parsed.argv, &out);
	assert_string_equal(out.ptr, answer);
	str_release(&out);
	free(parsed.text);
}

TEST(completion_offers_commands_options_and_values)
{
	assert_answer("cur=", "words \none\tthe first\nother\tthe second\n");
	assert_answer("cur=ot", "words \nother\tthe second\n");
	assert_answer("cur=--fl", "words \n--flag\ta flag\n");
	assert_answer("cur=-p other", "words \n-p\tone colour\n");
	assert_answer("cur= --shade", "words \nnone\t\nlight\t\ndark\t\n");
	assert_answer("cur=--shade=d", "words --shade=\ndark\t\n");
	assert_answer("cur=--nothing=d", "words --nothing=\n");
	assert_answer("cur= --root", "folders \n");
	assert_answer("cur= one", "words \n");
	assert_answer("cur= other --frob --shade nonsense", "words \nred\tof other\n");
}

/* What a patch set or a journal brings is no word that a shell would do something with. */
TEST(completion_leaves_out_what_a_shell_would_obey)
{
	assert_answer("cur= one --paint", "words \nred\tof one\n");
	assert_answer("cur= other", "words \nred\tof other\n");
	assert_answer("cur= other red", "files \n");
	assert_answer("cur= other red file", "words \n");
}

TEST(completion_offers_names_then_values)
{
	assert_answer("cur= --set", "words \nsize=\thow large\nname=\thow called\n");
	assert_answer("cur=size= --set", "words size=\n1\thow large\n2\thow large\n");
	assert_answer("cur=--set=size=2", "words --set=size=\n2\thow large\n");
	assert_answer("cur=name= --set", "words name=\n");
}

/* All words of a line, and all of its beginnings, have an answer. */
TEST(completion_answers_anything)
{
	static const char *const words[] = { "-", "--", "---", "=", "--=", "-C", "-n", "--set", "--", "other", "\xff",
		"" };
	for (size_t i = 0; i < COUNT_OF(words); i++) {
		for (size_t k = 0; k < COUNT_OF(words); k++) {
			struct str out = STR_INIT;
			char cur[16] = "cur=", before[16] = "";
			strcat(cur, words[i]);
			strcat(before, words[k]);
			char *argv[] = { cur, before, NULL };
			completion_add_answer(&demo, 2, argv, &out);
			assert_true(slice_starts_with(str_slice(&out), "words ") ||
				    slice_starts_with(str_slice(&out), "folders ") ||
				    slice_starts_with(str_slice(&out), "files "));
			str_release(&out);
		}
	}
	struct str out = STR_INIT;
	completion_add_answer(&demo, 0, NULL, &out);
	assert_true(slice_starts_with(str_slice(&out), "words \none\t"));
	str_release(&out);
}
