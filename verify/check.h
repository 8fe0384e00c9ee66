/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The lane's own side: patches, builds, runs, compares. */
#ifndef VERIFY_CHECK_H
#define VERIFY_CHECK_H

#include "verify/lane.h"

/* Serves requests on the socket FD until its other end is closed. */
void verify_check_serve(const struct verify_lane_opts *opts, int fd);

#endif
