/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "explore/model.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#include "common/slots.h"
#include "explore/model_state.h"
#include "explore/shadow_memory.h"
#include "explore/unit.h"

const char *model_pointer(const struct frame *frame, const struct call_site *site, uint32_t i)
{
	if (i >= site->nr_arguments)
		return NULL;
	shadow_pin(frame, site->arguments[i].slot);
	return slot_of(frame, site->arguments[i].slot)->p;
}

int64_t model_integer(const struct frame *frame, const struct call_site *site, uint32_t i)
{
	if (i >= site->nr_arguments)
		return 0;
	shadow_pin(frame, site->arguments[i].slot);
	return slot_of(frame, site->arguments[i].slot)->i;
}

void model_pin_text(const struct frame *frame, const char *text)
{
	for (; text && path_is_on(); text++) {
		if (shadow_load(text, 1))
			shadow_take_value(frame, model_byte(text), (unsigned char)*text);
		if (!*text)
			return;
	}
}

void model_pin_memory(const struct frame *frame, const void *at, size_t size)
{
	const char *bytes = at;

	for (size_t i = 0; bytes && i < size && path_is_on(); i++) {
		if (shadow_load(bytes + i, 1))
			shadow_take_value(frame, model_byte(bytes + i), (unsigned char)bytes[i]);
	}
}

uint32_t model_unknown(struct frame *frame, const struct call_site *site)
{
	(void)frame;
	(void)site;
	path_concretise();
	return 0;
}

uint32_t model_constant(uint64_t number, unsigned width)
{
	return term_constant(&path_terms, number, width);
}

uint32_t model_byte(const char *at)
{
	uint32_t term = shadow_load(at, 1);

	return term ? term : model_constant((unsigned char)*at, 8);
}

void model_decide(const struct frame *frame, uint32_t condition, bool holds, uint32_t way)
{
	if (path_is_on())
		shadow_decide(frame, holds ? condition : term_not(&path_terms, condition),
			      2 * way + holds);
}

bool model_decide_range(const struct frame *frame, const char *at, unsigned char low,
			unsigned char high, uint32_t way)
{
	unsigned char byte = (unsigned char)*at;
	uint32_t moved =
		term_binary(&path_terms, TERM_ADD, model_byte(at), model_constant(0u - low, 8));
	bool holds = byte >= low && byte <= high;

	model_decide(frame,
		     term_binary(&path_terms, TERM_LESS_UNSIGNED, moved,
				 model_constant((uint64_t)(high - low) + 1, 8)),
		     holds, way);
	return holds;
}

bool model_decide_byte(const struct frame *frame, const char *at, char wanted, uint32_t way)
{
	bool holds = *at == wanted;

	model_decide(frame,
		     term_binary(&path_terms, TERM_EQUAL, model_byte(at),
				 model_constant((unsigned char)wanted, 8)),
		     holds, way);
	return holds;
}

/* __builtin_expect() and its like return their first argument. */
static uint32_t model_first(struct frame *frame, const struct call_site *site)
{
	return shadow_of(frame, site->arguments[0].slot);
}

/* What the compiler can't tell is no constant, whatever it is. */
static uint32_t model_constant_p(struct frame *frame, const struct call_site *site)
{
	(void)frame;
	(void)site;
	return 0;
}

static uint32_t swap(const struct frame *frame, const struct call_site *site, unsigned nr_bytes)
{
	uint32_t term = shadow_of(frame, site->arguments[0].slot);
	uint32_t ret;

	if (!term)
		return 0;
	ret = term_extract(&path_terms, term, 0, 8);
	for (unsigned i = 1; i < nr_bytes; i++)
		ret = term_concatenate(&path_terms, ret, term_extract(&path_terms, term, 8 * i, 8));
	return term_extend(&path_terms, ret, 64, false);
}

static uint32_t model_bswap16(struct frame *frame, const struct call_site *site)
{
	return swap(frame, site, 2);
}

static uint32_t model_bswap32(struct frame *frame, const struct call_site *site)
{
	return swap(frame, site, 4);
}

static uint32_t model_bswap64(struct frame *frame, const struct call_site *site)
{
	return swap(frame, site, 8);
}

uint32_t model_nothing(struct frame *frame, const struct call_site *site)
{
	for (uint32_t i = 0; i < site->nr_arguments; i++)
		shadow_pin(frame, site->arguments[i].slot);
	return 0;
}

static const struct model models[] = {
	/* numbers in text */
	{ "atoi", 1, model_atoi, NULL },
	{ "atol", 1, model_atol, NULL },
	{ "strtol", 3, model_strtol, model_after_strtol },
	{ "__isoc23_strtol", 3, model_strtol, model_after_strtol },
	{ "strtoll", 3, model_strtol, model_after_strtol },
	{ "__isoc23_strtoll", 3, model_strtol, model_after_strtol },
	{ "strtoul", 3, model_strtol, model_after_strtol },
	{ "__isoc23_strtoul", 3, model_strtol, model_after_strtol },
	{ "strtoull", 3, model_strtol, model_after_strtol },
	{ "__isoc23_strtoull", 3, model_strtol, model_after_strtol },
	{ "strtod", 2, model_strtod, model_after_strtol },
	{ "strtof", 2, model_strtod, model_after_strtol },
	{ "strtold", 2, model_strtod, model_after_strtol },
	{ "atof", 1, model_strtod, NULL },
	/* text and memory */
	{ "strlen", 1, model_strlen, NULL },
	{ "strcmp", 2, model_strcmp, model_check_difference },
	{ "strncmp", 3, model_strncmp, model_check_difference },
	{ "strcasecmp", 2, model_strcasecmp, model_check_difference },
	{ "strncasecmp", 3, model_strncasecmp, model_check_difference },
	{ "memcmp", 3, model_memcmp, model_check_sign },
	{ "bcmp", 3, model_memcmp, model_check_sign },
	{ "strchr", 2, model_strchr, NULL },
	{ "strrchr", 2, model_strrchr, NULL },
	{ "strchrnul", 2, model_strchr, NULL },
	{ "index", 2, model_strchr, NULL },
	{ "rindex", 2, model_strrchr, NULL },
	{ "memchr", 3, model_memchr, NULL },
	{ "memrchr", 3, model_memrchr, NULL },
	{ "rawmemchr", 2, model_rawmemchr, NULL },
	{ "memmem", 4, model_memmem, NULL },
	{ "strstr", 2, model_strstr, NULL },
	{ "qsort", 4, model_qsort, model_after_qsort },
	{ "bsearch", 5, model_bsearch, model_after_bsearch },
	{ "strspn", 2, model_strspn, NULL },
	{ "strcspn", 2, model_strcspn, NULL },
	{ "strpbrk", 2, model_strcspn, NULL },
	{ "strtok", 2, model_strtok, NULL },
	{ "strtok_r", 3, model_strtok_r, NULL },
	{ "__strtok_r", 3, model_strtok_r, NULL },
	{ "strsep", 2, model_strsep, NULL },
	{ "memcpy", 3, model_memcpy, NULL },
	{ "__memcpy_chk", 3, model_memcpy, NULL },
	{ "__memmove_chk", 3, model_memcpy, NULL },
	{ "__strcpy_chk", 2, model_strcpy, NULL },
	{ "__strncpy_chk", 3, model_strncpy, NULL },
	{ "__strcat_chk", 2, model_strcat, NULL },
	{ "__memset_chk", 3, model_memset, NULL },
	{ "memmove", 3, model_memcpy, NULL },
	{ "strcpy", 2, model_strcpy, NULL },
	{ "strncpy", 3, model_strncpy, NULL },
	{ "strcat", 2, model_strcat, NULL },
	{ "strncat", 3, model_strncat, NULL },
	{ "__strncat_chk", 3, model_strncat, NULL },
	{ "stpcpy", 2, model_strcpy, NULL },
	{ "__stpcpy_chk", 2, model_strcpy, NULL },
	{ "stpncpy", 3, model_strncpy, NULL },
	{ "__stpncpy_chk", 3, model_strncpy, NULL },
	{ "mempcpy", 3, model_memcpy, NULL },
	{ "__mempcpy_chk", 3, model_memcpy, NULL },
	{ "memccpy", 4, model_memccpy, NULL },
	{ "memset", 3, model_memset, NULL },
	{ "malloc", 1, model_nothing, NULL },
	{ "calloc", 2, model_nothing, model_after_calloc },
	{ "realloc", 2, model_realloc, model_after_realloc },
	{ "strdup", 1, model_strlen, model_after_strdup },
	{ "strndup", 2, model_strnlen, model_after_strndup },
	{ "strnlen", 2, model_strnlen, NULL },
	{ "free", 1, model_nothing, NULL },
	/* output */
	{ "printf", 1, model_printf, NULL },
	{ "__printf_chk", 2, model_printf_chk, NULL },
	{ "fprintf", 2, model_fprintf, NULL },
	{ "__fprintf_chk", 3, model_fprintf_chk, NULL },
	{ "vprintf", 2, model_vprintf, NULL },
	{ "__vprintf_chk", 3, model_vprintf_chk, NULL },
	{ "vfprintf", 3, model_vfprintf, NULL },
	{ "__vfprintf_chk", 4, model_vfprintf_chk, NULL },
	{ "sprintf", 2, model_sprintf, model_after_sprintf },
	{ "__sprintf_chk", 4, model_sprintf_chk, model_after_sprintf },
	{ "snprintf", 3, model_snprintf, model_after_snprintf },
	{ "__snprintf_chk", 5, model_snprintf_chk, model_after_snprintf },
	{ "asprintf", 2, model_asprintf, model_after_asprintf },
	{ "__asprintf_chk", 3, model_asprintf_chk, model_after_asprintf },
	{ "vsprintf", 3, model_vsprintf, model_after_sprintf },
	{ "__vsprintf_chk", 5, model_vsprintf_chk, model_after_sprintf },
	{ "vsnprintf", 4, model_vsnprintf, model_after_snprintf },
	{ "__vsnprintf_chk", 6, model_vsnprintf_chk, model_after_snprintf },
	{ "vasprintf", 3, model_vasprintf, model_after_asprintf },
	{ "__vasprintf_chk", 4, model_vasprintf_chk, model_after_asprintf },
	{ "puts", 1, model_puts, NULL },
	{ "fputs", 2, model_fputs, NULL },
	{ "perror", 1, model_perror, NULL },
	{ "putchar", 1, model_putchar, NULL },
	{ "fputc", 2, model_fputc, NULL },
	{ "putc", 2, model_fputc, NULL },
	{ "fwrite", 4, model_fwrite, NULL },
	{ "putchar_unlocked", 1, model_putchar, NULL },
	{ "putc_unlocked", 2, model_fputc, NULL },
	{ "fputc_unlocked", 2, model_fputc, NULL },
	{ "fputs_unlocked", 2, model_fputs, NULL },
	{ "fwrite_unlocked", 4, model_fwrite, NULL },
	{ "write", 3, model_write, NULL },
	/* standard input, and files that are inputs */
	{ "getchar", 0, model_getchar, model_after_getchar },
	{ "getc", 1, model_getc, model_after_getc },
	{ "fgetc", 1, model_getc, model_after_getc },
	{ "_IO_getc", 1, model_getc, model_after_getc },
	{ "ungetc", 2, model_ungetc, NULL },
	{ "fgets", 3, model_fgets, model_after_fgets },
	{ "__fgets_chk", 4, model_fgets_chk, model_after_fgets_chk },
	{ "getline", 3, model_getline, model_after_getline },
	{ "getdelim", 4, model_getdelim, model_after_getdelim },
	{ "__getdelim", 4, model_getdelim, model_after_getdelim },
	{ "fread", 4, model_fread, model_after_fread },
	{ "read", 3, model_read, model_after_read },
	{ "__read_chk", 3, model_read, model_after_read },
	{ "getchar_unlocked", 0, model_getchar, model_after_getchar },
	{ "getwchar", 0, model_unknown, NULL },
	{ "getwchar_unlocked", 0, model_unknown, NULL },
	/* what another process does is not known */
	{ "fork", 0, model_unknown, model_after_fork },
	{ "__fork", 0, model_unknown, model_after_fork },
	{ "_Fork", 0, model_unknown, model_after_fork },
	{ "vfork", 0, model_unknown, NULL },
	{ "__vfork", 0, model_unknown, NULL },
	{ "daemon", 0, model_unknown, model_after_fork },
	{ "clone", 0, model_clone, model_after_fork },
	{ "__clone", 0, model_clone, model_after_fork },
	/* they take addresses as numbers */
	{ "syscall", 0, model_unknown, model_after_fork },
	{ "prctl", 0, model_unknown, NULL },
	{ "close", 1, model_descriptor, NULL },
	{ "dup", 1, model_descriptor, NULL },
	{ "dup2", 2, model_descriptor, NULL },
	{ "ftruncate", 1, model_descriptor, NULL },
	{ "lseek", 1, model_descriptor, NULL },
	{ "fcntl", 1, model_descriptor, NULL },
	/* files */
	{ "fopen", 2, model_fopen, NULL },
	{ "fopen64", 2, model_fopen, NULL },
	{ "fclose", 1, model_fclose, model_after_fclose },
	{ "open_memstream", 2, model_nothing, model_after_open_memstream },
	{ "fileno", 1, model_nothing, NULL },
	{ "fseek", 3, model_seek, model_after_getc },
	{ "fseeko", 3, model_seek, model_after_getc },
	{ "rewind", 1, model_seek, model_after_getc },
	{ "ftell", 1, model_tell, NULL },
	{ "ftello", 1, model_tell, NULL },
	{ "open", 2, model_open, NULL },
	{ "open64", 2, model_open, NULL },
	{ "stat", 2, model_stat, model_after_stat },
	{ "lstat", 2, model_stat, model_after_stat },
	{ "fstat", 2, model_nothing, model_after_stat },
	{ "stat64", 2, model_stat, model_after_stat },
	{ "lstat64", 2, model_stat, model_after_stat },
	{ "fstat64", 2, model_nothing, model_after_stat },
	{ "fflush", 1, model_nothing, model_after_fflush },
	{ "feof", 1, model_nothing, NULL },
	{ "ferror", 1, model_nothing, NULL },
	{ "getenv", 1, model_names, NULL },
	{ "secure_getenv", 1, model_names, NULL },
	{ "__secure_getenv", 1, model_names, NULL },
	/* what the surroundings tell */
	{ "time", 1, model_nothing, model_after_time },
	{ "clock_gettime", 2, model_nothing, model_after_clock_gettime },
	{ "gettimeofday", 2, model_nothing, model_after_gettimeofday },
	{ "setlocale", 2, model_names, model_after_setlocale },
	{ "ioctl", 3, model_ioctl, model_after_ioctl },
	{ "getauxval", 1, model_getauxval, NULL },
	{ "getopt", 3, model_getopt, NULL },
	{ "getopt_long", 5, model_getopt_long, NULL },
	{ "getopt_long_only", 5, model_getopt_long, NULL },
	/* signals and jumps */
	{ "sigemptyset", 1, model_write_signals, model_after_write_signals },
	{ "sigfillset", 1, model_write_signals, model_after_write_signals },
	{ "sigaddset", 2, model_write_signals, model_after_write_signals },
	{ "sigdelset", 2, model_write_signals, model_after_write_signals },
	{ "sigismember", 2, model_write_signals, NULL },
	{ "sigprocmask", 3, model_mask_signals, model_after_mask_signals },
	{ "signal", 2, model_signal, NULL },
	{ "sigaction", 3, model_sigaction, model_after_sigaction },
	{ "longjmp", 2, model_longjmp, NULL },
	{ "_longjmp", 2, model_longjmp, NULL },
	{ "siglongjmp", 2, model_longjmp, NULL },
	{ "__longjmp_chk", 2, model_longjmp, NULL },
	/* the end */
	{ "exit", 1, model_exit, NULL },
	{ "_exit", 1, model_leave, NULL },
	{ "_Exit", 1, model_leave, NULL },
	{ "abort", 0, model_abort, NULL },
	{ "atexit", 1, model_nothing, NULL },
	{ "strerror", 1, model_nothing, NULL },
	{ "__assert_fail", 4, model_assert_fail, NULL },
	/* the compiler's */
	{ "__builtin_constant_p", 1, model_constant_p, NULL },
	/* arguments behind the named ones: shadow_enter() sees what inputs made of them */
	{ "__builtin_va_start", 1, model_nothing, NULL },
	{ "__builtin_va_copy", 2, model_nothing, NULL },
	{ "__builtin_va_end", 1, model_nothing, NULL },
	{ "VA_ARG", 1, model_va_arg, NULL },
	{ "__builtin_bswap16", 1, model_bswap16, NULL },
	{ "__builtin_bswap32", 1, model_bswap32, NULL },
	{ "__builtin_bswap64", 1, model_bswap64, NULL },
	{ "__builtin_expect", 1, model_first, NULL },
	{ "__builtin_expect_with_probability", 1, model_first, NULL },
};

#define NR_MODELS (sizeof(models) / sizeof(*models))

static int compare_names(const void *a, const void *b)
{
	const struct model *const *x = a;
	const struct model *const *y = b;

	return strcmp((*x)->name, (*y)->name);
}

const struct model *model_find(const char *name)
{
	static const struct model *by_name[NR_MODELS];
	const struct model key = { .name = name };
	const struct model *wanted = &key;
	const struct model **found;

	if (!by_name[0]) {
		for (size_t i = 0; i < NR_MODELS; i++)
			by_name[i] = &models[i];
		qsort(by_name, NR_MODELS, sizeof(*by_name), compare_names);
	}
	found = bsearch(&wanted, by_name, NR_MODELS, sizeof(*by_name), compare_names);
	if (found)
		return *found;
	return model_of_atomic(name) ?: model_of_character(name);
}

/* The functions of `models` by address, as pointers to functions have them. */
static struct slots by_address;

static void find_addresses(void)
{
	for (size_t i = 0; i < NR_MODELS; i++) {
		uint64_t address = (uint64_t)dlsym(RTLD_DEFAULT, models[i].name);

		if (address && slots_find(&by_address, address) == SLOTS_NONE)
			slots_add(&by_address, address, (uint32_t)i);
	}
	/* The program must not see that some are missing. */
	dlerror();
}

const struct model *model_at(const void *address)
{
	uint32_t index;

	if (!by_address.nr_used)
		find_addresses();
	index = slots_find(&by_address, (uint64_t)address);
	return index == SLOTS_NONE ? NULL : &models[index];
}
