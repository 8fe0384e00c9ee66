/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The last step of report_model_load(): what the cells of mutants say of them. */
#ifndef REPORT_DECIDE_H
#define REPORT_DECIDE_H

#include "report/model.h"

/* Decides status, doubt and reason of all mutants that were not killed, and counts. All cells and proofs are loaded. */
void report_decide(struct report_model *model);

#endif
