/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Options from objects are passed on only in known forms. */
#include "unit.h"

#include "common/attr.h"
#include "common/cleanup.h"
#include "common/error.h"
#include "common/strv.h"
#include "common/xalloc.h"
#include "equiv/command.h"

static void check_passed(const char *text, const char *expected)
{
	struct equiv_command command;
	_cleanup_free_ char *joined = NULL;

	CHECK_OK(equiv_command_read(text, &command));
	joined = strv_join(command.words, " ");
	CHECK_STR(joined, expected);
	equiv_command_deinit(&command);
}

static void check_refused(const char *option, const char *why)
{
	struct equiv_command command;
	_cleanup_free_ char *text = xasprintf("c\n-O2\n%s\n", option);

	CHECK_ERROR(equiv_command_read(text, &command), ERROR_UNUSABLE, why);
}

TEST(options_of_usual_builds_are_passed_on)
{
	check_passed("c\n-O2\n-D\nX=\"a b\"\n-I\ninclude\n-std=gnu11\n-mtune=generic\n-fwrapv\n",
		     "-O2 -DX=\"a b\" -Iinclude -std=gnu11 -mtune=generic -fwrapv");
	check_passed(
		"c\n-fstack-protector-strong\n-fcf-protection=full\n-ffile-prefix-map=/a/b=.\n",
		"-fstack-protector-strong -fcf-protection=full -ffile-prefix-map=/a/b=.");
	check_passed("c\n--param=l1-cache-size=32\n--param\nssp-buffer-size=4\n",
		     "--param=l1-cache-size=32 --param=ssp-buffer-size=4");
	check_passed("c\n", "");
}

TEST(arguments_are_never_words_of_their_own)
{
	check_passed("c\n-I\n@file\n-include\n@other\n-isystem\n-wrapper\n-D\n-o\n",
		     "-I@file -include@other -isystem-wrapper -D-o");
	check_refused("-I\n", "the option -I has no argument");
}

/* They execute, load, write, or say what the input or output is. */
static const char *const options[] = {
	"-wrapper",
	"sh",
	"-wrapper,sh",
	"@file",
	"-fplugin=/tmp/evil.so",
	"-B/tmp",
	"-B",
	"-specs=/tmp/s",
	"--specs=s",
	"-o",
	"-o/tmp/x",
	"-save-temps",
	"-save-temps=cwd",
	"-dumpdir",
	"-dumpbase",
	"-fdump-tree-all",
	"-fdump-tree-all=/tmp/x",
	"-MD",
	"-MF",
	"-Wp,-MD,/tmp/x",
	"-Wa,-adhln=/tmp/x",
	"-Xassembler",
	"-x",
	"-E",
	"-S",
	"-fstack-usage",
	"-fprofile-arcs",
	"-fprofile-use=/tmp/p",
	"-ftest-coverage",
	"-fauto-profile=/tmp/p",
	"-fcallgraph-info",
	"-fsave-optimization-record",
	"-fopt-info-all=/tmp/x",
	"-fdiagnostics-format=sarif-file",
	"-fuse-ld=/tmp/ld",
	"-T/tmp/t",
	"-l",
	"-L/tmp",
	"-dD",
	"-fplugin-arg-other-x=y",
	"-fcompare-debug",
	"-fself-test=/tmp",
	"--sysroot=/tmp",
	"-pipe",
	"-time=/tmp/x",
	"-foffload=/tmp/x",
	"-mabi=/tmp/x",
	"-fmodule-mapper=|sh",
	"-f$(id)",
	"a.c",
	"-",
	"-iplugindir=/tmp",
	"-imultiarch",
};

TEST(options_that_execute_load_or_write_are_refused)
{
	for (size_t i = 0; i < ARRAY_SIZE(options); i++)
		check_refused(options[i], "is not passed on");
	check_refused("--param\n/tmp/x", "is not passed on");
}

TEST(options_of_remt_are_kept_apart)
{
	struct equiv_command command;

	CHECK_OK(equiv_command_read("c\n-O2\n-fplugin-arg-remt-preset=all\n", &command));
	CHECK_INT(strv_count(command.words), ==, 1);
	CHECK_INT(strv_count(command.plugins), ==, 1);
	CHECK_STR(command.plugins[0], "-fplugin-arg-remt-preset=all");
	equiv_command_deinit(&command);
}

/* True if a command of the options A is like one of B, with a seed beside. */
static bool is_like(const char *a, const char *b)
{
	static const char *const more[] = { "-frandom-seed=remt", NULL };
	_cleanup_free_ char *one = xasprintf("c\n%s", a), *two = xasprintf("c\n%s", b);
	struct equiv_command command, other;
	bool ret;

	CHECK_OK(equiv_command_read(one, &command));
	CHECK_OK(equiv_command_read(two, &other));
	ret = equiv_command_is_like(&command, &other, more);
	equiv_command_deinit(&command);
	equiv_command_deinit(&other);
	return ret;
}

TEST(other_options_are_noticed)
{
	CHECK(is_like("-O2\n", "-O2\n"));
	CHECK(is_like("-O2\n-fopenmp\n-fopenmp\n", "-fopenmp\n-O2\n"));
	CHECK(!is_like("-O2\n-ffast-math\n", "-O2\n"));
	CHECK(!is_like("-O2\n", "-O2\n-ffast-math\n"));
	CHECK(!is_like("-I\na\n", "-I\nb\n"));
	CHECK(!is_like("-O2\n-fplugin-arg-remt-preset=all\n", "-O2\n"));
	CHECK(!is_like("-O2\n", "-O2\n-fplugin-arg-remt-preset=all\n"));
	CHECK(is_like("-O2\n-frandom-seed=remt\n", "-O2\n"));
}

TEST(unknown_commands_are_refused)
{
	struct equiv_command command;

	CHECK_ERROR(equiv_command_read("", &command), ERROR_UNUSABLE,
		    "does not tell how it was compiled");
	CHECK_ERROR(equiv_command_read("c++\n-O2\n", &command), ERROR_UNUSABLE, "does not tell");
}

TEST(link_time_optimisation_is_noticed)
{
	struct equiv_command command;

	CHECK_OK(equiv_command_read("c\n-O2\n-ffast-math\n-flto=auto\n", &command));
	CHECK(command.is_lto);
	equiv_command_deinit(&command);
	CHECK_OK(equiv_command_read("c\n-Ofast\n-flto\n-fno-lto\n", &command));
	CHECK(!command.is_lto);
	equiv_command_deinit(&command);
}

TEST(names_that_are_options_are_no_sources)
{
	CHECK_ERROR(equiv_command_check_input("-wrapper"), ERROR_UNUSABLE, "is not passed on");
	CHECK_ERROR(equiv_command_check_input("@file"), ERROR_UNUSABLE, "is not passed on");
	CHECK_ERROR(equiv_command_check_input(""), ERROR_UNUSABLE, "is not passed on");
	CHECK_OK(equiv_command_check_input("src/a.c"));
	CHECK_OK(equiv_command_check_input("/src/a.c"));
}
