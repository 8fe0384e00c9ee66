/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How the units of the user's program were compiled, as the plugin noted it: what a program that includes one of them needs
 * as flags and beside it. What can't be found out is left out; then the user says it by --cflags and --libs.
 *
 *	gen_function_build_read()
 *	gen_function_build_archive()	where other units are needed
 *	gen_function_build_deinit()
 */
#ifndef CMD_GEN_FUNCTION_BUILD_H
#define CMD_GEN_FUNCTION_BUILD_H

#include "common/attr.h"
#include "common/error.h"
#include "common/vec.h"
#include "equiv/command.h"
#include "runner/sandbox/scratch.h"

struct gen_function_source {
	char *directory,
		*input; /* where it was compiled, and the source on the command line; owned */
	char *path;	/* of the source, absolute and normalised; owned */
	struct equiv_command command;
};

struct gen_function_build {
	VEC(struct gen_function_source) units;
	char **libraries;	/* options that link what the program is linked with: "-lm" */
	struct scratch scratch; /* of the archive */
	char *archive;		/* of all units; NULL: not made; owned */
};

/* Reads PROGRAM. Units of which not all is known are left out. RET is for gen_function_build_deinit() in any case. */
struct error *gen_function_build_read(const char *program,
				      struct gen_function_build *ret) MUST_CHECK;
void gen_function_build_deinit(struct gen_function_build *build);

/*
 * Returns the flags for the preprocessor by which SOURCE was compiled, quoted for a shell; the caller frees. Directories are
 * seen from that of PATH in DIRECTORY; PATH NULL: they are absolute.
 */
char *gen_function_build_flags(const struct gen_function_build *build, const char *source,
			       const char *directory, const char *path);

/* Compiles all units again, without mutants, into an archive. Units that don't compile are not in it. */
struct error *gen_function_build_archive(struct gen_function_build *build) MUST_CHECK;
/* Returns what a program that includes a unit is linked with, quoted for a shell; the caller frees. */
char *gen_function_build_libs(const struct gen_function_build *build);
/*
 * The same for people: the sources whose units a linker took, which said so in OUTPUT (-Wl,-t), in place of the archive;
 * seen from the directory of PATH in DIRECTORY.
 */
char *gen_function_build_sources(const struct gen_function_build *build, const char *output,
				 const char *directory, const char *path);

/* Returns SOURCE, which is absolute, as seen from the directory of PATH in DIRECTORY; the caller frees. */
char *gen_function_build_path(const char *directory, const char *path, const char *source);

#endif
