/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The name of a test, from the arguments of its call. */
#ifndef CALLER_CASE_NAME_H
#define CALLER_CASE_NAME_H

#include "common/strbuf.h"

/* Adds what ARGUMENT, as C has it, says: "_minus_3" for -3. What is long, or has no value in it, says nothing. */
void case_name_add(struct strbuf *name, const char *argument);

#endif
