/*
 * The head of the summary: which tree, version and patch set this is, and the facts, settings and options it goes by.
 */
#ifndef TPATCH_REPORT_TEXT_HEAD_H
#define TPATCH_REPORT_TEXT_HEAD_H

#include "report/report.h"

/* Appends its lines, wrapped at the report's width, and an empty one. What a line would say nothing of, has none. */
void text_head_add(const struct report *report, struct str *out);

#endif
