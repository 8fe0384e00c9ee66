/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PLUGIN_IR_VARIABLES_H
#define PLUGIN_IR_VARIABLES_H

#include "plugin/ir/points.h"

/* Writes the locals and values of B, with what P knows of them. */
void variables_write(body *b, points *p, stream *out);

#endif
