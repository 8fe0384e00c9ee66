/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "solver/cache.h"

#include <stdlib.h>
#include <string.h>

#include "common/xalloc.h"

/* The newest ones are looked at: so many that a look costs less than a proof by far. */
#define NR_MODELS	 64
#define NR_UNSATISFIABLE 1024

/* Values of some inputs. */
struct model {
	uint32_t *inputs;
	unsigned char *values;
	size_t number;
};

struct conditions {
	uint32_t *items; /* ascending */
	size_t number;
};

struct cache {
	struct model models[NR_MODELS]; /* rings */
	size_t nr_models;		/* ever kept */
	struct conditions unsatisfiable[NR_UNSATISFIABLE];
	size_t nr_unsatisfiable;
};

struct cache *cache_create(void)
{
	return xcalloc(1, sizeof(struct cache));
}

void cache_destroy(struct cache *cache)
{
	for (size_t i = 0; i < NR_MODELS; i++) {
		free(cache->models[i].inputs);
		free(cache->models[i].values);
	}
	for (size_t i = 0; i < NR_UNSATISFIABLE; i++)
		free(cache->unsatisfiable[i].items);
	free(cache);
}

/* True if GROUP has all of CONDITIONS. */
static bool has_all(const struct group *group, const struct conditions *conditions)
{
	size_t found = 0;

	for (size_t i = 0; i < group->conditions.count && found < conditions->number; i++) {
		if (group->conditions.items[i] == conditions->items[found])
			found++;
	}
	return found == conditions->number;
}

/* Sets those of GROUP's inputs that MODEL has; both are ascending. */
static void apply(const struct model *model, const struct group *group, unsigned char *inputs)
{
	size_t at = 0;

	for (size_t i = 0; i < group->inputs.count; i++) {
		while (at < model->number && model->inputs[at] < group->inputs.items[i])
			at++;
		if (at < model->number && model->inputs[at] == group->inputs.items[i])
			inputs[group->inputs.items[i]] = model->values[at];
	}
}

static bool try_models(struct cache *cache, struct evaluator *evaluator, const struct group *group,
		       unsigned char *inputs)
{
	_cleanup_free_ unsigned char *values = xcalloc(group->inputs.count + 1, 1);
	size_t number = cache->nr_models < NR_MODELS ? cache->nr_models : NR_MODELS;

	group_save(group, inputs, values);
	for (size_t i = 1; i <= number; i++) {
		apply(&cache->models[(cache->nr_models - i) % NR_MODELS], group, inputs);
		if (group_holds(evaluator, group, inputs))
			return true;
		group_restore(group, values, inputs);
	}
	return false;
}

enum solver_answer cache_find(struct cache *cache, struct evaluator *evaluator,
			      const struct group *group, unsigned char *inputs)
{
	size_t number = cache->nr_unsatisfiable < NR_UNSATISFIABLE ? cache->nr_unsatisfiable
								   : NR_UNSATISFIABLE;

	for (size_t i = 0; i < number; i++) {
		if (has_all(group, &cache->unsatisfiable[i]))
			return SOLVER_UNSAT;
	}
	return try_models(cache, evaluator, group, inputs) ? SOLVER_SAT : SOLVER_UNKNOWN;
}

static void keep_model(struct cache *cache, const struct group *group, const unsigned char *inputs)
{
	struct model *model = &cache->models[cache->nr_models++ % NR_MODELS];
	size_t number = group->inputs.count;

	free(model->inputs);
	free(model->values);
	model->number = number;
	model->inputs = xcalloc(number + 1, sizeof(*model->inputs));
	model->values = xcalloc(number + 1, 1);
	if (number)
		memcpy(model->inputs, group->inputs.items, number * sizeof(*model->inputs));
	group_save(group, inputs, model->values);
}

void cache_keep(struct cache *cache, const struct group *group, enum solver_answer answer,
		const unsigned char *inputs)
{
	struct conditions *conditions;
	size_t number = group->conditions.count;

	if (answer == SOLVER_SAT) {
		keep_model(cache, group, inputs);
		return;
	}
	conditions = &cache->unsatisfiable[cache->nr_unsatisfiable++ % NR_UNSATISFIABLE];
	free(conditions->items);
	conditions->number = number;
	conditions->items = xcalloc(number + 1, sizeof(*conditions->items));
	memcpy(conditions->items, group->conditions.items, number * sizeof(*conditions->items));
}
