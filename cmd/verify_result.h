/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What `remt verify` prints at its end. */
#ifndef CMD_VERIFY_RESULT_H
#define CMD_VERIFY_RESULT_H

#include "verify/sample.h"

/*
 * Prints the differences and the table. Returns the exit code of `remt verify` if all of the sample
 * was checked.
 */
int verify_result_print(const struct verify_sample *sample);

#endif
