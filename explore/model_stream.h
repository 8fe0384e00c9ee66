/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Streams of open_memstream(), which print to memory. */
#ifndef EXPLORE_MODEL_STREAM_H
#define EXPLORE_MODEL_STREAM_H

#include "explore/model_written.h"

/* Returns what was written to FILE; NULL: it is no such stream. It stays until FILE is closed. */
struct written *stream_written(const void *file);

/* True if the program knows where the bytes of FILE are: what is written now may lie there without another fflush(). */
bool stream_is_noted(const void *file);

#endif
