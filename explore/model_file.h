/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files that the run writes, and may read again. */
#ifndef EXPLORE_MODEL_FILE_H
#define EXPLORE_MODEL_FILE_H

#include <stdbool.h>

/* True if FD is a regular file that is open for writing alone, and no input. errno stays. */
bool file_is_written_alone(int fd);

/* Notes that what inputs made was written into the file FD. */
void file_note_written(int fd);

/* True if FD is such a file: what it has is not known. errno stays. */
bool file_was_written(int fd);

#endif
