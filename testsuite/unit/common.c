/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The small tools that everything else stands on. */
#include "unit.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "common/cleanup.h"
#include "common/destination.h"
#include "common/error.h"
#include "common/exit.h"
#include "common/fs.h"
#include "common/hash.h"
#include "common/path.h"
#include "common/shell.h"
#include "common/strbuf.h"
#include "common/strv.h"
#include "common/vec.h"
#include "common/xalloc.h"

/* Compares and frees. */
#define CHECK_TAKEN(call, expected)                                                                \
	do {                                                                                       \
		_cleanup_free_ char *taken_text = call;                                            \
		CHECK_STR(taken_text, expected);                                                   \
	} while (0)

TEST(error_carries_code_and_message)
{
	struct error *err = error_create(ERROR_USAGE, "bad %s", "word");

	CHECK_INT(err->code, ==, ERROR_USAGE);
	CHECK_STR(err->message, "bad word");
	err = error_wrap(err, "reading %d", 7);
	CHECK_STR(err->message, "reading 7: bad word");
	error_destroy(err);
	CHECK_ERROR(error_errno(ERROR_INTERNAL, ENOENT, "opening %s", "x"), ERROR_INTERNAL,
		    "opening x: No such file or directory");
	CHECK(!error_wrap(NULL, "nothing"));
	error_destroy(NULL);
}

TEST(running_out_of_memory_ends_the_program)
{
	pid_t pid = fork();
	int status;

	if (pid == 0) {
		close(STDERR_FILENO);
		free(xreallocarray(NULL, SIZE_MAX / 2, 16));
		_exit(0);
	}
	CHECK(waitpid(pid, &status, 0) == pid);
	CHECK(WIFEXITED(status) && WEXITSTATUS(status) == EXIT_INTERNAL);
}

TEST(empty_allocations_are_memory)
{
	free(xmalloc(0));
	free(xcalloc(0, 8));
	free(xmemdup(NULL, 0));
	CHECK_STR(xstrdup_null(NULL), NULL);
	CHECK_TAKEN(xstrndup("abc", 2), "ab");
	CHECK_TAKEN(xstrndup("abc", 9), "abc");
	CHECK_TAKEN(xasprintf("%d%s", 1, "x"), "1x");
}

TEST(strbuf_grows_and_is_always_a_string)
{
	_cleanup_strbuf_ struct strbuf text = { 0 };
	char expected[1001] = "";

	CHECK_STR(strbuf_get(&text), "");
	for (int i = 0; i < 1000; i++) {
		strbuf_addc(&text, (char)('a' + i % 26));
		expected[i] = (char)('a' + i % 26);
		CHECK_INT(strlen(strbuf_get(&text)), ==, i + 1);
	}
	CHECK_STR(strbuf_get(&text), expected);
	strbuf_truncate(&text, 3);
	strbuf_truncate(&text, 10);
	strbuf_addf(&text, "-%0200d", 7);
	CHECK_INT(text.length, ==, 204);
	strbuf_adds(&text, "");
	strbuf_add(&text, "a\0b", 3);
	CHECK_INT(text.length, ==, 207);
	CHECK(memcmp(text.data + 204, "a\0b", 4) == 0);
	free(strbuf_take(&text));
	CHECK_INT(text.length, ==, 0);
	CHECK_TAKEN(strbuf_take(&text), "");
}

TEST(vec_elements_are_zeroed_and_kept)
{
	VEC(struct {
		int a;
		char b[13];
	})
	list = { 0 };

	for (int i = 0; i < 100; i++) {
		__typeof__(list.items) item = vec_add(&list);

		CHECK_INT(item->a, ==, 0);
		CHECK_INT(item->b[12], ==, 0);
		item->a = i;
		item->b[12] = 'x';
	}
	vec_push(&list, list.items[41]);
	CHECK_INT(list.count, ==, 101);
	CHECK_INT(list.items[100].a, ==, 41);
	for (int i = 0; i < 100; i++)
		CHECK_INT(list.items[i].a, ==, i);
	vec_deinit(&list);
	CHECK_INT(list.count, ==, 0);
}

TEST(hash_is_xxh64_with_seed_0)
{
	char hex[HASH_HEX_SIZE];
	uint64_t file = 0;

	CHECK_UINT(hash_bytes("", 0), ==, 0xef46db3751d8e999u);
	CHECK_UINT(hash_string("abc"), ==, 0x44bc2cf5ad770999u);
	hash_to_hex(0xabc, hex);
	CHECK_STR(hex, "0000000000000abc");

	_cleanup_free_ char *large = xcalloc(1, 200001);
	CHECK_OK(fs_write_file("large", large, 200001));
	CHECK_OK(hash_file("large", &file));
	CHECK_UINT(file, ==, hash_bytes(large, 200001));
	CHECK_ERROR(hash_file("missing", &file), ERROR_UNUSABLE, "opening missing");
}

TEST(pieces_of_a_hash_do_not_run_together)
{
	struct hash *one = hash_create();
	struct hash *two = hash_create();
	hash_add_string(one, "a");
	hash_add_string(one, "bc");
	hash_add_string(two, "ab");
	hash_add_string(two, "c");
	CHECK_UINT(hash_take(one), !=, hash_take(two));

	one = hash_create();
	hash_add_u64(one, 0x0807060504030201u);
	CHECK_UINT(hash_take(one), ==, hash_bytes("\1\2\3\4\5\6\7\10", 8));
}

TEST(paths_are_joined_and_normalised)
{
	CHECK_TAKEN(path_join("a", "b"), "a/b");
	CHECK_TAKEN(path_join("a/", "b"), "a/b");
	CHECK_TAKEN(path_join("a", "/b"), "/b");
	CHECK_TAKEN(path_join("", "b"), "b");
	CHECK_TAKEN(path_normalise(""), ".");
	CHECK_TAKEN(path_normalise("."), ".");
	CHECK_TAKEN(path_normalise("/"), "/");
	CHECK_TAKEN(path_normalise("//a//b/./c/"), "/a/b/c");
	CHECK_TAKEN(path_normalise("a/../b"), "b");
	CHECK_TAKEN(path_normalise("a/.."), ".");
	CHECK_TAKEN(path_normalise("../../a/../b"), "../../b");
	CHECK_TAKEN(path_normalise("a/../../b"), "../b");
	CHECK_TAKEN(path_normalise("/../.."), "/");
	CHECK_TAKEN(path_normalise("/a/b/../../../c"), "/c");
	CHECK_TAKEN(path_normalise("..."), "...");
	CHECK_TAKEN(path_normalise("a/..b/.c"), "a/..b/.c");
	CHECK_TAKEN(path_absolute("/x/y", "../z"), "/x/z");
	CHECK_TAKEN(path_absolute("/x/y", "/z/."), "/z");
}

TEST(paths_are_taken_apart)
{
	CHECK_TAKEN(path_below("/a", "/a/b/c"), "b/c");
	CHECK_TAKEN(path_below("/a", "/a"), ".");
	CHECK_TAKEN(path_below("/a", "/ab"), NULL);
	CHECK_TAKEN(path_below("/a/b", "/a"), NULL);
	CHECK_TAKEN(path_below("/", "/a"), "a");
	CHECK_TAKEN(path_below("/", "/"), ".");
	CHECK(path_is_below("/a", "/a/"));
	CHECK(path_is_below("/", "/a"));
	CHECK(!path_is_below("/a", "/ab"));
	CHECK_STR(path_basename("/a/b"), "b");
	CHECK_STR(path_basename("b"), "b");
	CHECK_TAKEN(path_dirname("/a/b"), "/a");
	CHECK_TAKEN(path_dirname("/a"), "/");
	CHECK_TAKEN(path_dirname("a"), ".");
}

TEST(file_is_written_whole_and_read_back)
{
	_cleanup_free_ char *content = NULL;
	size_t size = 0;
	struct stat st;

	umask(022);
	CHECK_OK(fs_write_file("f", "a\0b", 3));
	CHECK_OK(fs_read_file("f", &content, &size));
	CHECK_UINT(size, ==, 3);
	CHECK(memcmp(content, "a\0b", 4) == 0);
	CHECK(stat("f", &st) == 0);
	CHECK_INT(st.st_mode & 07777, ==, 0644);

	CHECK(chmod("f", 0600) == 0);
	CHECK_OK(fs_write_file("f", "new", 3));
	CHECK(stat("f", &st) == 0);
	CHECK_INT(st.st_mode & 07777, ==, 0600);
	CHECK_INT(st.st_size, ==, 3);
}

TEST(file_of_proc_is_read_although_its_size_is_0)
{
	_cleanup_free_ char *content = NULL;
	size_t size = 0;

	CHECK_OK(fs_read_file("/proc/self/status", &content, &size));
	CHECK_UINT(size, >, 100);
	CHECK_UINT(size, ==, strlen(content));
}

TEST(failed_write_leaves_nothing_behind)
{
	CHECK(mkdir("d", 0777) == 0);
	CHECK_ERROR(fs_write_file("d", "x", 1), ERROR_UNUSABLE, "writing d: ");
	CHECK_ERROR(fs_write_file("missing/f", "x", 1), ERROR_UNUSABLE,
		    "making a file beside missing/f: ");
	CHECK_OK(fs_remove_tree("d"));
	DIR *dir = opendir(".");
	for (struct dirent *entry; (entry = readdir(dir));)
		CHECK(entry->d_name[strspn(entry->d_name, ".")] == '\0');
	closedir(dir);
}

TEST(own_files_replace_links_and_named_ones_follow_them)
{
	_cleanup_free_ char *text = NULL, *target = NULL;
	struct stat status;

	CHECK_OK(fs_write_file("target", "old", 3));
	CHECK(symlink("target", "own") == 0 && symlink("target", "named") == 0);
	CHECK_OK(fs_write_file("own", "new", 3));
	CHECK(lstat("own", &status) == 0 && S_ISREG(status.st_mode));
	CHECK_OK(fs_read_file("target", &target, NULL));
	CHECK_STR(target, "old");
	CHECK_OK(destination_write("named", "new", 3, 0640));
	CHECK(lstat("named", &status) == 0 && S_ISLNK(status.st_mode));
	CHECK(stat("target", &status) == 0 && (status.st_mode & 07777) == 0640);
	CHECK_OK(fs_read_file("target", &text, NULL));
	CHECK_STR(text, "new");
}

TEST(abandoned_destination_stays_as_it_was)
{
	_cleanup_free_ char *text = NULL;
	struct destination destination;

	CHECK_OK(fs_write_file("f", "old", 3));
	CHECK_OK(destination_open("f", &destination));
	fputs("new", destination.stream);
	destination_abandon(&destination);
	CHECK_OK(fs_read_file("f", &text, NULL));
	CHECK_STR(text, "old");
}

TEST(process_that_dies_leaves_no_part_of_a_file)
{
	int fd = open(".", O_TMPFILE | O_RDWR, 0600), status;
	_cleanup_free_ char *text = NULL;
	struct destination destination;
	unsigned nr_files = 0;

	if (fd < 0)
		unit_skip("files need names in this file system");
	close(fd);
	CHECK_OK(fs_write_file("f", "old", 3));
	pid_t child = fork();
	if (child == 0) {
		CHECK_OK(destination_open("f", &destination));
		fputs("new", destination.stream);
		fflush(destination.stream);
		_exit(7);
	}
	CHECK(waitpid(child, &status, 0) == child && WEXITSTATUS(status) == 7);
	DIR *here = opendir(".");
	for (struct dirent *entry; (entry = readdir(here));)
		nr_files += entry->d_type == DT_REG;
	closedir(here);
	CHECK_UINT(nr_files, ==, 1);
	CHECK_OK(fs_read_file("f", &text, NULL));
	CHECK_STR(text, "old");
}

TEST(destination_tells_of_a_write_that_failed_before)
{
	_cleanup_free_ char *text = NULL;
	struct destination destination;
	int reading;

	CHECK_OK(fs_write_file("f", "old", 3));
	CHECK_OK(destination_open("f", &destination));
	setvbuf(destination.stream, NULL, _IONBF, 0);
	reading = open("/dev/null", O_RDONLY);
	CHECK(dup2(reading, fileno(destination.stream)) >= 0);
	CHECK_INT(fputs("new", destination.stream), ==, EOF);
	errno = 0;
	CHECK_ERROR(destination_close(&destination), ERROR_INTERNAL, "cannot write f");
	CHECK_OK(fs_read_file("f", &text, NULL));
	CHECK_STR(text, "old");
}

TEST(destination_is_written_by_a_child_and_closed_by_its_parent)
{
	struct destination destination;
	struct error *err = NULL;
	char *text;
	int status;
	pid_t pid;

	CHECK_OK(destination_open("f", &destination));
	pid = fork();
	if (pid == 0) {
		fputs("child", destination.stream);
		err = destination_flush(&destination);
		_exit(err != NULL);
	}
	CHECK_INT(waitpid(pid, &status, 0), ==, pid);
	CHECK_INT(status, ==, 0);
	CHECK_OK(destination_close(&destination));
	CHECK_OK(fs_read_file("f", &text, NULL));
	CHECK_STR(text, "child");
	free(text);

	CHECK_OK(destination_open("/dev/full", &destination));
	fputs("much", destination.stream);
	CHECK_ERROR(destination_flush(&destination), ERROR_INTERNAL,
		    "cannot write /dev/full: No space");
	destination_abandon(&destination);
}

TEST(destination_without_a_name_is_refused)
{
	struct destination destination;

	CHECK_ERROR(destination_open("", &destination), ERROR_UNUSABLE, "cannot write \"\": ");
}

TEST(directories_are_made_with_those_above)
{
	CHECK_OK(fs_make_directories("a/b//c/", 0777));
	CHECK(fs_is_directory("a/b/c"));
	CHECK_OK(fs_make_directories("a/b", 0777));
	CHECK_OK(fs_make_directories("/", 0777));
	CHECK_OK(fs_write_file("f", "", 0));
	CHECK_ERROR(fs_make_directories("f/g", 0777), ERROR_UNUSABLE,
		    "making directory f: Not a directory");
	CHECK_ERROR(fs_make_directories("f", 0777), ERROR_UNUSABLE, "Not a directory");
}

TEST(tree_is_removed_but_nothing_that_links_lead_to)
{
	CHECK_OK(fs_make_directories("keep/sub", 0777));
	CHECK_OK(fs_write_file("keep/file", "x", 1));
	CHECK_OK(fs_make_directories("tree/a/b", 0777));
	CHECK_OK(fs_write_file("tree/a/file", "x", 1));
	CHECK(symlink("../../keep", "tree/a/link") == 0);
	CHECK(symlink("../keep/file", "tree/link") == 0);
	CHECK(mkfifo("tree/fifo", 0666) == 0);
	CHECK(mkdir("tree/closed", 0777) == 0);
	CHECK_OK(fs_write_file("tree/closed/file", "x", 1));
	CHECK(chmod("tree/closed", 0) == 0);

	CHECK_OK(fs_remove_tree("tree"));
	CHECK(!fs_exists("tree"));
	CHECK(fs_exists("keep/file"));
	CHECK(fs_exists("keep/sub"));
	CHECK_OK(fs_remove_tree("tree"));

	CHECK(symlink("keep", "link") == 0);
	CHECK_OK(fs_remove_tree("link"));
	CHECK(!fs_exists("link"));
	CHECK(fs_exists("keep/file"));
}

TEST(words_survive_a_shell)
{
	static const char *const words[] = {
		"plain", "",   "a b", "it's", "$HOME `x` \"q\" \\", "*", "line\nend", "A=b",
		"~",	 "-n", "#",   NULL
	};
	_cleanup_free_ char *quoted = shell_quote_argv((char *const *)words);
	_cleanup_free_ char *command = xasprintf("printf '%%s\\0' %s", quoted);
	FILE *pipe = popen(command, "r");
	char out[512];

	CHECK(pipe);
	size_t size = fread(out, 1, sizeof(out), pipe);
	CHECK_INT(pclose(pipe), ==, 0);
	const char *next = out;
	for (size_t i = 0; words[i]; i++) {
		CHECK(next < out + size);
		CHECK_STR(next, words[i]);
		next += strlen(next) + 1;
	}
	CHECK(next == out + size);
	CHECK_TAKEN(shell_quote("plain-1.0/x"), "plain-1.0/x");
	CHECK_TAKEN(shell_quote("it's"), "'it'\\''s'");
}

TEST(command_can_be_pasted)
{
	static const char *const env[] = { "A=b c", NULL };
	static const char *const words[] = { "./t", "x y", NULL };
	char *const *argv = (char *const *)words;

	CHECK_TAKEN(shell_command("/d e", (char *const *)env, argv),
		    "cd '/d e' && env 'A=b c' ./t 'x y'");
	CHECK_TAKEN(shell_command(NULL, NULL, argv), "./t 'x y'");
	CHECK_TAKEN(shell_command("-d", NULL, argv), "cd -- -d && ./t 'x y'");
}

TEST(string_arrays_are_copied_split_and_joined)
{
	_cleanup_strv_ char **list = strv_split("a::b:", ':');
	CHECK_INT(strv_count(list), ==, 4);
	CHECK_TAKEN(strv_join(list, ","), "a,,b,");

	_cleanup_strv_ char **copy = strv_copy(list);
	CHECK(strv_equal(copy, list));
	strv_append(&copy, "c");
	strv_appendf(&copy, "%d", 5);
	strv_extend(&copy, list);
	CHECK_TAKEN(strv_join(copy, ","), "a,,b,,c,5,a,,b,");
	CHECK(!strv_equal(copy, list));
	CHECK(strv_contains(copy, "5"));
	CHECK(!strv_contains(copy, "6"));
	CHECK(!strv_contains(NULL, "6"));

	_cleanup_strv_ char **first = strv_copy_n(copy, 2);
	CHECK_TAKEN(strv_join(first, ","), "a,");
	_cleanup_strv_ char **none = NULL;
	CHECK_INT(strv_count(none), ==, 0);
	strv_append(&none, "x");
	CHECK_INT(strv_count(none), ==, 1);
}

TEST(environment_is_changed_by_name)
{
	_cleanup_strv_ char **env = NULL;

	CHECK_STR(strv_env_get(env, "A"), NULL);
	strv_env_set(&env, "AB", "1");
	strv_env_set(&env, "A", "2");
	strv_env_set(&env, "B", "");
	strv_env_set(&env, "A", "x=y");
	CHECK_STR(strv_env_get(env, "A"), "x=y");
	CHECK_STR(strv_env_get(env, "AB"), "1");
	CHECK_STR(strv_env_get(env, "B"), "");
	CHECK_INT(strv_count(env), ==, 3);
	strv_env_unset(env, "AB");
	strv_env_unset(env, "nothing");
	CHECK_INT(strv_count(env), ==, 2);
	CHECK_STR(strv_env_get(env, "AB"), NULL);
	CHECK_STR(strv_env_get(env, "A"), "x=y");
}
