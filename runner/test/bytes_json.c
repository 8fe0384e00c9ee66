/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runner/test/bytes_json.h"

#include <stdlib.h>
#include <string.h>

#include "common/strbuf.h"
#include "common/xalloc.h"

json_t *bytes_json(const void *text, size_t size)
{
	const unsigned char *bytes = text;
	json_t *value = json_stringn(text, size);

	if (value)
		return value;
	_cleanup_strbuf_ struct strbuf hex = { 0 };

	for (size_t i = 0; i < size; i++)
		strbuf_addf(&hex, "%02x", bytes[i]);
	value = json_pack("{s:s}", "hex", strbuf_get(&hex));
	if (!value)
		xalloc_die();
	return value;
}

static int hex_digit(char c)
{
	const char *digits = "0123456789abcdef", *at = c ? strchr(digits, c) : NULL;

	return at ? (int)(at - digits) : -1;
}

char *text_of_json(const json_t *value)
{
	if (json_is_string(value))
		return strlen(json_string_value(value)) == json_string_length(value)
			       ? xstrdup(json_string_value(value))
			       : NULL;
	const char *hex = json_string_value(json_object_get(value, "hex"));

	if (!hex || strlen(hex) % 2)
		return NULL;
	size_t size = strlen(hex) / 2;
	char *text = xcalloc(size + 1, 1);

	for (size_t i = 0; i < size; i++) {
		int high = hex_digit(hex[2 * i]), low = hex_digit(hex[2 * i + 1]);

		if (high < 0 || low < 0 || (high == 0 && low == 0)) {
			free(text);
			return NULL;
		}
		text[i] = (char)(high << 4 | low);
	}
	return text;
}
