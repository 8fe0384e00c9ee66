/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What is printed on standard output and standard error, as pieces of remt/path.h. What is printed in
 * another way shows in the end, as the pieces then do not make the output of the run. Inputs that go
 * into other files are lost, and the path says so.
 */
#include "explore/model_state.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <string.h>
#include <unistd.h>

#include "explore/shadow_memory.h"

/* Where a call prints. */
struct sink {
	const struct frame *frame;
	int stream;	 /* of remt/path.h; -1: another file */
	bool has_inputs; /* what was printed depends on inputs */
};

static int stream_of(const void *file)
{
	return file == stdout ? 0 : file == stderr ? 1 : -1;
}

/* Ends a call that printed: how much it was is that of this run. */
static uint32_t finish(const struct sink *sink, const struct call_site *site)
{
	if (sink->has_inputs && (sink->stream < 0 || site->has_result))
		path_concretise();
	return 0;
}

/* ---- pieces */

static void put_text(const struct sink *sink, const char *text, size_t size)
{
	if (sink->stream < 0)
		return;
	path_print_text((unsigned)sink->stream, text, size);
	path_print_as((unsigned)sink->stream, text, size);
}

/* Adds a piece that depends on inputs; TEXT is what it is in this run. */
static void put_piece(struct sink *sink, struct remt_path_output piece, const char *text,
		      size_t size)
{
	sink->has_inputs = true;
	if (sink->stream < 0)
		return;
	piece.stream = (uint32_t)sink->stream;
	path_print(piece);
	path_print_as(piece.stream, text, size);
}

/* BYTE may have a term, of 8 bits. */
static void put_byte(struct sink *sink, char byte, uint32_t term)
{
	uint64_t number;

	if (!term || term_is_constant(&path_terms, term, &number))
		put_text(sink, &byte, 1);
	else
		put_piece(sink,
			  (struct remt_path_output){ .kind = REMT_PATH_BYTE,
						     .term = term,
						     .value = (unsigned char)byte },
			  &byte, 1);
}

static void put_memory(struct sink *sink, const char *at, size_t size)
{
	for (size_t i = 0; i < size && path_is_on(); i++)
		put_byte(sink, at[i], shadow_load(at + i, 1));
}

/* Returns the length of a text of up to LIMIT bytes, which the path decides. */
static size_t length_of(const struct sink *sink, const char *text, size_t limit)
{
	size_t ret = 0;

	while (ret < limit && path_is_on() && !model_decide_byte(sink->frame, text + ret, 0, 0))
		ret++;
	return ret;
}

static void put_string(struct sink *sink, const char *text)
{
	put_memory(sink, text, length_of(sink, text, SIZE_MAX));
}

/* ---- formats */

/* A conversion of a format. */
struct conversion {
	const char *end; /* behind it */
	char flags[8];
	int width, precision; /* -1: none */
	unsigned bits;	      /* of an integer */
	bool is_long_double;
	char kind; /* 0: not known */
};

/* Arguments that have not been converted yet. */
struct arguments {
	struct frame *frame;
	const struct call_site *site;
	uint32_t next;
};

/* Of a width or precision among the arguments: it means something else. */
#define NEGATIVE (-2)

static int read_number(const char **at, struct arguments *arguments)
{
	int ret = 0;

	if (**at == '*') {
		(*at)++;
		ret = (int)model_integer(arguments->frame, arguments->site, arguments->next++);
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
		put_text(sink, text, strlen(text));
	else
		put_piece(sink,
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
		put_text(sink, " ", 1);
}

static void put_padded(struct sink *sink, const struct conversion *conversion, const char *text)
{
	size_t limit = conversion->precision < 0 ? SIZE_MAX : (size_t)conversion->precision;
	size_t size;

	if (!text)
		text = "(null)";
	size = length_of(sink, text, limit);
	pad(sink, conversion, size, true);
	put_memory(sink, text, size);
	pad(sink, conversion, size, false);
}

static void put_character(struct sink *sink, const struct conversion *conversion,
			  const union word *word, uint32_t term)
{
	pad(sink, conversion, 1, true);
	put_byte(sink, (char)word->u, term ? term_extract(&path_terms, term, 0, 8) : 0);
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
	put_text(sink, text, strlen(text));
}

/* False: what this conversion prints is not known. */
static bool put_conversion(struct sink *sink, const struct conversion *conversion,
			   struct arguments *arguments)
{
	const struct call_argument *argument = &arguments->site->arguments[arguments->next];
	const union word *word;
	uint32_t term;

	if (conversion->kind == '%') {
		put_text(sink, "%", 1);
		return true;
	}
	if (!conversion->kind || conversion->is_long_double || conversion->width > 400 ||
	    conversion->precision > 400 || arguments->next >= arguments->site->nr_arguments)
		return false;
	arguments->next++;
	word = slot_of(arguments->frame, argument->slot);
	term = shadow_of(arguments->frame, argument->slot);
	switch (conversion->kind) {
	case 's':
		if (conversion->bits == 64)
			return false;
		shadow_pin(arguments->frame, argument->slot);
		put_padded(sink, conversion, word->p);
		break;
	case 'c':
		if (conversion->bits == 64)
			return false;
		put_character(sink, conversion, word, term);
		break;
	case 'd':
	case 'u':
	case 'x':
	case 'X':
	case 'o': put_integer(sink, conversion, word, term); break;
	default:
		shadow_pin(arguments->frame, argument->slot);
		put_constant(sink, conversion, word);
		break;
	}
	return true;
}

static void put_format(struct sink *sink, const char *format, struct arguments *arguments)
{
	while (*format && path_is_on()) {
		struct conversion conversion;

		if (*format != '%') {
			put_text(sink, format++, 1);
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

/* Prints the format that is argument number I. */
static uint32_t print_format(struct frame *frame, const struct call_site *site, int stream,
			     uint32_t i)
{
	struct sink sink = { .frame = frame, .stream = stream };
	struct arguments arguments = { frame, site, i + 1 };

	model_pin_text(frame, model_pointer(frame, site, i));
	put_format(&sink, model_pointer(frame, site, i), &arguments);
	return finish(&sink, site);
}

uint32_t model_printf(struct frame *frame, const struct call_site *site)
{
	return print_format(frame, site, 0, 0);
}

uint32_t model_printf_chk(struct frame *frame, const struct call_site *site)
{
	return print_format(frame, site, 0, 1);
}

uint32_t model_fprintf(struct frame *frame, const struct call_site *site)
{
	return print_format(frame, site, stream_of(model_pointer(frame, site, 0)), 1);
}

uint32_t model_fprintf_chk(struct frame *frame, const struct call_site *site)
{
	return print_format(frame, site, stream_of(model_pointer(frame, site, 0)), 2);
}

/* ---- texts and bytes */

uint32_t model_puts(struct frame *frame, const struct call_site *site)
{
	struct sink sink = { .frame = frame, .stream = 0 };

	put_string(&sink, model_pointer(frame, site, 0));
	put_text(&sink, "\n", 1);
	return finish(&sink, site);
}

uint32_t model_fputs(struct frame *frame, const struct call_site *site)
{
	struct sink sink = { .frame = frame, .stream = stream_of(model_pointer(frame, site, 1)) };

	put_string(&sink, model_pointer(frame, site, 0));
	return finish(&sink, site);
}

static uint32_t print_byte(struct frame *frame, const struct call_site *site, int stream)
{
	struct sink sink = { .frame = frame, .stream = stream };
	uint32_t slot = site->arguments[0].slot;
	uint32_t term = shadow_of(frame, slot);

	put_byte(&sink, (char)slot_of(frame, slot)->u,
		 term ? term_extract(&path_terms, term, 0, 8) : 0);
	return finish(&sink, site);
}

uint32_t model_putchar(struct frame *frame, const struct call_site *site)
{
	return print_byte(frame, site, 0);
}

uint32_t model_fputc(struct frame *frame, const struct call_site *site)
{
	return print_byte(frame, site, stream_of(model_pointer(frame, site, 1)));
}

uint32_t model_fwrite(struct frame *frame, const struct call_site *site)
{
	struct sink sink = { .frame = frame, .stream = stream_of(model_pointer(frame, site, 3)) };
	size_t size = (size_t)model_integer(frame, site, 1) * (size_t)model_integer(frame, site, 2);

	put_memory(&sink, model_pointer(frame, site, 0), size);
	return finish(&sink, site);
}

uint32_t model_write(struct frame *frame, const struct call_site *site)
{
	int64_t fd = model_integer(frame, site, 0);
	FILE *file = fd == STDOUT_FILENO ? stdout : fd == STDERR_FILENO ? stderr : NULL;
	struct sink sink = { .frame = frame, .stream = stream_of(file) };

	/* What waits in the stream comes behind it. */
	if (file && __fpending(file))
		path_concretise();
	if (model_integer(frame, site, 2) > 0)
		put_memory(&sink, model_pointer(frame, site, 1),
			   (size_t)model_integer(frame, site, 2));
	return finish(&sink, site);
}

/* ---- the end */

uint32_t model_exit(struct frame *frame, const struct call_site *site)
{
	uint32_t slot = site->arguments[0].slot;

	shadow_status(shadow_of(frame, slot), slot_of(frame, slot)->i);
	return 0;
}

/* Prints what it is given, and ends the run. */
uint32_t model_assert_fail(struct frame *frame, const struct call_site *site)
{
	struct sink sink = { .frame = frame, .stream = 1 };
	char line[32];

	snprintf(line, sizeof(line), "%u", (unsigned)model_integer(frame, site, 2));
	put_text(&sink, program_invocation_short_name, strlen(program_invocation_short_name));
	put_text(&sink, ": ", 2);
	put_string(&sink, model_pointer(frame, site, 1));
	put_text(&sink, ":", 1);
	put_text(&sink, line, strlen(line));
	put_text(&sink, ": ", 2);
	put_string(&sink, model_pointer(frame, site, 3));
	put_text(&sink, ": Assertion `", 13);
	put_string(&sink, model_pointer(frame, site, 0));
	put_text(&sink, "' failed.\n", 10);
	return 0;
}
