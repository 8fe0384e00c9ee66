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
	for (size_t i = calls->images.count; i-- > 0;) {
		if (calls->images.items[i].sequence == sequence)
			return &calls->images.items[i];
	}
	return NULL;
}

void calls_watch(struct calls *calls, size_t sequence, pid_t pid, uint64_t entry,
		 const struct calls_place *places, size_t number)
{
	struct calls_image image = { .sequence = sequence };

	if (calls->images.count >= CALLS_MAX_IMAGES || !loaded_base(pid, entry, &image.base))
		return;
	for (size_t i = 0; i < number; i++) {
		struct calls_place place = places[i];

		if (place.nr_left && breakpoint_put(pid, image.base + place.address, &place.byte))
			vec_push(&image.places, place);
	}
	if (image.places.count)
		vec_push(&calls->images, image);
}

static struct calls_place *find_place(const struct calls_image *image, uint64_t address)
{
	for (size_t i = 0; i < image->places.count; i++) {
		if (image->base + image->places.items[i].address == address)
			return &image->places.items[i];
	}
	return NULL;
}

static struct calls_return *find_return(const struct calls_image *image, uint64_t address)
{
	for (size_t i = 0; i < image->returns.count; i++) {
		if (image->returns.items[i].address == address)
			return &image->returns.items[i];
	}
	return NULL;
}

/*
 * Puts the breakpoint where the call of PLACE returns. If another call returns there, too, or a function begins there, as one
 * may behind the call of one that does not return, PLACE is not watched any longer.
 */
static void await_return(struct calls_image *image, size_t place, pid_t pid, uint64_t stack)
{
	struct calls_return new = { .place = place, .pid = pid };
	struct calls_return *known;

	if (!process_read_memory(pid, stack, &new.address, sizeof(new.address)) ||
	    find_place(image, new.address))
		return;
	known = find_return(image, new.address);
	if ((known && known->pid) || !breakpoint_put(pid, new.address, &new.byte))
		return;
	if (known)
		*known = new;
	else
		vec_push(&image->returns, new);
}

/* Tells of the call of PLACE that begins. */
static void begin(struct calls *calls, struct calls_image *image, struct calls_place *place,
		  pid_t pid, const struct user_regs_struct *registers)
{
	const struct call call = {
		.pid = pid,
		.number = place->number,
		.registers = { registers->rdi, registers->rsi, registers->rdx, registers->rcx,
			       registers->r8, registers->r9 },
		.stack = registers->rsp + 8,
		.base = image->base,
	};

	if (place->nr_left)
		calls->called(calls->arg, &call);
	place->nr_left -= place->nr_left > 0;
	breakpoint_remove(pid, image->base + place->address, place->byte);
	if (place->nr_left)
		await_return(image, (size_t)(place - image->places.items), pid, registers->rsp);
}

/* A call returns in PID, its own process or one that was forked meanwhile. */
static void end(const struct calls_image *image, struct calls_return *row, pid_t pid)
{
	struct calls_place *place = &image->places.items[row->place];

	breakpoint_remove(pid, row->address, row->byte);
	breakpoint_put(pid, image->base + place->address, &place->byte);
	if (row->pid == pid)
		row->pid = 0;
}

bool calls_answer(struct calls *calls, size_t sequence, pid_t pid)
{
	struct calls_image *image = find_image(calls, sequence);
	struct user_regs_struct registers;
	struct calls_return *row;
	struct calls_place *place;

	if (!image || !breakpoint_is_there(pid) ||
	    ptrace(PTRACE_GETREGS, pid, NULL, &registers) < 0)
		return false;
	registers.rip--;
	row = find_return(image, registers.rip);
	place = find_place(image, registers.rip);
	if (row)
		end(image, row, pid);
	else if (place)
		begin(calls, image, place, pid, &registers);
	else
		return false;
	return ptrace(PTRACE_SETREGS, pid, NULL, &registers) == 0;
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
	for (size_t i = 0; i < calls->images.count; i++) {
		vec_deinit(&calls->images.items[i].places);
		vec_deinit(&calls->images.items[i].returns);
	}
	vec_deinit(&calls->images);
}
