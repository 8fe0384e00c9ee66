/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Call sequences: the public functions of a unit, one called after the other, where what one returns is an argument of
 * others. So values come about as the library itself makes them, and are looked at by what it offers for that (Pacheco et
 * al., "Feedback-directed random test generation", ICSE 2007).
 *
 *	sequence_api_find()
 *	sequence_write_program()	a harness (caller/program.h) whose input is a sequence
 *	sequence_add_test()		a sequence, and what the harness printed for it, as lines of a test
 *	sequence_api_deinit()
 *
 * A sequence has SEQUENCE_SIZE bytes: SEQUENCE_MOST_STEPS steps of SEQUENCE_STEP bytes. A step is the number of a call of
 * the API + 1, then one byte for each argument; 0 is the end. The byte is the number of a value of sequence_numbers() and
 * the like, modulo how many there are; of a pointer: 0 for NULL, else the number of the step that returned it + 1.
 *
 * A hook (struct sequence_call) gets functions that count blocks, and give as many as the byte of its first argument says:
 * 1000 for 1, else two less than it is. It is called once more in the end, with those of the C library.
 *
 * The harness prints for each step that returns something its number and what it returned: "3 17\n"; for
 * SEQUENCE_MOST_STEPS how many blocks are left, if there were hooks. If the environment has SEQUENCE_ROW, it makes many
 * sequences one behind the other in one process, and prints as harnesses that loop do.
 */
#ifndef CALLER_SEQUENCE_H
#define CALLER_SEQUENCE_H

#include "caller/cases.h"
#include "caller/entries.h"

#define SEQUENCE_ROW "SEQUENCE_ROW"

enum {
	SEQUENCE_MOST_STEPS = 32,
	SEQUENCE_MOST_ARGUMENTS = 6,
	SEQUENCE_STEP = 1 + SEQUENCE_MOST_ARGUMENTS,
	SEQUENCE_SIZE = SEQUENCE_MOST_STEPS * SEQUENCE_STEP,
	SEQUENCE_MOST_CALLS = 200, /* that an API has */
	SEQUENCE_BLOCKS = 8,	   /* values of the byte that says how many there are */
};

enum sequence_kind {
	SEQUENCE_NOTHING, /* void */
	SEQUENCE_NUMBER,  /* also of enumerations */
	SEQUENCE_FLOAT,
	SEQUENCE_TEXT,
	SEQUENCE_POINTER, /* to a structure, or void * */
	SEQUENCE_NULL, /* other pointers: always NULL as arguments, and not told apart as results */
	SEQUENCE_MALLOC, /* pointers to functions that are called as these of the C library are */
	SEQUENCE_REALLOC,
	SEQUENCE_FREE,
};

/* What a function returns, or a parameter. */
struct sequence_value {
	enum sequence_kind kind;
	const struct entry *type; /* as the function has it */
	/* what a SEQUENCE_POINTER leads to, peeled, and a text that is returned and may be written; NULL: void */
	const struct entry *target;
	bool may_be_length; /* an integer behind a text */
};

/* What a step calls: a function, or, if that is NULL, none: it makes an object of zeros for what `result` leads to. */
struct sequence_call {
	const struct entry *function;
	struct sequence_value result;
	struct sequence_value arguments[SEQUENCE_MOST_ARGUMENTS];
	unsigned nr_arguments;
	bool is_hook; /* it has the library allocate memory by its arguments, which are nothing else */
};

struct sequence_api {
	const struct entries *entries;
	const struct entry *function; /* one of the unit */
	VEC(struct sequence_call) calls;
};

/*
 * Finds the functions that tests of the unit of FUNCTION can call. VISIBLE is its text as the preprocessor leaves it, whose
 * declarations say which functions of other units these are. ENTRIES is borrowed.
 */
void sequence_api_find(const struct entries *entries, const struct entry *function,
		       const char *visible, struct sequence_api *ret);
/* True if some call takes what another one returns: else calls by themselves do as well. */
bool sequence_api_has_values(const struct sequence_api *api);
void sequence_api_deinit(struct sequence_api *api);

/* True if what CALL returns may be an argument VALUE. */
static inline bool sequence_gives(const struct sequence_call *call,
				  const struct sequence_value *value)
{
	return (call->result.kind == SEQUENCE_POINTER ||
		(call->result.kind == SEQUENCE_TEXT && call->result.target)) &&
	       call->result.target == value->target;
}

/* The numbers and texts that arguments may be; *RET_COUNT is how many there are. */
const int64_t *sequence_numbers(size_t *ret_count);
const char *const *sequence_texts(size_t *ret_count);

/* Returns what step INDEX of SEQUENCE calls; NULL: it has ended. */
const struct sequence_call *sequence_call(const struct sequence_api *api,
					  const unsigned char *sequence, size_t index);

/* How many blocks the functions of a hook give for BYTE. */
unsigned sequence_blocks(unsigned char byte);

/* Adds the call of a hook, CALL, with functions of the C library. */
void sequence_add_unhook(struct strbuf *text, const struct sequence_call *call);

/* Makes RET a harness without pieces. ERROR_UNUSABLE: the unit can't be included. */
struct error *sequence_write_program(const struct sequence_api *api,
				     struct program *ret) MUST_CHECK;

/*
 * Adds a test of SEQUENCE to CASES, those of a function of the API's unit: it expects OUTPUT, what the harness printed for
 * it. ERROR_UNUSABLE: types have no name.
 */
struct error *sequence_add_test(struct cases *cases, const struct sequence_api *api,
				const unsigned char *sequence, const char *output) MUST_CHECK;

#endif
