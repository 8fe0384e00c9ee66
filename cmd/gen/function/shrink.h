/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes the values of a function's test small and readable. */
#ifndef CMD_GEN_FUNCTION_SHRINK_H
#define CMD_GEN_FUNCTION_SHRINK_H

#include "atg/kill.h"
#include "caller/request.h"

/*
 * Changes BLOB, which kills by JUDGE and is that of PROGRAM, part by part: global variables to what the program begins with,
 * all else to 0, 1 or -1, to half of what it was, to letters.
 * It kills afterwards, too. MAX_TRIES limits how often JUDGE is asked. KEEPS_POINTERS: none becomes NULL.
 */
void gen_function_shrink(const struct entries *entries, const struct program *program,
			 const struct atg_judge *judge, unsigned max_tries, bool keeps_pointers,
			 unsigned char *blob);

/* Changes a number of BLOB that is 0 to 1 or little more, the first one for which JUDGE says that it kills. */
void gen_function_raise(const struct entries *entries, const struct program *program,
			const struct atg_judge *judge, unsigned max_tries, unsigned char *blob);

#endif
