/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/*
 * Makes the units of modules that have none, from the variants file (include/remt/variants.h). A
 * module is known by its program headers and build-id (without one: by the bytes of its sites), and
 * by its file.
 */
#include <elf.h>
#include <link.h>
#include <stddef.h>

#include "runtime/rt_binary.h"
#include "runtime/rt_code.h"
#include "runtime/rt_syscall.h"

const char *rt_variants;
struct rt_place rt_places[REMT_VARIANTS_MAX_MODULES];
uint32_t rt_nr_places;

static bool is_array(uint64_t offset, uint64_t count, size_t size, uint64_t end)
{
	return offset <= end && count <= (end - offset) / size;
}

static bool is_sound(const char *data, uint64_t size)
{
	const struct remt_variants_header *header = (const void *)data;
	const struct remt_variants_module *modules = (const void *)(header + 1);

	if (size < sizeof(*header) ||
	    !rt_is_equal(header->magic, REMT_VARIANTS_MAGIC, sizeof(header->magic)) ||
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

/* Returns the mapped variants file; NULL: it can't be read. */
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

/* True if all sites of the module loaded at BASE have the file's bytes. */
static bool has_its_code(const struct rt_place *place, const char *base)
{
	const struct remt_variants_site *sites = rt_place_sites(place);

	for (uint32_t i = 0; i < place->module->nr_sites; i++) {
		if (!rt_is_equal(base + sites[i].address, rt_place_code(place, &sites[i], 0),
				 sites[i].size))
			return false;
	}
	return true;
}

/* True if the loaded file NAME is the module's file, or a copy that is younger than the run. */
static bool is_file(const struct remt_variants_module *module, const char *name)
{
	const struct remt_variants_header *header = (const void *)rt_variants;
	char path[REMT_VARIANTS_MAX_PATH];
	struct statx status;
	long size;

	if (!name[0]) {
		name = "/proc/self/exe";
		size = syscall(SYS_readlinkat, AT_FDCWD, name, path, sizeof(path));
		if (size > 0 && size < (long)sizeof(path)) {
			path[size] = 0;
			if (rt_is_equal(path, rt_variants + module->path, (size_t)size + 1))
				return true;
		}
	}
	return !rt_statx(AT_FDCWD, name, &status) || status.stx_ino == module->inode ||
	       (int64_t)status.stx_ctime.tv_sec * 1000000000 + status.stx_ctime.tv_nsec >=
		       header->written_ns;
}

static bool is_module(const struct rt_place *place, const struct dl_phdr_info *info)
{
	const struct remt_variants_module *module = place->module;

	if (info->dlpi_phnum != module->nr_headers ||
	    !rt_is_equal(info->dlpi_phdr, rt_variants + module->headers,
			 module->nr_headers * sizeof(ElfW(Phdr))))
		return false;
	if (place->unit && place->name == info->dlpi_name)
		return true;
	if (module->build_id_size ? !rt_is_equal((char *)info->dlpi_addr + module->build_id_address,
						 module->build_id, module->build_id_size)
				  : !has_its_code(place, (char *)info->dlpi_addr))
		return false;
	return is_file(module, info->dlpi_name);
}

/*
 * True if the module asks to be initialised before all others; our own library asks for that, too.
 */
static bool is_first(const struct dl_phdr_info *info)
{
	const char *base = (const char *)info->dlpi_addr;

	for (unsigned i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *header = &info->dlpi_phdr[i];
		const ElfW(Dyn) *entry = (const void *)(base + header->p_vaddr);

		for (; header->p_type == PT_DYNAMIC && entry->d_tag != DT_NULL; entry++)
			if (entry->d_tag == DT_FLAGS_1 && entry->d_un.d_val & DF_1_INITFIRST)
				return true;
	}
	return false;
}

static int find_first(struct dl_phdr_info *info, size_t size, void *ret)
{
	(void)size;
	*(uint32_t *)ret += is_first(info);
	return 0;
}

/*
 * Finds libraries that were initialised before us: of several that ask to be first, the loader lets
 * only the last one.
 */
static int find_late(struct dl_phdr_info *info, size_t size, void *arg)
{
	(void)size;
	(void)arg;
	for (uint32_t i = 0; info->dlpi_name[0] && i < rt_nr_places; i++)
		rt_places[i].is_late |= is_module(&rt_places[i], info);
	return 0;
}

void rt_binary_begin(void)
{
	uint32_t nr_first = 0;
	uint64_t size;
	const char *data;

	if (!rt_session->variants[0])
		return;
	data = map_file(&size);
	if (!data || !is_sound(data, size)) {
		rt_session_fail(REMT_RUNTIME_VARIANTS);
		return;
	}
	rt_variants = data;
	rt_nr_places = ((const struct remt_variants_header *)(const void *)data)->nr_modules;
	for (uint32_t i = 0; i < rt_nr_places; i++)
		rt_places[i].module =
			(const struct remt_variants_module
				 *)(const void *)(data + sizeof(struct remt_variants_header)) +
			i;
	dl_iterate_phdr(find_first, &nr_first);
	if (nr_first > 1)
		dl_iterate_phdr(find_late, NULL);
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

static void begin_place(struct rt_place *place)
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
	for (uint32_t i = 0; i < rt_nr_places; i++) {
		struct rt_place *place = &rt_places[i];

		if (place->is_late || !is_module(place, info))
			continue;
		/* Last, as another thread may be at a breakpoint of the place. */
		place->base = (char *)info->dlpi_addr;
		place->subs = info->dlpi_subs;
		place->name = info->dlpi_name;
		if (!place->unit)
			begin_place(place);
		return place->unit;
	}
	return NULL;
}

struct rt_place *rt_place_find(const struct remt_unit *unit)
{
	for (uint32_t i = 0; unit && i < rt_nr_places; i++) {
		if (rt_places[i].unit == unit)
			return &rt_places[i];
	}
	return NULL;
}

bool rt_binary_has(const struct remt_unit *unit)
{
	return rt_place_find(unit) != NULL;
}
