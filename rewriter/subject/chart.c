/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Makes charts (rewriter/subject/chart.h): the sites are the first instructions of blocks and the
 * conditional jumps. They serve the comparison of "Isomorphic Regression Testing", which negates
 * branches of both versions alike. Only functions that are decoded completely have block sites, and
 * only those with known flow have branches.
 */
#include "rewriter/subject/chart_state.h"

#include <stdlib.h>
#include <string.h>

#include "common/cleanup.h"
#include "common/hash.h"
#include "common/xalloc.h"

bool chart_is_sound(const struct chart *chart, uint32_t function)
{
	const struct flow *flow = &chart->model.flows.items[function];

	return flow->fault == FLOW_SOUND && flow->blocks.count &&
	       !chart->model.fingerprints.items[function].is_stub;
}

uint32_t chart_find_site(const struct chart *chart, uint64_t address)
{
	size_t low = 0, high = chart->sites.count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (chart->sites.items[middle].address < address)
			low = middle + 1;
		else
			high = middle;
	}
	return low < chart->sites.count && chart->sites.items[low].address == address
		       ? (uint32_t)low
		       : CHART_NONE;
}

/* True if breakpoints can be put at the beginnings of the function's blocks. */
static bool is_decoded(const struct chart *chart, uint32_t function)
{
	enum flow_fault fault = chart->model.flows.items[function].fault;

	return fault != FLOW_BYTES && fault != FLOW_OVERLAP &&
	       !chart->model.fingerprints.items[function].is_stub;
}

static void add_heads(struct chart *chart, uint32_t function)
{
	const struct flow *flow = &chart->model.flows.items[function];

	for (uint32_t b = 0; is_decoded(chart, function) && b < flow->blocks.count; b++) {
		struct chart_site site = {
			.address = flow->blocks.items[b].address,
			.function = function,
			.block = b,
			.is_head = true,
		};

		if (!subject_builder_is_out_of_reach(chart->builder, function, site.address))
			vec_push(&chart->sites, site);
	}
}

/* Returns the variant by OP of the instruction whose variants begin at FIRST, or NULL. */
static const struct variant *find_variant(const struct variant *first, const struct variant *end,
					  enum remt_operator op)
{
	for (const struct variant *variant = first;
	     variant < end && variant->instruction.address == first->instruction.address; variant++)
		if (variant->replacement.op == op)
			return variant;
	return NULL;
}

/* Adds a branch site for the instruction whose variants begin at FIRST. */
static void add_branch(struct chart *chart, const struct variant *first, const struct variant *end)
{
	struct chart_site site = {
		.address = first->instruction.address,
		.function = first->function,
		.block = flow_find_block(&chart->model.flows.items[first->function],
					 first->instruction.address),
		.negated = find_variant(first, end, REMT_OCNG),
		.always = find_variant(first, end, REMT_DCRT),
		.never = find_variant(first, end, REMT_DCRF),
	};

	if (first->instruction.is_conditional_jump && site.negated && site.always && site.never &&
	    first->instruction.target != MACHINE_NOWHERE && site.block != FLOW_OUTSIDE &&
	    chart_is_sound(chart, site.function) &&
	    !subject_builder_is_out_of_reach(chart->builder, site.function, site.address))
		vec_push(&chart->sites, site);
}

/* Sorts by address; a branch comes before a block at the same address. */
static int compare_sites(const void *a, const void *b)
{
	const struct chart_site *x = a, *y = b;

	if (x->address != y->address)
		return x->address < y->address ? -1 : 1;
	return x->is_head - y->is_head;
}

/* Joins a branch and a block at the same address: the jump is the only instruction of its block. */
static void join_sites(struct chart *chart)
{
	size_t kept = 0;

	for (size_t i = 0; i < chart->sites.count; i++) {
		const struct chart_site *site = &chart->sites.items[i];

		if (kept && chart->sites.items[kept - 1].address == site->address)
			chart->sites.items[kept - 1].is_head |= site->is_head;
		else
			chart->sites.items[kept++] = *site;
	}
	chart->sites.count = kept;
}

static void find_sites(struct chart *chart)
{
	const struct variant *variants = chart->builder->variants.items.items;
	size_t count = chart->builder->variants.items.count;

	for (uint32_t f = 0; f < chart->model.flows.count; f++)
		add_heads(chart, f);
	for (size_t i = 0; i < count; i++) {
		if (!i || variants[i].instruction.address != variants[i - 1].instruction.address)
			add_branch(chart, &variants[i], variants + count);
	}
	if (chart->sites.count)
		qsort(chart->sites.items, chart->sites.count, sizeof(struct chart_site),
		      compare_sites);
	join_sites(chart);
}

/* Returns how many edges lead to each block of FLOW. The caller frees the array. */
static uint32_t *count_ways_in(const struct flow *flow)
{
	uint32_t *counts = xcalloc(flow->blocks.count + 1, sizeof(*counts));

	for (size_t e = 0; e < flow->edges.count; e++) {
		if (flow->edges.items[e] != FLOW_OUTSIDE)
			counts[flow->edges.items[e]]++;
	}
	return counts;
}

/*
 * Notes that block TARGET tells WAY of branch SITE, if control can come to TARGET by that way only.
 */
static void tell_way(struct chart *chart, uint32_t site, uint32_t target, const uint32_t *ways_in,
		     enum remt_variants_way way)
{
	struct chart_site *branch = &chart->sites.items[site];
	const struct flows *flows = &chart->model.flows;
	const struct block *block;
	struct spot spot;
	uint32_t head;

	if (target == FLOW_OUTSIDE || ways_in[target] != 1)
		return;
	block = &flows->items[branch->function].blocks.items[target];
	spot = binary_spot(chart->builder->binary, branch->function, block->address);
	head = chart_find_site(chart, block->address);
	if (block->is_entered || flows_take(flows, spot, 1) || head == CHART_NONE)
		return;
	branch->row.told |= way;
	chart->sites.items[head].row.branch = site;
	chart->sites.items[head].row.way = way;
}

/* Finds the blocks that tell which way a branch took. */
static void tell_ways(struct chart *chart)
{
	uint32_t function = CHART_NONE;
	uint32_t *ways_in = NULL;

	for (uint32_t s = 0; s < chart->sites.count; s++)
		chart->sites.items[s].row.branch = REMT_VARIANTS_NO_BRANCH;
	for (uint32_t s = 0; s < chart->sites.count; s++) {
		const struct chart_site *site = &chart->sites.items[s];
		const struct flow *flow = &chart->model.flows.items[site->function];
		const struct block *block = &flow->blocks.items[site->block];

		if (!site->negated || block->nr_edges != 2)
			continue;
		if (site->function != function) {
			free(ways_in);
			ways_in = count_ways_in(flow);
			function = site->function;
		}
		tell_way(chart, s, flow->edges.items[block->first_edge], ways_in, REMT_WAY_JUMPS);
		tell_way(chart, s, flow->edges.items[block->first_edge + 1], ways_in,
			 REMT_WAY_GOES_ON);
	}
	free(ways_in);
}

static void add_mutants(struct chart *chart, const struct chart_site *site)
{
	const struct replacement *negated = &site->negated->replacement;
	_cleanup_free_ char *text = xasprintf("%s becomes %s", negated->from, negated->to);

	subject_builder_mutant(chart->builder, site->negated, "OLNG:branch:negated", text);
	subject_builder_mutant(chart->builder, site->always, "OLNG:branch:true", NULL);
	subject_builder_mutant(chart->builder, site->never, "OLNG:branch:false", NULL);
}

static void add_site(struct chart *chart, const struct chart_site *site)
{
	struct subject_builder *builder = chart->builder;
	const struct binary *binary = builder->binary;
	const struct binary_code *code =
		&binary->codes.items[binary->functions.items[site->function].code];
	struct remt_site row = subject_builder_place(builder, site->function, site->address);
	struct remt_variants_site *variants;

	row.function = chart->symbols[site->function];
	row.block = site->node;
	row.first_mutant = (uint32_t)builder->table.mutants.count;
	/* Sorts sites by address, and differs in each file. */
	row.line_hash = (chart->content << 32) + site->address;
	vec_push(&builder->table.sites, row);
	variants = vec_add(&builder->subject->sites);
	*variants = site->row;
	variants->address = site->address;
	variants->function = row.function;
	variants->first = (uint32_t)builder->subject->codes.count;
	variants->size = 1; /* at the first instruction of a block only one byte changes */
	if (site->negated) {
		variants->size = site->negated->instruction.size;
		variants->target = site->negated->instruction.target;
		variants->condition = site->negated->instruction.condition;
	}
	subject_builder_code(builder, binary->data + binary_offset(code, site->address),
			     variants->size);
	if (site->negated)
		add_mutants(chart, site);
}

static void free_chart(struct chart *chart)
{
	chart_free_names(chart->names, chart->model.binary->functions.count);
	free(chart->symbols);
	vec_deinit(&chart->sites);
	slots_deinit(&chart->imports);
	binary_model_release(&chart->model);
}

/* Makes the table. The names of functions are known. */
static struct error *make_table(struct chart *chart)
{
	subject_builder_begin(chart->builder);
	find_sites(chart);
	tell_ways(chart);
	chart_add_functions(chart);
	chart_add_graph(chart);
	for (size_t s = 0; s < chart->sites.count; s++)
		add_site(chart, &chart->sites.items[s]);
	return subject_builder_end(chart->builder);
}

struct error *chart_make(struct subject_builder *builder, const struct subject_likeness *likeness)
{
	struct binary *binary = builder->binary;
	struct chart chart = {
		.builder = builder,
		.likeness = likeness,
		.content = hash_bytes(binary->data, binary->size),
		.symbols = xcalloc(binary->functions.count + 1, sizeof(uint32_t)),
	};
	struct error *err;

	binary_model_borrow(&chart.model, binary, builder->machine);
	err = chart_find_names(&chart);
	if (!err)
		err = make_table(&chart);
	if (!builder->subject->warning)
		builder->subject->warning = TAKE(chart.model.warning);
	free_chart(&chart);
	return err;
}
