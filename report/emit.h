/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Writes JSON that is too big to be held as one tree. The writers of reports print the frame
 * themselves and give the parts as jansson values, one at a time. All strings become valid UTF-8.
 */
#ifndef REPORT_EMIT_H
#define REPORT_EMIT_H

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>

#include "common/attr.h"

struct emit {
	FILE *out;
	bool in_html; /* "<" is written as \u003c, since the JSON stands inside a <script>. */
};

/*
 * Writes VALUE and gives up the caller's reference to it. Strings keep their values; what
 * common/visible.h hides is escaped.
 */
void emit_take(struct emit *emit, json_t *value);
/* Writes the SIZE bytes of TEXT as a JSON string. */
void emit_text(struct emit *emit, const char *text, size_t size);
/* Writes ROOT as a whole file, indented, and gives up the caller's reference to it. */
void emit_document(FILE *out, json_t *root);
/* Returns TEXT as a JSON string, with invalid UTF-8 replaced. */
json_t *emit_string(const char *text);
/* Returns the SIZE bytes of TEXT as a JSON string, in the same way. */
json_t *emit_string_n(const char *text, size_t size);

/* Returns a relative or absolute path as a URI reference. */
json_t *emit_uri(const char *path) RETURNS_NONNULL MUST_CHECK;
/* Returns the absolute directory ROOT as the base of such references: "file://ROOT/". */
json_t *emit_root_uri(const char *root) RETURNS_NONNULL MUST_CHECK;

#endif
