/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "explore/constructor.h"

#include <stdio.h>
#include <string.h>

#include "explore/dynamic.h"
#include "explore/library.h"
#include "explore/unit.h"

/* What the C library's crti.o gives this file, as it does others. */
extern void _init(void);
extern void _fini(void);

/* mov of eight bytes, relative or of a constant, which linkers make of it */
#define MOV_SIZE 7

static bool is_mov(const unsigned char *code)
{
	return memcmp(code, "\x48\x8b\x05", 3) == 0 || memcmp(code, "\x48\xc7\xc0", 3) == 0;
}

/* True if CODE is what crti.o has at OURS, up to its end, but for an address. */
static bool is_plain(const unsigned char *code, const unsigned char *ours)
{
	static const unsigned char ret = 0xc3;

	for (size_t at = 0;;) {
		if (is_mov(ours + at) && is_mov(code + at)) {
			at += MOV_SIZE;
		} else {
			if (code[at] != ours[at])
				return false;
			if (ours[at++] == ret)
				return true;
		}
	}
}

/* True if files have more than what each has: CODE, the same as OURS, and an array with one function. */
static bool has_own(const unsigned char *code, const void *ours, const struct dynamic_array *array)
{
	return (code && !is_plain(code, ours)) || array->count > 1;
}

static const char *look_at_library(const struct link_map *map)
{
	/* These keep nothing of arguments, and ask for variables by getenv(). */
	static const char *const known[] = { "libremt-explore.so",
					     "linux-vdso",
					     "ld-linux",
					     "libc.so",
					     "libm.so",
					     "libpthread.",
					     "libdl.",
					     "librt.",
					     "libgcc_s.",
					     "libstdc++.",
					     "libasan.",
					     "libubsan.",
					     "libselinux.",
					     "liblzma.",
					     "libcap.",
					     NULL };
	struct dynamic dynamic;

	if (library_is_named(map->l_name, known))
		return NULL;
	dynamic_read(map, &dynamic);
	if (has_own(dynamic.init, (const void *)_init, &dynamic.init_array))
		return "constructors";
	return has_own(dynamic.fini, (const void *)_fini, &dynamic.fini_array) ? "destructors"
									       : NULL;
}

/* True if the program's function at ADDRESS is of the C library's, or one of the COMPILER's, by the starts of their names. */
static bool is_known(uintptr_t address, const char *const *compiler)
{
	const char *name = units_program_name_at((const void *)address);

	return library_has((const void *)address) || (*name && library_is_named(name, compiler));
}

/*
 * True if the program's ARRAY has a function that is not evaluated. Of a program without names one is taken to be the one
 * that each has.
 */
static bool has_unseen(const struct dynamic_array *array, const char *const *compiler)
{
	bool has_nameless = false;

	for (size_t i = 0; i < array->count; i++) {
		uintptr_t entry = array->entries[i];
		const struct code *code = units_code_at((const void *)entry);
		bool is_nameless = !*units_program_name_at((const void *)entry);

		/* 0 and -1 are no functions. */
		if (!entry || entry == UINTPTR_MAX || is_known(entry, compiler) ||
		    (code && !code->undiverted && !code->refusal))
			continue;
		if (!is_nameless || has_nameless)
			return true;
		has_nameless = true;
	}
	return false;
}

static const char *look_at_program(void)
{
	/* The second and third are of the sanitizer and of gcov; a priority up to 100 is the compiler's. */
	static const char *const starts[] = { "frame_dummy", "_sub_I_00099_", "_sub_I_00100_",
					      NULL };
	static const char *const ends[] = { "__do_global_dtors_aux", "_sub_D_00099_",
					    "_sub_D_00100_", NULL };
	struct dynamic dynamic;

	dynamic_read(_r_debug.r_map, &dynamic);
	for (size_t i = 0; i < dynamic.preinit_array.count; i++) {
		if (!library_has((const void *)dynamic.preinit_array.entries[i]))
			return "constructors";
	}
	if ((dynamic.init && !is_plain(dynamic.init, (const void *)_init)) ||
	    has_unseen(&dynamic.init_array, starts))
		return "constructors";
	return (dynamic.fini && !is_plain(dynamic.fini, (const void *)_fini)) ||
			       has_unseen(&dynamic.fini_array, ends)
		       ? "destructors"
		       : NULL;
}

bool constructor_is_unseen(char *by, size_t size)
{
	const char *what = look_at_program();

	if (what) {
		snprintf(by, size, "%s of the program", what);
		return true;
	}
	for (const struct link_map *map = _r_debug.r_map->l_next; map; map = map->l_next) {
		what = look_at_library(map);
		if (!what)
			continue;
		snprintf(by, size, "%s of %s", what, library_file(map->l_name));
		return true;
	}
	return false;
}
