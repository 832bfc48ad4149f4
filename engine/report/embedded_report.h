/*
 * Files of the reports that are part of the binary: the page's style and script from engine/report/html, the JSON
 * Schemas of --json from engine/report/schema.
 */
#ifndef TPATCH_REPORT_EMBEDDED_REPORT_H
#define TPATCH_REPORT_EMBEDDED_REPORT_H

#include "base/embedded.h"

extern const struct embedded_file html_files[];
extern const size_t html_file_count;
extern const struct embedded_file schema_files[];
extern const size_t schema_file_count;

#endif
