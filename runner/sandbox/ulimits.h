/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Limits of this process itself (ulimit), which all that it starts inherits. */
#ifndef RUNNER_SANDBOX_ULIMITS_H
#define RUNNER_SANDBOX_ULIMITS_H

#include "common/attr.h"
#include "common/error.h"

/* ERROR_USAGE if they are too tight to run tests with JOBS workers: what then fails would be taken
 * for what the machine refuses. */
struct error *ulimits_check(unsigned jobs) MUST_CHECK;

#endif
