/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The blob that a harness reads: its bytes in the order in which fill_value() takes them. */
#ifndef CALLER_BLOB_H
#define CALLER_BLOB_H

#include "caller/writer.h"

/*
 * Makes the seed of the program and counts the objects of the harness. Fails if the seed would have
 * more than a million bytes.
 */
struct error *blob_write(struct writer *writer) MUST_CHECK;
#endif
