/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "term/column.h"

#include <stdlib.h>

#include "common/xalloc.h"
#include "term/compute.h"

void columns_init(struct columns *columns, const struct terms *terms, size_t max)
{
	*columns = (struct columns){ .terms = terms, .max = max };
}

static void drop_all(struct columns *columns)
{
	for (size_t i = 0; i < columns->items.count; i++)
		free(columns->items.items[i]);
	vec_deinit(&columns->items);
	slots_deinit(&columns->by_term);
}

void columns_deinit(struct columns *columns)
{
	drop_all(columns);
	vec_deinit(&columns->stack);
}

static const uint64_t *find(const struct columns *columns, uint32_t term)
{
	uint32_t index = slots_find(&columns->by_term, term);

	return index == SLOTS_NONE ? NULL : columns->items.items[index];
}

/* Returns the column of OPERAND, which is there; NULL: it is none. */
static const uint64_t *operand(const struct columns *columns, uint32_t term)
{
	return term ? find(columns, term) : NULL;
}

/* Computes the column of TERM, whose operands have one. */
static void add(struct columns *columns, uint32_t term)
{
	const struct term *items = columns->terms->items, *row = &items[term];
	const uint64_t *a = operand(columns, row->a), *b = operand(columns, row->b);
	const uint64_t *c = operand(columns, row->c);
	uint64_t *values = xcalloc(COLUMN_SIZE, sizeof(*values));

	for (unsigned i = 0; i < COLUMN_SIZE; i++) {
		if (row->operation == TERM_CONSTANT)
			values[i] = row->number;
		else if (row->operation == TERM_INPUT)
			values[i] = i;
		else
			values[i] = compute(row, items[row->a].width, items[row->b].width,
					    a ? a[i] : 0, b ? b[i] : 0, c ? c[i] : 0);
	}
	slots_add(&columns->by_term, term, (uint32_t)columns->items.count);
	vec_push(&columns->items, values);
}

static void push_unknown(struct columns *columns, uint32_t term)
{
	if (term && !find(columns, term))
		vec_push(&columns->stack, term);
}

const uint64_t *columns_get(struct columns *columns, uint32_t term)
{
	size_t limit;

	if (columns->items.count >= columns->max)
		drop_all(columns);
	limit = columns->items.count + columns->max;
	push_unknown(columns, term);
	while (columns->stack.count) {
		uint32_t top = columns->stack.items[columns->stack.count - 1];
		const struct term *row = term_get(columns->terms, top);
		size_t before = columns->stack.count;

		if (!find(columns, top)) {
			push_unknown(columns, row->a);
			push_unknown(columns, row->b);
			push_unknown(columns, row->c);
			if (columns->stack.count > before)
				continue;
			if (columns->items.count >= limit) {
				columns->stack.count = 0;
				drop_all(columns);
				return NULL;
			}
			add(columns, top);
		}
		columns->stack.count--;
	}
	return find(columns, term);
}
