/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A file of the layer, shared by the files of store/vfs*.c and by nobody else. */
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
	struct vfs_file *database; /* of a log; of a database itself */
	enum vfs_state state;	   /* of a database */
	bool in_checkpoint;	   /* of a database: what is written comes from the log, sealed */
	uint32_t damaged;	   /* of a database: see vfs_damaged_page() */
	/* Of a log: the header of a frame, which waits for its page. */
	unsigned char waiting[LOG_FRAME_HEADER];
	sqlite3_int64 waiting_at; /* -1: none */
	sqlite3_int64 read_at;	  /* the frame that was read last, as a whole; -1: none */
	sqlite3_file real[];
};

/* Methods of logs; those of databases but for these. */
int vfs_log_read(sqlite3_file *base, void *buffer, int size, sqlite3_int64 offset);
int vfs_log_write(sqlite3_file *base, const void *buffer, int size, sqlite3_int64 offset);
/* Writes what waits. */
int vfs_log_flush(struct vfs_file *log);

/* Finds out whether the database has sums. */
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
