/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cmd/terminal.h"

#include <stdint.h>
#include <stdlib.h>
#include <sys/ioctl.h>

#define USUAL_COLUMNS 80
#define MOST_COLUMNS  UINT16_MAX /* of the kernel's terminals */

size_t terminal_columns(int fd)
{
	const char *text = getenv("COLUMNS");
	struct winsize size;
	unsigned long number;
	char *end;

	if (ioctl(fd, TIOCGWINSZ, &size) == 0 && size.ws_col)
		return size.ws_col;
	if (!text || text[0] < '0' || text[0] > '9')
		return USUAL_COLUMNS;
	number = strtoul(text, &end, 10);
	return *end || !number || number > MOST_COLUMNS ? USUAL_COLUMNS : number;
}
