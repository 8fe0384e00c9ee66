/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is known of conditions on inputs. */
#ifndef SOLVER_ANSWER_H
#define SOLVER_ANSWER_H

enum solver_answer {
	SOLVER_UNKNOWN, /* neither was shown within the limits */
	SOLVER_SAT,
	SOLVER_UNSAT,
};

#endif
