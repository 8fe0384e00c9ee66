/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The compiler's atomic operations, for 1 to 8 bytes: as sequentially consistent ones, whatever
 * order the program asks for.
 */
#include <stdio.h>
#include <string.h>

#include "explore/builtin.h"
#include "explore/operate.h"
#include "explore/unit.h"

#define ARGUMENT(n) builtin_argument(frame, site, n)

/* Puts VALUE, SIZE bytes of an unsigned integer, into the slot as its type says. */
static void give(const struct frame *frame, const struct call_site *site, uint64_t value)
{
	union word slot = { .u = value };
	struct form form = form_of(&site->unit->ir->types[site->result_type]);

	if (!site->has_result)
		return;
	if (form.shape == SHAPE_INTEGER)
		slot_normalise(&slot, form);
	*slot_of(frame, site->result) = slot;
}

#define LOAD(size, type)                                                                           \
	static void load_##size(struct frame *frame, const struct call_site *site)                 \
	{                                                                                          \
		give(frame, site, __atomic_load_n((type *)ARGUMENT(0)->p, __ATOMIC_SEQ_CST));      \
	}                                                                                          \
	static void store_##size(struct frame *frame, const struct call_site *site)                \
	{                                                                                          \
		__atomic_store_n((type *)ARGUMENT(0)->p, (type)ARGUMENT(1)->u, __ATOMIC_SEQ_CST);  \
	}                                                                                          \
	static void release_##size(struct frame *frame, const struct call_site *site)              \
	{                                                                                          \
		__atomic_store_n((type *)ARGUMENT(0)->p, (type)0, __ATOMIC_SEQ_CST);               \
	}                                                                                          \
	static void exchange_##size(struct frame *frame, const struct call_site *site)             \
	{                                                                                          \
		give(frame, site,                                                                  \
		     __atomic_exchange_n((type *)ARGUMENT(0)->p, (type)ARGUMENT(1)->u,             \
					 __ATOMIC_SEQ_CST));                                       \
	}                                                                                          \
	static void compare_exchange_##size(struct frame *frame, const struct call_site *site)     \
	{                                                                                          \
		give(frame, site,                                                                  \
		     __atomic_compare_exchange_n((type *)ARGUMENT(0)->p, (type *)ARGUMENT(1)->p,   \
						 (type)ARGUMENT(2)->u, 0, __ATOMIC_SEQ_CST,        \
						 __ATOMIC_SEQ_CST));                               \
	}                                                                                          \
	static void bool_compare_##size(struct frame *frame, const struct call_site *site)         \
	{                                                                                          \
		give(frame, site,                                                                  \
		     __sync_bool_compare_and_swap((type *)ARGUMENT(0)->p, (type)ARGUMENT(1)->u,    \
						  (type)ARGUMENT(2)->u));                          \
	}                                                                                          \
	static void value_compare_##size(struct frame *frame, const struct call_site *site)        \
	{                                                                                          \
		give(frame, site,                                                                  \
		     __sync_val_compare_and_swap((type *)ARGUMENT(0)->p, (type)ARGUMENT(1)->u,     \
						 (type)ARGUMENT(2)->u));                           \
	}

#define FETCH(size, type, op)                                                                      \
	static void fetch_##op##_##size(struct frame *frame, const struct call_site *site)         \
	{                                                                                          \
		give(frame, site,                                                                  \
		     __atomic_fetch_##op((type *)ARGUMENT(0)->p, (type)ARGUMENT(1)->u,             \
					 __ATOMIC_SEQ_CST));                                       \
	}                                                                                          \
	static void op##_fetch_##size(struct frame *frame, const struct call_site *site)           \
	{                                                                                          \
		give(frame, site,                                                                  \
		     __atomic_##op##_fetch((type *)ARGUMENT(0)->p, (type)ARGUMENT(1)->u,           \
					   __ATOMIC_SEQ_CST));                                     \
	}

#define SIZE(size, type)                                                                           \
	LOAD(size, type)                                                                           \
	FETCH(size, type, add)                                                                     \
	FETCH(size, type, sub)                                                                     \
	FETCH(size, type, and)                                                                     \
	FETCH(size, type, or)                                                                      \
	FETCH(size, type, xor)                                                                     \
	FETCH(size, type, nand)

SIZE(1, uint8_t)
SIZE(2, uint16_t)
SIZE(4, uint32_t)
SIZE(8, uint64_t)

static void fence(struct frame *frame, const struct call_site *site)
{
	(void)frame;
	(void)site;
	__atomic_thread_fence(__ATOMIC_SEQ_CST);
}

static void test_and_set(struct frame *frame, const struct call_site *site)
{
	give(frame, site, __atomic_test_and_set(ARGUMENT(0)->p, __ATOMIC_SEQ_CST));
}

static void is_lock_free(struct frame *frame, const struct call_site *site)
{
	give(frame, site, ARGUMENT(0)->u <= 8);
}

struct row {
	const char *name;
	builtin_fn *function;
};

#define FETCH_ROWS(size, op)                                                                       \
	{ "__atomic_fetch_" #op "_" #size, fetch_##op##_##size },                                  \
		{ "__atomic_" #op "_fetch_" #size, op##_fetch_##size },                            \
		{ "__sync_fetch_and_" #op "_" #size, fetch_##op##_##size },                        \
		{ "__sync_" #op "_and_fetch_" #size, op##_fetch_##size },

#define SIZE_ROWS(size)                                                                            \
	{ "__atomic_load_" #size, load_##size }, { "__atomic_store_" #size, store_##size },        \
		{ "__atomic_exchange_" #size, exchange_##size },                                   \
		{ "__sync_lock_test_and_set_" #size, exchange_##size },                            \
		{ "__sync_lock_release_" #size, release_##size },                                  \
		{ "__atomic_compare_exchange_" #size, compare_exchange_##size },                   \
		{ "__sync_bool_compare_and_swap_" #size, bool_compare_##size },                    \
		{ "__sync_val_compare_and_swap_" #size, value_compare_##size },                    \
		FETCH_ROWS(size, add) FETCH_ROWS(size, sub) FETCH_ROWS(size, and)                  \
			FETCH_ROWS(size, or) FETCH_ROWS(size, xor) FETCH_ROWS(size, nand)

builtin_fn *atomic_find(const char *name)
{
	static const struct row rows[] = {
		SIZE_ROWS(1) SIZE_ROWS(2) SIZE_ROWS(4)
			SIZE_ROWS(8){ "__atomic_thread_fence", fence },
		{ "__atomic_signal_fence", fence },
		{ "__sync_synchronize", fence },
		{ "__atomic_test_and_set", test_and_set },
		{ "__atomic_clear", release_1 },
		{ "__atomic_is_lock_free", is_lock_free },
		{ "__atomic_always_lock_free", is_lock_free },
	};

	if (strncmp(name, "__atomic_", 9) != 0 && strncmp(name, "__sync_", 7) != 0)
		return NULL;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		if (strcmp(rows[i].name, name) == 0)
			return rows[i].function;
	}
	return NULL;
}
