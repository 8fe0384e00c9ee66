/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "explore/instance.h"

#include "common/hash.h"
#include "common/vec.h"
#include "explore/unit.h"
#include "explore/watch.h"

/* A region that control is in. */
struct region {
	uint32_t end;	/* the block that it ends before */
	uint64_t index; /* of what is directly in it */
};

/* The regions of all frames, the innermost last. What a frame left behind that longjmp() left is dropped by the next block. */
static VEC(struct region) regions;

static uint64_t mix(uint64_t index, uint32_t a, uint32_t b)
{
	uint64_t key[2] = { index, (uint64_t)a << 32 | b };

	return hash_bytes(key, sizeof(key));
}

void instance_call(struct frame *frame, const struct frame *caller)
{
	struct instance *instance = &frame->instance;

	*instance = (struct instance){ .previous = UINT32_MAX };
	instance->first = instance->nr_regions = (uint32_t)regions.count;
	if (!frame->code->joins)
		return;
	if (caller)
		instance->base = instance_of(caller, (uint32_t)(caller->at - caller->code->insns));
	instance->base =
		mix(instance->base, (uint32_t)(frame->code->entry - frame->code->unit->ir->entries),
		    (uint32_t)frame->code->unit->ir->uid);
}

/* Returns the innermost region of the frame; NULL: none is open. */
static struct region *innermost(const struct instance *instance)
{
	return regions.count > instance->first ? &regions.items[regions.count - 1] : NULL;
}

/* Opens the region of the branch that control comes from; that of another round of a loop takes the place of the last one. */
static void open_region(struct instance *instance, uint32_t end, uint32_t block)
{
	struct region *last = innermost(instance);
	uint64_t index = mix(last ? last->index : instance->base, instance->previous, block);

	if (last && last->end == end)
		last->index = index;
	else
		vec_push(&regions, ((struct region){ end, index }));
}

void instance_enter(struct frame *frame, uint32_t block)
{
	struct instance *instance = &frame->instance;
	const uint32_t *joins = frame->code->joins;
	struct region *last;

	if (!joins)
		return;
	if (regions.count > instance->nr_regions)
		regions.count = instance->nr_regions;
	if (instance->previous != UINT32_MAX && joins[instance->previous] != WATCH_NONE)
		open_region(instance, joins[instance->previous], block);
	while ((last = innermost(instance)) && last->end == block)
		regions.count--;
	instance->previous = block;
	instance->nr_regions = (uint32_t)regions.count;
	instance->here = mix(last ? last->index : instance->base, block, UINT32_MAX);
}

uint64_t instance_of(const struct frame *frame, uint32_t insn)
{
	return frame->instance.here ? mix(frame->instance.here, insn, 0) : 0;
}
