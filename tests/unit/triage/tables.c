#include "tables.h"

#include <string.h>

#include "command/triage_print.h"
#include "unit.h"

static const char *const smallest[][2] = {
	{ "releases.yaml", "[]\n" },
	{ "packages.yaml", "- {package: GL, header: [GL/gl.h, GL/glu*], note: n}\n" },
	{ "api.yaml", "- {package: api, api: [a.b], note: n}\n" },
	{ "codes.yaml", "- {package: code, code: [C1], note: n}\n" },
	{ "declared.yaml", "- {package: decl, declared: [memcpy], note: n}\n" },
	{ "phrases.yaml", "- {english: error, in: [Fehler]}\n" },
	{ "facts.yaml", "- {fact: gcc, what: GCC, words: [gcc], match: 'gcc ([0-9.]+)'}\n"
			"- {fact: conda, what: conda, words: [conda], match: conda}\n" },
	{ "lines.yaml",
		"- {term: launcher, is: '^never'}\n- {term: warning, is: '^never'}\n- {term: advice, is: '^never'}\n" },
	{ "signatures.yaml", "- {id: a, level: fatal, step: build, match: wrong one, sample: s, cause: c, fix: f}\n" },
	{ "messages.yaml", "[]\n" },
	{ "record.yaml", "- {row: a, right: 2, wrong: 1}\n- {row: gone, right: 1}\n" },
	{ "matrix.yaml", "torch:\n- {torch: '>=2.0', gcc: '>=9'}\n" },
};

/* Of the call at hand: what finds tables has no context. */
static const char *const (*others)[2];

static bool find(const char *name, struct slice *out)
{
	*out = (struct slice){ NULL, 0 };
	for (size_t i = 0; others[i][0]; i++) {
		if (strcmp(others[i][0], name) == 0) {
			*out = slice_of(others[i][1]);
			return true;
		}
	}
	for (size_t i = 0; i < COUNT_OF(smallest); i++)
		if (strcmp(smallest[i][0], name) == 0)
			*out = slice_of(smallest[i][1]);
	return out->ptr != NULL;
}

bool tables_load(const char *const (*other)[2], struct signatures *out, struct err *err)
{
	others = other;
	return signatures_load_from(find, out, err);
}

char *tables_print(const char *rows, const char *record, const char *log)
{
	struct signatures signatures;
	struct triage triage;
	struct err err = ERR_INIT;
	struct str text = STR_INIT;
	const char *const other[][2] = { { "signatures.yaml", rows }, { "record.yaml", record }, { NULL, NULL } };
	if (!tables_load(other, &signatures, &err))
		fail_msg("%s", err.message);
	struct triage_reader *reader = triage_reader_new(&signatures);
	triage_reader_take(reader, slice_of(log));
	triage_reader_end(reader, &triage);
	triage_print(&triage, false, &text);
	triage_release(&triage);
	signatures_release(&signatures);
	return str_detach(&text);
}
