/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A function as it is executed: instructions (instructions.h) that work on a frame. The frame has a
 * slot for each value, constant and temporary, and memory for the locals that need some.
 */
#ifndef EXPLORE_CODE_H
#define EXPLORE_CODE_H

#include <ffi.h>
#include <stdbool.h>

#include "explore/instructions.h"
#include "explore/word.h"
#include "ir/function.h"

struct insn {
	const void *go; /* the label in run.c */
	uint32_t d, a, b, c;
	int64_t n;
};

struct jump_case {
	union word low, high;
	uint32_t target;
};

struct jump_table {
	bool is_signed;
	uint32_t otherwise;
	uint64_t first; /* where `near` begins, modulo 2^64 */
	uint32_t *near; /* targets by value, if all cases lie near each other; else NULL */
	uint64_t nr_near;
	uint32_t nr_cases;
	struct jump_case cases[]; /* in ascending order, as GCC keeps them */
};

/* Where a computed goto leads: the address of each label, as the program's memory has it. */
struct jump_labels {
	uint32_t nr_labels;
	uint32_t nr_sorted;
	struct jump_label {
		uintptr_t address;
		uint32_t target;
	} * sorted;	    /* each address once, in ascending order */
	uintptr_t by_way[]; /* addresses in the order of the IR; 0: another label stands for it */
};

/* Where control goes from a block that longjmp() came to: the way to each block with a setjmp(). */
struct resumption {
	uint32_t nr_ways;
	struct {
		uint32_t block, target;
	} ways[];
};

struct code;
struct unit;
struct frame;
struct call_site;

typedef void builtin_fn(struct frame *frame, const struct call_site *site);

/* Returns the term of a call's result, before it is made, or 0 (model.h). */
typedef uint32_t model_fn(struct frame *frame, const struct call_site *site);

/* Notes what the call did, which returned *RESULT. */
typedef void model_after_fn(struct frame *frame, const struct call_site *site,
			    const union word *result);

/* What is known of a compiled function (model.h). */
struct model {
	const char *name;
	uint32_t nr_arguments; /* with fewer it is another function */
	model_fn *before;      /* the call */
	model_after_fn *after; /* NULL: nothing */
};

struct call_argument {
	uint32_t slot;
	uint32_t type;	/* of the unit */
	uint16_t form;	/* of the type, packed */
	bool is_object; /* the slot has the address of an object that is passed */
};

struct call_site {
	const struct unit *unit;
	const struct ir_call *call;
	struct code *code; /* that is evaluated; NULL: `address` is called */
	void *address;	   /* NULL: the slot `pointer` has it */
	uint32_t pointer;
	builtin_fn *builtin;
	bool is_of_library;	   /* `address` is the C library's */
	const struct model *model; /* NULL: the result is that of this run */
	uint32_t result;	   /* slot of the value, or of the address of the object */
	uint32_t result_type;	   /* of the function type */
	bool has_result;
	bool result_is_object;
	uint32_t object; /* slot with the address for a returned object; UINT32_MAX: dropped */
	uint32_t nr_arguments;
	struct call_argument *arguments;
	ffi_cif cif; /* of a compiled function; VA_ARG: `rtype` is the argument's type */
};

enum code_state { CODE_NEW, CODE_BEGUN, CODE_DONE };

struct code {
	const struct unit *unit;
	const struct ir_entry *entry;
	const char *name;
	void *address;		/* of the compiled function; NULL: there is none */
	uint64_t size;		/* bytes at `address`; 0: unknown */
	const char *undiverted; /* why compiled callers don't come here; NULL: they do */
	uint64_t nr_calls;	/* that were evaluated */
	const char *refusal; /* why it can't be evaluated; NULL: it can, or that is not known yet */
	enum code_state state;
	struct ir_function function;
	struct insn *insns;
	uint32_t nr_insns;
	union word *constants; /* are copied in front of the frame's first slot */
	uint32_t nr_constants, nr_slots;
	size_t memory_size, memory_alignment;
	size_t *offsets; /* by local: in the memory; SIZE_MAX: it has none */
	uint32_t *slots; /* by value: offset in bytes of its slot */
	/* by block with ways: where control goes on when a call in it did not return; UINT32_MAX: none */
	uint32_t *way_targets;
	uint32_t *block_starts;	 /* by block: its first instruction */
	const uint32_t *watched; /* by block: its number, as watch.h says; NULL: none is */
	const uint32_t *
		joins; /* by block: where its ways join, as watch.h says; NULL: that is not known */
	uint32_t nr_parameters;
	uint32_t *parameter_types;
	uint16_t *parameter_forms;  /* packed */
	uint32_t *parameter_values; /* UINT32_MAX: the parameter is not used as a value */
	bool is_variadic;
	bool is_handler; /* a signal may call it, or another process */
};

/* Where a frame is in the nesting of regions (instance.h). */
struct instance {
	uint64_t base, here; /* indices of the call, and of the block */
	uint32_t first,
		nr_regions; /* of all open regions: where its own begin, and how many there are */
	uint32_t previous;  /* the block that it was in; UINT32_MAX: none */
};

struct frame {
	union word *slots; /* offsets below 0 lead to constants */
	char *memory;
	struct code *code;
	union word *result;
	void *object;	/* where a returned object goes */
	void *overflow; /* variadic arguments, as in memory */
	uint32_t block; /* with the call that is being made, if it has ways */
	bool is_resumed;
	int64_t resumed_with;
	/* of a path that is noted, shadow.h: */
	uint32_t *terms;       /* by slot; before them zeros, by constant */
	const struct insn *at; /* the call that is being made */
	struct instance instance;
};

static inline union word *slot_of(const struct frame *frame, uint32_t offset)
{
	return (union word *)((char *)frame->slots + (int32_t)offset);
}

#endif
