/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sites/elf_file.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>

#include "common/xalloc.h"

struct error *elf_file_error(const char *name, const char *what)
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

static struct error *each_of_archive(int fd, Elf *archive, const char *path, elf_file_each_fn *each,
				     void *arg)
{
	for (Elf_Cmd command = ELF_C_READ; command != ELF_C_NULL;) {
		_cleanup_elf_ Elf *member = elf_begin(fd, command, archive);
		if (!member)
			return NULL;

		const Elf_Arhdr *header = elf_getarhdr(member);
		if (!header)
			return elf_file_error(path, "archive member");
		_cleanup_free_ char *name =
			xasprintf("%s(%s)", path, header->ar_name ? header->ar_name : "?");
		if (elf_kind(member) == ELF_K_ELF) {
			struct error *err = each(arg, member, name);
			if (err)
				return err;
		}
		command = elf_next(member);
	}
	return NULL;
}

struct error *elf_file_each(const char *path, elf_file_each_fn *each, void *arg)
{
	_cleanup_close_ int fd = -1;
	struct error *err = open_regular(path, &fd);
	if (err || fd < 0)
		return err;

	elf_version(EV_CURRENT);
	_cleanup_elf_ Elf *elf = elf_begin(fd, ELF_C_READ, NULL);
	if (!elf)
		return elf_file_error(path, "header");
	switch (elf_kind(elf)) {
	case ELF_K_ELF: return each(arg, elf, path);
	case ELF_K_AR: return each_of_archive(fd, elf, path, each, arg);
	case ELF_K_NONE:
	case ELF_K_COFF:
	case ELF_K_NUM: break;
	}
	return NULL;
}
