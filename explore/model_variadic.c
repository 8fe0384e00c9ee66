/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Arguments that a function takes from its list. */
#include "explore/model_state.h"
#include "explore/operate.h"
#include "explore/shadow_memory.h"
#include "explore/unit.h"
#include "explore/variadic.h"

/* True if one of SIZE bytes is an input's. */
static bool has_term(const char *at, uint64_t size)
{
	for (uint64_t i = 0; i < size; i++) {
		if (shadow_load(at + i, 1))
			return true;
	}
	return false;
}

/* What lies where compiled code passed it has no term. */
uint32_t model_va_arg(struct frame *frame, const struct call_site *site)
{
	const struct ir_type *type = &site->unit->ir->types[site->result_type];
	struct form form = form_of(type);
	const char *at = variadic_next(model_pointer(frame, site, 0), type->alignment);
	uint32_t term;

	if (!at || !has_term(at, type->size))
		return 0;
	if (form.shape != SHAPE_INTEGER || type->size > 8 || form.precision > 64) {
		path_concretise();
		return 0;
	}
	term = term_extract(&path_terms, shadow_load(at, 8), 0, form.precision);
	return term_extend(&path_terms, term, 64, form.is_signed);
}
