/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Turns functions that are not used here into compile errors. To be included after all system
 * headers.
 */
#ifndef COMMON_BANNED_H
#define COMMON_BANNED_H

#pragma GCC poison strcpy strcat sprintf vsprintf strtok atoi atol atof gets system mktemp tmpnam

#endif
