/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "explore/builtin.h"

#include <math.h>
#include <string.h>

#include "explore/call.h"
#include "explore/operate.h"
#include "explore/unit.h"
#include "explore/variadic.h"

#define ARGUMENT(n) builtin_argument(frame, site, n)

#define UNSIGNED_COUNT(name, member, function)                                                     \
	static void name(struct frame *frame, const struct call_site *site)                        \
	{                                                                                          \
		builtin_return(frame, site, function(ARGUMENT(0)->member));                        \
	}

UNSIGNED_COUNT(do_clz, u, __builtin_clz)
UNSIGNED_COUNT(do_clzl, u, __builtin_clzl)
UNSIGNED_COUNT(do_ctzl, u, __builtin_ctzl)
UNSIGNED_COUNT(do_popcountl, u, __builtin_popcountl)
UNSIGNED_COUNT(do_parityl, u, __builtin_parityl)
UNSIGNED_COUNT(do_ffsl, i, __builtin_ffsl)
UNSIGNED_COUNT(do_clrsb, i, __builtin_clrsb)
UNSIGNED_COUNT(do_clrsbl, i, __builtin_clrsbl)
UNSIGNED_COUNT(do_bswap16, u, __builtin_bswap16)
UNSIGNED_COUNT(do_bswap32, u, __builtin_bswap32)
UNSIGNED_COUNT(do_bswap64, u, (int64_t)__builtin_bswap64)

static void do_first(struct frame *frame, const struct call_site *site)
{
	if (site->has_result)
		*slot_of(frame, site->result) = *ARGUMENT(0);
}

static void do_nothing(struct frame *frame, const struct call_site *site)
{
	(void)frame;
	(void)site;
}

static void do_zero(struct frame *frame, const struct call_site *site)
{
	builtin_return(frame, site, 0);
}

static void do_trap(struct frame *frame, const struct call_site *site)
{
	(void)frame;
	(void)site;
	__builtin_trap();
}

/* What the compiler answers if it does not know the object. */
static void do_object_size(struct frame *frame, const struct call_site *site)
{
	builtin_return(frame, site, ARGUMENT(1)->i & 2 ? 0 : -1);
}

static int classify(const struct frame *frame, const struct call_site *site, uint32_t position)
{
	const struct call_argument *argument = &site->arguments[position];
	struct form form = form_of(&site->unit->ir->types[argument->type]);
	const union word *value = slot_of(frame, argument->slot);

	return form.shape == SHAPE_F32	 ? fpclassify(value->f)
	       : form.shape == SHAPE_F64 ? fpclassify(value->d)
					 : fpclassify(value->x);
}

static bool is_negative(const struct frame *frame, const struct call_site *site)
{
	const struct call_argument *argument = &site->arguments[0];
	struct form form = form_of(&site->unit->ir->types[argument->type]);
	const union word *value = slot_of(frame, argument->slot);

	return form.shape == SHAPE_F32	 ? signbit(value->f)
	       : form.shape == SHAPE_F64 ? signbit(value->d)
					 : signbit(value->x);
}

static void do_isnan(struct frame *frame, const struct call_site *site)
{
	builtin_return(frame, site, classify(frame, site, 0) == FP_NAN);
}

static void do_isinf(struct frame *frame, const struct call_site *site)
{
	builtin_return(frame, site, classify(frame, site, 0) == FP_INFINITE);
}

static void do_isinf_sign(struct frame *frame, const struct call_site *site)
{
	bool is_infinite = classify(frame, site, 0) == FP_INFINITE;

	builtin_return(frame, site, !is_infinite ? 0 : is_negative(frame, site) ? -1 : 1);
}

static void do_isfinite(struct frame *frame, const struct call_site *site)
{
	int class = classify(frame, site, 0);

	builtin_return(frame, site, class != FP_NAN && class != FP_INFINITE);
}

static void do_isnormal(struct frame *frame, const struct call_site *site)
{
	builtin_return(frame, site, classify(frame, site, 0) == FP_NORMAL);
}

static void do_signbit(struct frame *frame, const struct call_site *site)
{
	builtin_return(frame, site, is_negative(frame, site));
}

/* fpclassify(nan, infinite, normal, subnormal, zero, x) */
static void do_fpclassify(struct frame *frame, const struct call_site *site)
{
	int class = classify(frame, site, 5);
	uint32_t position = class == FP_NAN	    ? 0
			    : class == FP_INFINITE  ? 1
			    : class == FP_NORMAL    ? 2
			    : class == FP_SUBNORMAL ? 3
						    : 4;

	builtin_return(frame, site, ARGUMENT(position)->i);
}

/* ---- variadic arguments */

#define GP_END 48u
#define FP_END 176u

static void do_va_start(struct frame *frame, const struct call_site *site)
{
	struct va_list_row row = { GP_END, FP_END, frame->overflow, NULL };

	memcpy(ARGUMENT(0)->p, &row, sizeof(row));
}

static void do_va_copy(struct frame *frame, const struct call_site *site)
{
	memcpy(ARGUMENT(0)->p, ARGUMENT(1)->p, sizeof(struct va_list_row));
}

static char *take_overflow(struct va_list_row *row, const struct ir_type *type)
{
	char *at = variadic_place(row->overflow, type->alignment);

	row->overflow = variadic_end(at, type);
	return at;
}

/* An object of up to 16 bytes comes from registers; each eight bytes have a kind of their own. */
static const char *take_object(const struct ir_type *type, const ffi_type *passed,
			       struct va_list_row *row, char *pieces)
{
	bool is_float[2] = { false, false };
	bool is_in_memory = type->size > sizeof(union word);
	uint32_t gp = 0;
	uint32_t fp = 0;

	for (unsigned i = 0; !is_in_memory && i < 2 && passed->elements[i]; i++)
		is_float[i] = passed->elements[i]->type == FFI_TYPE_FLOAT ||
			      passed->elements[i]->type == FFI_TYPE_DOUBLE;
	for (unsigned i = 0; i < (type->size + 7) / 8 && i < 2; i++) {
		gp += is_float[i] ? 0 : 8;
		fp += is_float[i] ? 16 : 0;
	}
	if (is_in_memory || row->gp_offset + gp > GP_END || row->fp_offset + fp > FP_END)
		return take_overflow(row, type);
	for (unsigned i = 0; i < (type->size + 7) / 8; i++) {
		uint32_t *offset = is_float[i] ? &row->fp_offset : &row->gp_offset;

		memcpy(pieces + i * 8, row->registers + *offset, 8);
		*offset += is_float[i] ? 16 : 8;
	}
	return pieces;
}

static const char *take_scalar(struct form form, const struct ir_type *type,
			       struct va_list_row *row)
{
	bool is_float = form.shape == SHAPE_F32 || form.shape == SHAPE_F64;
	uint32_t *offset = is_float ? &row->fp_offset : &row->gp_offset;
	uint32_t size = is_float ? 16 : type->size > 8 ? 16 : 8;

	if (form.shape == SHAPE_F80 || *offset + size > (is_float ? FP_END : GP_END))
		return take_overflow(row, type);
	*offset += size;
	return row->registers + *offset - size;
}

void builtin_va_arg(struct frame *frame, const struct call_site *site)
{
	const struct ir_type *type = &site->unit->ir->types[site->result_type];
	struct form form = form_of(type);
	struct va_list_row *row = ARGUMENT(0)->p;
	char pieces[16];

	if (form.shape == SHAPE_NONE) {
		const char *from = take_object(type, site->cif.rtype, row, pieces);

		if (site->object != UINT32_MAX)
			memcpy(slot_of(frame, site->object)->p, from, type->size);
		return;
	}
	union word value = { 0 };

	memcpy(&value, take_scalar(form, type, row), type->size);
	if (form.shape == SHAPE_INTEGER)
		slot_normalise(&value, form);
	if (site->has_result)
		*slot_of(frame, site->result) = value;
}

/* ---- */

builtin_fn *builtin_find(const char *name)
{
	static const struct {
		const char *name;
		builtin_fn *function;
	} rows[] = {
		{ "expect", do_first },
		{ "expect_with_probability", do_first },
		{ "assume_aligned", do_first },
		{ "constant_p", do_zero },
		{ "prefetch", do_nothing },
		{ "va_end", do_nothing },
		{ "va_start", do_va_start },
		{ "va_copy", do_va_copy },
		{ "unreachable", do_trap },
		{ "trap", do_trap },
		{ "object_size", do_object_size },
		{ "dynamic_object_size", do_object_size },
		{ "clz", do_clz },
		{ "clzl", do_clzl },
		{ "clzll", do_clzl },
		{ "ctz", do_ctzl },
		{ "ctzl", do_ctzl },
		{ "ctzll", do_ctzl },
		{ "popcount", do_popcountl },
		{ "popcountl", do_popcountl },
		{ "popcountll", do_popcountl },
		{ "parity", do_parityl },
		{ "parityl", do_parityl },
		{ "parityll", do_parityl },
		{ "ffsl", do_ffsl },
		{ "ffsll", do_ffsl },
		{ "clrsb", do_clrsb },
		{ "clrsbl", do_clrsbl },
		{ "clrsbll", do_clrsbl },
		{ "bswap16", do_bswap16 },
		{ "bswap32", do_bswap32 },
		{ "bswap64", do_bswap64 },
		{ "isnan", do_isnan },
		{ "isinf", do_isinf },
		{ "isinf_sign", do_isinf_sign },
		{ "isfinite", do_isfinite },
		{ "isnormal", do_isnormal },
		{ "signbit", do_signbit },
		{ "signbitf", do_signbit },
		{ "signbitl", do_signbit },
		{ "fpclassify", do_fpclassify },
	};
	static const char prefix[] = "__builtin_";

	if (strcmp(name, "signbit") == 0 || strcmp(name, "signbitf") == 0 ||
	    strcmp(name, "signbitl") == 0)
		return do_signbit; /* the library has macros alone */
	if (strncmp(name, prefix, sizeof(prefix) - 1) != 0)
		return NULL;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		if (strcmp(rows[i].name, name + sizeof(prefix) - 1) == 0)
			return rows[i].function;
	}
	return NULL;
}
