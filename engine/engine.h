/*
 * What tbuild uses of the engine: its library for text, files, processes, formats and the machine, which know nothing
 * of patches; and of the rest, five small parts: tokens of a language, many words at once, folders above others, the
 * embedded profiles, and the record of what was applied to a tree. The driver includes this header and no other of the
 * engine, with -I on the folder that this file is in. driver/LAYERS says what may be here; tests/repo/door.py fails
 * for a header that the driver does not use. Programs elsewhere get api/tpatch.h, which is what is installed: what is
 * here may change with every commit.
 *
 * Every function is documented where it is declared. None prints, ends the process or keeps global state; what can fail
 * returns false or NULL and fills a struct err.
 */
#ifndef TPATCH_ENGINE_H
#define TPATCH_ENGINE_H

/* Bytes, memory, errors, numbers by names, versions and their ranges, "did you mean", command lines of Windows, files
 * that are part of the binary. */
#include "base/alloc.h"
#include "base/arena.h"
#include "base/ascii.h"
#include "base/command_line.h"
#include "base/embedded.h"
#include "base/err.h"
#include "base/digest/hash.h"
#include "base/nearest.h"
#include "base/path.h"
#include "base/shown.h"
#include "base/sort.h"
#include "base/str.h"
#include "base/table.h"
#include "base/utf8.h"
#include "base/version/version.h"

/* Folders and files, streams, clocks, terminals, other programs and what they get as environment; Windows' texts and
 * reasons, which are there on Windows alone. */
#include "platform/output.h"
#include "platform/process.h"
#include "platform/read.h"
#include "platform/shell_word.h"
#include "platform/terminal.h"
#include "platform/win32/text.h"

/* Source text as its language sees it: document_tokens() and language_of_path() read CMake, Python, C and more. UTF-16
 * as UTF-8. */
#include "lang/document.h"
#include "lang/language.h"
#include "text/source.h"
#include "text/utf16.h"

/* Regular expressions and globs, bounded in time and memory; many words at once. */
#include "format/regex.h"
#include "match/word_set.h"

/* YAML with places for messages; JSON to read and to write. */
#include "format/json.h"
#include "format/yaml.h"
#include "format/yaml_value.h"

/* The machine: what it is, which programs, compilers, toolkits and libraries a build would find there. */
#include "machine/compiler.h"
#include "machine/libraries.h"
#include "machine/msvc.h"
#include "machine/probe.h"
#include "machine/python.h"
#include "machine/toolkit.h"
#include "platform/machine.h"

/* The folder above another. */
#include "tree/above.h"

/* The profiles, which both programs read. */
#include "patchset/shipped.h"

/* The record of what was applied to a tree, which journal_read() reads; only commit/ writes it. */
#include "commit/content.h"
#include "commit/journal/journal.h"

#endif
