/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "rewriter/exhibit.h"

#include <stdlib.h>

#include "common/xalloc.h"

void exhibit_look(struct exhibit *ret, struct binary *binary, struct machine *machine)
{
	struct error *err;

	*ret = (struct exhibit){ .binary = binary, .machine = machine };
	err = flows_find(binary, machine, &ret->flows);
	if (err)
		ret->warning = xstrdup(err->message);
	error_destroy(err);
}

struct error *exhibit_open(struct exhibit *ret, const char *path)
{
	struct binary *binary;
	struct machine *machine;
	struct error *err = binary_open(path, &binary);

	*ret = (struct exhibit){ 0 };
	if (err)
		return err;
	ret->binary = binary;
	err = error_wrap(machine_open(binary->machine, &machine), "%s", path);
	if (!err)
		exhibit_look(ret, binary, machine);
	return err;
}

void exhibit_draw(struct exhibit *exhibit, bool has_names)
{
	gallery_fill(exhibit->binary, &exhibit->flows, exhibit->machine, has_names,
		     &exhibit->gallery);
}

void exhibit_leave(struct exhibit *exhibit)
{
	gallery_deinit(&exhibit->gallery);
	flows_deinit(&exhibit->flows);
	free(exhibit->warning);
	exhibit->binary = NULL;
	exhibit->machine = NULL;
}

void exhibit_close(struct exhibit *exhibit)
{
	struct binary *binary = exhibit->binary;
	struct machine *machine = exhibit->machine;

	exhibit_leave(exhibit);
	machine_close(machine);
	binary_close(binary);
}
