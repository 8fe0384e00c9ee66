/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tells in words what a database with damaged pages has lost. */
#ifndef STORE_SURVEY_H
#define STORE_SURVEY_H

#include <sqlite3.h>

#include "common/attr.h"

/*
 * Returns text such as "page 17: cell of run 2, detail", with tables and their runs, or "3 pages:
 * …"; the caller frees.
 */
char *survey_describe(sqlite3 *handle) RETURNS_NONNULL;

#endif
