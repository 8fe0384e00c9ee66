/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes JSON by jansson, one value at a time, and escapes in its output what must not be shown. */
#include "report/emit.h"

#include <inttypes.h>
#include <string.h>

#include "common/print.h"
#include "common/strbuf.h"
#include "common/utf8.h"
#include "common/visible.h"
#include "common/xalloc.h"

/* Returns the length of the character at TEXT, which is *RET, if it has to be escaped, else 0. */
static size_t escaped(const struct emit *emit, const char *text, size_t size, uint32_t *ret)
{
	size_t length;

	*ret = (unsigned char)text[0];
	if (*ret < 0x7f)
		return (emit->in_html && *ret == '<') || visible_is_command(text, size);
	length = utf8_decode(text, size, ret);
	return visible_is_hidden(*ret) ? length : 0;
}

/* jansson never cuts a character, and has escaped everything below a blank. */
static int emit_bytes(const char *data, size_t size, void *arg)
{
	const struct emit *emit = arg;
	size_t begin = 0, i = 0;

	while (i < size) {
		uint32_t c;
		size_t length = escaped(emit, data + i, size - i, &c);

		if (!length) {
			i++;
			continue;
		}
		print_exactly(emit->out, data + begin, i - begin);
		print_to(emit->out, "\\u%04" PRIx32, c);
		begin = i += length;
	}
	print_exactly(emit->out, data + begin, size - begin);
	return 0;
}

/* jansson returns NULL only without memory, as all strings are valid UTF-8 here. */
static void put(struct emit *emit, json_t *value, size_t flags)
{
	if (!value || json_dump_callback(value, emit_bytes, emit, flags | JSON_ENCODE_ANY) != 0)
		xalloc_die();
	json_decref(value);
}

void emit_take(struct emit *emit, json_t *value)
{
	put(emit, value, JSON_COMPACT);
}

void emit_document(FILE *out, json_t *root)
{
	put(&(struct emit){ .out = out }, root, JSON_INDENT(2));
	fputs("\n", out);
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
