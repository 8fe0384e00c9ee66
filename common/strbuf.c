/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "common/strbuf.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "common/xalloc.h"

void strbuf_deinit(struct strbuf *buffer)
{
	free(buffer->data);
	*buffer = (struct strbuf){ 0 };
}

const char *strbuf_get(const struct strbuf *buffer)
{
	return buffer->data ? buffer->data : "";
}

bool strbuf_is_same(const struct strbuf *a, const struct strbuf *b)
{
	return a->length == b->length && memcmp(strbuf_get(a), strbuf_get(b), a->length) == 0;
}

char *strbuf_take(struct strbuf *buffer)
{
	strbuf_reserve(buffer, 0);
	char *text = buffer->data;
	*buffer = (struct strbuf){ 0 };
	return text;
}

void strbuf_reserve(struct strbuf *buffer, size_t more)
{
	if (more >= SIZE_MAX / 2 - buffer->length)
		xalloc_die();

	size_t needed = buffer->length + more + 1;
	if (needed <= buffer->capacity)
		return;

	size_t capacity = buffer->capacity < 32 ? 64 : buffer->capacity * 2;
	if (capacity < needed)
		capacity = needed;
	bool is_new = !buffer->data;
	buffer->data = xrealloc(buffer->data, capacity);
	buffer->capacity = capacity;
	if (is_new)
		buffer->data[0] = '\0';
}

void strbuf_truncate(struct strbuf *buffer, size_t length)
{
	if (length < buffer->length) {
		buffer->length = length;
		buffer->data[length] = '\0';
	}
}

void strbuf_add(struct strbuf *buffer, const void *data, size_t size)
{
	strbuf_reserve(buffer, size);
	if (size)
		memcpy(buffer->data + buffer->length, data, size);
	buffer->length += size;
	buffer->data[buffer->length] = '\0';
}

void strbuf_adds(struct strbuf *buffer, const char *text)
{
	strbuf_add(buffer, text, strlen(text));
}

void strbuf_addc(struct strbuf *buffer, char c)
{
	strbuf_add(buffer, &c, 1);
}

void strbuf_addf(struct strbuf *buffer, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	strbuf_addvf(buffer, format, args);
	va_end(args);
}

void strbuf_addvf(struct strbuf *buffer, const char *format, va_list args)
{
	va_list again;
	va_copy(again, args);
	strbuf_reserve(buffer, 0);
	size_t room = buffer->capacity - buffer->length;
	int length = vsnprintf(buffer->data + buffer->length, room, format, args);
	if (length < 0)
		xalloc_die();
	if ((size_t)length >= room) {
		strbuf_reserve(buffer, (size_t)length);
		vsnprintf(buffer->data + buffer->length, (size_t)length + 1, format, again);
	}
	va_end(again);
	buffer->length += (size_t)length;
}
