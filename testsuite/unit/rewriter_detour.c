/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Programs of the system whose instructions are displaced wherever that is possible, and stay what
 * they are: they do what they did. */
#include "unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "common/fs.h"
#include "rewriter/variant/patch.h"

/* A variant that changes nothing. */
static struct variant make_same(const struct binary *binary, struct machine *machine,
				uint32_t function, const struct instruction *instruction)
{
	const struct binary_code *code =
		&binary->codes.items[binary->functions.items[function].code];
	struct variant variant = {
		.function = function,
		.instruction = *instruction,
		.offset = binary_offset(code, instruction->address),
		.replacement = { .op = REMT_OCNG, .is_long = true, .size = instruction->size },
	};
	struct field fields[MACHINE_MAX_FIELDS];
	const uint8_t *bytes = binary->data + variant.offset;
	unsigned count = machine_fields(machine, bytes, instruction, fields);
	char text[MACHINE_MAX_TEXT];

	memcpy(variant.replacement.bytes, bytes, instruction->size);
	for (unsigned i = 0; i < count; i++) {
		if (fields[i].is_relative) {
			variant.replacement.distance_at = fields[i].at;
			variant.replacement.distance_end = instruction->size;
		}
	}
	CHECK(machine_describe(machine, bytes, instruction->size, instruction->address, text));
	CHECK_INT(strlen(text), <, sizeof(variant.replacement.text));
	memcpy(variant.replacement.text, text, strlen(text) + 1);
	return variant;
}

struct all {
	VEC(struct variant) items;
};

/* One variant for each window that does not overlap the one before. */
static void add_function(const struct binary *binary, const struct flows *flows,
			 struct machine *machine, uint32_t function, struct all *all)
{
	struct body body = { 0 };
	struct window_search search = { binary, flows, machine, function, &body };
	uint64_t end = 0;

	if (!body_decode(&body, binary, &binary->functions.items[function], machine))
		body.instructions.count = 0;
	for (size_t i = 0; i < body.instructions.count; i++) {
		const struct instruction *instruction = &body.instructions.items[i];
		struct variant variant;
		struct window window;

		if (instruction->is_call || instruction->is_jump ||
		    strncmp(instruction->text, "endbr", 5) == 0 ||
		    window_find(&search, i, &window) != WINDOW_FITS || window.address < end)
			continue;
		variant = make_same(binary, machine, function, instruction);
		variant.window = window;
		vec_push(&all->items, variant);
		end = window.address + window.size;
	}
	body_deinit(&body);
}

/* Writes a copy of PATH in which all that can be is displaced; returns how many windows there
 * are. */
static size_t displace_all(const char *path, const char *copy)
{
	struct binary *binary;
	struct machine *machine;
	struct flows flows;
	struct all all = { 0 };
	struct patch patch = { 0 };
	const struct variant **chosen;
	size_t count;

	CHECK_OK(binary_open(path, &binary));
	CHECK_OK(machine_open(binary->machine, &machine));
	CHECK_OK(flows_find(binary, machine, &flows));
	for (uint32_t f = 0; f < binary->functions.count; f++)
		add_function(binary, &flows, machine, f, &all);
	count = all.items.count;
	chosen = calloc(count + 1, sizeof(const struct variant *));
	for (size_t i = 0; chosen && i < count; i++)
		chosen[i] = &all.items.items[i];
	patch = (struct patch){ binary, machine, chosen, count, false };
	CHECK_OK(patch_write(&patch, copy));
	free(chosen);
	vec_deinit(&all.items);
	flows_deinit(&flows);
	machine_close(machine);
	binary_close(binary);
	return count;
}

/* What PROGRAM does with the file "input", in the file OUTPUT. */
static int run(const char *program, const char *arguments, const char *output)
{
	char command[256];
	int status = -1;
	pid_t pid;

	snprintf(command, sizeof(command), "exec %s %s <input >%s", program, arguments, output);
	pid = fork();
	if (pid == 0) {
		execl("/bin/sh", "sh", "-c", command, (char *)NULL);
		_exit(99);
	}
	waitpid(pid, &status, 0);
	return status;
}

static void compare(const char *path, const char *arguments)
{
	char *plain = NULL, *displaced = NULL;
	size_t plain_size = 0, displaced_size = 0, count;

	if (access(path, X_OK) != 0)
		return;
	CHECK_OK(fs_write_file("input", "xaxa\nsecond line\nxaxa\n",
			       strlen("xaxa\nsecond line\nxaxa\n")));
	count = displace_all(path, "copy");
	CHECK_INT(count, >, 100);
	CHECK_INT(run("./copy", arguments, "displaced"), ==, run(path, arguments, "plain"));
	CHECK_OK(fs_read_file("plain", &plain, &plain_size));
	CHECK_OK(fs_read_file("displaced", &displaced, &displaced_size));
	CHECK_INT(plain_size, ==, displaced_size);
	CHECK_INT(plain_size, >, 0);
	CHECK_INT(memcmp(plain, displaced, plain_size), ==, 0);
	free(plain);
	free(displaced);
}

TEST(sed_goes_on_to_work)
{
	compare("/usr/bin/sed", "-n 's/a\\(x*\\)/<\\1>/gp;/second/{y/abc/xyz/;p};$='");
}

TEST(gzip_goes_on_to_work)
{
	compare("/usr/bin/gzip", "-c -9");
}

TEST(bzip2_goes_on_to_work)
{
	compare("/usr/bin/bzip2", "-c");
}

TEST(ls_goes_on_to_work)
{
	compare("/usr/bin/ls", "-la --sort=size /usr/include");
}
