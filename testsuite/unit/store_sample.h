/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stores with rows, for tests of the store. All are in the same directory of the case. */
#ifndef TESTSUITE_STORE_SAMPLE_H
#define TESTSUITE_STORE_SAMPLE_H

#include <stdbool.h>
#include <stdint.h>

#include "common/error.h"
#include "store/store.h"

#define STORE_SAMPLE_DIRECTORY "dir/.remt"
#define STORE_SAMPLE_DATABASE  STORE_SAMPLE_DIRECTORY "/remt.db"

/* A run with all fields. */
extern const struct store_run store_sample_run;

/* Opens the store for writing, with a new run of store_sample_run. */
struct store *store_sample_begin(void);
/* Opens the store for reading. */
struct store *store_sample_read(void);
/* Puts a mutant with all fields, whose id and line come from N; returns its key. */
int64_t store_sample_mutant(struct store *store, unsigned n);
/* Puts a test with all fields; returns its key. */
int64_t store_sample_test(struct store *store, const char *name);

/* Opens a store of DIRECTORY for writing, with a run, new or resumed. */
struct store *store_sample_open(const char *directory);
/* Puts cell NUMBER, from which all of its fields follow. */
struct error *store_sample_cell(struct store *store, int64_t number);
/* Makes a store with cells 0 to NR - 1 and a test that reached and named NR things; closes it. */
void store_sample_fill(int64_t nr);

enum { STORE_SAMPLE_MUTANTS = 60, STORE_SAMPLE_TESTS = 20 };

/* Put tests, of which one has a record that needs pages of its own; mutants, with their covers; and
 * a cell of each pair. */
void store_sample_tests(struct store *store);
void store_sample_mutants(struct store *store);
void store_sample_cells(struct store *store);
/* Makes a store with a run of PLAN that has all of these; closes it. */
void store_sample_whole(const char *plan, bool is_finished);

#endif
