/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Compiled code that calls a function with IR comes to the evaluator: the function's first
 * bytes become a jump to a stub near by, the stub leads to a closure of libffi. Variadic functions
 * stay as they are, since a closure can't know their arguments.
 */
#include <string.h>
#include <sys/mman.h>

#include "common/strv.h"
#include "common/xalloc.h"
#include "explore/call.h"
#include "explore/operate.h"
#include "explore/path.h"
#include "explore/run.h"
#include "explore/shadow.h"
#include "explore/translate.h"

#define JUMP_SIZE  5u  /* jmp rel32 */
#define STUB_SIZE  16u /* movabs rax-like, jmp */
#define STUBS_SIZE ((size_t)1 << 20)
#define PAGE_SIZE  4096u
#define REACH	   ((intptr_t)0x7f000000)

static struct {
	unsigned char *memory;
	size_t used;
} stubs;

/* Maps memory that a jump of 32 bits reaches from NEAR. */
static bool map_stubs(const unsigned char *near)
{
	uintptr_t step = STUBS_SIZE;
	uintptr_t base = (uintptr_t)near & ~(step - 1);

	for (uintptr_t distance = step; distance < (uintptr_t)REACH; distance += step) {
		uintptr_t tries[2] = { base - distance, base + distance };

		for (int i = 0; i < 2; i++) {
			void *wanted = (void *)tries[i];
			void *got = mmap(wanted, STUBS_SIZE, PROT_READ | PROT_WRITE | PROT_EXEC,
					 MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);

			if (got == wanted) {
				stubs.memory = got;
				stubs.used = 0;
				return true;
			}
			if (got != MAP_FAILED)
				munmap(got, STUBS_SIZE);
		}
	}
	return false;
}

static bool is_near(const unsigned char *from)
{
	intptr_t distance = (intptr_t)stubs.memory - (intptr_t)from;

	return stubs.memory && stubs.used + STUB_SIZE <= STUBS_SIZE && distance > -REACH &&
	       distance < REACH;
}

/* Returns a stub that jumps to TARGET; NULL: no memory near FROM is free. */
static unsigned char *make_stub(const unsigned char *from, void *target)
{
	unsigned char *stub;

	if (!is_near(from) && !map_stubs(from))
		return NULL;
	stub = stubs.memory + stubs.used;
	stubs.used += STUB_SIZE;
	memcpy(stub, "\x49\xbb", 2); /* movabs $target, %r11 */
	memcpy(stub + 2, &target, 8);
	memcpy(stub + 10, "\x41\xff\xe3", 3); /* jmp *%r11 */
	return stub;
}

static bool write_jump(unsigned char *at, const unsigned char *to)
{
	uintptr_t first = (uintptr_t)at & ~(uintptr_t)(PAGE_SIZE - 1);
	uintptr_t last = ((uintptr_t)at + JUMP_SIZE - 1) & ~(uintptr_t)(PAGE_SIZE - 1);
	int32_t distance = (int32_t)(to - (at + JUMP_SIZE));

	if (mprotect((void *)first, last - first + PAGE_SIZE, PROT_READ | PROT_WRITE | PROT_EXEC) !=
	    0)
		return false;
	at[0] = 0xe9;
	memcpy(at + 1, &distance, sizeof(distance));
	return true;
}

static void enter(ffi_cif *cif, void *result, void **values, void *argument)
{
	struct code *code = argument;
	const struct ir_unit *ir = code->unit->ir;
	union word *arguments = __builtin_alloca((code->nr_parameters + 1) * sizeof(*arguments));
	union word ret = { 0 };

	for (uint32_t i = 0; i < code->nr_parameters; i++) {
		const struct ir_type *type = &ir->types[code->parameter_types[i]];
		struct form form = form_of(type);

		memset(&arguments[i], 0, sizeof(arguments[i]));
		if (form.shape == SHAPE_NONE)
			arguments[i].p = values[i];
		else
			memcpy(&arguments[i], values[i], type->size);
		if (form.shape == SHAPE_INTEGER)
			slot_normalise(&arguments[i], form);
	}
	if (code->is_handler) {
		path_leave_to_parent();
		path_interrupt(code->name);
	}
	run_code(code, arguments, &ret, result, NULL);
	shadow_drop(code, &ret);
	if (cif->rtype->type == FFI_TYPE_STRUCT || cif->rtype->type == FFI_TYPE_VOID)
		return;
	/* libffi wants small integers as whole words. */
	memcpy(result, &ret, cif->rtype->size < 8 ? 8 : cif->rtype->size);
}

static void *make_closure(struct code *code)
{
	const struct ir_unit *ir = code->unit->ir;
	const struct ir_type *type = &ir->types[ir->symbols[code->entry->symbol].type];
	ffi_cif *cif = xcalloc(1, sizeof(*cif));
	ffi_type **types = xcalloc(code->nr_parameters + 1, sizeof(*types));
	ffi_type *result = type->kind == REMT_IR_FUNCTION ? call_ffi_type(ir, type->element) : NULL;
	ffi_closure *closure;
	void *address;

	for (uint32_t i = 0; i < code->nr_parameters; i++) {
		types[i] = call_ffi_type(ir, code->parameter_types[i]);
		if (!types[i])
			return NULL;
	}
	if (!result ||
	    ffi_prep_cif(cif, FFI_DEFAULT_ABI, code->nr_parameters, result, types) != FFI_OK)
		return NULL;
	closure = ffi_closure_alloc(sizeof(*closure), &address);
	if (!closure || ffi_prep_closure_loc(closure, cif, enter, code, address) != FFI_OK)
		return NULL;
	return address;
}

/* Functions of the C library that the evaluator itself calls while it evaluates. */
static bool is_own_tool(const char *name)
{
	static const char *const names[] = { "memcpy",	"memmove", "memset",  "memcmp",
					     "strcmp",	"strlen",  "malloc",  "calloc",
					     "realloc", "free",	   "bsearch", NULL };

	return strv_contains((char *const *)names, name);
}

static bool takes_float(const struct code *code)
{
	for (uint32_t i = 0; i < code->nr_parameters; i++) {
		if (form_of(&code->unit->ir->types[code->parameter_types[i]]).shape == SHAPE_F32)
			return true;
	}
	return false;
}

/* Returns what keeps compiled callers of CODE from coming to the evaluator; NULL: nothing. */
static const char *obstacle(struct code *code)
{
	const struct ir_unit *ir = code->unit->ir;
	const struct ir_type *type = &ir->types[ir->symbols[code->entry->symbol].type];

	if (!code->address)
		return "it was not compiled as such";
	if (is_own_tool(code->name))
		return code->refusal = "the evaluator calls it itself";
	if (units_code_at(code->address) != code)
		return "another function lies there";
	if (code->size < JUMP_SIZE)
		return "it is too short, or its size is not known";
	if (!translate_code(code))
		return code->refusal;
	if (code->is_variadic)
		return "it is variadic";
	if (type->flags & REMT_IR_UNPROTOTYPED && takes_float(code))
		return "it has no prototype, and callers pass a float as a double";
	return NULL;
}

void call_divert(struct code *code)
{
	void *closure;
	unsigned char *stub;

	code->undiverted = obstacle(code);
	if (code->undiverted)
		return;
	closure = make_closure(code);
	stub = closure ? make_stub(code->address, closure) : NULL;
	if (!stub || !write_jump(code->address, stub))
		code->undiverted = "no jump to the evaluator could be made";
}
