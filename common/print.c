/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Formats as printf() does, but by a parser of its own, as text from outside has to be escaped and
 * counted in columns. A wrong format ends the program: formats are literals, and the first run
 * shows the fault.
 */
#include "common/print.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "common/visible.h"

/* One conversion of a format. */
struct conversion {
	char flags[8];
	int width, precision; /* precision: negative if there is none */
	char length;	      /* 'H' and 'L' stand for hh and ll; 0: none */
	char kind;
};

/* A structure, since va_list may be an array, to which a parameter is no pointer. */
struct arguments {
	va_list list;
};

static int take_number(const char **at, struct arguments *args)
{
	int number = 0;

	if (**at == '*') {
		++*at;
		return va_arg(args->list, int);
	}
	while (**at >= '0' && **at <= '9')
		number = 10 * number + *(*at)++ - '0';
	return number;
}

static char take_length(const char **at)
{
	char length = 0;

	if (**at && strchr("hljzt", **at))
		length = *(*at)++;
	if (length == **at && (length == 'h' || length == 'l')) {
		++*at;
		length = length == 'h' ? 'H' : 'L';
	}
	return length;
}

/* Reads the conversion at AT, behind the "%"; returns where it ends. */
static const char *take_conversion(const char *at, struct conversion *ret, struct arguments *args)
{
	size_t count = strspn(at, "-+ #0");

	*ret = (struct conversion){ .precision = -1 };
	if (count >= sizeof(ret->flags))
		abort();
	memcpy(ret->flags, at, count);
	at += count;
	ret->width = take_number(&at, args);
	if (*at == '.') {
		at++;
		ret->precision = take_number(&at, args);
	}
	ret->length = take_length(&at);
	ret->kind = *at;
	return at + 1;
}

static intmax_t take_signed(char length, struct arguments *args)
{
	switch (length) {
	case 'H': return (signed char)va_arg(args->list, int);
	case 'h': return (short)va_arg(args->list, int);
	case 'l': return va_arg(args->list, long);
	case 'L': return va_arg(args->list, long long);
	case 'j': return va_arg(args->list, intmax_t);
	case 'z': return va_arg(args->list, ssize_t);
	case 't': return va_arg(args->list, ptrdiff_t);
	default: return va_arg(args->list, int);
	}
}

static uintmax_t take_unsigned(char length, struct arguments *args)
{
	switch (length) {
	case 'H': return (unsigned char)va_arg(args->list, unsigned);
	case 'h': return (unsigned short)va_arg(args->list, unsigned);
	case 'l': return va_arg(args->list, unsigned long);
	case 'L': return va_arg(args->list, unsigned long long);
	case 'j': return va_arg(args->list, uintmax_t);
	case 'z': return va_arg(args->list, size_t);
	case 't': return (uintmax_t)va_arg(args->list, ptrdiff_t);
	default: return va_arg(args->list, unsigned);
	}
}

static void add_text(struct strbuf *text, const struct conversion *conversion, const char *argument,
		     size_t size)
{
	_cleanup_strbuf_ struct strbuf visible = { 0 };
	long columns = 0, pad;
	bool is_left = conversion->width < 0 || strchr(conversion->flags, '-');

	visible_add(&visible, argument, size);
	for (size_t i = 0; i < visible.length; i++)
		columns += (visible.data[i] & 0xc0) != 0x80;
	pad = labs(conversion->width) - columns;
	if (is_left)
		strbuf_adds(text, strbuf_get(&visible));
	for (; pad > 0; pad--)
		strbuf_addc(text, ' ');
	if (!is_left)
		strbuf_adds(text, strbuf_get(&visible));
}

static void add_string(struct strbuf *text, const struct conversion *conversion,
		       const char *argument)
{
	size_t limit = conversion->precision < 0 ? SIZE_MAX : (size_t)conversion->precision;

	if (!argument)
		argument = "(null)";
	add_text(text, conversion, argument, strnlen(argument, limit));
}

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"

static void add_number(struct strbuf *text, const struct conversion *conversion,
		       struct arguments *args)
{
	char kind = conversion->kind, format[24];
	int width = conversion->width, precision = conversion->precision;

	if (strchr("aefgAEFG", kind)) {
		snprintf(format, sizeof(format), "%%%s*.*%c", conversion->flags, kind);
		strbuf_addf(text, format, width, precision, va_arg(args->list, double));
		return;
	}
	snprintf(format, sizeof(format), "%%%s*.*j%c", conversion->flags, kind);
	if (strchr("di", kind))
		strbuf_addf(text, format, width, precision, take_signed(conversion->length, args));
	else
		strbuf_addf(text, format, width, precision,
			    take_unsigned(conversion->length, args));
}

#pragma GCC diagnostic pop

static void add_conversion(struct strbuf *text, const struct conversion *conversion,
			   struct arguments *args)
{
	char c;

	switch (conversion->kind) {
	case '%': strbuf_addc(text, '%'); return;
	case 's': add_string(text, conversion, va_arg(args->list, const char *)); return;
	case 'c':
		c = (char)va_arg(args->list, int);
		add_text(text, conversion, &c, 1);
		return;
	default: break;
	}
	if (!conversion->kind || !strchr("diouxXaefgAEFG", conversion->kind))
		abort(); /* a fault of the program */
	add_number(text, conversion, args);
}

void print_addv(struct strbuf *text, const char *format, va_list list)
{
	struct arguments args;

	va_copy(args.list, list);
	while (*format) {
		size_t length = strcspn(format, "%");

		strbuf_add(text, format, length);
		format += length;
		if (*format) {
			struct conversion conversion;

			format = take_conversion(format + 1, &conversion, &args);
			add_conversion(text, &conversion, &args);
		}
	}
	va_end(args.list);
}

void print_add(struct strbuf *text, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	print_addv(text, format, args);
	va_end(args);
}

/* Writes in one piece, so that messages of several processes don't mix within a line. */
static void put(FILE *out, const struct strbuf *text)
{
	fwrite(strbuf_get(text), 1, text->length, out);
}

void print_to(FILE *out, const char *format, ...)
{
	_cleanup_strbuf_ struct strbuf text = { 0 };
	va_list args;

	va_start(args, format);
	print_addv(&text, format, args);
	va_end(args);
	put(out, &text);
}

void print(const char *format, ...)
{
	_cleanup_strbuf_ struct strbuf text = { 0 };
	va_list args;

	va_start(args, format);
	print_addv(&text, format, args);
	va_end(args);
	put(stdout, &text);
}

void print_lines(FILE *out, const char *lines, size_t size)
{
	_cleanup_strbuf_ struct strbuf text = { 0 };

	visible_add_lines(&text, lines, size);
	put(out, &text);
}

void print_exactly(FILE *out, const char *data, size_t size)
{
	fwrite(data, 1, size, out);
}
