/* What a byte is in ASCII, whatever the locale; a byte of anything else is none of these. */
#ifndef TPATCH_BASE_ASCII_H
#define TPATCH_BASE_ASCII_H

#include <stdbool.h>

static inline bool ascii_is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static inline bool ascii_is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static inline bool ascii_is_hex_digit(char c)
{
	return ascii_is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

/* What the digit stands for; -1 for any other character. */
static inline int ascii_hex_value(char c)
{
	if (ascii_is_digit(c))
		return c - '0';
	return ascii_is_hex_digit(c) ? (c | 0x20) - 'a' + 10 : -1;
}

/* A byte of a name: letter, digit or '_'. */
static inline bool ascii_is_word(char c)
{
	return ascii_is_letter(c) || ascii_is_digit(c) || c == '_';
}

/* Any of ASCII but letters and digits, '_' among them: what a backslash takes the meaning from in PCRE2. */
static inline bool ascii_is_mark(char c)
{
	return (unsigned char)c < 0x80 && !ascii_is_letter(c) && !ascii_is_digit(c);
}

/* A space or a tab. */
static inline bool ascii_is_blank(char c)
{
	return c == ' ' || c == '\t';
}

/* The six of isspace(). */
static inline bool ascii_is_space(char c)
{
	return ascii_is_blank(c) || c == '\n' || c == '\r' || c == '\f' || c == '\v';
}

static inline char ascii_to_lower(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c + ('a' - 'A')) : c;
}

#endif
