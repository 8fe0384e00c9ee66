/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The JSON report. The writers of formats that contain it share these functions. */
#ifndef REPORT_JSON_H
#define REPORT_JSON_H

#include <jansson.h>
#include <stdbool.h>

#include "report/report.h"

/*
 * Returns the score as an object: the ends of its range, the expected score, and how many mutants
 * are in doubt, by reason.
 */
json_t *report_json_score(const struct report_count *count);

/*
 * Writes the report as one JSON object to OUT. With IN_HTML the text may stand inside a <script>.
 */
void report_json_write(struct report_model *model, const struct report_opts *opts, FILE *out,
		       bool in_html);

#endif
