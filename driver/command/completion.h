/*
 * Scripts that complete tbuild's command lines, made from the rows of commands and options: one file completion_X.c and one row in completion.c
 * per shell.
 */
#ifndef TBUILD_COMMAND_COMPLETION_H
#define TBUILD_COMMAND_COMPLETION_H

#include "command/command.h"

/* Appends the script for `shell`. False with ERR_USAGE for a shell that is not known. */
bool completion_add(const char *shell, struct str *out, struct err *err);

/* What a value, or an argument of a command, is. COMPLETION_NAMED: a word, or a file. */
enum completion_value { COMPLETION_ANY, COMPLETION_FOLDER, COMPLETION_FILE, COMPLETION_WORDS, COMPLETION_NAMED };

enum completion_value completion_value_of(enum option_id id);
/* The words that the option takes, by blanks; for free(). */
char *completion_words(enum option_id id);
/* COMPLETION_ANY for a command without arguments. */
enum completion_value completion_argument_of(const struct command *command);
/* The words that its arguments may be, by blanks; for free(). */
char *completion_argument_words(const struct command *command);
/* All options of a command: its own, then the common ones, ended by OPTION_NONE; for free(). */
enum option_id *completion_options(const struct command *command);
/* Appends `text`, with `escape` before each byte of `special`. */
void completion_add_quoted(const char *text, const char *special, const char *escape, struct str *out);

void completion_bash(struct str *out);
void completion_zsh(struct str *out);
void completion_fish(struct str *out);
void completion_powershell(struct str *out);

#endif
