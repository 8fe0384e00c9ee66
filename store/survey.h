/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is lost of a database of which pages are damaged, in words. */
#ifndef STORE_SURVEY_H
#define STORE_SURVEY_H

#include <sqlite3.h>

#include "common/attr.h"

/* "page 17: cell of run 2, detail"; owned by the caller. */
char *survey_describe(sqlite3 *handle) RETURNS_NONNULL;

#endif
