/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A file of the layer. Only store/vfs*.c include this header. */
#ifndef STORE_VFS_FILE_H
#define STORE_VFS_FILE_H

#include <sqlite3.h>
#include <stdbool.h>
#include <stdint.h>

#include "store/log.h"
#include "store/page.h"

enum vfs_state {
	VFS_UNKNOWN, /* not looked at yet */
	VFS_SEALED,
	VFS_PLAIN,
};

struct vfs_file {
	sqlite3_file base;
	struct vfs_file *database; /* the database of a log; for a database itself */
	enum vfs_state state;	   /* of a database only */
	/* Of a database: pages that are written come from the log and are sealed. */
	bool in_checkpoint;
	uint32_t damaged; /* of a database: see vfs_damaged_page() */
	/* Of a log: header of a frame, which is written after its page. */
	unsigned char waiting[LOG_FRAME_HEADER];
	sqlite3_int64 waiting_at; /* offset of that header; -1: none waits */
	sqlite3_int64 read_at;	  /* offset of the frame that was read last as a whole; -1: none */
	sqlite3_file real[];
};

/* Methods for logs. */
int vfs_log_read(sqlite3_file *base, void *buffer, int size, sqlite3_int64 offset);
int vfs_log_write(sqlite3_file *base, const void *buffer, int size, sqlite3_int64 offset);
/* Writes what waits. */
int vfs_log_flush(struct vfs_file *log);

/* Finds whether the database has sums. */
enum vfs_state vfs_state_of(struct vfs_file *database);

static inline struct vfs_file *vfs_file_of(sqlite3_file *base)
{
	return (struct vfs_file *)base;
}

static inline int vfs_real_read(struct vfs_file *file, void *buffer, int size, sqlite3_int64 offset)
{
	return file->real->pMethods->xRead(file->real, buffer, size, offset);
}

static inline int vfs_real_write(struct vfs_file *file, const void *buffer, int size,
				 sqlite3_int64 offset)
{
	return file->real->pMethods->xWrite(file->real, buffer, size, offset);
}

#endif
