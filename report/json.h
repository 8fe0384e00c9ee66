/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The JSON report, shared by the writers that contain it. */
#ifndef REPORT_JSON_H
#define REPORT_JSON_H

#include <jansson.h>
#include <stdbool.h>

#include "report/report.h"

/* Ends of the score's range, what is to be expected, and why it is one. */
json_t *report_json_score(const struct report_count *count);

/* Writes the report as one JSON object; IN_HTML: fit to stand inside a <script>. */
void report_json_write(struct report_model *model, const struct report_opts *opts, FILE *out,
		       bool in_html);

#endif
