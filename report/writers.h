/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The writers themselves. Other files reach them through the table in report/report.h. */
#ifndef REPORT_WRITERS_H
#define REPORT_WRITERS_H

#include "report/report.h"

extern const struct report_writer report_text;
extern const struct report_writer report_json;
extern const struct report_writer report_html;
extern const struct report_writer report_sarif;
extern const struct report_writer report_github;
extern const struct report_writer report_gitlab;

#endif
