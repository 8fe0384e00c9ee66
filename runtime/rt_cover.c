/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/*
 * Writes the coverage file (include/remt/coverage.h) through a shared mapping that is far larger
 * than the file. So units of modules loaded later find room behind the others, and nothing moves.
 *
 * A child made by fork shares file and mapping. Room is given out by an atomic addition to the
 * header's size. The file is made longer by writing its last byte, which never makes it shorter for
 * another process.
 *
 * A trunk has no file, since only the processes split off from it need its coverage: their files
 * begin with it.
 */
#include <errno.h>
#include <stddef.h>

#include "runtime/rt_syscall.h"
#include "runtime/rt_text.h"

#define MAP_SIZE     (256ul << 20) /* of address space, not of memory */
#define MAP_SIZE_MIN (1ul << 20)   /* the least, where address space is limited */

static struct remt_cover_header *cover;
static bool has_file;
static size_t map_size;
static uint32_t file_number; /* with the pid, the file's name */
static int file_pid;

static int open_file(int flags)
{
	char path[REMT_PATH_MAX + 32];
	const char *end = path + sizeof(path) - 1;
	char *at = rt_put_text(path, end, rt_session->cover_dir);

	at = rt_put_text(at, end, "/");
	at = rt_put_number(at, end, (uint32_t)file_pid);
	at = rt_put_text(at, end, "-");
	at = rt_put_number(at, end, file_number);
	at = rt_put_text(at, end, ".cov");
	return rt_open(path, flags, 0666);
}

/* Makes the file at least SIZE bytes long. */
static bool grow(int fd, uint64_t size)
{
	return syscall(SYS_pwrite64, fd, "", 1, (off_t)(size - 1)) == 1;
}

/* Creates an empty file with a name of its own; returns its descriptor, or -1. */
static int create_file(void)
{
	int fd;

	file_pid = (int)syscall(SYS_getpid);
	file_number = __atomic_load_n(&rt_session->nr_attached, __ATOMIC_RELAXED);
	fd = open_file(O_RDWR | O_CREAT | O_EXCL);
	while (fd < 0 && errno == EEXIST) {
		file_number++;
		fd = open_file(O_RDWR | O_CREAT | O_EXCL);
	}
	return fd;
}

/* Maps as much of FD as the limits of the process allow; FD -1: of memory without a file. */
static struct remt_cover_header *map_most(int fd)
{
	int flags = fd < 0 ? MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE : MAP_SHARED;

	for (map_size = MAP_SIZE; map_size >= MAP_SIZE_MIN; map_size /= 2) {
		void *at = (void *)syscall(SYS_mmap, NULL, map_size, PROT_READ | PROT_WRITE, flags,
					   fd, 0L);

		if (at != MAP_FAILED)
			return at;
	}
	return NULL;
}

/* Maps a new file, or memory without one for a trunk. */
static struct remt_cover_header *map_header(void)
{
	struct remt_cover_header *header = NULL;
	int fd;

	has_file = !rt_split_is_on();
	if (!has_file) {
		file_pid = (int)syscall(SYS_getpid);
		return map_most(-1);
	}
	fd = create_file();
	if (fd >= 0 && grow(fd, sizeof(*header)))
		header = map_most(fd);
	if (fd >= 0)
		rt_close(fd);
	return header;
}

static bool begin(void)
{
	static const char magic[] = REMT_COVER_MAGIC;
	struct remt_cover_header *header = map_header();

	if (!header)
		return false;
	header->version = REMT_COVER_VERSION;
	header->pid = (uint32_t)file_pid;
	header->size = sizeof(*header);
	syscall(SYS_readlinkat, AT_FDCWD, "/proc/self/exe", header->exe, sizeof(header->exe) - 1);
	for (unsigned i = 0; i < sizeof(header->magic); i++)
		header->magic[i] = magic[i];
	cover = header;
	return true;
}

const void *rt_cover_start(void)
{
	return cover;
}

/* Writes the coverage so far to FD. False: not all of it was written. */
static bool write_all(int fd)
{
	const char *at = (const char *)cover, *end = at + cover->size;

	while (at < end) {
		long done = syscall(SYS_write, fd, at, (size_t)(end - at));

		if (done <= 0)
			return false;
		at += done;
	}
	return true;
}

void rt_cover_enter_copy(void)
{
	int fd = cover ? create_file() : -1;

	has_file = fd >= 0 && write_all(fd) &&
		   syscall(SYS_mmap, cover, map_size, PROT_READ | PROT_WRITE,
			   MAP_SHARED | MAP_FIXED, fd, 0L) == (long)cover;
	if (fd >= 0)
		rt_close(fd);
	if (has_file)
		cover->pid = (uint32_t)file_pid;
	else
		rt_session_fail(REMT_RUNTIME_COVER_WRITE);
}

/* Takes SIZE bytes of the file; returns their offset, or 0 if there is no room. */
static uint64_t take_room(uint64_t size)
{
	uint64_t at;
	bool good;
	int fd;

	if (cover->size + size > map_size)
		return 0;
	if (!has_file)
		return __atomic_fetch_add(&cover->size, size, __ATOMIC_RELAXED);
	fd = open_file(O_WRONLY);
	if (fd < 0)
		return 0;
	good = grow(fd, cover->size + size);
	at = good ? __atomic_fetch_add(&cover->size, size, __ATOMIC_RELAXED) : 0;
	if (good && at + size > map_size)
		good = false;
	if (good && !grow(fd, at + size))
		good = false;
	rt_close(fd);
	return good ? at : 0;
}

static void switch_all_on(struct remt_unit *unit, remt_hook hook)
{
	uint8_t *function_on = remt_unit_function_on(unit);
	uint8_t *site_on = remt_unit_site_on(unit);

	unit->shift = rt_layout_shift;
	__atomic_store_n(&unit->hook, hook, __ATOMIC_RELEASE);
	for (uint32_t i = 0; i < unit->nr_sites; i++)
		site_on[i] = REMT_ASK;
	for (uint32_t i = 0; i < unit->nr_functions; i++)
		function_on[i] = REMT_SWITCHED;
}

void rt_cover_unit(struct remt_unit *unit, remt_hook hook)
{
	struct remt_cover_unit *record;
	uint64_t at;

	if (!cover && !begin()) {
		rt_session_fail(REMT_RUNTIME_COVER_WRITE);
		return;
	}
	at = take_room(remt_cover_unit_size(unit->nr_sites));
	if (!at) {
		rt_session_fail(REMT_RUNTIME_COVER_WRITE);
		return;
	}
	record = (struct remt_cover_unit *)((char *)cover + at);
	record->uid = unit->uid;
	record->nr_sites = unit->nr_sites;
	__atomic_fetch_add(&cover->nr_units, 1, __ATOMIC_RELAXED);
	unit->reserved = (uint32_t)(at / 8); /* by this the hook finds the record */
	switch_all_on(unit, hook);
}

void rt_cover_main(void)
{
	if (cover)
		cover->main_order = __atomic_load_n(&rt_session->next_order, __ATOMIC_RELAXED) + 1;
}

static struct remt_cover_site *find_site(const struct remt_unit *unit, uint32_t site)
{
	char *record = (char *)cover + (uint64_t)unit->reserved * 8;

	return (struct remt_cover_site *)(record + sizeof(struct remt_cover_unit)) + site;
}

bool rt_cover_is_reached(const struct remt_unit *unit, uint32_t site)
{
	return __atomic_load_n(&find_site(unit, site)->first, __ATOMIC_RELAXED) != 0;
}

uint32_t rt_cover_count(const struct remt_unit *unit, uint32_t site)
{
	return __atomic_load_n(&find_site(unit, site)->count, __ATOMIC_RELAXED);
}

uint32_t *rt_cover_infected(const struct remt_unit *unit, uint32_t site)
{
	return &find_site(unit, site)->infected;
}

uint32_t rt_cover_hit(const struct remt_unit *unit, uint32_t site, uint32_t hits)
{
	struct remt_cover_site *hit = find_site(unit, site);

	if (!__atomic_load_n(&hit->first, __ATOMIC_RELAXED)) {
		uint32_t order = __atomic_add_fetch(&rt_session->next_order, 1, __ATOMIC_RELAXED);
		uint32_t never = 0;

		__atomic_compare_exchange_n(&hit->first, &never, order, false, __ATOMIC_RELAXED,
					    __ATOMIC_RELAXED);
	}
	if (__atomic_load_n(&hit->count, __ATOMIC_RELAXED) > UINT32_MAX / 2)
		return UINT32_MAX;
	return __atomic_add_fetch(&hit->count, hits, __ATOMIC_RELAXED);
}
