/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/*
 * Modules that have no unit of their own: one is made here, of what the variants file
 * (include/remt/variants.h) tells of them, and breakpoints stand for what the plugin plants.
 *
 * Breakpoints are put in place before anything of the module is executed: when this process starts,
 * in a child of the fork-server, or when the module is loaded.
 */
#include <elf.h>
#include <errno.h>
#include <link.h>
#include <signal.h>
#include <stddef.h>

#include "remt/variants.h"
#include "runtime/rt_code.h"
#include "runtime/rt_syscall.h"

#define PAGE_SIZE 4096

/* A module that is known, and where it is loaded. */
struct place {
	const struct remt_variants_module *module;
	struct remt_unit *unit; /* NULL: it was never loaded */
	char *base;
	const char *name; /* as the loader has it, which tells it again */
	bool is_planted; /* breakpoints were put in place, when it was so: */
	char *planted_base; /* 0 of what is not moved */
	unsigned long long planted_subs, subs; /* modules that were ever unloaded */
};

static const char *file; /* the variants file, mapped; NULL: there is none */
static struct place places[REMT_VARIANTS_MAX_MODULES];
static uint32_t nr_places;

static bool is_equal(const void *a, const void *b, size_t size)
{
	const char *x = a, *y = b;

	for (size_t i = 0; i < size; i++) {
		if (x[i] != y[i])
			return false;
	}
	return true;
}

static bool is_array(uint64_t offset, uint64_t count, size_t size, uint64_t end)
{
	return offset <= end && count <= (end - offset) / size;
}

static bool is_sound(const char *data, uint64_t size)
{
	const struct remt_variants_header *header = (const void *)data;
	const struct remt_variants_module *modules = (const void *)(header + 1);

	if (size < sizeof(*header) ||
	    !is_equal(header->magic, REMT_VARIANTS_MAGIC, sizeof(header->magic)) ||
	    header->version != REMT_VARIANTS_VERSION || header->size != size ||
	    header->nr_modules > REMT_VARIANTS_MAX_MODULES ||
	    !is_array(sizeof(*header), header->nr_modules, sizeof(*modules), size))
		return false;
	for (uint32_t i = 0; i < header->nr_modules; i++) {
		const struct remt_variants_module *module = &modules[i];

		if (!module->nr_sites || module->path >= size ||
		    !is_array(module->headers, module->nr_headers, sizeof(ElfW(Phdr)), size) ||
		    !is_array(module->sites, module->nr_sites, sizeof(struct remt_variants_site),
			      size) ||
		    !is_array(module->codes, module->nr_codes, sizeof(struct remt_variants_code),
			      size))
			return false;
	}
	return true;
}

/* NULL: it can't be read. */
static const char *map_file(uint64_t *ret_size)
{
	int fd = rt_open(rt_session->variants, O_RDONLY, 0);
	struct statx status;
	void *data = MAP_FAILED;

	if (fd < 0)
		return NULL;
	if (rt_statx(fd, "", &status))
		data = (void *)syscall(SYS_mmap, NULL, status.stx_size, PROT_READ, MAP_PRIVATE, fd,
				       0L);
	rt_close(fd);
	*ret_size = data == MAP_FAILED ? 0 : status.stx_size;
	return data == MAP_FAILED ? NULL : data;
}

void rt_binary_begin(void)
{
	uint64_t size;
	const char *data;

	if (!rt_session->variants[0])
		return;
	data = map_file(&size);
	if (!data || !is_sound(data, size)) {
		rt_session_fail(REMT_RUNTIME_VARIANTS);
		return;
	}
	file = data;
	nr_places = ((const struct remt_variants_header *)(const void *)data)->nr_modules;
	for (uint32_t i = 0; i < nr_places; i++)
		places[i].module =
			(const struct remt_variants_module *)(const void *)(data +
						sizeof(struct remt_variants_header)) + i;
}

static const struct remt_variants_site *sites_of(const struct place *place)
{
	return (const void *)(file + place->module->sites);
}

static const uint8_t *code_of(const struct place *place, const struct remt_variants_site *site,
			      uint32_t alternative)
{
	const struct remt_variants_code *codes = (const void *)(file + place->module->codes);

	return codes[site->first + alternative].bytes;
}

static char *address_of(const struct place *place, const struct remt_variants_site *site)
{
	return place->base + site->address;
}

/* True if all sites are as they are in the file. */
static bool has_its_code(const struct place *place)
{
	const struct remt_variants_site *sites = sites_of(place);

	for (uint32_t i = 0; i < place->module->nr_sites; i++) {
		if (!is_equal(address_of(place, &sites[i]), code_of(place, &sites[i], 0),
			      sites[i].size))
			return false;
	}
	return true;
}

/* True if the loaded file is the module's, or a copy that was made since the run began. */
static bool is_file(const struct remt_variants_module *module, const char *name)
{
	const struct remt_variants_header *header = (const void *)file;
	char path[REMT_VARIANTS_MAX_PATH];
	struct statx status;
	long size;

	if (!name[0]) {
		name = "/proc/self/exe";
		size = syscall(SYS_readlinkat, AT_FDCWD, name, path, sizeof(path));
		if (size > 0 && size < (long)sizeof(path)) {
			path[size] = 0;
			if (is_equal(path, file + module->path, (size_t)size + 1))
				return true;
		}
	}
	return !rt_statx(AT_FDCWD, name, &status) || status.stx_ino == module->inode ||
	       (int64_t)status.stx_ctime.tv_sec * 1000000000 + status.stx_ctime.tv_nsec >=
		       header->written_ns;
}

static bool is_module(const struct place *place, const struct dl_phdr_info *info)
{
	const struct remt_variants_module *module = place->module;

	if (info->dlpi_phnum != module->nr_headers ||
	    !is_equal(info->dlpi_phdr, file + module->headers,
		      module->nr_headers * sizeof(ElfW(Phdr))))
		return false;
	if (place->unit && place->name == info->dlpi_name)
		return true;
	if (module->build_id_size ? !is_equal((char *)info->dlpi_addr + module->build_id_address,
					      module->build_id, module->build_id_size)
				  : !has_its_code(place))
		return false;
	return is_file(module, info->dlpi_name);
}

static struct remt_unit *make_unit(const struct remt_variants_module *module)
{
	static const char name[] = REMT_UNIT_NAME;
	uint64_t size = remt_unit_desc_size(module->nr_functions, module->nr_sites);
	struct remt_unit *unit =
		(void *)syscall(SYS_mmap, NULL, size + offsetof(struct remt_unit, version),
				PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0L);

	if (unit == MAP_FAILED)
		return NULL;
	unit->name_size = sizeof(unit->name);
	unit->desc_size = (uint32_t)size;
	unit->note_type = REMT_UNIT_NOTE_TYPE;
	for (unsigned i = 0; i < sizeof(unit->name); i++)
		unit->name[i] = name[i];
	unit->version = REMT_UNIT_VERSION;
	unit->uid = module->uid;
	unit->nr_functions = module->nr_functions;
	unit->nr_sites = module->nr_sites;
	return unit;
}

static void begin_place(struct place *place)
{
	place->unit = make_unit(place->module);
	if (place->unit) {
		rt_code_prepare();
		rt_trap_begin();
	} else {
		rt_session_fail(REMT_RUNTIME_VARIANTS);
	}
}

struct remt_unit *rt_binary_find(const struct dl_phdr_info *info)
{
	for (uint32_t i = 0; i < nr_places; i++) {
		struct place *place = &places[i];
		char *before = place->base;

		place->base = (char *)info->dlpi_addr;
		if (!is_module(place, info)) {
			place->base = before;
			continue;
		}
		place->subs = info->dlpi_subs;
		place->name = info->dlpi_name;
		if (!place->unit)
			begin_place(place);
		return place->unit;
	}
	return NULL;
}

static struct place *find_place(const struct remt_unit *unit)
{
	for (uint32_t i = 0; unit && i < nr_places; i++) {
		if (places[i].unit == unit)
			return &places[i];
	}
	return NULL;
}

bool rt_binary_has(const struct remt_unit *unit)
{
	return find_place(unit) != NULL;
}

/* True if a breakpoint is to be put at the site: what is not as the file has it was executed before,
 * or has its breakpoint already. */
static bool is_fresh(const struct place *place, uint32_t site)
{
	const struct remt_variants_site *at = &sites_of(place)[site];

	return remt_unit_site_on(place->unit)[site] == REMT_ASK &&
	       is_equal(address_of(place, at), code_of(place, at, 0), at->size);
}

static bool is_of_others(const struct place *place, uint32_t site)
{
	const struct remt_variants_site *at = &sites_of(place)[site];
	const uint8_t *now = (const uint8_t *)address_of(place, at);

	if (*now == RT_BREAKPOINT)
		return false;
	for (uint32_t i = 0; i <= at->nr_alternatives; i++) {
		if (is_equal(now, code_of(place, at, i), at->size))
			return false;
	}
	return true;
}

/* The sites from FIRST to LAST, all on pages that follow each other. */
static void put_breakpoints(const struct place *place, uint32_t first, uint32_t last)
{
	const struct remt_variants_site *sites = sites_of(place);
	static const uint8_t breakpoint[] = { RT_BREAKPOINT };
	struct rt_code code;

	if (!rt_code_open(&code, address_of(place, &sites[first]),
			  address_of(place, &sites[last]) + sites[last].size)) {
		rt_session_fail(REMT_RUNTIME_SEALED);
		return;
	}
	for (uint32_t i = first; i <= last; i++) {
		if (is_fresh(place, i)) {
			if (!rt_code_put(&code, address_of(place, &sites[i]), breakpoint, 1))
				rt_session_fail(REMT_RUNTIME_SEALED);
		} else if (remt_unit_site_on(place->unit)[i] && is_of_others(place, i)) {
			rt_session_fail(REMT_RUNTIME_CODE);
		}
	}
	rt_code_close(&code);
}

/* A page without sites may be no code: it stays as it is. */
static void put_all(const struct place *place)
{
	const struct remt_variants_site *sites = sites_of(place);
	uint32_t first = 0, count = place->module->nr_sites;

	for (uint32_t i = 1; i <= count; i++) {
		if (i < count && sites[i].address / PAGE_SIZE <=
					 (sites[i - 1].address + sites[i - 1].size) / PAGE_SIZE + 1)
			continue;
		put_breakpoints(place, first, i - 1);
		first = i;
	}
}

static void put_selected(const struct place *place)
{
	for (uint32_t i = 0; i < rt_session->nr_on && i < REMT_SESSION_MAX_ON; i++) {
		const struct remt_switch *on = &rt_session->on[i];

		if (on->uid == place->unit->uid && on->site < place->unit->nr_sites)
			put_breakpoints(place, on->site, on->site);
	}
}

void rt_binary_plant(const struct remt_unit *unit)
{
	struct place *place = find_place(unit);
	sigset_t every, before;

	/* What was executed since then must not come to its breakpoint again, unless the module was
	 * loaded again. */
	if (!place || !unit->hook ||
	    (place->is_planted && place->planted_base == place->base &&
	     place->planted_subs == place->subs))
		return;
	place->is_planted = true;
	place->planted_base = place->base;
	place->planted_subs = place->subs;
	sigfillset(&every);
	syscall(SYS_rt_sigprocmask, SIG_SETMASK, &every, &before, NSIG / 8);
	if (rt_session->mode == REMT_MODE_MUTATE)
		put_selected(place);
	else
		put_all(place);
	syscall(SYS_rt_sigprocmask, SIG_SETMASK, &before, NULL, NSIG / 8);
}

/* Index of the site at AT; UINT32_MAX: there is none. */
static uint32_t find_site(const struct place *place, const char *at)
{
	const struct remt_variants_site *sites = sites_of(place);
	uint32_t low = 0, high = place->module->nr_sites;
	uint64_t address = (uint64_t)(at - place->base);

	while (low < high) {
		uint32_t middle = low + (high - low) / 2;

		if (sites[middle].address == address)
			return middle;
		if (sites[middle].address < address)
			low = middle + 1;
		else
			high = middle;
	}
	return UINT32_MAX;
}

/* Puts the bytes of ALTERNATIVE into the place of the breakpoint. */
static void replace(const struct place *place, uint32_t site, uint32_t alternative)
{
	const struct remt_variants_site *at = &sites_of(place)[site];
	char *address = address_of(place, at);
	struct rt_code code;
	bool is_done = false;

	if (alternative > at->nr_alternatives) {
		rt_session_fail(REMT_RUNTIME_BAD_UNIT);
		alternative = 0;
	}
	if (rt_code_open(&code, address, address + at->size)) {
		is_done = rt_code_put(&code, address, code_of(place, at, alternative), at->size);
		rt_code_close(&code);
	}
	if (is_done)
		return;
	/* It would stop at the breakpoint for ever. */
	rt_session_fail(REMT_RUNTIME_SEALED);
	rt_hook_end();
}

bool rt_binary_answer(const char *at)
{
	for (uint32_t i = 0; i < nr_places; i++) {
		struct place *place = &places[i];
		uint32_t site = place->unit ? find_site(place, at) : UINT32_MAX;
		uint32_t answer;

		if (site == UINT32_MAX || !remt_unit_site_on(place->unit)[site])
			continue;
		/* Another thread that came here at the same time does the same once more: what the
		 * hook makes of the flag, where code is executed often, is of no use here. */
		answer = place->unit->hook(place->unit, site, REMT_SELECT, UINT32_MAX);
		remt_unit_site_on(place->unit)[site] = REMT_ASK;
		replace(place, site, answer & ~REMT_FINAL);
		return true;
	}
	return false;
}
