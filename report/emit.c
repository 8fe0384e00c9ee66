/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/emit.h"

#include <string.h>

#include "common/strbuf.h"
#include "common/xalloc.h"

static int emit_bytes(const char *data, size_t size, void *arg)
{
	struct emit *emit = arg;
	const char *end = data + size, *mark;

	while (emit->in_html && (mark = memchr(data, '<', (size_t)(end - data)))) {
		fwrite(data, 1, (size_t)(mark - data), emit->out);
		fputs("\\u003c", emit->out);
		data = mark + 1;
	}
	fwrite(data, 1, (size_t)(end - data), emit->out);
	return 0;
}

/* jansson returns NULL only when there is no memory, as all strings are valid UTF-8 by then. */
void emit_take(struct emit *emit, json_t *value)
{
	if (!value ||
	    json_dump_callback(value, emit_bytes, emit, JSON_COMPACT | JSON_ENCODE_ANY) != 0)
		xalloc_die();
	json_decref(value);
}

json_t *emit_string_n(const char *text, size_t size)
{
	_cleanup_strbuf_ struct strbuf valid = { 0 };
	json_t *string;

	utf8_add(&valid, text, size);
	string = json_stringn(strbuf_get(&valid), valid.length);
	if (!string)
		xalloc_die();
	return string;
}

json_t *emit_string(const char *text)
{
	return emit_string_n(text, strlen(text));
}

void emit_text(struct emit *emit, const char *text, size_t size)
{
	emit_take(emit, emit_string_n(text, size));
}

json_t *emit_uri(const char *path)
{
	_cleanup_strbuf_ struct strbuf text = { 0 };

	for (const unsigned char *c = (const unsigned char *)path; *c; c++) {
		if ((*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') ||
		    (*c >= '0' && *c <= '9') || strchr("-._~/", *c))
			strbuf_addc(&text, (char)*c);
		else
			strbuf_addf(&text, "%%%02X", *c);
	}
	return emit_string(strbuf_get(&text));
}

json_t *emit_root_uri(const char *root)
{
	_cleanup_strbuf_ struct strbuf text = { 0 };
	json_t *path = emit_uri(root), *string;

	strbuf_addf(&text, "file://%s/", json_string_value(path));
	string = emit_string(strbuf_get(&text));
	json_decref(path);
	return string;
}
