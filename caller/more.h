/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Arguments for the three dots of a variadic function. Each is a pointer to text that can be written, too: what prints and
 * what scans finds something, whatever a format says. Doubles follow, which System V's calling convention for x86-64 has in
 * registers of their own: a function that asks for one gets the first of them. A harness has the texts at a fixed address, so
 * that pointers that are printed are the same in both versions.
 */
#ifndef CALLER_MORE_H
#define CALLER_MORE_H

#include "caller/writer.h"

/* Adds the arguments that follow those with a name to a harness's call, and what fills and prints them. */
void more_call(struct writer *writer, struct strbuf *call);
void more_show(struct writer *writer);
/* The text of the harness's functions for that. */
extern const char more_text[];
/* Declares the texts in the SETUP of a test, and adds the arguments to its CALL. */
void more_add_test(struct strbuf *setup, struct strbuf *call);

#endif
