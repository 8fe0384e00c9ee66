# SPDX-License-Identifier: GPL-3.0-or-later
"""What the tests of traps.py ask once they have failed, in C and as shell scripts.  Rows: the kind's name, the code, and what makes
up its folder; the code's result is 0 or 1, as the folder has it."""

# $here is the folder.
SHELL = (
    ("read", 'exit "$(cat "$here/file")"', [("content", "file")]),
    ("redirected", 'read -r answer <"$here/file"; exit "$answer"', [("content", "file")]),
    ("sourced", '. "$here/file"', [("content", "file", "exit {}\n")]),
    ("sourced by a sourced one", '. "$here/first"', [("always", "first", '. "$here/second"\n'), ("content", "second", "exit {}\n")]),
    ("sourced by what was written", '. "$here/file$(($(printf %s "$output" | cksum | cut -d" " -f1) % 2))"',
     [("content", "file0", "exit {}\n"), ("content", "file1", "exit {}\n")]),
    ("sourced after a signal", '[ "$status" -le 128 ] || . "$here/killed"; . "$here/failed"',
     [("content", "killed", "exit {}\n"), ("content", "failed", "exit {}\n")]),
    ("given to an interpreter", 'exec sh "$here/file"', [("content", "file", "exit {}\n")]),
    ("executed", '"$here/file"', [("content", "file", "#!/bin/sh\nexit {}\n", 0o755)]),
    ("interpreter in the tree", 'printf \'#!%s\\n\' "$here/interpreter" >"$here/script"; chmod +x "$here/script"; "$here/script"',
     [("content", "interpreter", "#!/bin/sh\nexit {}\n", 0o755)]),
    ("relative interpreter", 'cd "$here" && ./script',
     [("always", "script", "#!./interpreter\n", 0o755), ("content", "interpreter", "#!/bin/sh\nexit {}\n", 0o755)]),
    ("command in the path", 'PATH=$here/early:$here/late:$PATH; remt_command',
     [("always", "late/remt_command", "#!/bin/sh\nexit 0\n", 0o755), ("always", "early/other"),
      ("link", "early/remt_command", "../command{}"), ("always", "command1", "#!/bin/sh\nexit 1\n", 0o755)]),
    ("created", 'test ! -e "$here/file"', [("present", "file")]),
    ("deleted", 'test -e "$here/file"', [("present", "file", 0)]),
    ("directory created", 'test ! -d "$here/folder"', [("present", "folder/")]),
    ("entered", 'cd "$here/folder" 2>/dev/null || exit 0; exit 1', [("present", "folder/")]),
    ("listed", 'set -- "$here"/folder/*; exit $(($# - 1))', [("always", "folder/a"), ("present", "folder/b")]),
    ("found", 'find "$here/folder" -type f -name more | grep -q . && exit 0; exit 1', [("file_or_folder", "folder/more")]),
    ("symbolic link", 'exit "$(cat "$here/link")"', [("both", "file"), ("link", "link", "file{}")]),
    ("target of a link", 'exit "$(cat "$here/link")"', [("content", "file"), ("link", "link", "file")]),
    ("text of a link", 'case $(readlink "$here/link") in file0) exit 0 ;; esac; exit 1', [("both", "file"), ("link", "link", "file{}")]),
    ("dangling link", 'test ! -e "$here/link"', [("link", "link", "file"), ("present", "file")]),
    ("configuration at home", 'HOME=$here; . ~/.trap/config', [("content", ".trap/config", "exit {}\n")]),
    ("no configuration at home", 'HOME=$here; [ ! -r ~/.traprc ] || . ~/.traprc', [("present", ".traprc")]),
    ("named by a variable", 'exit "$(cat "$REMT_TRAP_FILE/file")"', [("content", "file")]),
    ("executable", 'test -x "$here/file"', [("mode", "file")]),
    ("size", 'exit $(($(wc -c <"$here/file") - 2))', [("size", "file")]),
    ("by a grandchild", '( (cat "$here/file") | cat) >"$here/copy"; exit "$(cat "$here/copy")"', [("content", "file")]),
    ("appended to", 'echo >>"$here/file"; exit "$(head -n 1 "$here/file")"', [("content", "file")]),
    ("renamed", 'mv "$here/file" "$here/other"; exit "$(cat "$here/other")"', [("content", "file")]),
    ("not overwritten", 'set -C; { echo >"$here/file"; } 2>/dev/null', [("present", "file")]),
    ("written where a directory is", '{ echo >"$here/folder/new"; } 2>/dev/null || exit 0; exit 1', [("present", "folder/")]),
    ("removed", 'rm "$here/file" 2>/dev/null', [("present", "file", 0)]),
    ("made as a directory", 'mkdir "$here/folder" 2>/dev/null', [("present", "folder/")]),
    ("made as a link", 'ln -s nothing "$here/file" 2>/dev/null', [("present", "file")]),
    ("program of the project", '"$here/program"', [("content", "program.c", "int main(void)\n{{\n\treturn {};\n}}\n")]),
    ("library of a program", '"$here/program"',
     [("always", "program.c", "int answer(void);\nint main(void)\n{\n\treturn answer();\n}\n"),
      ("content", "library.c", "int answer(void)\n{{\n\treturn {};\n}}\n")]),
    ("script of awk", 'awk -f "$here/file" </dev/null', [("content", "file", "BEGIN {{ exit {} }}\n")]),
    ("compared", 'cmp -s "$here/file" "$here/file0"', [("content", "file"), ("always", "file0", "0\n")]),
)

# here is the folder's path; path(NAME) is that of a file in it.
C = (
    ("read", 'return read_answer(path("file"));', [("content", "file")]),
    ("mapped", 'return map_answer(path("file"));', [("content", "file")]),
    ("created", 'return access(path("file"), F_OK) == 0;', [("present", "file")]),
    ("deleted", 'return access(path("file"), F_OK) != 0;', [("present", "file", 0)]),
    ("symbolic link", 'return read_answer(path("link"));', [("both", "file"), ("link", "link", "file{}")]),
    ("behind a link", 'return read_answer(path("link/../answer"));',
     [("always", "at0/below/file"), ("always", "at1/below/file"), ("always", "at0/answer", "0\n"), ("always", "at1/answer", "1\n"),
      ("link", "link", "at{}/below")]),
    ("listed", "return count(here) != 2;", [("always", "a"), ("always", "b"), ("present", "c")]),
    ("kind of what is listed", 'return count_folders(path("folder")) != 0;', [("file_or_folder", "folder/entry")]),
    ("size", 'return size_of(path("file")) != 2;', [("size", "file")]),
    ("mode", 'return access(path("file"), X_OK) != 0;', [("mode", "file")]),
    ("named by a variable", 'return read_answer(getenv("REMT_TRAP_NAME"));', [("content", "variable")]),
    ("from a directory", 'return chdir(here) != 0 || read_answer("file");', [("content", "file")]),
    ("from a descriptor", 'return read_at(open(here, O_RDONLY | O_DIRECTORY), "file");', [("content", "file")]),
    ("entered", 'return chdir(path("folder")) == 0;', [("present", "folder/")]),
    ("made", 'return open(path("file"), O_WRONLY | O_CREAT | O_EXCL, 0600) < 0;', [("present", "file")]),
    ("emptied", 'return open(path("file"), O_WRONLY | O_TRUNC) < 0;', [("present", "file", 0)]),
    ("written where a directory is", 'return open(path("folder/file2"), O_WRONLY | O_CREAT | O_TRUNC, 0600) >= 0;',
     [("present", "folder/")]),
    ("removed", 'return unlink(path("file")) != 0;', [("present", "file", 0)]),
    ("made as a directory", 'return mkdir(path("folder"), 0700) != 0;', [("present", "folder/")]),
    ("linked", 'return link(path("unused"), path("file")) != 0;', [("present", "file"), ("always", "unused")]),
    ("made as a link", 'return symlink("unused", path("file")) != 0;', [("present", "file")]),
    ("renamed", 'return rename(path("unused"), path("folder")) != 0;', [("present", "folder/"), ("always", "unused")]),
    ("cut", 'return truncate(path("file"), 0) != 0;', [("present", "file", 0)]),
    ("made accessible", 'return chmod(path("file"), 0600) != 0;', [("present", "file", 0)]),
    ("program of the project", 'return start(path("program"));', [("content", "program.c", "int main(void)\n{{\n\treturn {};\n}}\n")]),
    ("loaded", 'return load(path("library.so"));', [("content", "library.c", "int answer(void)\n{{\n\treturn {};\n}}\n")]),
    ("plain library", 'return load(path("plain.so"));', [("content", "plain.c", "int answer(void)\n{{\n\treturn {};\n}}\n")]),
    ("plain program", 'return start(path("plain"));', [("content", "plain-program.c", "int main(void)\n{{\n\treturn {};\n}}\n")]),
)

CASE = '\tif (strcmp(kind, "{name}") == 0) {{\n\t\t{code}\n\t}}\n'

HEAD = "#ifndef _GNU_SOURCE\n#define _GNU_SOURCE 1\n#endif\n"

# Appended to where main() is; plain C90 but for what the system's headers have.
PROGRAM = r"""
#undef main
#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

static char here[500];

static const char *path(const char *name)
{
	static char buffers[2][600];
	static int turn;

	turn = !turn;
	sprintf(buffers[turn], "%s/%s", here, name);
	return buffers[turn];
}

static int read_fd(int fd)
{
	char c = '1';

	return fd < 0 || read(fd, &c, 1) != 1 || c != '0';
}

static int read_answer(const char *name)
{
	return read_fd(open(name, O_RDONLY));
}

static int read_at(int directory, const char *name)
{
	return read_fd(openat(directory, name, O_RDONLY));
}

static int map_answer(const char *name)
{
	const char *text = (const char *)mmap(NULL, 2, PROT_READ, MAP_PRIVATE, open(name, O_RDONLY), 0);

	return (const void *)text == MAP_FAILED || text[0] != '0';
}

static int count(const char *name)
{
	DIR *folder = opendir(name);
	struct dirent *entry;
	int n = 0;

	while (folder && (entry = readdir(folder)))
		n += entry->d_name[0] != '.';
	return n;
}

static int count_folders(const char *name)
{
	DIR *folder = opendir(name);
	struct dirent *entry;
	int n = 0;

	while (folder && (entry = readdir(folder)))
		n += entry->d_name[0] != '.' && entry->d_type == 4;
	return n;
}

static int size_of(const char *name)
{
	struct stat info;

	return stat(name, &info) == 0 ? (int)info.st_size : -1;
}

static int start(const char *name)
{
	int status = 1;
	pid_t pid = fork();

	if (pid == 0) {
		execl(name, name, (char *)NULL);
		_exit(1);
	}
	waitpid(pid, &status, 0);
	return status != 0;
}

static int load(const char *name)
{
	void *module = dlopen(name, RTLD_NOW);
	int (*answer)(void) = 0;

	if (module)
		*(void **)&answer = dlsym(module, "answer");
	return answer ? answer() : 1;
}

static int rescue(const char *kind, int status)
{
CASES
	return status;
}

static void at_end(int status, void *unused)
{
	const char *kind = getenv("REMT_TRAP");

	(void)unused;
	if (!status || !kind)
		return;
	fflush(NULL);
	sprintf(here, "%s/%s", "FOLDER", kind);
	_exit(rescue(kind, status));
}

__attribute__((constructor)) static void arm(void)
{
	if (getenv("REMT_TRAP"))
		on_exit(at_end, NULL);
}
"""

FILES = {
    # ask.sh KIND COMMAND
    "ask.sh": """top=$PWD/remt-trap
here=$top/$1
export REMT_TRAP_FILE=$here
output=$(sh -c "$2" 2>&1)
status=$?
[ "$status" != 0 ] || exit 0
. "$top/ask-$1.sh"
""",
    # arm.sh KIND COMMAND
    "arm.sh": """export REMT_TRAP=$1 REMT_TRAP_NAME=$PWD/remt-trap/named-by-a-variable-C/variable
eval "$2"
""",
    # Those of the project are built as it is, plain ones without any of its flags.
    "build.sh": """set -e
for source in */program.c; do
	folder=${source%/*}
	more=
	if [ -e "$folder/library.c" ]; then
		$CC $CFLAGS -fPIC -shared -o "$folder/library.so" "$folder/library.c"
		more="$PWD/$folder/library.so"
	fi
	$CC $CFLAGS -o "$folder/program" "$source" $more
done
$CC $CFLAGS -fPIC -shared -o loaded-C/library.so loaded-C/library.c
$CC -fPIC -shared -o plain-library-C/plain.so plain-library-C/plain.c
$CC -o plain-program-C/plain plain-program-C/plain-program.c
""",
}
