/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * libelf does the decoding.  Files are read, not mapped: a file that another
 * process cuts short meanwhile must give an error and no SIGBUS.
 */
#include "sites/section.h"

#include <errno.h>
#include <fcntl.h>
#include <gelf.h>
#include <libelf.h>
#include <string.h>
#include <sys/stat.h>

#include "common/cleanup.h"
#include "common/xalloc.h"
#include "remt/sites.h"

/* A compressed section may claim to expand to any size; more than this is damage. */
#define MAX_EXPANDED ((uint64_t)1 << 30)

DEFINE_CLEANUP(elf, Elf *, elf_end)
#define _cleanup_elf_ _cleanup_(cleanup_elf)

static struct error *error_elf(const char *name, const char *what)
{
	int number = elf_errno();

	return error_create(ERROR_UNUSABLE, "%s: damaged ELF file: %s (%s)", name, what,
			    number ? elf_errmsg(number) : "unknown error");
}

/* Opens a regular file; anything else (directory, FIFO, device) gives -1 in *RET and success. */
static struct error *open_regular(const char *path, int *ret)
{
	_cleanup_close_ int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	if (fd < 0)
		return error_errno(ERROR_UNUSABLE, errno, "opening %s", path);

	struct stat st;
	if (fstat(fd, &st) < 0)
		return error_errno(ERROR_UNUSABLE, errno, "reading %s", path);
	*ret = S_ISREG(st.st_mode) ? TAKE_FD(fd) : -1;
	return NULL;
}

/* Finds the next .remt section after SCN (NULL: the first); NULL in *RET: none. */
static struct error *find_section(Elf *elf, const char *name, Elf_Scn *scn, Elf_Scn **ret)
{
	size_t nr_sections;
	size_t names;
	GElf_Ehdr file;

	if (!gelf_getehdr(elf, &file))
		return error_elf(name, "header");
	if (elf_getshdrnum(elf, &nr_sections) < 0)
		return error_elf(name, "section headers");
	if (nr_sections == 0) {
		/* libelf takes a file cut before its section headers for one without sections. */
		if (file.e_shoff)
			return error_create(
				ERROR_UNUSABLE,
				"%s: damaged ELF file: section headers lie outside of it", name);
		*ret = NULL;
		return NULL;
	}
	if (elf_getshdrstrndx(elf, &names) < 0)
		return error_elf(name, "section names");

	while ((scn = elf_nextscn(elf, scn))) {
		GElf_Shdr header;

		if (!gelf_getshdr(scn, &header))
			return error_elf(name, "section header");
		const char *section = elf_strptr(elf, names, header.sh_name);
		if (section && strcmp(section, REMT_SITES_SECTION) == 0)
			break;
	}
	*ret = scn;
	return NULL;
}

static struct error *expand_section(Elf_Scn *scn, const char *name)
{
	GElf_Chdr header;

	if (!gelf_getchdr(scn, &header))
		return error_elf(name, "compressed .remt section");
	if (header.ch_size > MAX_EXPANDED)
		return error_create(
			ERROR_UNUSABLE,
			"%s: damaged ELF file: .remt section claims to expand to %llu bytes", name,
			(unsigned long long)header.ch_size);
	if (elf_compress(scn, 0, 0) < 0)
		return error_elf(name, "compressed .remt section");
	return NULL;
}

static struct error *read_section(Elf_Scn *scn, const char *name, section_each_fn *each, void *arg)
{
	GElf_Shdr header;
	if (!gelf_getshdr(scn, &header))
		return error_elf(name, "section header");
	if (header.sh_type == SHT_NOBITS)
		return error_create(ERROR_UNUSABLE, "%s: the .remt section has no content", name);
	if (header.sh_flags & SHF_COMPRESSED) {
		struct error *err = expand_section(scn, name);
		if (err)
			return err;
	}

	Elf_Data *data = elf_rawdata(scn, NULL);
	if (!data)
		return error_elf(name, ".remt section");
	if (data->d_size && !data->d_buf)
		return error_create(ERROR_UNUSABLE,
				    "%s: the .remt section lies outside of the file", name);
	return each(arg, name, data->d_buf, data->d_size);
}

static struct error *each_of_elf(Elf *elf, const char *name, section_each_fn *each, void *arg)
{
	for (Elf_Scn *scn = NULL;;) {
		struct error *err = find_section(elf, name, scn, &scn);
		if (err || !scn)
			return err;
		err = read_section(scn, name, each, arg);
		if (err)
			return err;
	}
}

static struct error *each_of_archive(int fd, Elf *archive, const char *path, section_each_fn *each,
				     void *arg)
{
	for (Elf_Cmd command = ELF_C_READ; command != ELF_C_NULL;) {
		_cleanup_elf_ Elf *member = elf_begin(fd, command, archive);
		if (!member)
			return NULL;

		const Elf_Arhdr *header = elf_getarhdr(member);
		if (!header)
			return error_elf(path, "archive member");
		_cleanup_free_ char *name =
			xasprintf("%s(%s)", path, header->ar_name ? header->ar_name : "?");
		if (elf_kind(member) == ELF_K_ELF) {
			struct error *err = each_of_elf(member, name, each, arg);
			if (err)
				return err;
		}
		command = elf_next(member);
	}
	return NULL;
}

struct error *section_each(const char *path, section_each_fn *each, void *arg)
{
	_cleanup_close_ int fd = -1;
	struct error *err = open_regular(path, &fd);
	if (err || fd < 0)
		return err;

	elf_version(EV_CURRENT);
	_cleanup_elf_ Elf *elf = elf_begin(fd, ELF_C_READ, NULL);
	if (!elf)
		return error_elf(path, "header");
	switch (elf_kind(elf)) {
	case ELF_K_ELF: return each_of_elf(elf, path, each, arg);
	case ELF_K_AR: return each_of_archive(fd, elf, path, each, arg);
	case ELF_K_NONE:
	case ELF_K_COFF:
	case ELF_K_NUM: break;
	}
	return NULL;
}

static bool elf_has_section(Elf *elf)
{
	Elf_Scn *scn;
	_cleanup_error_ struct error *err = find_section(elf, "", NULL, &scn);

	return !err && scn;
}

static bool archive_has_section(int fd, Elf *archive)
{
	for (Elf_Cmd command = ELF_C_READ; command != ELF_C_NULL;) {
		_cleanup_elf_ Elf *member = elf_begin(fd, command, archive);
		if (!member)
			return false;
		if (elf_kind(member) == ELF_K_ELF && elf_has_section(member))
			return true;
		command = elf_next(member);
	}
	return false;
}

bool section_present(const char *path)
{
	_cleanup_close_ int fd = -1;
	_cleanup_error_ struct error *err = open_regular(path, &fd);
	if (err || fd < 0)
		return false;

	elf_version(EV_CURRENT);
	_cleanup_elf_ Elf *elf = elf_begin(fd, ELF_C_READ, NULL);
	if (!elf)
		return false;
	return elf_kind(elf) == ELF_K_AR ? archive_has_section(fd, elf)
					 : elf_kind(elf) == ELF_K_ELF && elf_has_section(elf);
}

static bool is_c_source(const char *name)
{
	size_t length = name ? strlen(name) : 0;

	return length > 2 && name[length - 2] == '.' && strchr("ci", name[length - 1]);
}

/* Symbols of type STT_FILE name the sources; assemblers give none. */
static bool symbols_are_of_c(Elf *elf, Elf_Scn *scn, const GElf_Shdr *header)
{
	Elf_Data *data = elf_getdata(scn, NULL);
	bool has_function = false, has_source = false;
	GElf_Sym symbol;

	for (int i = 0; data && gelf_getsym(data, i, &symbol); i++) {
		unsigned type = GELF_ST_TYPE(symbol.st_info);

		if (type == STT_FUNC && symbol.st_shndx != SHN_UNDEF)
			has_function = true;
		else if (type == STT_FILE)
			has_source |= is_c_source(elf_strptr(elf, header->sh_link, symbol.st_name));
	}
	return has_function && has_source;
}

bool section_is_expected(const char *path)
{
	_cleanup_close_ int fd = -1;
	_cleanup_error_ struct error *err = open_regular(path, &fd);
	GElf_Ehdr file;

	if (err || fd < 0)
		return false;
	elf_version(EV_CURRENT);
	_cleanup_elf_ Elf *elf = elf_begin(fd, ELF_C_READ, NULL);
	if (!elf || !gelf_getehdr(elf, &file) || file.e_type != ET_REL)
		return false;
	for (Elf_Scn *scn = NULL; (scn = elf_nextscn(elf, scn));) {
		GElf_Shdr header;

		if (gelf_getshdr(scn, &header) && header.sh_type == SHT_SYMTAB)
			return symbols_are_of_c(elf, scn, &header);
	}
	return false;
}
