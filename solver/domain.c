/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "solver/domain.h"

#include <stdlib.h>
#include <string.h>

#include "common/compare.h"
#include "common/xalloc.h"
#include "term/column.h"

enum {
	MAX_COLUMNS = 4096, /* so many take 8 MB */
	MAX_TRIES = 4096,   /* combinations of values that are tried in one go */
	MAX_WORK = 1 << 24, /* parts of terms that are computed for these */
};

/* The domain of a condition. */
struct answer {
	struct domain domain;
	bool is_known; /* else it would take too much memory */
};

struct domains {
	struct supports *supports;
	const struct deadline *deadline; /* NULL: none */
	struct columns columns;
	VEC(struct answer) answers;
	struct slots by_condition; /* the index of its answer */
};

struct domains *domains_create(const struct terms *terms, struct supports *supports,
			       const struct deadline *deadline)
{
	struct domains *domains = xcalloc(1, sizeof(*domains));

	columns_init(&domains->columns, terms, MAX_COLUMNS);
	domains->supports = supports;
	domains->deadline = deadline;
	return domains;
}

void domains_destroy(struct domains *domains)
{
	if (!domains)
		return;
	columns_deinit(&domains->columns);
	vec_deinit(&domains->answers);
	slots_deinit(&domains->by_condition);
	free(domains);
}

/* ---- domains */

/* Returns what is known of CONDITION, which is about one input. */
static struct answer find_answer(struct domains *domains, uint32_t condition)
{
	uint32_t index = slots_find(&domains->by_condition, condition);
	struct answer answer = { .is_known = false };
	const uint64_t *values;

	if (index != SLOTS_NONE)
		return domains->answers.items[index];
	/* Of many conditions, all columns take their time. */
	if (domains->deadline && deadline_is_over(domains->deadline))
		return answer;
	values = columns_get(&domains->columns, condition);
	for (unsigned i = 0; values && i < COLUMN_SIZE; i++)
		answer.domain.bits[i / 64] |= values[i] << i % 64;
	answer.is_known = values != NULL;
	slots_add(&domains->by_condition, condition, (uint32_t)domains->answers.count);
	vec_push(&domains->answers, answer);
	return answer;
}

unsigned char domain_next(const struct domain *domain, unsigned char value)
{
	do
		value++;
	while (!domain_has(domain, value));
	return value;
}

static unsigned nr_values(const struct domain *domain)
{
	unsigned number = 0;

	for (unsigned i = 0; i < 4; i++)
		number += (unsigned)__builtin_popcountll(domain->bits[i]);
	return number;
}

/* Intersects TO with BY; false: nothing changed. */
static bool intersect(struct domain *to, const struct domain *by)
{
	const struct domain before = *to;

	for (unsigned i = 0; i < 4; i++)
		to->bits[i] &= by->bits[i];
	return memcmp(&before, to, sizeof(before)) != 0;
}

/* Returns the index of INPUT in the inputs of GROUP, which has it. */
static size_t index_of(const struct group *group, uint32_t input)
{
	size_t low = 0, high = group->inputs.count;

	while (high - low > 1) {
		size_t middle = low + (high - low) / 2;

		if (group->inputs.items[middle] <= input)
			low = middle;
		else
			high = middle;
	}
	return low;
}

/* True if CONDITION says something that those before it do not. */
static bool narrow_by(struct domains *domains, struct narrowed *narrowed, uint32_t condition)
{
	uint32_t input = supports_single(domains->supports, condition);
	struct answer answer = { .is_known = false };
	struct domain *allowed;

	if (input == SUPPORT_NONE)
		return true;
	if (input != SUPPORT_MANY)
		answer = find_answer(domains, condition);
	if (!answer.is_known) {
		narrowed->nr_joint++;
		return true;
	}
	allowed = &narrowed->allowed[index_of(&narrowed->group, input)];
	if (!intersect(allowed, &answer.domain))
		return false;
	narrowed->is_empty |= nr_values(allowed) == 0;
	return true;
}

void domains_narrow(struct domains *domains, const struct group *group, struct narrowed *ret)
{
	size_t nr_inputs = group->inputs.count;

	*ret = (struct narrowed){ .allowed = xcalloc(nr_inputs + 1, sizeof(*ret->allowed)) };
	memset(ret->allowed, 0xff, nr_inputs * sizeof(*ret->allowed));
	for (size_t i = 0; i < nr_inputs; i++)
		vec_push(&ret->group.inputs, group->inputs.items[i]);
	for (size_t i = 0; i < group->conditions.count && !ret->is_empty; i++) {
		if (!domains || narrow_by(domains, ret, group->conditions.items[i]))
			vec_push(&ret->group.conditions, group->conditions.items[i]);
	}
	if (ret->group.conditions.count)
		qsort(ret->group.conditions.items, ret->group.conditions.count,
		      sizeof(*ret->group.conditions.items), compare_u32);
}

void narrowed_deinit(struct narrowed *narrowed)
{
	vec_deinit(&narrowed->group.conditions);
	vec_deinit(&narrowed->group.inputs);
	free(narrowed->allowed);
}

/* ---- all combinations */

/* Returns how many combinations of values there are, or a greater number than MAX_TRIES. */
static size_t nr_combinations(const struct narrowed *narrowed)
{
	size_t number = 1;

	for (size_t i = 0; i < narrowed->group.inputs.count && number <= MAX_TRIES; i++)
		number *= nr_values(&narrowed->allowed[i]);
	return number;
}

/* Goes on to the next combination, the last inputs first. FIRST are the values to begin with; false: all were tried. */
static bool go_on(const struct narrowed *narrowed, const unsigned char *first,
		  unsigned char *inputs)
{
	for (size_t i = narrowed->group.inputs.count; i-- > 0;) {
		unsigned char *input = &inputs[narrowed->group.inputs.items[i]];

		*input = domain_next(&narrowed->allowed[i], *input);
		if (*input != first[i])
			return true;
	}
	return false;
}

/* Sets inputs at hand that are not allowed to the next value that is. */
static void begin(const struct narrowed *narrowed, unsigned char *inputs)
{
	for (size_t i = 0; i < narrowed->group.inputs.count; i++) {
		unsigned char *input = &inputs[narrowed->group.inputs.items[i]];

		if (!domain_has(&narrowed->allowed[i], *input))
			*input = domain_next(&narrowed->allowed[i], *input);
	}
}

static void count_part(void *data, uint32_t term)
{
	size_t *number = data;

	(void)term;
	(*number)++;
}

/* True if all combinations can be tried in a moment. */
static bool are_few(const struct narrowed *narrowed, struct evaluator *evaluator)
{
	size_t number = nr_combinations(narrowed), nr_parts = 0;
	const struct group *group = &narrowed->group;

	if (number > MAX_TRIES)
		return false;
	for (size_t i = 0; i < group->conditions.count && number * nr_parts <= MAX_WORK; i++)
		evaluator_walk(evaluator, group->conditions.items[i], count_part, &nr_parts);
	return number * nr_parts <= MAX_WORK;
}

enum solver_answer narrowed_decide(const struct narrowed *narrowed, struct evaluator *evaluator,
				   unsigned char *inputs)
{
	const struct group *group = &narrowed->group;
	_cleanup_free_ unsigned char *at_hand = NULL, *first = NULL;

	if (narrowed->is_empty)
		return SOLVER_UNSAT;
	if (narrowed->nr_joint && !are_few(narrowed, evaluator))
		return SOLVER_UNKNOWN;
	at_hand = xcalloc(group->inputs.count + 1, 1);
	first = xcalloc(group->inputs.count + 1, 1);
	group_save(group, inputs, at_hand);
	begin(narrowed, inputs);
	group_save(group, inputs, first);
	do {
		if (group_holds(evaluator, group, inputs))
			return SOLVER_SAT;
	} while (narrowed->nr_joint && go_on(narrowed, first, inputs));
	group_restore(group, at_hand, inputs);
	return SOLVER_UNSAT;
}
