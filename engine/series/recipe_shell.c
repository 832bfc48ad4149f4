/*
 * Recipes in the language of the shell: Gentoo's ebuild, PKGBUILD. Commands are read in order, with the variables that
 * were set to a plain text above them; conditions are those of the `if`, `case` and `&&` around a command.
 */
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/ascii.h"
#include "base/path.h"
#include "base/table.h"
#include "series/recipe_shell.h"
#include "series/series_private.h"

/* Options of `patch` and `git apply` behind which the rest of a word is their value; behind "--" it is a name. */
#define VALUE_LETTERS "-pidFroBDVYzgxC"

static struct slice text_of(const struct shell *sh, uint32_t token)
{
	return document_text(&sh->doc, token);
}

/* The heads of the blocks around, and what is before the command in its list: `use cuda &&`. */
static const char *condition_of(struct shell *sh, uint32_t command)
{
	struct str text = STR_INIT;
	const struct token *tokens = sh->doc.tokens.items;
	for (size_t i = 0; i < sh->depth && i < SHELL_MAX_DEPTH; i++)
		if (sh->heads[i])
			str_addf(&text, "%s%s", text.len ? " and " : "", sh->heads[i]);
	if (sh->is_joined) {
		struct slice before =
			slice_trim(slice_sub(sh->recipe->text, tokens[sh->list].begin, tokens[command].begin));
		str_addf(&text, "%s" SLICE_FMT, text.len ? " and " : "", SLICE_ARG(before));
	}
	const char *owned = recipe_keep_condition(sh->recipe, str_slice(&text));
	str_release(&text);
	return owned;
}

static void add_patch(struct shell *sh, size_t offset, struct slice name, const char *condition)
{
	bool is_address = slice_find(name, SLICE_LITERAL("://"), 0) != (size_t)-1;
	if (sh->is_flat && !is_address && slice_find(name, SLICE_LITERAL("$"), 0) == (size_t)-1)
		name = path_base(name);
	if (!name.len)
		return;
	struct recipe_patch *patch = recipe_add(sh->recipe, offset, name);
	patch->strip = sh->strip;
	patch->is_reversed = sh->is_reversed;
	patch->folder = sh->folder;
	patch->is_folder_asked = true; /* which folder the command runs in is not known */
	patch->condition = condition;
}

/* `{a,b}` in a word, outside of `${…}`: where its brackets are. False where none is. */
static bool find_braces(struct slice word, size_t *open, size_t *close)
{
	for (size_t i = 0; i < word.len; i++) {
		if (word.ptr[i] != '{' || (i && word.ptr[i - 1] == '$'))
			continue;
		bool has_comma = false;
		for (size_t k = i + 1; k < word.len && word.ptr[k] != '{' && word.ptr[k] != '$'; k++) {
			has_comma = has_comma || word.ptr[k] == ',';
			if (word.ptr[k] != '}' || !has_comma)
				continue;
			*open = i;
			*close = k;
			return true;
		}
	}
	return false;
}

static void take_plain(struct shell *sh, size_t offset, struct slice word, const char *condition)
{
	size_t open, close;
	struct str name = STR_INIT, one = STR_INIT;
	struct slice before = word, inner = { "", 0 }, after = inner, part;
	if (find_braces(word, &open, &close)) {
		before = slice_sub(word, 0, open);
		inner = slice_sub(word, open + 1, close);
		after = slice_sub(word, close + 1, word.len);
	}
	while (!sh->recipe->bloat && slice_cut(&inner, ',', &part)) {
		str_clear(&one);
		str_clear(&name);
		str_add(&one, before);
		str_add(&one, part);
		str_add(&one, after);
		shell_expand(sh, str_slice(&one), &name);
		add_patch(sh, offset, str_slice(&name), condition);
	}
	str_release(&one);
	str_release(&name);
}

/* `"${NAME[@]}"`: the array. */
static const struct variable *array_of(struct shell *sh, struct slice word)
{
	size_t begin = slice_find(word, SLICE_LITERAL("${"), 0), end = slice_find(word, SLICE_LITERAL("[@]}"), 0);
	const struct variable *found = begin == (size_t)-1 || end == (size_t)-1
					       ? NULL
					       : shell_find_variable(sh, slice_sub(word, begin + 2, end));
	return found && found->n_words ? found : NULL;
}

/* The diffs among the words of an array, which may be `NAME::URL`. */
static void take_array(struct shell *sh, const struct variable *array, const char *condition)
{
	for (size_t i = 0; i < array->n_words && !sh->recipe->bloat; i++) {
		uint32_t token = sh->doc.code[array->words[i].code];
		struct str value = STR_INIT;
		shell_expand(sh, text_of(sh, token), &value);
		struct slice name = str_slice(&value);
		size_t colons = slice_find(name, SLICE_LITERAL("::"), 0);
		struct slice local = slice_sub(name, 0, colons == (size_t)-1 ? name.len : colons);
		if (sh->doc.tokens.items[token].kind != TOKEN_END && series_is_diff_name(local))
			add_patch(sh, sh->doc.tokens.items[token].begin, name,
				condition ? condition : array->words[i].condition);
		str_release(&value);
	}
}

/* Has the word the variable of the loop in it? */
static bool names_loop(const struct shell *sh, struct slice word)
{
	for (size_t at = 0; sh->loop.len && at < word.len; at++) {
		size_t begin = at + 1 + (at + 1 < word.len && word.ptr[at + 1] == '{'), end = begin;
		while (end < word.len && ascii_is_word(word.ptr[end]))
			end++;
		if (word.ptr[at] == '$' && slice_eq(slice_sub(word, begin, end), sh->loop))
			return true;
	}
	return false;
}

/* A word that may be an array, or say the variable of the loop that it is in: then it stands for each of its words. */
static void take_word(struct shell *sh, size_t offset, struct slice word, const char *condition)
{
	const struct variable *array = array_of(sh, word);
	if (array) {
		take_array(sh, array, condition);
		return;
	}
	if (slice_find(word, SLICE_LITERAL("${PATCHES[@]}"), 0) != (size_t)-1) /* taken where it is set */
		return;
	if (!names_loop(sh, word)) {
		take_plain(sh, offset, word, condition);
		return;
	}
	for (size_t at = sh->loop_begin; at < sh->loop_end && !sh->recipe->bloat; at++) {
		struct slice item = text_of(sh, sh->doc.code[at]);
		struct str value = STR_INIT;
		array = array_of(sh, item);
		if (array) {
			take_array(sh, array, condition);
		} else if (slice_find(item, SLICE_LITERAL("$@"), 0) == (size_t)-1) { /* a function: who calls it says */
			shell_expand(sh, item, &value);
			struct slice name = sh->loop;
			sh->loop = slice_of("");
			shell_set_variable(sh, name, arena_dup(&sh->recipe->arena, str_slice(&value)));
			take_plain(sh, offset, word, condition);
			shell_set_variable(sh, name, NULL);
			sh->loop = name;
		}
		str_release(&value);
	}
}

static bool ends_command(const struct shell *sh, uint32_t token)
{
	static const char *const ends[] = { ";", "&", "&&", "||", "|", "|&", ";;", ")", "}", NULL };
	return sh->doc.tokens.items[token].kind == TOKEN_END || slice_is_one_of(text_of(sh, token), ends);
}

/* The code token that ends the command which `at` is in. */
static size_t end_of_command(const struct shell *sh, size_t at)
{
	while (at < sh->doc.n_code && !ends_command(sh, sh->doc.code[at]))
		at++;
	return at;
}

/* Is the next word the value of the option: of one of the letters, none before which takes a value, or of patch's
 * words? */
static bool is_value_option(struct slice word, const char *letters)
{
	static const char *const words[] = { "--strip", "--directory", "--fuzz", "--output", "--reject-file", "--input",
		NULL };
	size_t i = 1;
	while (i + 1 < word.len && !strchr(VALUE_LETTERS, word.ptr[i]))
		i++;
	return slice_is_one_of(word, words) ||
	       (slice_starts_with(word, "-") && i + 1 == word.len && strchr(letters, word.ptr[i]));
}

/* Has the command one of the options: the letter, also among others as in -Rp1, or the word? */
static bool has_option(const struct shell *sh, size_t at, char letter, const char *name)
{
	for (size_t end = end_of_command(sh, at); at < end; at++) {
		struct slice word = text_of(sh, sh->doc.code[at]);
		if (slice_eq_cstr(word, name))
			return true;
		/* What is behind a letter that takes a value is that. */
		for (size_t i = 1; slice_starts_with(word, "-") && i < word.len && !strchr(VALUE_LETTERS, word.ptr[i]);
			i++)
			if (word.ptr[i] == letter)
				return true;
	}
	return false;
}

/* Does the command only ask whether patches could be applied, or what is in them? */
static bool only_asks(const struct shell *sh, size_t at)
{
	static const char *const names[] = { "--dry-run", "--check", "--stat", "--numstat", "--summary" };
	for (size_t i = 0; i < COUNT_OF(names); i++)
		if (has_option(sh, at, '\0', names[i]))
			return true;
	return false;
}

/* The value of the option at `at`: after its letter or `name=`, or the next word. False where it is another option. */
static bool read_option(const struct shell *sh, size_t at, char letter, const char *name, struct slice *out)
{
	struct slice word = text_of(sh, sh->doc.code[at]);
	bool is_long = slice_starts_with(word, "--");
	size_t i = is_long ? strlen(name) : 1;
	while (!is_long && i < word.len && word.ptr[i] != letter && !strchr(VALUE_LETTERS, word.ptr[i]))
		i++;
	if (is_long ? !slice_starts_with(word, name) || (i < word.len && word.ptr[i] != '=')
		    : !slice_starts_with(word, "-") || i >= word.len || word.ptr[i] != letter)
		return false;
	bool is_next = i + 1 >= word.len;
	if (is_next && (at + 1 == sh->doc.n_code || ends_command(sh, sh->doc.code[at + 1])))
		return false;
	*out = is_next ? text_of(sh, sh->doc.code[at + 1]) : slice_sub(word, i + 1, word.len);
	return true;
}

/* What the options of the command say of all its patches. */
static void read_options(struct shell *sh, size_t at)
{
	struct str folder = STR_INIT;
	struct slice value;
	sh->is_reversed = has_option(sh, at, 'R', "--reverse");
	for (size_t end = end_of_command(sh, at); at < end; at++) {
		if (read_option(sh, at, 'p', "--strip", &value))
			series_read_strip(value, &sh->strip);
		if (read_option(sh, at, 'd', "--directory", &value)) {
			str_clear(&folder);
			shell_expand(sh, value, &folder);
		}
	}
	if (folder.len && !strchr(folder.ptr, '$'))
		sh->folder = arena_dup(&sh->recipe->arena, str_slice(&folder));
	str_release(&folder);
}

/* After the redirection that begins at code token `at`, such as `2>&1`; of `<FILE` only the operator is one. `at` where
 * none begins. */
static size_t after_redirection(const struct shell *sh, size_t at)
{
	const struct token *tokens = sh->doc.tokens.items;
	size_t n = sh->doc.n_code, i = at;
	if (i + 1 < n && ascii_is_digit(text_of(sh, sh->doc.code[i]).ptr[0]) &&
		tokens[sh->doc.code[i]].end == tokens[sh->doc.code[i + 1]].begin)
		i++;
	if (tokens[sh->doc.code[i]].kind != TOKEN_OPERATOR)
		return at;
	i += !slice_eq_cstr(text_of(sh, sh->doc.code[i]), "<") && i + 1 < n && !ends_command(sh, sh->doc.code[i + 1]);
	return i + 1;
}

/* The words after code token `at`, all of which are patches. Returns the code token after them. */
static size_t take_operands(struct shell *sh, size_t at, uint32_t end, const char *condition)
{
	bool is_command = end == TOKEN_NONE, is_taken = !(is_command && only_asks(sh, at)), is_value = false;
	if (is_command)
		read_options(sh, at);
	for (; at < sh->doc.n_code; at++) {
		uint32_t token = sh->doc.code[at];
		if (end != TOKEN_NONE ? token >= end : ends_command(sh, token))
			break;
		if (sh->doc.tokens.items[token].kind == TOKEN_END)
			continue;
		size_t redirected = is_command ? after_redirection(sh, at) : at;
		if (redirected > at) {
			at = redirected - 1;
			continue;
		}
		struct slice word = text_of(sh, token);
		bool is_operand = !is_value && !(is_command && slice_starts_with(word, "-"));
		is_value = is_command && !is_operand && !is_value && is_value_option(word, "pdFC");
		if (is_operand && is_taken)
			take_word(sh, sh->doc.tokens.items[token].begin, word, condition);
	}
	return at;
}

/* `apply_patches one.patch two.patch`: a function of the recipe's own, which is called with diffs. */
static size_t take_diffs(struct shell *sh, size_t at, const char *condition)
{
	for (size_t end = end_of_command(sh, at); at < end; at++) {
		uint32_t token = sh->doc.code[at];
		struct str value = STR_INIT;
		shell_expand(sh, text_of(sh, token), &value);
		if (series_is_diff_name(str_slice(&value)) || array_of(sh, text_of(sh, token)))
			take_word(sh, sh->doc.tokens.items[token].begin, text_of(sh, token), condition);
		str_release(&value);
	}
	return at;
}

/* Code that makes a patch, from one code token to before another, by its first line. */
static void add_made(struct shell *sh, size_t from, size_t end)
{
	const struct token *tokens = sh->doc.tokens.items;
	size_t begin = tokens[sh->doc.code[from]].begin;
	struct slice text = slice_sub(sh->recipe->text, begin, tokens[sh->doc.code[end - 1]].end), line;
	slice_cut(&text, '\n', &line);
	recipe_add(sh->recipe, begin, slice_trim(line))->is_made = true;
}

/* What a command that is given no name of a patch reads: `cat FILE |`, else what makes it. */
static void take_input(struct shell *sh, size_t end, const char *condition)
{
	size_t at = sh->pipeline + 1;
	if (!slice_eq_cstr(text_of(sh, sh->doc.code[sh->pipeline]), "cat") ||
		slice_starts_with(text_of(sh, sh->doc.code[at]), "-")) {
		add_made(sh, sh->pipeline, end);
		return;
	}
	for (; !ends_command(sh, sh->doc.code[at]); at++)
		take_word(sh, sh->doc.tokens.items[sh->doc.code[at]].begin, text_of(sh, sh->doc.code[at]), condition);
}

/* `patch -p1 -i FILE`, `patch -p1 <FILE`, `patch ORIGINAL FILE`, `cat FILE | patch -p1`. */
static size_t take_patch(struct shell *sh, size_t at, const char *condition)
{
	struct slice file = { NULL, 0 };
	size_t n_operands = 0;
	bool is_taken = !only_asks(sh, at), is_input = sh->is_piped, is_value = false, is_file = false;
	read_options(sh, at);
	for (size_t end = end_of_command(sh, at); at < end; at++) {
		struct slice word = text_of(sh, sh->doc.code[at]);
		size_t redirected = after_redirection(sh, at);
		if (redirected > at && !slice_eq_cstr(word, "<")) {
			is_input = is_input || slice_starts_with(word, "<<");
			at = redirected - 1;
			continue;
		}
		bool is_operand = redirected == at && !is_value && !slice_starts_with(word, "-");
		n_operands += is_operand;
		if (is_file || (is_operand && n_operands == 2))
			file = word;
		read_option(sh, at, 'i', "--input", &file);
		is_file = redirected > at;
		is_value = is_file || is_value_option(word, "pdFroBDVYzgxi");
	}
	if (file.ptr && is_taken)
		take_word(sh, (size_t)(file.ptr - sh->recipe->text.ptr), file, condition);
	else if (is_taken && is_input)
		take_input(sh, at, condition);
	return at;
}

/* From a block's first word to where its body begins: `if use cuda`. A loop is no condition. */
static const char *head_at(struct shell *sh, size_t at)
{
	static const char *const bodies[] = { "then", "in", ";", NULL };
	const struct token *tokens = sh->doc.tokens.items;
	uint32_t first = sh->doc.code[at];
	if (slice_eq_cstr(text_of(sh, first), "for") || slice_eq_cstr(text_of(sh, first), "while"))
		return NULL;
	for (at++; at < sh->doc.n_code; at++) {
		uint32_t token = sh->doc.code[at];
		if (tokens[token].kind == TOKEN_END || slice_is_one_of(text_of(sh, token), bodies))
			return recipe_keep_condition(sh->recipe,
				slice_trim(slice_sub(sh->recipe->text, tokens[first].begin, tokens[token].begin)));
	}
	return NULL;
}

/* `for NAME in WORDS`. */
static void read_loop(struct shell *sh, size_t at)
{
	if (at + 3 >= sh->doc.n_code || !slice_eq_cstr(text_of(sh, sh->doc.code[at]), "for") ||
		!slice_eq_cstr(text_of(sh, sh->doc.code[at + 2]), "in"))
		return;
	sh->loop = text_of(sh, sh->doc.code[at + 1]);
	sh->loop_begin = at + 3;
	sh->loop_end = end_of_command(sh, at + 3);
}

static bool read_block(struct shell *sh, size_t at)
{
	uint32_t token = sh->doc.code[at];
	enum block_part part = sh->doc.language->block_part(sh->recipe->text, &sh->doc.tokens, token);
	if (part == BLOCK_OPENS) {
		if (sh->depth < SHELL_MAX_DEPTH)
			sh->heads[sh->depth] = head_at(sh, at);
		sh->depth++;
		read_loop(sh, at);
	} else if (part == BLOCK_CLOSES) {
		sh->depth -= sh->depth > 0;
		sh->loop = slice_eq_cstr(text_of(sh, token), "done") ? slice_of("") : sh->loop;
	} else if (part == BLOCK_BRANCHES && sh->depth && sh->depth <= SHELL_MAX_DEPTH) {
		const char **head = &sh->heads[sh->depth - 1];
		struct str text = STR_INIT;
		str_addf(&text, "not (%s)", *head ? *head : "");
		*head = slice_eq_cstr(text_of(sh, token), "else") ? recipe_keep_condition(sh->recipe, str_slice(&text))
								  : head_at(sh, at);
		str_release(&text);
	}
	return part != BLOCK_NO_PART;
}

/* `NAME=( … )` or `NAME+=( … )`: its words, from code token `at` to the bracket. */
static void fill_array(struct shell *sh, struct variable *array, bool adds, size_t at, uint32_t close)
{
	const char *condition = condition_of(sh, sh->doc.code[at]);
	array->n_words = adds ? array->n_words : 0;
	for (; at < sh->doc.n_code && sh->doc.code[at] < close; at++) {
		struct array_word word = { at, condition };
		VEC_PUSH(array->words, array->n_words, array->capacity, word);
	}
}

/* NAME=value, NAME=( … ), NAME+=( … ). Returns the code token after it, `at` where it is none. */
static size_t read_assignment(struct shell *sh, size_t at)
{
	struct slice word = text_of(sh, sh->doc.code[at]), name;
	size_t equals = slice_find(word, SLICE_LITERAL("="), 0), n = 0;
	while (n < word.len && ascii_is_word(word.ptr[n]))
		n++;
	bool adds = n + 1 == equals && word.ptr[n] == '+';
	if (equals == (size_t)-1 || !n || (n != equals && !adds))
		return at;
	name = slice_sub(word, 0, n);
	uint32_t next = at + 1 < sh->doc.n_code ? sh->doc.code[at + 1] : 0;
	bool is_array = equals + 1 == word.len && next && sh->doc.tokens.items[next].kind == TOKEN_OPEN &&
			sh->doc.tokens.items[next].begin == sh->doc.tokens.items[sh->doc.code[at]].end &&
			sh->doc.tokens.items[next].partner != TOKEN_NONE;
	if (slice_eq_cstr(name, "PATCHES") && is_array)
		return take_operands(
			sh, at + 2, sh->doc.tokens.items[next].partner, condition_of(sh, sh->doc.code[at]));
	if (slice_eq_cstr(name, "PATCHES"))
		take_word(sh, sh->doc.tokens.items[sh->doc.code[at]].begin + equals + 1,
			slice_sub(word, equals + 1, word.len), condition_of(sh, sh->doc.code[at]));
	struct str value = STR_INIT;
	shell_expand(sh, slice_sub(word, equals + 1, word.len), &value);
	bool is_plain = !is_array && !adds && !sh->depth && value.len && !strchr(value.ptr, '$');
	struct variable *variable =
		shell_set_variable(sh, name, is_plain ? arena_dup(&sh->recipe->arena, str_slice(&value)) : NULL);
	str_release(&value);
	if (is_array && variable)
		fill_array(sh, variable, adds, at + 2, sh->doc.tokens.items[next].partner);
	return is_array ? at + 2 : at + 1;
}

/* The command whose first word is code token `at`; returns the code token after what was read of it. */
static size_t read_command(struct shell *sh, size_t at)
{
	static const char *const all[] = { "eapply", "epatch", NULL }, *const appliers[] = { "apply", "am", NULL },
				 *const pickers[] = { "cherry-pick", "revert", NULL };
	static const char *const prefixes[] = { "!", "local", "export", "declare", "readonly", "command", "nonfatal" };
	for (size_t i = 0; i < COUNT_OF(prefixes) && at + 1 < sh->doc.n_code; i++)
		at += slice_eq_cstr(text_of(sh, sh->doc.code[at]), prefixes[i]);
	sh->is_reversed = false;
	sh->folder = NULL;
	sh->strip = RECIPE_STRIP_UNSAID;
	for (size_t next; (next = read_assignment(sh, at)) > at; at = next)
		if (next != at + 1 || next >= sh->doc.n_code || ends_command(sh, sh->doc.code[next]))
			return next;
	struct slice word = text_of(sh, sh->doc.code[at]);
	const char *condition = condition_of(sh, sh->doc.code[sh->pipeline]);
	if (slice_is_one_of(word, all) &&
		!(at + 1 < sh->doc.n_code && slice_eq_cstr(text_of(sh, sh->doc.code[at + 1]), "(")))
		return take_operands(sh, at + 1, TOKEN_NONE, condition);
	if (slice_eq_cstr(word, "patch"))
		return take_patch(sh, at + 1, condition);
	if (sh->is_flat && slice_find(word, SLICE_LITERAL("apply"), 0) != (size_t)-1)
		return take_diffs(sh, at + 1, condition);
	if (slice_eq_cstr(word, "git")) {
		while (at + 3 < sh->doc.n_code && is_value_option(text_of(sh, sh->doc.code[at + 1]), "Cc"))
			at += 2;
		struct slice verb = at + 1 < sh->doc.n_code ? text_of(sh, sh->doc.code[at + 1]) : slice_of("");
		if (slice_is_one_of(verb, appliers))
			return take_operands(sh, at + 2, TOKEN_NONE, condition);
		if (slice_is_one_of(verb, pickers))
			add_made(sh, sh->pipeline, end_of_command(sh, at));
	}
	return at + 1;
}

/* A patch that the array `source` gets from an address has that for its name. */
static void name_addresses(struct shell *sh)
{
	struct recipe *recipe = sh->recipe;
	const struct variable *array = shell_find_variable(sh, SLICE_LITERAL("source"));
	const char **addresses = xcalloc(array ? array->n_words : 1, sizeof(*addresses));
	struct table numbers = { 0 };
	for (size_t k = 0; array && k < array->n_words && !recipe->bloat; k++) {
		struct str value = STR_INIT;
		shell_expand(sh, text_of(sh, sh->doc.code[array->words[k].code]), &value);
		addresses[k] = arena_dup(&recipe->arena, str_slice(&value));
		struct slice name = slice_of(addresses[k]);
		size_t colons = slice_find(name, SLICE_LITERAL("::"), 0);
		struct slice local = path_base(slice_sub(name, 0, colons == (size_t)-1 ? name.len : colons));
		size_t *number =
			slice_find(name, SLICE_LITERAL("://"), 0) != (size_t)-1 ? table_at(&numbers, local) : NULL;
		if (number && !*number)
			*number = k + 1;
		str_release(&value);
	}
	for (size_t i = 0, number; i < recipe->n_patches; i++) {
		number = table_get(&numbers, slice_of(recipe->patches[i].name));
		recipe->patches[i].name = number ? addresses[number - 1] : recipe->patches[i].name;
	}
	table_release(&numbers);
	free(addresses);
}

static void read_shell(struct shell *sh)
{
	struct source source;
	document_open(&sh->doc, &source, sh->recipe->path, sh->recipe->text, language_find(SLICE_LITERAL("shell")));
	document_tokens(&sh->doc);
	for (size_t at = 0; at < sh->doc.n_code && !sh->recipe->bloat;) {
		uint32_t token = sh->doc.code[at];
		sh->recipe->at = sh->doc.tokens.items[token].begin;
		struct slice before = at ? text_of(sh, sh->doc.code[at - 1]) : slice_of("");
		if (!sh->doc.language->statement_start(sh->recipe->text, &sh->doc.tokens, token)) {
			at++;
			continue;
		}
		sh->is_piped = slice_eq_cstr(before, "|") || slice_eq_cstr(before, "|&");
		if (!sh->is_piped) {
			sh->is_joined = slice_eq_cstr(before, "&&") || slice_eq_cstr(before, "||");
			/* `cd DIR &&` is no condition */
			struct slice first = text_of(sh, sh->list);
			sh->is_joined = sh->is_joined && !slice_eq_cstr(first, "cd") && !slice_eq_cstr(first, "pushd");
			sh->list = sh->is_joined ? sh->list : token;
			sh->pipeline = at;
		}
		at = read_block(sh, at) ? at + 1 : read_command(sh, at);
	}
	if (sh->is_flat)
		name_addresses(sh);
	document_close(&sh->doc, &source);
	for (size_t i = 0; i < sh->n_variables; i++)
		free(sh->variables[i].words);
	free(sh->variables);
}

/* What an ebuild's variables stand for by its file's name: caffe2-2.4.1-r2.ebuild. */
static void set_names(struct shell *sh)
{
	struct arena *arena = &sh->recipe->arena;
	struct slice base = path_base(slice_of(sh->recipe->path)), pr = slice_of("");
	base = slice_sub(base, 0, base.len - (sizeof(".ebuild") - 1));
	size_t dash = base.len;
	while (dash && base.ptr[dash - 1] != '-')
		dash--;
	if (dash > 1 && dash + 1 < base.len && base.ptr[dash] == 'r' && base.ptr[dash + 1] >= '0' &&
		base.ptr[dash + 1] <= '9') {
		pr = slice_sub(base, dash, base.len);
		base = slice_sub(base, 0, dash - 1);
		for (dash = base.len; dash && base.ptr[dash - 1] != '-';)
			dash--;
	}
	struct slice pv = slice_sub(base, dash, base.len), pn = slice_sub(base, 0, dash ? dash - 1 : 0);
	struct str pvr = STR_INIT, pf = STR_INIT;
	str_addf(&pvr, SLICE_FMT "%s" SLICE_FMT, SLICE_ARG(pv), pr.len ? "-" : "", SLICE_ARG(pr));
	str_addf(&pf, SLICE_FMT "-" SLICE_FMT, SLICE_ARG(pn), SLICE_ARG(str_slice(&pvr)));
	shell_set_variable(sh, SLICE_LITERAL("FILESDIR"), "files");
	shell_set_variable(sh, SLICE_LITERAL("PN"), arena_dup(arena, pn));
	shell_set_variable(sh, SLICE_LITERAL("PV"), arena_dup(arena, pv));
	shell_set_variable(sh, SLICE_LITERAL("P"), arena_dup(arena, base));
	shell_set_variable(sh, SLICE_LITERAL("PR"), arena_dup(arena, pr.len ? pr : SLICE_LITERAL("r0")));
	shell_set_variable(sh, SLICE_LITERAL("PVR"), arena_dup(arena, str_slice(&pvr)));
	shell_set_variable(sh, SLICE_LITERAL("PF"), arena_dup(arena, str_slice(&pf)));
	str_release(&pvr);
	str_release(&pf);
}

void recipe_read_shell(struct recipe *recipe)
{
	struct slice name = path_base(slice_of(recipe->path));
	struct shell sh = { .recipe = recipe, .is_flat = slice_eq_cstr(name, "PKGBUILD") };
	if (sh.is_flat) {
		shell_set_variable(&sh, SLICE_LITERAL("srcdir"), ".");
		shell_set_variable(&sh, SLICE_LITERAL("startdir"), ".");
	} else if (slice_ends_with(name, ".ebuild")) {
		set_names(&sh);
	}
	read_shell(&sh);
}
