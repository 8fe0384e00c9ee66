/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "rewriter/subject/early.h"

#include "common/xalloc.h"
#include "rewriter/flow/body.h"

/* Functions that are known to run early. Those before `next` were looked at. */
struct search {
	const struct binary *binary;
	VEC(uint32_t) functions;
	size_t next;
	bool *is_early; /* by index of the function */
};

static void add(struct search *search, struct spot spot)
{
	uint32_t number = binary_find_function_at(search->binary, spot);

	if (number == UINT32_MAX || search->is_early[number])
		return;
	search->is_early[number] = true;
	vec_push(&search->functions, number);
}

/* Adds what the function calls or jumps to, as far as it can be decoded. */
static void add_targets(struct search *search, uint32_t number, const struct body *body)
{
	for (size_t i = 0; i < body->instructions.count; i++) {
		uint64_t target = body->instructions.items[i].target;

		if (target != MACHINE_NOWHERE)
			add(search, binary_spot(search->binary, number, target));
	}
}

bool *early_find(const struct binary *binary, struct machine *machine,
		 const struct loading *loading)
{
	struct search search = {
		.binary = binary,
		.is_early = xcalloc(binary->functions.count + 1, sizeof(bool)),
	};
	struct body body = { 0 };

	for (size_t i = 0; i < loading->resolvers.count; i++)
		add(&search, (struct spot){ .address = loading->resolvers.items[i] });
	while (search.next < search.functions.count) {
		uint32_t number = search.functions.items[search.next++];

		(void)body_decode(&body, binary, &binary->functions.items[number], machine);
		add_targets(&search, number, &body);
	}
	body_deinit(&body);
	vec_deinit(&search.functions);
	return search.is_early;
}
