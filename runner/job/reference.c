/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runner/job/reference.h"

/* A reference may take so many times the limit of a mutated run. */
enum { SCALE = 20 };

const struct allowance_use *reference_find(const struct reference_list *list, uint32_t test,
					   uint32_t layout, const struct remt_switch *on)
{
	for (size_t i = 0; i < list->known.count; i++) {
		const struct reference *reference = &list->known.items[i];

		if (reference->test == test && reference->layout == layout &&
		    reference->uid == on->uid && reference->function == on->function)
			return &reference->use;
	}
	return NULL;
}

void reference_add(struct reference_list *list, uint32_t test, uint32_t layout,
		   const struct remt_switch *on, const struct allowance_use *use)
{
	vec_push(&list->known, ((struct reference){ .test = test,
						    .layout = layout,
						    .function = on->function,
						    .uid = on->uid,
						    .use = *use }));
}

struct limits reference_limits(const struct allowance_opts *opts,
			       const struct allowance_use *unmutated, uint64_t count)
{
	struct allowance_use use = *unmutated;

	use.harness_ms = 0;
	return allowance_limits(opts, &use, count, SCALE);
}

struct allowance_use reference_measure(const struct job_result *result,
				       const struct allowance_use *unmutated)
{
	struct allowance_use use = *unmutated;

	if (result->cpu_us > use.cpu_us) {
		if (use.harness_ms)
			use.harness_ms += (result->cpu_us - use.cpu_us) / 1000;
		use.cpu_us = result->cpu_us;
	}
	if (result->wall_us > use.wall_us)
		use.wall_us = result->wall_us;
	return use;
}

void reference_neutralise(struct remt_switch *on, uint32_t nr_on)
{
	for (uint32_t i = 0; i < nr_on; i++)
		on[i].alternative = 0;
}
