/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runner/trace/calls.h"

#ifdef __x86_64__

#include <sys/ptrace.h>
#include <sys/user.h>

#include "runner/sandbox/process.h"
#include "runner/trace/breakpoint.h"
#include "runner/trace/loaded.h"

static struct calls_image *find_image(struct calls *calls, size_t sequence)
{
	for (size_t i = 0; i < calls->images.count; i++) {
		if (calls->images.items[i].sequence == sequence)
			return &calls->images.items[i];
	}
	return NULL;
}

void calls_watch(struct calls *calls, size_t sequence, pid_t pid, uint64_t entry,
		 const struct calls_place *places, size_t number)
{
	struct calls_image image = { .sequence = sequence };

	if (!loaded_base(pid, entry, &image.base))
		return;
	for (size_t i = 0; i < number; i++) {
		struct calls_place place = places[i];

		if (place.nr_left && breakpoint_put(pid, image.base + place.address, &place.byte))
			vec_push(&image.places, place);
	}
	vec_push(&calls->images, image);
}

/* Tells of the call of PLACE that begins, and puts the breakpoint where it returns. */
static void begin(struct calls *calls, size_t image, size_t place, pid_t pid,
		  struct user_regs_struct *registers)
{
	struct calls_place *row = &calls->images.items[image].places.items[place];
	struct calls_open open = { .image = image, .place = place, .pid = pid };
	const struct call call = {
		.pid = pid,
		.number = row->number,
		.registers = { registers->rdi, registers->rsi, registers->rdx, registers->rcx,
			       registers->r8, registers->r9 },
		.stack = registers->rsp + 8,
		.base = calls->images.items[image].base,
	};

	if (row->nr_left)
		calls->called(calls->arg, &call);
	row->nr_left -= row->nr_left > 0;
	breakpoint_remove(pid, calls->images.items[image].base + row->address, row->byte);
	if (!row->nr_left ||
	    !process_read_memory(pid, registers->rsp, &open.address, sizeof(open.address)))
		return;
	for (size_t i = 0; i < calls->open.count; i++) {
		/* Another call returns there, too; this function is not watched any longer. */
		if (calls->open.items[i].address == open.address &&
		    calls->open.items[i].image == image)
			return;
	}
	if (breakpoint_put(pid, open.address, &open.byte))
		vec_push(&calls->open, open);
}

/* The call INDEX returns in PID, or in a process that was forked meanwhile. */
static void end(struct calls *calls, size_t index, pid_t pid)
{
	const struct calls_open open = calls->open.items[index];
	const struct calls_image *image = &calls->images.items[open.image];
	struct calls_place *place = &image->places.items[open.place];

	breakpoint_remove(pid, open.address, open.byte);
	breakpoint_put(pid, image->base + place->address, &place->byte);
	if (open.pid != pid)
		return;
	calls->open.items[index] = calls->open.items[calls->open.count - 1];
	calls->open.count--;
}

bool calls_answer(struct calls *calls, size_t sequence, pid_t pid)
{
	struct calls_image *image = find_image(calls, sequence);
	struct user_regs_struct registers;
	size_t index = image ? (size_t)(image - calls->images.items) : 0;
	bool ret = false;

	if (!image || !breakpoint_is_there(pid) ||
	    ptrace(PTRACE_GETREGS, pid, NULL, &registers) < 0)
		return false;
	registers.rip--;
	for (size_t i = 0; i < calls->open.count && !ret; i++) {
		ret = calls->open.items[i].image == index &&
		      calls->open.items[i].address == registers.rip;
		if (ret)
			end(calls, i, pid);
	}
	for (size_t i = 0; i < image->places.count && !ret; i++) {
		ret = image->base + image->places.items[i].address == registers.rip;
		if (ret)
			begin(calls, index, i, pid, &registers);
	}
	return ret && ptrace(PTRACE_SETREGS, pid, NULL, &registers) == 0;
}

#else

void calls_watch(struct calls *calls, size_t sequence, pid_t pid, uint64_t entry,
		 const struct calls_place *places, size_t number)
{
	(void)calls;
	(void)sequence;
	(void)pid;
	(void)entry;
	(void)places;
	(void)number;
}

bool calls_answer(struct calls *calls, size_t sequence, pid_t pid)
{
	(void)calls;
	(void)sequence;
	(void)pid;
	return false;
}

#endif

void calls_deinit(struct calls *calls)
{
	for (size_t i = 0; i < calls->images.count; i++)
		vec_deinit(&calls->images.items[i].places);
	vec_deinit(&calls->images);
	vec_deinit(&calls->open);
}
