/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads a write-ahead log and its index as SQLite's documents describe them (fileformat2.html,
 * section 4; walformat.html, section 2), and finds whether commits are missing. Nothing is repaired
 * here.
 */
#include "store/log.h"

#include <endian.h>
#include <fcntl.h>
#include <stddef.h>
#include <string.h>
#include <sys/stat.h>

#include "common/cleanup.h"
#include "common/xalloc.h"

/*
 * The index of a log, in shared memory that is kept as a file: its beginning, twice, in the
 * machine's byte order (https://sqlite.org/walformat.html, section 2).
 */
struct index_header {
	uint32_t version, unused, change;
	uint8_t is_made, is_big;
	uint16_t page_size;
	uint32_t nr_frames; /* committed frames */
	uint32_t nr_pages;
	uint32_t frame_sum[2];
	uint32_t salt[2]; /* those of the log */
	uint32_t sum[2];  /* of all fields before */
};

struct index {
	struct index_header headers[2];
	uint32_t nr_copied; /* frames that are in the database for certain */
	uint32_t readers[5];
	uint8_t locks[8];
	uint32_t nr_being_copied; /* frames that may be in the database */
	uint32_t unused;
};

enum {
	INDEX_VERSION = 3007000,
	INDEX_LOCK_BYTE = 128, /* users of the index hold a lock on this byte */
};

uint32_t log_number(const unsigned char *bytes)
{
	uint32_t value;

	memcpy(&value, bytes, sizeof(value));
	return be32toh(value);
}

void log_sum_add(struct log_sum *sum, bool is_big, const unsigned char *bytes, uint32_t size)
{
	for (uint32_t i = 0; i < size; i += 8) {
		uint32_t words[2];

		memcpy(words, bytes + i, sizeof(words));
		sum->a += (is_big ? be32toh(words[0]) : le32toh(words[0])) + sum->b;
		sum->b += (is_big ? be32toh(words[1]) : le32toh(words[1])) + sum->a;
	}
}

struct log_sum log_sum_read(const unsigned char *bytes)
{
	return (struct log_sum){ log_number(bytes), log_number(bytes + 4) };
}

void log_sum_write(struct log_sum sum, unsigned char *ret)
{
	uint32_t words[2] = { htobe32(sum.a), htobe32(sum.b) };

	memcpy(ret, words, sizeof(words));
}

bool log_is_big(const unsigned char header[LOG_HEADER])
{
	return header[3] & 1;
}

static bool is_same(struct log_sum sum, const unsigned char *bytes)
{
	struct log_sum other = log_sum_read(bytes);

	return sum.a == other.a && sum.b == other.b;
}

static int open_beside(const char *path, const char *suffix)
{
	_cleanup_free_ char *name = xasprintf("%s%s", path, suffix);

	/* A pipe is refused later (db_try()), and must not be waited for. */
	return open(name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
}

static bool is_used(int fd)
{
	struct flock lock = {
		.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = INDEX_LOCK_BYTE, .l_len = 1
	};

	return fcntl(fd, F_GETLK, &lock) == 0 && lock.l_type != F_UNLCK;
}

/* True if INDEX tells the last commit. */
static bool is_told(const struct index *index)
{
	const struct index_header *header = &index->headers[0];
	struct log_sum sum = { 0 };

	log_sum_add(&sum, __BYTE_ORDER == __BIG_ENDIAN, (const unsigned char *)header,
		    offsetof(struct index_header, sum));
	return memcmp(header, &index->headers[1], sizeof(*header)) == 0 && header->is_made &&
	       header->version == INDEX_VERSION && sum.a == header->sum[0] &&
	       sum.b == header->sum[1];
}

/* A log that is being read. */
struct reading {
	int fd;
	unsigned char header[LOG_HEADER];
	bool has_header, is_damaged;
	uint32_t nr_whole; /* frames up to the last commit that is whole, as all before it are */
	/*
	 * Frames up to the last commit of this log; frames of an earlier log in the same file
	 * differ in both salts.
	 */
	uint32_t nr_written;
};

enum {
	SALT_AT = 16, /* in the log's header */
	FRAME_SALT_AT = 8,
	/*
	 * In a frame's header: 0, or at the end of a transaction the number of the database's
	 * pages.
	 */
	FRAME_COMMIT_AT = 4,
	SALT_BYTES = 8,
	MAGIC = 0x377f0682, /* or 1 more: log_is_big() */
};

/*
 * Returns how many of its two salts FRAME shares with the log. One of two: the frame belongs to the
 * log and is damaged.
 */
static int nr_equal_salts(const struct reading *reading, const unsigned char *frame)
{
	const unsigned char *salt = reading->header + SALT_AT, *own = frame + FRAME_SALT_AT;

	return (memcmp(own, salt, SALT_BYTES / 2) == 0) +
	       (memcmp(own + SALT_BYTES / 2, salt + SALT_BYTES / 2, SALT_BYTES / 2) == 0);
}

static void read_frames(struct reading *reading)
{
	bool is_big = log_is_big(reading->header), is_whole = true;
	struct log_sum sum = log_sum_read(reading->header + LOG_HEADER_SUM_AT);
	unsigned char frame[LOG_FRAME];

	for (uint32_t i = 1;; i++) {
		off_t at = LOG_HEADER + (off_t)(i - 1) * LOG_FRAME;
		ssize_t size = pread(reading->fd, frame, sizeof(frame), at);
		int nr_salts = size < LOG_FRAME_HEADER ? 0 : nr_equal_salts(reading, frame);

		if (size < LOG_FRAME_HEADER)
			return;
		log_sum_add(&sum, is_big, frame, 8);
		log_sum_add(&sum, is_big, frame + LOG_FRAME_HEADER, PAGE_SIZE_BYTES);
		is_whole = is_whole && size == LOG_FRAME && nr_salts == 2 &&
			   is_same(sum, frame + LOG_SUM_AT);
		if (!log_number(frame + FRAME_COMMIT_AT))
			continue;
		if (nr_salts)
			reading->nr_written = i;
		if (is_whole)
			reading->nr_whole = i;
	}
}

static void read_log(struct reading *reading)
{
	struct log_sum sum = { 0 };
	ssize_t size = pread(reading->fd, reading->header, LOG_HEADER, 0);

	if (size <= 0)
		return;
	log_sum_add(&sum, log_is_big(reading->header), reading->header, LOG_HEADER_SUM_AT);
	reading->has_header = true;
	reading->is_damaged = size < LOG_HEADER || log_number(reading->header) >> 1 != MAGIC >> 1 ||
			      log_number(reading->header + 8) != PAGE_SIZE_BYTES ||
			      !is_same(sum, reading->header + LOG_HEADER_SUM_AT);
	if (!reading->is_damaged)
		read_frames(reading);
}

/*
 * True if commits are missing. The index of another log says nothing. What was not committed does
 * not count.
 */
static bool is_cut(const struct reading *reading, const struct index *index)
{
	if (!reading->has_header)
		return index && index->headers[0].nr_frames > index->nr_copied;
	if (reading->is_damaged)
		return true;
	if (index && memcmp(index->headers[0].salt, reading->header + SALT_AT, SALT_BYTES) == 0)
		return index->headers[0].nr_frames > reading->nr_whole;
	return reading->nr_written > reading->nr_whole;
}

enum log_state log_check(const char *path)
{
	_cleanup_close_ int fd = open_beside(path, "-wal");
	_cleanup_close_ int index_fd = open_beside(path, "-shm");
	struct reading reading = { .fd = fd };
	struct index index = { 0 };
	bool is_known;

	if (index_fd >= 0 && is_used(index_fd))
		return LOG_WHOLE;
	is_known = index_fd >= 0 && pread(index_fd, &index, sizeof(index), 0) == sizeof(index) &&
		   is_told(&index);
	if (fd >= 0)
		read_log(&reading);
	/* Who has begun to use the log meanwhile may have been writing. */
	if (!is_cut(&reading, is_known ? &index : NULL) || (index_fd >= 0 && is_used(index_fd)))
		return LOG_WHOLE;
	return is_known && index.nr_being_copied <= reading.nr_whole ? LOG_CUT : LOG_LOST;
}
