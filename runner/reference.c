/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runner/reference.h"

const struct allowance_use *reference_find(const struct reference_list *list, uint32_t test,
					   const struct remt_switch *on)
{
	for (size_t i = 0; i < list->known.count; i++) {
		const struct reference *reference = &list->known.items[i];

		if (reference->test == test && reference->uid == on->uid &&
		    reference->function == on->function)
			return &reference->use;
	}
	return NULL;
}

void reference_add(struct reference_list *list, uint32_t test, const struct remt_switch *on,
		   const struct allowance_use *use)
{
	vec_push(&list->known,
		 ((struct reference){
			 .test = test, .function = on->function, .uid = on->uid, .use = *use }));
}

struct allowance_use reference_measure(const struct job_result *result,
				       const struct allowance_use *unmutated)
{
	struct allowance_use use = *unmutated;

	if (result->cpu_us > use.cpu_us)
		use.cpu_us = result->cpu_us;
	if (result->wall_us > use.wall_us)
		use.wall_us = result->wall_us;
	return use;
}

void reference_neutralise(struct remt_switch *on, uint32_t nr_on)
{
	for (uint32_t i = 0; i < nr_on; i++)
		on[i].alternative = 0;
}
