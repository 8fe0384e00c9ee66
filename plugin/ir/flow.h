/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The blocks of the current function: how control enters and leaves each, and what each does. */
#ifndef PLUGIN_IR_FLOW_H
#define PLUGIN_IR_FLOW_H

#include "plugin/ir/body.h"

/* Writes the number of blocks and all blocks to B->blocks. */
void flow_write(body *b);

#endif
