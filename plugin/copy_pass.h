/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Registers the passes that look at copies of functions (lower/copy.h). */
#ifndef PLUGIN_COPY_PASS_H
#define PLUGIN_COPY_PASS_H

void copy_pass_register(const char *plugin_name);

#endif
