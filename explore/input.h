/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef EXPLORE_INPUT_H
#define EXPLORE_INPUT_H

/* Makes the bytes of ARGV, from the second string on, the inputs of the path (remt/path.h). */
void input_arguments(char **argv);

#endif
