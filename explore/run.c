/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The loop: each instruction jumps to the next one's label. A call of an evaluated function is a
 * call of run_code(), so that evaluated frames and those of the libraries between them are on one
 * stack, and longjmp() leaves both.
 *
 * setjmp() is called in a frame that stays until the evaluated function returns: the rest of the
 * function is executed below it.
 */
#include "explore/run.h"

#include <alloca.h>
#include <setjmp.h>
#include <string.h>

#include "explore/call.h"
#include "explore/operate.h"
#include "explore/path.h"
#include "explore/shadow.h"
#include "explore/shadow_concern.h"
#include "explore/translate.h"
#include "explore/unit.h"

/* The instructions after setjmp() must not be executed in its caller's optimised frame. */
#define NOINLINE __attribute__((noinline))

uint64_t run_nr_statements;

static const void *const *run(struct frame *frame, const struct insn *pc);
static const void *const *run_traced(struct frame *frame, const struct insn *pc);

static void execute(struct frame *frame, const struct insn *pc)
{
	if (path_is_wanted)
		run_traced(frame, pc);
	else
		run(frame, pc);
}

/* Executes on from the setjmp() at PC; longjmp() begins this anew. */
static NOINLINE void run_after_setjmp(struct frame *frame, const struct insn *pc)
{
	struct frame *volatile kept = frame;
	const struct insn *volatile at = pc;
	/* The program's own buffer, whose layout is the library's. */
	struct __jmp_buf_tag *buffer = slot_of(frame, pc->a)->p;
	int save_mask = pc->c & 1 ? (int)slot_of(frame, pc->b)->i : (int)pc->n;
	int value = __sigsetjmp(buffer, save_mask);

	frame = kept;
	pc = at;
	if (value == 0) {
		if (pc->d != UINT32_MAX)
			slot_of(frame, pc->d)->i = 0;
		execute(frame, pc + 1);
		return;
	}
	uint32_t target = frame->code->way_targets[frame->block];

	frame->is_resumed = true;
	frame->resumed_with = value;
	if (target == UINT32_MAX) {
		/* No other call can come back here. */
		frame->is_resumed = false;
		if (pc->d != UINT32_MAX)
			slot_of(frame, pc->d)->i = value;
		execute(frame, pc + 1);
		return;
	}
	frame->block = pc->c >> 1;
	execute(frame, frame->code->insns + target);
}

static uint32_t find_case(const struct jump_table *table, const union word *value)
{
	uint32_t low = 0;
	uint32_t high = table->nr_cases;

	if (table->near)
		return value->u - table->first < table->nr_near
			       ? table->near[value->u - table->first]
			       : table->otherwise;
	while (low < high) {
		uint32_t middle = low + (high - low) / 2;
		const struct jump_case *label = &table->cases[middle];
		bool is_below =
			table->is_signed ? value->i < label->low.i : value->u < label->low.u;
		bool is_above =
			table->is_signed ? value->i > label->high.i : value->u > label->high.u;

		if (!is_below && !is_above)
			return label->target;
		if (is_below)
			high = middle;
		else
			low = middle + 1;
	}
	return table->otherwise;
}

/* Returns where the label at ADDRESS leads. What the compiled function does with another address is not known. */
static uint32_t find_label(const struct jump_labels *labels, uintptr_t address)
{
	uint32_t low = 0;
	uint32_t high = labels->nr_sorted;

	while (low < high) {
		uint32_t middle = low + (high - low) / 2;

		if (labels->sorted[middle].address == address)
			return labels->sorted[middle].target;
		if (address < labels->sorted[middle].address)
			high = middle;
		else
			low = middle + 1;
	}
	if (path_is_on())
		path_concretise();
	__builtin_trap();
}

static uint32_t find_way(const struct resumption *resumption, uint32_t block)
{
	for (uint32_t i = 0; i < resumption->nr_ways; i++) {
		if (resumption->ways[i].block == block)
			return resumption->ways[i].target;
	}
	__builtin_trap();
}

static uint64_t read_bits(const unsigned char *bytes, unsigned position, unsigned size,
			  bool is_signed)
{
	unsigned_wide all = 0;
	uint64_t bits;

	memcpy(&all, bytes, (position + size + 7) / 8);
	bits = (uint64_t)(all >> position) << (64 - size);
	return is_signed ? (uint64_t)((int64_t)bits >> (64 - size)) : bits >> (64 - size);
}

static void write_bits(unsigned char *bytes, unsigned position, unsigned size, uint64_t value)
{
	unsigned_wide mask = (size == 64 ? UINT64_MAX : (UINT64_C(1) << size) - 1);
	unsigned_wide all = 0;
	size_t nr_bytes = (position + size + 7) / 8;

	memcpy(&all, bytes, nr_bytes);
	all = (all & ~(mask << position)) | (((unsigned_wide)value & mask) << position);
	memcpy(bytes, &all, nr_bytes);
}

static void *thread_address(const struct insn *pc)
{
	bool is_found;

	return unit_address((struct unit *)pc->n, pc->a, &is_found);
}

static void return_object(const struct frame *frame, const void *from, size_t size)
{
	if (frame->object)
		memmove(frame->object, from, size);
}

/* True if control came to the setjmp() at PC by longjmp(), whose value it gets. */
static bool take_resumed(struct frame *frame, const struct insn *pc)
{
	if (!frame->is_resumed)
		return false;
	frame->is_resumed = false;
	if (pc->d != UINT32_MAX)
		slot_of(frame, pc->d)->i = frame->resumed_with;
	return true;
}

/* What the table of instructions is written in. */
#define S(offset) (*(union word *)(slots + (int32_t)(offset)))
#define D	  S(pc->d)
#define A	  S(pc->a)
#define B	  S(pc->b)
#define N	  pc->n
/* The program may access its memory by any type. */
#define LOAD(c_type, address)                                                                      \
	({                                                                                         \
		c_type loaded_;                                                                    \
		__builtin_memcpy(&loaded_, address, sizeof(loaded_));                              \
		loaded_;                                                                           \
	})
#define STORE(c_type, address, value)                                                              \
	do {                                                                                       \
		c_type stored_ = (c_type)(value);                                                  \
		__builtin_memcpy(address, &stored_, sizeof(stored_));                              \
	} while (0)
#define ALIGNED(address, alignment) (((uintptr_t)(address) + (alignment)-1) & ~((alignment)-1))
#define COUNT(number)		    run_nr_statements += (uint64_t)(number)
/* GO is how the next instruction is come to. */
#define JUMP(to)                                                                                   \
	do {                                                                                       \
		pc = insns + (to);                                                                 \
		GO;                                                                                \
	} while (0)
#define GO		  goto * pc->go
#define LABEL(name, what) &&do_##name,
/* What each loop begins with. Its labels are asked for without a frame. */
#define BEGIN                                                                                      \
	static const void *const labels[] = { INSTRUCTIONS(LABEL) };                               \
	if (!frame)                                                                                \
		return labels;                                                                     \
	char *const slots = (char *)frame->slots;                                                  \
	char *const m = frame->memory;                                                             \
	const struct insn *const insns = frame->code->insns;                                       \
	GO

/* Returns the labels if FRAME is NULL. */
static const void *const *run(struct frame *frame, const struct insn *pc)
{
	BEGIN;
#define HANDLE(name, what)                                                                         \
	do_##name : what;                                                                          \
	pc++;                                                                                      \
	goto * pc->go;
	INSTRUCTIONS(HANDLE)
#undef HANDLE
}

/* Notes for each instruction what it makes of inputs (shadow.h). Returns the labels if FRAME is NULL. */
static const void *const *run_traced(struct frame *frame, const struct insn *pc)
{
	BEGIN;
#define HANDLE(name, what)                                                                         \
	do_##name : if (path_is_tracing && shadow_concerns(frame, pc, DO_##name) && path_is_on())  \
			    shadow_step(frame, pc, DO_##name);                                     \
	what;                                                                                      \
	pc++;                                                                                      \
	goto * pc->go;
	INSTRUCTIONS(HANDLE)
#undef HANDLE
}

const void *run_label(enum instruction instruction)
{
	return (path_is_wanted ? run_traced(NULL, NULL) : run(NULL, NULL))[instruction];
}

/* Puts an argument that is used as memory into the frame's. */
static void place_parameter(struct frame *frame, uint32_t position, const union word *argument)
{
	const struct code *code = frame->code;
	size_t offset = code->offsets[position];
	struct form form = form_unpack(code->parameter_forms[position]);

	if (offset != SIZE_MAX)
		memcpy(frame->memory + offset, form.shape == SHAPE_NONE ? argument->p : argument,
		       code->unit->ir->types[code->parameter_types[position]].size);
}

void run_code(struct code *code, const union word *arguments, union word *result, void *object,
	      void *overflow)
{
	size_t constants_size = code->nr_constants * sizeof(union word);
	size_t slots_size = (size_t)code->nr_slots * sizeof(union word);
	size_t alignment = code->memory_alignment;
	char *memory = alloca(constants_size + slots_size + code->memory_size + alignment);
	struct frame frame = {
		.slots = (union word *)(memory + constants_size),
		.code = code,
		.result = result,
		.object = object,
		.overflow = overflow,
	};

	frame.memory =
		(char *)(((uintptr_t)frame.slots + slots_size + alignment - 1) & ~(alignment - 1));
	if (code->nr_constants)
		memcpy(memory, code->constants, constants_size);
	if (translate_fills)
		memset(frame.memory, (int)translate_undefined, code->memory_size);
	if (path_is_wanted) {
		size_t number = code->nr_constants + code->nr_slots + 1;

		frame.terms = alloca(number * sizeof(*frame.terms));
		memset(frame.terms, 0, number * sizeof(*frame.terms));
		frame.terms += code->nr_constants;
	}
	for (uint32_t i = 0; i < code->nr_parameters; i++) {
		if (code->parameter_values[i] != UINT32_MAX)
			*slot_of(&frame, code->slots[code->parameter_values[i]]) = arguments[i];
		place_parameter(&frame, i, &arguments[i]);
	}
	if (path_is_on())
		shadow_enter(&frame);
	code->nr_calls++;
	execute(&frame, code->insns);
}
