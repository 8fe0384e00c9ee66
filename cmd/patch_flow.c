/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `remt patch`: the basic blocks and jump tables of a binary, as text and as JSON. */
#include <inttypes.h>
#include <stdio.h>

#include "cmd/patch.h"
#include "common/print.h"
#include "report/emit.h"

struct flow_counts {
	uint64_t nr_blocks, nr_tables;
	uint32_t nr_unsafe, faults[NR_FLOW_FAULTS];
};

static struct flow_counts count_all(const struct flows *flows)
{
	struct flow_counts counts = { 0 };

	for (uint32_t f = 0; f < flows->count; f++) {
		const struct flow *flow = &flows->items[f];

		counts.nr_blocks += flow->blocks.count;
		counts.nr_tables += flow->tables.count;
		counts.faults[flow->fault]++;
		counts.nr_unsafe += flow->fault != FLOW_SOUND;
	}
	return counts;
}

void patch_print_flows(const struct flows *flows)
{
	struct flow_counts counts = count_all(flows);

	print("# %" PRIu64 " blocks, %" PRIu64 " jump tables; functions whose flow of control is "
	      "not known for certain: %" PRIu32 "\n",
	      counts.nr_blocks, counts.nr_tables, counts.nr_unsafe);
	for (unsigned i = FLOW_SOUND + 1; i < NR_FLOW_FAULTS; i++) {
		if (counts.faults[i])
			print("#   %" PRIu32 ": %s\n", counts.faults[i],
			      flow_describe((enum flow_fault)i));
	}
}

/* Returns the blocks where control continues; null: out of the function. */
static json_t *edges_json(const struct flow *flow, const struct block *block)
{
	json_t *list = json_array();

	for (uint32_t e = 0; e < block->nr_edges; e++) {
		uint32_t to = flow->edges.items[block->first_edge + e];

		json_array_append_new(
			list, to == FLOW_OUTSIDE
				      ? json_null()
				      : json_integer((json_int_t)flow->blocks.items[to].address));
	}
	return list;
}

static json_t *blocks_json(const struct flow *flow)
{
	json_t *list = json_array();

	for (size_t i = 0; i < flow->blocks.count; i++) {
		const struct block *block = &flow->blocks.items[i];

		json_array_append_new(
			list, json_pack("{sI sI so}", "address", (json_int_t)block->address, "size",
					(json_int_t)block->size, "to", edges_json(flow, block)));
	}
	return list;
}

static json_t *tables_json(const struct flow *flow)
{
	json_t *list = json_array();

	for (size_t i = 0; i < flow->tables.count; i++) {
		const struct jump_table *table = &flow->tables.items[i];
		json_t *targets = json_array();

		for (uint32_t t = 0; t < table->nr_entries; t++)
			json_array_append_new(targets,
					      json_integer((json_int_t)flow->targets
								   .items[table->first_target + t]
								   .address));
		json_array_append_new(list, json_pack("{sI sI so}", "jump", (json_int_t)table->jump,
						      "address", (json_int_t)table->spot.address,
						      "targets", targets));
	}
	return list;
}

static json_t *function_json(const struct patch_view *view, uint32_t function)
{
	const struct binary_function *known = &view->model.binary->functions.items[function];
	const struct flow *flow = &view->model.flows.items[function];
	json_t *object =
		json_pack("{so so sI sI so so}", "function", emit_string(known->name), "section",
			  emit_string(view->model.binary->codes.items[known->code].name), "address",
			  (json_int_t)known->address, "size", (json_int_t)known->size, "blocks",
			  blocks_json(flow), "jumpTables", tables_json(flow));

	if (flow->fault)
		json_object_set_new(object, "unsafe", json_string(flow_describe(flow->fault)));
	return object;
}

static json_t *faults_json(const struct flow_counts *counts)
{
	json_t *object = json_object();

	for (unsigned i = FLOW_SOUND + 1; i < NR_FLOW_FAULTS; i++) {
		if (counts->faults[i])
			json_object_set_new(object, flow_describe((enum flow_fault)i),
					    json_integer(counts->faults[i]));
	}
	return object;
}

json_t *patch_flow_json(const struct patch_args *args, const struct patch_view *view)
{
	struct flow_counts counts = count_all(&view->model.flows);
	json_t *list = json_array();

	for (uint32_t f = 0; f < view->model.flows.count; f++) {
		if (patch_is_wanted(args, view, f))
			json_array_append_new(list, function_json(view, f));
	}
	return json_pack("{sI sI so so}", "blocks", (json_int_t)counts.nr_blocks, "jumpTables",
			 (json_int_t)counts.nr_tables, "unsafe", faults_json(&counts), "functions",
			 list);
}
