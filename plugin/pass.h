/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Registers the pass that plants the switches. */
#ifndef PLUGIN_PASS_H
#define PLUGIN_PASS_H

void pass_register(const char *plugin_name);

#endif
