/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How near to a change of the new version a run comes that tells by traps (remt/serve.h). */
#ifndef PATHS_SCOUT_H
#define PATHS_SCOUT_H

enum scout_level {
	SCOUT_AWAY,	 /* to no function that has changed, as far as is known */
	SCOUT_FUNCTION,	 /* to one */
	SCOUT_LINE,	 /* to a changed line */
	SCOUT_DIFFERENT, /* the versions do not do the same, wherever it came */
};

#endif
