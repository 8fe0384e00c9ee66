/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The limits (ulimit) of this process, which every test inherits. */
#ifndef RUNNER_SANDBOX_INHERITED_LIMITS_H
#define RUNNER_SANDBOX_INHERITED_LIMITS_H

#include "common/attr.h"
#include "common/error.h"

/*
 * ERROR_USAGE if the limits are too tight to run tests with JOBS workers. A failure that they cause
 * would look like a refusal of the machine.
 */
struct error *inherited_limits_check(unsigned jobs) MUST_CHECK;

#endif
