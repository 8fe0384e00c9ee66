/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "rewriter/machine/effect.h"

void effect_init(struct effect *effect)
{
	static const struct operand none = {
		.reg = EFFECT_NO_REGISTER,
		.base = EFFECT_NO_REGISTER,
		.index = EFFECT_NO_REGISTER,
	};

	*effect = (struct effect){ .to = none, .from = none };
}
