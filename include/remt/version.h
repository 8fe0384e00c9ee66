/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Version of remt, the same as in configure.ac: testsuite/rules/versions-agree.test. */
#ifndef REMT_VERSION_H
#define REMT_VERSION_H

#define REMT_VERSION "0.1.0"

#endif
