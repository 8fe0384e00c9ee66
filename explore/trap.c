/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "explore/trap.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <link.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <ucontext.h>
#include <unistd.h>

#include "common/cleanup.h"
#include "common/vec.h"
#include "common/xalloc.h"
#include "remt/serve.h"

#define PAGE_SIZE  4096u
#define BREAKPOINT 0xcc

struct trap {
	unsigned char *at;
	unsigned char byte; /* that is the program's */
	unsigned char level;
	bool is_gone; /* no run meets it any more */
};

static VEC(struct trap) traps; /* sorted by place, each once */
static volatile unsigned char *level;
static volatile unsigned char *met; /* a byte for each trap that there is room for */
static size_t nr_told;		    /* traps that there is room for */
static unsigned char *copied;	    /* what they were at the end of a run */
static char *told_path;

static int compare(const void *a, const void *b)
{
	const struct trap *x = a, *y = b;

	if (x->at != y->at)
		return x->at < y->at ? -1 : 1;
	return y->level - x->level;
}

/* No function of the library is called: the signal may come within one. */
static struct trap *find(const unsigned char *at)
{
	size_t low = 0, high = traps.count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (traps.items[middle].at < at)
			low = middle + 1;
		else
			high = middle;
	}
	return low < traps.count && traps.items[low].at == at ? &traps.items[low] : NULL;
}

static void meet(int number, siginfo_t *info, void *arg)
{
	ucontext_t *context = arg;
	greg_t *next = &context->uc_mcontext.gregs[REG_RIP];
	struct trap *trap = find((const unsigned char *)*next - 1);

	(void)info;
	if (!trap) {
		/* The program's own. */
		signal(number, SIG_DFL);
		raise(number);
		return;
	}
	if (trap->level > *level)
		*level = trap->level;
	if ((size_t)(trap - traps.items) < nr_told)
		met[trap - traps.items] = (unsigned char)(trap->level + 1);
	*trap->at = trap->byte;
	*next = (greg_t)trap->at;
}

/* Where the program's code lies. */
struct code_search {
	const unsigned char *at;
	bool is_code;
};

static int look_at_file(struct dl_phdr_info *info, size_t size, void *arg)
{
	struct code_search *search = arg;

	(void)size;
	for (int i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *part = &info->dlpi_phdr[i];
		uintptr_t begin = info->dlpi_addr + part->p_vaddr;

		search->is_code |= part->p_type == PT_LOAD && part->p_flags & PF_X &&
				   (uintptr_t)search->at >= begin &&
				   (uintptr_t)search->at < begin + part->p_memsz;
	}
	/* The program comes first. */
	return 1;
}

static bool is_code(const unsigned char *at)
{
	struct code_search search = { .at = at };

	dl_iterate_phdr(look_at_file, &search);
	return search.is_code;
}

static void read_traps(FILE *file)
{
	char line[64];

	while (fgets(line, sizeof(line), file)) {
		struct trap trap = { 0 };
		uint64_t address;

		if (sscanf(line, "%" SCNx64 " %hhu", &address, &trap.level) != 2)
			continue;
		trap.at = (unsigned char *)(_r_debug.r_map->l_addr + address);
		if (is_code(trap.at))
			vec_push(&traps, trap);
	}
}

/* Sorts them, and leaves each place once, with its highest level. */
static void sort(void)
{
	size_t number = 0;

	if (traps.count)
		qsort(traps.items, traps.count, sizeof(*traps.items), compare);
	for (size_t i = 0; i < traps.count; i++) {
		if (!number || traps.items[number - 1].at != traps.items[i].at)
			traps.items[number++] = traps.items[i];
	}
	traps.count = number;
}

/* The pages of traps stay writable, as each trap is taken away when it is met. */
static int write_traps(void)
{
	uintptr_t writable = 0; /* the last page that is */

	for (size_t i = 0; i < traps.count; i++) {
		struct trap *trap = &traps.items[i];
		uintptr_t page = (uintptr_t)trap->at & ~(uintptr_t)(PAGE_SIZE - 1);

		if (page != writable &&
		    mprotect((void *)page, PAGE_SIZE, PROT_READ | PROT_WRITE | PROT_EXEC) < 0)
			return errno;
		writable = page;
		trap->byte = *trap->at;
		*trap->at = BREAKPOINT;
	}
	return 0;
}

static int map_level(const char *path)
{
	_cleanup_close_ int fd = open(path, O_RDWR | O_CLOEXEC);
	struct stat st;
	void *bytes;

	if (fd < 0 || fstat(fd, &st) < 0)
		return errno;
	if (!st.st_size)
		return ENODATA;
	bytes = mmap(NULL, (size_t)st.st_size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (bytes == MAP_FAILED)
		return errno;
	level = bytes;
	met = level + 1;
	nr_told = (size_t)st.st_size - 1;
	copied = xcalloc(nr_told + 1, 1);
	told_path = xstrdup(path);
	return 0;
}

void trap_forget(void)
{
	/* Not by memory: a run that made the file shorter would end this process. */
	_cleanup_close_ int fd = nr_told ? open(told_path, O_RDONLY | O_CLOEXEC) : -1;
	ssize_t size = fd < 0 ? 0 : pread(fd, copied, nr_told, 1);

	for (size_t i = 0; i < traps.count && (ssize_t)i < size; i++) {
		struct trap *trap = &traps.items[i];

		if (!copied[i] || trap->level || trap->is_gone)
			continue;
		*trap->at = trap->byte;
		trap->is_gone = true;
	}
}

int trap_set(void)
{
	const char *list = getenv(REMT_SERVE_TRAPS_ENV), *path = getenv(REMT_SERVE_LEVEL_ENV);
	const struct sigaction action = { .sa_sigaction = meet, .sa_flags = SA_SIGINFO };
	_cleanup_fclose_ FILE *file = list ? fopen(list, "re") : NULL;
	int error = file && path ? map_level(path) : ENOENT;

	if (error)
		return error;
	read_traps(file);
	sort();
	return sigaction(SIGTRAP, &action, NULL) < 0 ? errno : write_traps();
}
