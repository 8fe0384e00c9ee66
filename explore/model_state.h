/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A call whose result is being told; the parts of model.c. */
#ifndef EXPLORE_MODEL_STATE_H
#define EXPLORE_MODEL_STATE_H

#include "explore/model.h"
#include "explore/path.h"
#include "explore/shadow.h"

/* Arguments as they are in this run, which the path says; NULL or 0: there are not so many. */
const char *model_pointer(const struct frame *frame, const struct call_site *site, uint32_t i);
int64_t model_integer(const struct frame *frame, const struct call_site *site, uint32_t i);

uint32_t model_constant(uint64_t number, unsigned width);

/* The term of the byte at AT; of one without, its value. */
uint32_t model_byte(const char *at);

/* Notes which way CONDITION goes, which is HOLDS in this run. WAY tells such conditions of one call apart. */
void model_decide(const struct frame *frame, uint32_t condition, bool holds, uint32_t way);

/* LOW <= the byte <= HIGH */
bool model_decide_range(const struct frame *frame, const char *at, unsigned char low,
			unsigned char high, uint32_t way);
bool model_decide_byte(const struct frame *frame, const char *at, char wanted, uint32_t way);

/*
 * Returns where the text AT has its end, or its first byte that is not in SET, which is pinned; IS_IN false: its first
 * one that is. The path decides it.
 */
const char *model_skip(const struct frame *frame, const char *at, const char *set, bool is_in);

/* Takes each byte of TEXT, which may be NULL, to be that of this run. */
void model_pin_text(const struct frame *frame, const char *text);

/* Takes each of SIZE bytes at AT, which may be NULL, to be that of this run. */
void model_pin_memory(const struct frame *frame, const void *at, size_t size);

/* What does anything that the path can't tell. */
model_fn model_unknown;
/* What inputs lead to no other result of, as far as the path is concerned. */
model_fn model_nothing;
/* What reads texts that decide what it does, such as names of files. */
model_fn model_names;

/* Models, by file. */
model_fn model_atoi, model_atol, model_strtol, model_strtod;
model_after_fn model_after_strtol;
model_fn model_strlen, model_strnlen, model_strcmp, model_strncmp, model_memcmp, model_strchr,
	model_strrchr, model_memchr, model_strspn, model_strcspn, model_strstr, model_strcasecmp,
	model_strncasecmp, model_memrchr, model_rawmemchr, model_memmem;
model_fn model_memcpy, model_strcpy, model_strncpy, model_strcat, model_strncat, model_memccpy,
	model_memset;
model_fn model_strtok, model_strtok_r, model_strsep;
model_fn model_realloc;
model_fn model_qsort, model_bsearch;
model_after_fn model_after_qsort, model_after_bsearch;
model_fn model_printf, model_printf_chk, model_fprintf, model_fprintf_chk, model_vprintf,
	model_vprintf_chk, model_vfprintf, model_vfprintf_chk, model_puts, model_fputs,
	model_putchar, model_fputc, model_perror, model_fwrite, model_write, model_abort,
	model_leave, model_exit, model_assert_fail;
model_fn model_sprintf, model_sprintf_chk, model_snprintf, model_snprintf_chk, model_asprintf,
	model_asprintf_chk, model_vsprintf, model_vsprintf_chk, model_vsnprintf,
	model_vsnprintf_chk, model_vasprintf, model_vasprintf_chk, model_va_arg;
model_after_fn model_after_sprintf, model_after_snprintf, model_after_asprintf;
model_fn model_getchar, model_getc, model_ungetc, model_fgets, model_fgets_chk, model_getline,
	model_getdelim, model_fread, model_read, model_reposition;
model_fn model_seek, model_fclose;
model_after_fn model_after_open_memstream, model_after_fflush, model_after_fclose;
model_fn model_fopen, model_open, model_stat, model_tell, model_descriptor;
model_fn model_clone;
model_after_fn model_after_fork;

/* What they do after the call. */
model_after_fn model_after_getchar, model_after_getc, model_after_fgets, model_after_fgets_chk,
	model_after_getline, model_after_getdelim, model_after_fread, model_after_read,
	model_after_stat;
model_after_fn model_check_difference, model_check_sign, model_after_calloc, model_after_realloc,
	model_after_strdup, model_after_strndup;

/* Surroundings, signals and jumps. */
model_fn model_getauxval, model_ioctl, model_getopt, model_getopt_long, model_write_signals,
	model_mask_signals, model_signal, model_sigaction, model_longjmp;
model_after_fn model_after_time, model_after_clock_gettime, model_after_gettimeofday,
	model_after_setlocale, model_after_ioctl, model_after_write_signals,
	model_after_mask_signals, model_after_sigaction;

/* Returns the model of a function from a character to a number; NULL: NAME is none. */
const struct model *model_of_character(const char *name);

/* Returns the model of an atomic operation, which is the compiler's own; NULL: NAME is none. */
const struct model *model_of_atomic(const char *name);

#endif
