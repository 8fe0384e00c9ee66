/* SPDX-License-Identifier: GPL-3.0-or-later */
/* printf() and its like. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "explore/model_format.h"
#include "explore/model_sink.h"
#include "explore/model_state.h"
#include "explore/shadow_memory.h"
#include "explore/variadic.h"

/* A conversion of a format. */
struct conversion {
	const char *end; /* behind it */
	char flags[8];
	int width, precision; /* -1: none */
	unsigned bits;	      /* of an integer */
	bool is_long_double;
	char kind; /* 0: not known */
};

/* Arguments that have not been converted yet: of the call, or of a list. */
struct arguments {
	struct frame *frame;
	const struct call_site *site;
	uint32_t next;
	bool has_list;
	va_list list;
};

/* One argument. */
struct taken {
	union word word;
	uint32_t term;
};

/* Takes the next argument of the call; false: there is none. */
static bool take_of_call(struct arguments *arguments, bool is_pinned, struct taken *ret)
{
	uint32_t slot;

	if (arguments->next >= arguments->site->nr_arguments)
		return false;
	slot = arguments->site->arguments[arguments->next++].slot;
	if (is_pinned)
		shadow_pin(arguments->frame, slot);
	*ret = (struct taken){ *slot_of(arguments->frame, slot),
			       is_pinned ? 0 : shadow_of(arguments->frame, slot) };
	return true;
}

/* The term of the next argument of a list, which an evaluated function made; of another one there is none. */
static uint32_t term_of_list(const struct arguments *arguments)
{
	const char *at = variadic_next(arguments->list, 8);

	return at ? shadow_load(at, 8) : 0;
}

/* Takes an int of the list, which is that of this run. */
static int64_t take_pinned_int(struct arguments *arguments)
{
	uint32_t term = term_of_list(arguments);
	int ret = va_arg(arguments->list, int);

	if (term)
		shadow_take_value(arguments->frame, term_extract(&path_terms, term, 0, 32),
				  (uint32_t)ret);
	return ret;
}

/* Of a width or precision among the arguments: it means something else. */
#define NEGATIVE (-2)

static int read_number(const char **at, struct arguments *arguments)
{
	int ret = 0;

	if (**at == '*') {
		struct taken taken = { { 0 }, 0 };

		(*at)++;
		if (arguments->has_list)
			taken.word.i = take_pinned_int(arguments);
		else
			take_of_call(arguments, true, &taken);
		ret = (int)taken.word.i;
		return ret < 0 ? NEGATIVE : ret;
	}
	for (; **at >= '0' && **at <= '9' && ret < 100000; (*at)++)
		ret = 10 * ret + (**at - '0');
	return ret;
}

static const char *read_size(const char *at, struct conversion *ret)
{
	ret->bits = 32;
	for (; *at && strchr("hlLqjzt", *at); at++) {
		if (*at == 'h')
			ret->bits = ret->bits == 16 ? 8 : 16;
		else
			ret->bits = 64;
		ret->is_long_double |= *at == 'L';
	}
	return at;
}

/* AT is behind the '%'. */
static struct conversion read_conversion(const char *at, struct arguments *arguments)
{
	struct conversion ret = { .width = -1, .precision = -1 };
	size_t nr_flags = 0;

	for (; *at && strchr("-+ #0", *at) && nr_flags < sizeof(ret.flags) - 1; at++)
		ret.flags[nr_flags++] = *at;
	if (*at == '*' || (*at >= '1' && *at <= '9'))
		ret.width = read_number(&at, arguments);
	if (*at == '.') {
		at++;
		ret.precision = read_number(&at, arguments);
	}
	at = read_size(at, &ret);
	if (*at && strchr("diuxXocspeEfFgG%", *at) && ret.width >= -1 && ret.precision >= -1)
		ret.kind = *at == 'i' ? 'd' : *at;
	ret.end = *at ? at + 1 : at;
	return ret;
}

/* Writes a conversion with the length modifier SIZE; the same conversions get the same text. */
static void write_conversion(const struct conversion *conversion, const char *size, char ret[64])
{
	char width[16] = "";
	char precision[16] = "";

	if (conversion->width >= 0)
		snprintf(width, sizeof(width), "%d", conversion->width);
	if (conversion->precision >= 0)
		snprintf(precision, sizeof(precision), ".%d", conversion->precision);
	snprintf(ret, 64, "%%%s%s%s%s%c", conversion->flags, width, precision, size,
		 conversion->kind);
}

/* snprintf() with a format of write_conversion()'s. */
static void convert(char *text, size_t size, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(text, size, format, arguments);
	va_end(arguments);
}

/* Adds an integer to what goes to memory. */
static void write_integer(struct sink *sink, const struct conversion *conversion, uint32_t term,
			  uint64_t value, const char *text)
{
	size_t size = strlen(text);
	const struct number number = {
		.term = term,
		.bits = conversion->bits,
		.is_signed = conversion->kind == 'd',
		.base = strchr("xX", conversion->kind) ? 16
			: conversion->kind == 'o'      ? 8
						       : 10,
		.is_upper = conversion->kind == 'X',
		.has_zero = conversion->precision == 0 || strchr(conversion->flags, '#'),
		.value = term_mask(value, conversion->bits),
	};

	while (size && text[size - 1] == ' ')
		size--;
	written_number(sink, &number, text, size);
	sink_text(sink, text + size, strlen(text + size));
}

static void put_integer(struct sink *sink, const struct conversion *conversion,
			const union word *word, uint32_t term)
{
	uint64_t number = term_mask(word->u, conversion->bits);
	bool is_negative = conversion->kind == 'd' && number >> (conversion->bits - 1);
	char format[64];
	char text[512];
	uint64_t constant;

	if (is_negative && conversion->bits < 64)
		number |= UINT64_MAX << conversion->bits;
	write_conversion(conversion, "l", format);
	convert(text, sizeof(text), format, number);
	if (term)
		term = term_extract(&path_terms, term, 0, conversion->bits);
	if (!term || term_is_constant(&path_terms, term, &constant))
		sink_text(sink, text, strlen(text));
	else if (sink->written)
		write_integer(sink, conversion, term, number, text);
	else
		sink_piece(
			sink,
			(struct remt_path_output){
				.kind = REMT_PATH_NUMBER,
				.term = term,
				.text = remt_path_hash(REMT_PATH_NO_TEXT, format, strlen(format)),
				.value = term_mask(number, conversion->bits) },
			text, strlen(text));
}

static void pad(const struct sink *sink, const struct conversion *conversion, size_t size,
		bool is_left)
{
	if (is_left != (strchr(conversion->flags, '-') == NULL))
		return;
	for (size_t i = size; conversion->width > 0 && i < (size_t)conversion->width; i++)
		sink_text(sink, " ", 1);
}

static void put_padded(struct sink *sink, const struct conversion *conversion, const char *text)
{
	size_t limit = conversion->precision < 0 ? SIZE_MAX : (size_t)conversion->precision;
	size_t size;

	if (!text)
		text = "(null)";
	size = sink_length(sink, text, limit);
	pad(sink, conversion, size, true);
	sink_memory(sink, text, size);
	pad(sink, conversion, size, false);
}

static void put_character(struct sink *sink, const struct conversion *conversion,
			  const union word *word, uint32_t term)
{
	pad(sink, conversion, 1, true);
	sink_byte(sink, (char)word->u, term ? term_extract(&path_terms, term, 0, 8) : 0);
	pad(sink, conversion, 1, false);
}

/* What is computed in floating point or is an address has no term. */
static void put_constant(struct sink *sink, const struct conversion *conversion,
			 const union word *word)
{
	char format[64];
	char text[512];

	write_conversion(conversion, "", format);
	if (conversion->kind == 'p')
		convert(text, sizeof(text), format, word->p);
	else
		convert(text, sizeof(text), format, word->d);
	sink_text(sink, text, strlen(text));
}

/* Takes what CONVERSION wants; false: there is nothing. */
static bool take(struct arguments *arguments, const struct conversion *conversion,
		 struct taken *ret)
{
	bool is_integer = strchr("duxXoc", conversion->kind) != NULL;

	if (!arguments->has_list)
		return take_of_call(arguments, !is_integer, ret);
	*ret = (struct taken){ { 0 }, term_of_list(arguments) };
	if (is_integer && conversion->bits == 64)
		ret->word.i = va_arg(arguments->list, long);
	else if (is_integer)
		ret->word.i = va_arg(arguments->list, int);
	else if (strchr("sp", conversion->kind))
		ret->word.p = va_arg(arguments->list, void *);
	else
		ret->word.d = va_arg(arguments->list, double);
	if (!is_integer && ret->term)
		shadow_take_value(arguments->frame, ret->term, ret->word.u);
	return true;
}

/* False: what this conversion prints is not known. */
static bool put_conversion(struct sink *sink, const struct conversion *conversion,
			   struct arguments *arguments)
{
	struct taken taken;

	if (conversion->kind == '%') {
		sink_text(sink, "%", 1);
		return true;
	}
	if (!conversion->kind || conversion->is_long_double || conversion->width > 400 ||
	    conversion->precision > 400 ||
	    (conversion->bits == 64 && strchr("sc", conversion->kind)) ||
	    !take(arguments, conversion, &taken))
		return false;
	switch (conversion->kind) {
	case 's': put_padded(sink, conversion, taken.word.p); break;
	case 'c': put_character(sink, conversion, &taken.word, taken.term); break;
	case 'd':
	case 'u':
	case 'x':
	case 'X':
	case 'o': put_integer(sink, conversion, &taken.word, taken.term); break;
	default: put_constant(sink, conversion, &taken.word); break;
	}
	return true;
}

static void put_format(struct sink *sink, const char *format, struct arguments *arguments)
{
	while (*format && path_is_on()) {
		struct conversion conversion;

		if (*format != '%') {
			sink_text(sink, format++, 1);
			continue;
		}
		conversion = read_conversion(format + 1, arguments);
		if (!put_conversion(sink, &conversion, arguments)) {
			path_concretise();
			return;
		}
		format = conversion.end;
	}
}

void format_put(struct sink *sink, struct frame *frame, const struct call_site *site, uint32_t i,
		bool has_list)
{
	struct arguments arguments = {
		.frame = frame, .site = site, .next = i + 1, .has_list = has_list
	};

	if (has_list)
		va_copy(arguments.list, *(va_list *)model_pointer(frame, site, i + 1));
	model_pin_text(frame, model_pointer(frame, site, i));
	put_format(sink, model_pointer(frame, site, i), &arguments);
	if (has_list)
		va_end(arguments.list);
}

/* Prints the format that is argument number I. */
static uint32_t print_format(struct sink sink, struct frame *frame, const struct call_site *site,
			     uint32_t i, bool has_list)
{
	format_put(&sink, frame, site, i, has_list);
	sink_finish(&sink, site);
	return 0;
}

/* Prints it to the FILE that is argument number 0. */
static uint32_t print_to_file(struct frame *frame, const struct call_site *site, uint32_t i,
			      bool has_list)
{
	return print_format(sink_of(frame, model_pointer(frame, site, 0)), frame, site, i,
			    has_list);
}

uint32_t model_printf(struct frame *frame, const struct call_site *site)
{
	return print_format(sink_standard(frame), frame, site, 0, false);
}

uint32_t model_printf_chk(struct frame *frame, const struct call_site *site)
{
	return print_format(sink_standard(frame), frame, site, 1, false);
}

uint32_t model_fprintf(struct frame *frame, const struct call_site *site)
{
	return print_to_file(frame, site, 1, false);
}

uint32_t model_fprintf_chk(struct frame *frame, const struct call_site *site)
{
	return print_to_file(frame, site, 2, false);
}

uint32_t model_vprintf(struct frame *frame, const struct call_site *site)
{
	return print_format(sink_standard(frame), frame, site, 0, true);
}

uint32_t model_vprintf_chk(struct frame *frame, const struct call_site *site)
{
	return print_format(sink_standard(frame), frame, site, 1, true);
}

uint32_t model_vfprintf(struct frame *frame, const struct call_site *site)
{
	return print_to_file(frame, site, 1, true);
}

uint32_t model_vfprintf_chk(struct frame *frame, const struct call_site *site)
{
	return print_to_file(frame, site, 2, true);
}
