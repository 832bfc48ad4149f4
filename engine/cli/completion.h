/*
 * Scripts that complete tpatch's command lines, made from the rows of commands and options: one file completion_X.c and one row in completion.c
 * per shell.
 */
#ifndef TPATCH_CLI_COMPLETION_H
#define TPATCH_CLI_COMPLETION_H

#include "cli/command.h"

/* Appends the script for `shell`. False with ERR_USAGE for a shell that is not known. */
bool completion_add(const char *shell, struct str *out, struct err *err);

/* What a value is. */
enum completion_value { COMPLETION_ANY, COMPLETION_FOLDER, COMPLETION_FILE, COMPLETION_WORDS, COMPLETION_REPORT };

/* The kind of the option's value. COMPLETION_REPORT: one of the words, '=', and a file. */
enum completion_value completion_value_of(enum option_id id);
/* Appends the words that the option takes after this command, by blanks. */
void completion_add_words(const struct command *command, enum option_id id, struct str *out);
/* All options of a command: its own, then the common ones. `*count` receives how many; free with free(). */
enum option_id *completion_options(const struct command *command, size_t *count);
/* May files be arguments of this command? */
bool completion_takes_files(const struct command *command);
/* Appends `text`, each byte of `special` doubled or after a backslash: see `escape`. */
void completion_add_quoted(const char *text, const char *special, const char *escape, struct str *out);

void completion_bash(struct str *out);
void completion_zsh(struct str *out);
void completion_fish(struct str *out);
void completion_powershell(struct str *out);

#endif
