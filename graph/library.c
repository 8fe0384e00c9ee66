/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A table of functions of the C library and of the compiler, by what they may do to the control
 * flow of their caller. A function that the table does not contain is LIBRARY_UNKNOWN. Nothing is
 * read from the libraries themselves.
 */
#include "graph/library.h"

#include <stdlib.h>
#include <string.h>

#include "common/attr.h"

/* Functions that call no function of their caller's program, in the order of strcmp(). */
static const char *const quiet[] = {
	/* clang-format off */
	"_Exit", "__assert_fail", "__assert_perror_fail", "__builtin_alloca",
	"__builtin_alloca_with_align", "__builtin_apply_args", "__builtin_clear_padding",
	"__builtin_dynamic_object_size", "__builtin_expect", "__builtin_frame_address",
	"__builtin_object_size", "__builtin_prefetch", "__builtin_return_address",
	"__builtin_stack_restore", "__builtin_stack_save", "__builtin_trap",
	"__builtin_unreachable", "__builtin_va_copy", "__builtin_va_end", "__builtin_va_start",
	"__chk_fail", "__ctype_b_loc", "__ctype_get_mb_cur_max", "__ctype_tolower_loc",
	"__ctype_toupper_loc", "__divdc3", "__divsc3", "__divxc3", "__errno_location", "__finite",
	"__finitef", "__finitel", "__fpclassify", "__fpclassifyf", "__fpclassifyl", "__fxstat",
	"__fxstat64", "__isinf", "__isinff", "__isinfl", "__isnan", "__isnanf", "__isnanl",
	"__lxstat", "__lxstat64", "__muldc3", "__mulsc3", "__mulxc3", "__overflow", "__signbit",
	"__signbitf", "__signbitl", "__stack_chk_fail", "__uflow", "__xpg_basename", "__xstat",
	"__xstat64", "_exit", "_longjmp", "_setjmp", "a64l", "abort", "abs", "accept", "accept4",
	"access", "acos", "acosf", "acosh", "acoshf", "acoshl", "acosl", "aligned_alloc",
	"arc4random", "arc4random_buf", "arc4random_uniform", "asctime", "asctime_r", "asin",
	"asinf", "asinh", "asinhf", "asinhl", "asinl", "asprintf", "atan", "atan2", "atan2f",
	"atan2l", "atanf", "atanh", "atanhf", "atanhl", "atanl", "atof", "atoi", "atol", "atoll",
	"basename", "bcmp", "bcopy", "bind", "bind_textdomain_codeset", "bindtextdomain", "btowc",
	"bzero", "cabs", "cabsf", "cabsl", "calloc", "carg", "cargf", "cargl", "cbrt", "cbrtf",
	"cbrtl", "ccos", "ceil", "ceilf", "ceill", "cexp", "cexpf", "cfmakeraw", "cfsetispeed",
	"cfsetospeed", "chdir", "chmod", "chown", "cimag", "clearenv", "clearerr",
	"clearerr_unlocked", "clock", "clock_getres", "clock_gettime", "clock_nanosleep", "clog",
	"clogf", "close", "closedir", "closelog", "conj", "connect", "copysign", "copysignf",
	"copysignl", "cos", "cosf", "cosh", "coshf", "coshl", "cosl", "cpow", "creal", "creat",
	"creat64", "crypt", "csin", "csqrt", "ctan", "ctime", "ctime_r", "dcgettext", "dgettext",
	"difftime", "dirfd", "dirname", "div", "dngettext", "dprintf", "drand48", "dup", "dup2",
	"dup3", "duplocale", "ecvt", "erand48", "erf", "erfc", "erfcf", "erfcl", "erff", "erfl",
	"euidaccess", "exp", "exp10", "exp2", "exp2f", "exp2l", "expf", "expl", "explicit_bzero",
	"expm1", "expm1f", "expm1l", "fabs", "fabsf", "fabsl", "faccessat", "fchdir", "fchmod",
	"fchmodat", "fchown", "fchownat", "fclose", "fcntl", "fcntl64", "fcvt", "fdatasync", "fdim",
	"fdimf", "fdiml", "fdopen", "fdopendir", "feclearexcept", "fegetenv", "fegetexceptflag",
	"fegetround", "feholdexcept", "feof", "feof_unlocked", "feraiseexcept", "ferror",
	"ferror_unlocked", "fesetenv", "fesetexceptflag", "fesetround", "fetestexcept",
	"feupdateenv", "fflush", "fflush_unlocked", "ffs", "ffsl", "ffsll", "fgetc",
	"fgetc_unlocked", "fgetpos", "fgetpos64", "fgets", "fgets_unlocked", "fgetwc", "fgetws",
	"fileno", "finite", "flockfile", "floor", "floorf", "floorl", "fma", "fmaf", "fmal", "fmax",
	"fmaxf", "fmaxl", "fmemopen", "fmin", "fminf", "fminl", "fmod", "fmodf", "fmodl", "fnmatch",
	"fopen", "fopen64", "fpathconf", "fprintf", "fputc", "fputc_unlocked", "fputs",
	"fputs_unlocked", "fputwc", "fputws", "fread", "fread_unlocked", "free", "freeaddrinfo",
	"freelocale", "freopen", "freopen64", "frexp", "frexpf", "frexpl", "fscanf", "fseek",
	"fseeko", "fseeko64", "fsetpos", "fsetpos64", "fstat", "fstat64", "fstatat", "fstatat64",
	"fstatfs", "fstatvfs", "fsync", "ftell", "ftello", "ftello64", "ftruncate", "ftruncate64",
	"ftrylockfile", "funlockfile", "futimens", "futimes", "fwide", "fwprintf", "fwrite",
	"fwrite_unlocked", "gai_strerror", "gcvt", "get_current_dir_name", "getaddrinfo", "getc",
	"getc_unlocked", "getchar", "getchar_unlocked", "getcwd", "getdelim", "getegid",
	"getentropy", "getenv", "geteuid", "getgid", "getgrgid", "getgrgid_r", "getgrnam",
	"getgrnam_r", "getgroups", "gethostbyname", "gethostname", "getline", "getlogin",
	"getlogin_r", "getnameinfo", "getopt", "getopt_long", "getopt_long_only", "getpagesize",
	"getpeername", "getpgid", "getpgrp", "getpid", "getppid", "getpriority", "getpwnam",
	"getpwnam_r", "getpwuid", "getpwuid_r", "getrandom", "getrlimit", "getrlimit64",
	"getrusage", "gets", "getsid", "getsockname", "getsockopt", "gettext", "gettid",
	"gettimeofday", "getuid", "getwc", "getwchar", "gmtime", "gmtime_r", "hcreate", "hdestroy",
	"hsearch", "htonl", "htons", "hypot", "hypotf", "hypotl", "iconv", "iconv_close",
	"iconv_open", "ilogb", "ilogbf", "ilogbl", "imaxabs", "imaxdiv", "index", "inet_addr",
	"inet_aton", "inet_ntoa", "inet_ntop", "inet_pton", "initstate", "ioctl", "isalnum",
	"isalpha", "isascii", "isatty", "isblank", "iscntrl", "isdigit", "isgraph", "isinf",
	"islower", "isnan", "isprint", "ispunct", "isspace", "isupper", "iswalnum", "iswalpha",
	"iswblank", "iswcntrl", "iswctype", "iswdigit", "iswgraph", "iswlower", "iswprint",
	"iswpunct", "iswspace", "iswupper", "iswxdigit", "isxdigit", "j0", "j1", "jn", "jrand48",
	"l64a", "labs", "lchown", "lcong48", "ldexp", "ldexpf", "ldexpl", "ldiv", "lgamma",
	"lgamma_r", "lgammaf", "lgammal", "link", "linkat", "listen", "llabs", "lldiv", "llrint",
	"llrintf", "llrintl", "llround", "llroundf", "llroundl", "localeconv", "localtime",
	"localtime_r", "log", "log10", "log10f", "log10l", "log1p", "log1pf", "log1pl", "log2",
	"log2f", "log2l", "logb", "logbf", "logbl", "logf", "logl", "longjmp", "lrand48", "lrint",
	"lrintf", "lrintl", "lround", "lroundf", "lroundl", "lseek", "lseek64", "lstat", "lstat64",
	"madvise", "malloc", "malloc_trim", "malloc_usable_size", "mblen", "mbrlen", "mbrtowc",
	"mbsinit", "mbsrtowcs", "mbstowcs", "mbtowc", "memalign", "memccpy", "memchr", "memcmp",
	"memcpy", "memmem", "memmove", "mempcpy", "memrchr", "memset", "mkdir", "mkdirat",
	"mkdtemp", "mkfifo", "mknod", "mkostemp", "mkstemp", "mkstemps", "mktemp", "mktime",
	"mlock", "mmap", "mmap64", "modf", "modff", "modfl", "mprotect", "mrand48", "mremap",
	"msync", "munlock", "munmap", "nan", "nanf", "nanl", "nanosleep", "nearbyint", "nearbyintf",
	"nearbyintl", "newlocale", "nextafter", "nextafterf", "nextafterl", "nexttoward",
	"nexttowardf", "nexttowardl", "ngettext", "nice", "nl_langinfo", "nrand48", "ntohl",
	"ntohs", "open", "open64", "open_memstream", "open_wmemstream", "openat", "openat64",
	"opendir", "openlog", "pathconf", "perror", "pipe", "pipe2", "poll", "posix_fadvise",
	"posix_fallocate", "posix_madvise", "posix_memalign", "pow", "powf", "powl", "ppoll",
	"pread", "pread64", "preadv", "printf", "pselect", "putc", "putc_unlocked", "putchar",
	"putchar_unlocked", "putenv", "puts", "putwc", "putwchar", "pwrite", "pwrite64", "pwritev",
	"rand", "rand_r", "random", "rawmemchr", "read", "readdir", "readdir64", "readdir_r",
	"readlink", "readlinkat", "readv", "realloc", "reallocarray", "realpath", "recv",
	"recvfrom", "recvmsg", "regcomp", "regerror", "regexec", "regfree", "remainder",
	"remainderf", "remainderl", "remove", "remquo", "remquof", "remquol", "rename", "renameat",
	"rewind", "rewinddir", "rindex", "rint", "rintf", "rintl", "rmdir", "round", "roundeven",
	"roundevenf", "roundf", "roundl", "scalb", "scalbln", "scalblnf", "scalblnl", "scalbn",
	"scalbnf", "scalbnl", "scanf", "sched_yield", "secure_getenv", "seed48", "seekdir",
	"select", "send", "sendmsg", "sendto", "setbuf", "setbuffer", "setenv", "setjmp",
	"setlinebuf", "setlocale", "setpriority", "setrlimit", "setrlimit64", "setsockopt",
	"setstate", "settimeofday", "setvbuf", "shutdown", "siglongjmp", "sigsetjmp", "sin",
	"sincos", "sincosf", "sincosl", "sinf", "sinh", "sinhf", "sinhl", "sinl", "sleep",
	"snprintf", "socket", "socketpair", "sprintf", "sqrt", "sqrtf", "sqrtl", "srand", "srand48",
	"srandom", "sscanf", "stat", "stat64", "statfs", "statvfs", "stpcpy", "stpncpy",
	"strcasecmp", "strcasestr", "strcat", "strchr", "strchrnul", "strcmp", "strcoll", "strcpy",
	"strcspn", "strdup", "strerror", "strerror_r", "strfry", "strftime", "strlen",
	"strncasecmp", "strncat", "strncmp", "strncpy", "strndup", "strnlen", "strpbrk", "strptime",
	"strrchr", "strsep", "strsignal", "strspn", "strstr", "strtod", "strtof", "strtoimax",
	"strtok", "strtok_r", "strtol", "strtold", "strtoll", "strtoq", "strtoul", "strtoull",
	"strtoumax", "strtouq", "strverscmp", "strxfrm", "swab", "swprintf", "symlink", "symlinkat",
	"sync", "sysconf", "syslog", "tan", "tanf", "tanh", "tanhf", "tanhl", "tanl", "tcdrain",
	"tcflush", "tcgetattr", "tcsetattr", "telldir", "textdomain", "tgamma", "tgammaf",
	"tgammal", "time", "timegm", "timelocal", "times", "tmpfile", "tmpfile64", "toascii",
	"tolower", "toupper", "towctrans", "towlower", "towupper", "trunc", "truncate",
	"truncate64", "truncf", "truncl", "ttyname", "ttyname_r", "tzset", "umask", "uname",
	"ungetc", "ungetwc", "unlink", "unlinkat", "unsetenv", "uselocale", "usleep", "utime",
	"utimensat", "utimes", "valloc", "vasprintf", "vdprintf", "vfprintf", "vfscanf",
	"vfwprintf", "vprintf", "vscanf", "vsnprintf", "vsprintf", "vsscanf", "vswprintf",
	"vsyslog", "vwarn", "vwarnx", "vwprintf", "wait", "wait3", "wait4", "waitpid", "warn",
	"warnx", "wcrtomb", "wcscat", "wcschr", "wcscmp", "wcscoll", "wcscpy", "wcscspn", "wcsdup",
	"wcsftime", "wcslen", "wcsncat", "wcsncmp", "wcsncpy", "wcsnlen", "wcspbrk", "wcsrchr",
	"wcsrtombs", "wcsspn", "wcsstr", "wcstod", "wcstof", "wcstok", "wcstol", "wcstold",
	"wcstoll", "wcstombs", "wcstoul", "wcstoull", "wcswidth", "wcsxfrm", "wctob", "wctomb",
	"wctrans", "wctype", "wcwidth", "wmemchr", "wmemcmp", "wmemcpy", "wmemmove", "wmemset",
	"wordfree", "wprintf", "write", "writev", "y0", "y1", "yn",
	/* clang-format on */
};

struct behaviour {
	const char *name;
	enum library_effect effect;
};

/* Functions with another effect, in the order of strcmp(). */
static const struct behaviour others[] = {
	{ "_Fork", LIBRARY_ASYNCHRONOUS },
	{ "__fork", LIBRARY_ASYNCHRONOUS },
	{ "__pthread_register_cancel", LIBRARY_ASYNCHRONOUS },
	{ "__sysv_signal", LIBRARY_HANDLES },
	{ "_obstack_begin", LIBRARY_ASYNCHRONOUS },
	{ "_obstack_begin_1", LIBRARY_ASYNCHRONOUS },
	{ "aio_read", LIBRARY_ASYNCHRONOUS },
	{ "aio_write", LIBRARY_ASYNCHRONOUS },
	{ "argp_parse", LIBRARY_ASYNCHRONOUS },
	{ "bsd_signal", LIBRARY_HANDLES },
	{ "bsearch", LIBRARY_CALLS_BACK },
	{ "clone", LIBRARY_ASYNCHRONOUS },
	{ "clone3", LIBRARY_ASYNCHRONOUS },
	{ "daemon", LIBRARY_ASYNCHRONOUS },
	{ "dlmopen", LIBRARY_LOADS },
	{ "dlopen", LIBRARY_LOADS },
	{ "dlsym", LIBRARY_LOADS },
	{ "dlvsym", LIBRARY_LOADS },
	{ "err", LIBRARY_CALLS_BACK },
	{ "error", LIBRARY_CALLS_BACK },
	{ "error_at_line", LIBRARY_CALLS_BACK },
	{ "errx", LIBRARY_CALLS_BACK },
	{ "execl", LIBRARY_ASYNCHRONOUS },
	{ "execle", LIBRARY_ASYNCHRONOUS },
	{ "execlp", LIBRARY_ASYNCHRONOUS },
	{ "execv", LIBRARY_ASYNCHRONOUS },
	{ "execve", LIBRARY_ASYNCHRONOUS },
	{ "execveat", LIBRARY_ASYNCHRONOUS },
	{ "execvp", LIBRARY_ASYNCHRONOUS },
	{ "execvpe", LIBRARY_ASYNCHRONOUS },
	{ "exit", LIBRARY_CALLS_BACK },
	{ "fcloseall", LIBRARY_CALLS_BACK },
	{ "fexecve", LIBRARY_ASYNCHRONOUS },
	{ "fopencookie", LIBRARY_ASYNCHRONOUS },
	{ "fork", LIBRARY_ASYNCHRONOUS },
	{ "forkpty", LIBRARY_ASYNCHRONOUS },
	{ "ftw", LIBRARY_CALLS_BACK },
	{ "ftw64", LIBRARY_CALLS_BACK },
	{ "getaddrinfo_a", LIBRARY_ASYNCHRONOUS },
	{ "getcontext", LIBRARY_ASYNCHRONOUS },
	{ "glob", LIBRARY_CALLS_BACK },
	{ "glob64", LIBRARY_CALLS_BACK },
	{ "globfree", LIBRARY_CALLS_BACK },
	{ "io_uring_setup", LIBRARY_ASYNCHRONOUS },
	{ "lfind", LIBRARY_CALLS_BACK },
	{ "lio_listio", LIBRARY_ASYNCHRONOUS },
	{ "lsearch", LIBRARY_CALLS_BACK },
	{ "makecontext", LIBRARY_ASYNCHRONOUS },
	{ "mq_notify", LIBRARY_ASYNCHRONOUS },
	{ "nftw", LIBRARY_CALLS_BACK },
	{ "nftw64", LIBRARY_CALLS_BACK },
	{ "obstack_begin", LIBRARY_ASYNCHRONOUS },
	{ "popen", LIBRARY_ASYNCHRONOUS },
	{ "posix_spawn", LIBRARY_ASYNCHRONOUS },
	{ "posix_spawnp", LIBRARY_ASYNCHRONOUS },
	{ "pthread_atfork", LIBRARY_ASYNCHRONOUS },
	{ "pthread_cleanup_push", LIBRARY_ASYNCHRONOUS },
	{ "pthread_create", LIBRARY_ASYNCHRONOUS },
	{ "pthread_key_create", LIBRARY_ASYNCHRONOUS },
	{ "pthread_once", LIBRARY_CALLS_BACK },
	{ "qsort", LIBRARY_CALLS_BACK },
	{ "qsort_r", LIBRARY_CALLS_BACK },
	{ "quick_exit", LIBRARY_CALLS_BACK },
	{ "register_printf_function", LIBRARY_ASYNCHRONOUS },
	{ "register_printf_specifier", LIBRARY_ASYNCHRONOUS },
	{ "scandir", LIBRARY_CALLS_BACK },
	{ "scandir64", LIBRARY_CALLS_BACK },
	{ "scandirat", LIBRARY_CALLS_BACK },
	{ "setcontext", LIBRARY_ASYNCHRONOUS },
	{ "sigaction", LIBRARY_HANDLES },
	{ "signal", LIBRARY_HANDLES },
	{ "sigset", LIBRARY_HANDLES },
	{ "swapcontext", LIBRARY_ASYNCHRONOUS },
	{ "syscall", LIBRARY_ASYNCHRONOUS },
	{ "system", LIBRARY_ASYNCHRONOUS },
	{ "sysv_signal", LIBRARY_HANDLES },
	{ "tdelete", LIBRARY_CALLS_BACK },
	{ "tdestroy", LIBRARY_CALLS_BACK },
	{ "tfind", LIBRARY_CALLS_BACK },
	{ "thrd_create", LIBRARY_ASYNCHRONOUS },
	{ "timer_create", LIBRARY_ASYNCHRONOUS },
	{ "tsearch", LIBRARY_CALLS_BACK },
	{ "twalk", LIBRARY_CALLS_BACK },
	{ "twalk_r", LIBRARY_CALLS_BACK },
	{ "userfaultfd", LIBRARY_ASYNCHRONOUS },
	{ "verr", LIBRARY_CALLS_BACK },
	{ "verrx", LIBRARY_CALLS_BACK },
	{ "vfork", LIBRARY_ASYNCHRONOUS },
	{ "wordexp", LIBRARY_ASYNCHRONOUS },
};

static int compare_name(const void *key, const void *item)
{
	return strcmp(key, *(const char *const *)item);
}

static int compare_behaviour(const void *key, const void *item)
{
	return strcmp(key, ((const struct behaviour *)item)->name);
}

static bool is_quiet(const char *name)
{
	return bsearch(name, quiet, ARRAY_SIZE(quiet), sizeof(*quiet), compare_name) != NULL;
}

/*
 * Returns the plain name behind a variant: the checked ones of _FORTIFY_SOURCE, "__NAME_chk", and
 * those of other standards, "__isoc99_NAME", do what NAME does.
 */
static const char *plain_name(const char *name, char buffer[64])
{
	static const char *const prefixes[] = { "__isoc99_", "__isoc23_", "__builtin_", "__",
						NULL };
	size_t length = strlen(name);

	for (size_t i = 0; prefixes[i]; i++) {
		size_t prefix = strlen(prefixes[i]);

		if (strncmp(name, prefixes[i], prefix) != 0)
			continue;
		name += prefix;
		length -= prefix;
		break;
	}
	if (length > 4 && strcmp(name + length - 4, "_chk") == 0)
		length -= 4;
	if (length >= 64)
		return name;
	memcpy(buffer, name, length);
	buffer[length] = '\0';
	return buffer;
}

/* Returns NULL if `others` does not contain NAME. */
static const struct behaviour *find_behaviour(const char *name)
{
	return bsearch(name, others, ARRAY_SIZE(others), sizeof(*others), compare_behaviour);
}

enum library_effect library_effect(const char *name)
{
	const struct behaviour *found = find_behaviour(name);
	char buffer[64];
	const char *plain = plain_name(name, buffer);

	if (!found)
		found = find_behaviour(plain);
	if (found)
		return found->effect;
	return is_quiet(name) || is_quiet(plain) ? LIBRARY_QUIET : LIBRARY_UNKNOWN;
}
