/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Functions that are not used here, made into compile errors.  Include it
 * after all system headers.
 */
#ifndef COMMON_BANNED_H
#define COMMON_BANNED_H

#pragma GCC poison strcpy strcat sprintf vsprintf strtok atoi atol atof gets system mktemp tmpnam

#endif
