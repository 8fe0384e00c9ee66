/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What every change of a body ends with. */
#ifndef PLUGIN_LOWER_BODY_H
#define PLUGIN_LOWER_BODY_H

/* Makes the current function's graph, SSA form and call edges whole again. */
void body_finish(void);

#endif
