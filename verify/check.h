/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The verify worker's own side: patches sources, builds, runs tests, compares verdicts. */
#ifndef VERIFY_CHECK_H
#define VERIFY_CHECK_H

#include "verify/verify_worker.h"

/* Serves requests on the socket FD until the other end is closed. */
void verify_check_serve(const struct verify_worker_opts *opts, int fd);

#endif
