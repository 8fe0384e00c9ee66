/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A tree gets back what a build changed, with the times that the next build goes by. */
#include "unit.h"

#include <elf.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/fs.h"
#include "verify/tree.h"

static void put(const char *path, const char *text, time_t when)
{
	const struct timespec times[2] = { { when, 5 }, { when, 5 } };

	CHECK_OK(fs_write_file(path, text, strlen(text)));
	CHECK_INT(utimensat(AT_FDCWD, path, times, 0), ==, 0);
}

static void put_both(const char *name, const char *text)
{
	char path[64];

	snprintf(path, sizeof(path), "reference/%s", name);
	put(path, text, 1000);
	snprintf(path, sizeof(path), "tree/%s", name);
	put(path, text, 1000);
}

static void make_trees(void)
{
	CHECK_OK(fs_remove_tree("reference"));
	CHECK_OK(fs_remove_tree("tree"));
	CHECK_OK(fs_make_directories("reference/d", 0777));
	CHECK_OK(fs_make_directories("tree/d", 0777));
	put_both("a.c", "a");
	put_both("d/b.h", "b");
}

static void check_text(const char *path, const char *expected)
{
	char *text = NULL;
	struct stat status;

	CHECK_OK(fs_read_file(path, &text, NULL));
	CHECK_STR(text, expected);
	free(text);
	CHECK_INT(stat(path, &status), ==, 0);
	CHECK_INT(status.st_mtim.tv_sec, ==, 1000);
	CHECK_INT(status.st_mtim.tv_nsec, ==, 5);
}

TEST(what_was_changed_made_or_removed_is_restored)
{
	make_trees();
	put("tree/a.c", "x", 1000);
	put("tree/d/b.h", "b", 2000); /* only its time tells */
	CHECK_INT(chmod("reference/a.c", 0751), ==, 0);
	put("tree/a.c", "xy", 1000);
	put("reference/gone", "g", 1000);
	CHECK_INT(symlink("a.c", "reference/link"), ==, 0);
	CHECK_INT(symlink("nowhere", "tree/link"), ==, 0);
	CHECK_OK(fs_make_directories("tree/new/below", 0777));
	put("tree/new/below/f", "f", 1);
	CHECK_OK(fs_make_directories("reference/d2/d3", 0777));
	put("reference/d2/d3/f", "f", 1000);

	CHECK_OK(verify_tree_restore("reference", "tree"));
	check_text("tree/a.c", "a");
	check_text("tree/d/b.h", "b");
	check_text("tree/gone", "g");
	check_text("tree/link", "a");
	check_text("tree/d2/d3/f", "f");
	CHECK(!fs_exists("tree/new"));
	CHECK(access("tree/a.c", X_OK) == 0);
}

TEST(sources_are_touched_and_headers_are_not)
{
	struct stat status;

	make_trees();
	CHECK_OK(verify_tree_touch("tree"));
	CHECK_INT(stat("tree/a.c", &status), ==, 0);
	CHECK_INT(status.st_mtim.tv_sec, >, 1000);
	CHECK_INT(stat("tree/d/b.h", &status), ==, 0);
	CHECK_INT(status.st_mtim.tv_sec, ==, 1000);
}

static bool has_new_binary(void)
{
	bool found = false;

	CHECK_OK(verify_tree_has_new_binary("reference", "tree", &found));
	return found;
}

TEST(only_programs_and_libraries_count_as_binaries)
{
	Elf64_Ehdr header = { .e_ident = ELFMAG, .e_type = ET_REL };

	make_trees();
	put("tree/a.c", "a", 2000);
	CHECK(!has_new_binary());
	CHECK_OK(fs_write_file("tree/a.o", &header, sizeof(header)));
	CHECK(!has_new_binary());
	header.e_type = ET_DYN;
	CHECK_OK(fs_write_file("tree/program", &header, sizeof(header)));
	CHECK(has_new_binary());
	CHECK_OK(verify_tree_restore("reference", "tree"));
	CHECK(!has_new_binary());
}
