# SPDX-License-Identifier: GPL-3.0-or-later
# The fuzzer has its own objects: it is built with sanitizers whatever configure was told.
#   make fuzz [ITERATIONS=1000000] [FIRST=0]
FUZZ_CFLAGS = -fsanitize=address,undefined -fno-sanitize-recover=undefined
ITERATIONS = 1000000
FIRST = 0

# In a build with both sanitizers all objects have them.
if SANITIZED
FUZZ_LIB = $(COMMON_LIBS)
else
FUZZ_LIB = testsuite/fuzz/libfuzz.a
check_LIBRARIES += testsuite/fuzz/libfuzz.a
endif
EXTRA_LIBRARIES = testsuite/fuzz/libfuzz.a
testsuite_fuzz_libfuzz_a_SOURCES = \
	$(rewriter_librewriter_a_SOURCES) \
	$(ir_libir_a_SOURCES) \
	$(sites_libsites_a_SOURCES) \
	$(common_libcommon_a_SOURCES)
testsuite_fuzz_libfuzz_a_CFLAGS = $(AM_CFLAGS) $(FUZZ_CFLAGS)

FUZZ_SAMPLE = testsuite/unit/table_sample.c testsuite/unit/table_sample.h
FUZZ_DAMAGE = testsuite/fuzz/damage.c testsuite/fuzz/damage.h $(FUZZ_SAMPLE)

check_PROGRAMS += testsuite/fuzz/fuzz_table
testsuite_fuzz_fuzz_table_SOURCES = testsuite/fuzz/fuzz_table.c $(FUZZ_SAMPLE)
testsuite_fuzz_fuzz_table_CPPFLAGS = $(UNIT_CPPFLAGS)
testsuite_fuzz_fuzz_table_CFLAGS = $(AM_CFLAGS) $(FUZZ_CFLAGS)
testsuite_fuzz_fuzz_table_LDFLAGS = $(AM_LDFLAGS) $(FUZZ_CFLAGS)
testsuite_fuzz_fuzz_table_LDADD = $(FUZZ_LIB) $(LIBELF_LIBS)

check_PROGRAMS += testsuite/fuzz/fuzz_binary
testsuite_fuzz_fuzz_binary_SOURCES = testsuite/fuzz/fuzz_binary.c $(FUZZ_DAMAGE)
testsuite_fuzz_fuzz_binary_CPPFLAGS = $(UNIT_CPPFLAGS)
testsuite_fuzz_fuzz_binary_CFLAGS = $(AM_CFLAGS) $(FUZZ_CFLAGS)
testsuite_fuzz_fuzz_binary_LDFLAGS = $(AM_LDFLAGS) $(FUZZ_CFLAGS)
testsuite_fuzz_fuzz_binary_LDADD = $(FUZZ_LIB) $(DWARF_LIBS) $(CAPSTONE_LIBS) $(LIBELF_LIBS)

check_PROGRAMS += testsuite/fuzz/fuzz_ir
testsuite_fuzz_fuzz_ir_SOURCES = testsuite/fuzz/fuzz_ir.c $(FUZZ_DAMAGE)
testsuite_fuzz_fuzz_ir_CPPFLAGS = $(UNIT_CPPFLAGS)
testsuite_fuzz_fuzz_ir_CFLAGS = $(AM_CFLAGS) $(FUZZ_CFLAGS)
testsuite_fuzz_fuzz_ir_LDFLAGS = $(AM_LDFLAGS) $(FUZZ_CFLAGS)
testsuite_fuzz_fuzz_ir_LDADD = $(FUZZ_LIB) $(LIBELF_LIBS)

# What reads debug information, by each library for DWARF that is there.
FUZZ_DEBUG =
if HAVE_LIBDW
check_PROGRAMS += testsuite/fuzz/fuzz_debug_libdw
FUZZ_DEBUG += testsuite/fuzz/fuzz_debug_libdw
testsuite_fuzz_fuzz_debug_libdw_SOURCES = testsuite/fuzz/fuzz_debug.c $(FUZZ_DAMAGE) $(rewriter_libdw_sources)
testsuite_fuzz_fuzz_debug_libdw_CPPFLAGS = $(UNIT_CPPFLAGS)
testsuite_fuzz_fuzz_debug_libdw_CFLAGS = $(AM_CFLAGS) $(FUZZ_CFLAGS)
testsuite_fuzz_fuzz_debug_libdw_LDFLAGS = $(AM_LDFLAGS) $(FUZZ_CFLAGS)
testsuite_fuzz_fuzz_debug_libdw_LDADD = $(FUZZ_LIB) $(LIBDW_LIBS) $(CAPSTONE_LIBS) $(LIBELF_LIBS)
endif
if HAVE_LIBDWARF
check_PROGRAMS += testsuite/fuzz/fuzz_debug_libdwarf
FUZZ_DEBUG += testsuite/fuzz/fuzz_debug_libdwarf
testsuite_fuzz_fuzz_debug_libdwarf_SOURCES = testsuite/fuzz/fuzz_debug.c $(FUZZ_DAMAGE) $(rewriter_libdwarf_sources)
testsuite_fuzz_fuzz_debug_libdwarf_CPPFLAGS = $(UNIT_CPPFLAGS)
testsuite_fuzz_fuzz_debug_libdwarf_CFLAGS = $(AM_CFLAGS) $(FUZZ_CFLAGS)
testsuite_fuzz_fuzz_debug_libdwarf_LDFLAGS = $(AM_LDFLAGS) $(FUZZ_CFLAGS)
testsuite_fuzz_fuzz_debug_libdwarf_LDADD = $(FUZZ_LIB) $(LIBDWARF_LIBS) $(CAPSTONE_LIBS) $(LIBELF_LIBS)
endif

# What runs the fuzzers, and what all other tests need of the programs: with sanitizers whatever configure was told, these
# do the same in each build, and one of `./quickstart check` is enough.
FUZZ_TESTS = testsuite/sites/damaged-tables-never-crash-the-reader.test testsuite/dump/damaged-ir-never-crashes-the-reader.test \
	testsuite/rewriter/damaged-binaries-never-crash.test
UNFUZZED_TESTS = $(filter-out $(FUZZ_TESTS),$(BESIDE_TESTS))
print-without-fuzzers:
	@echo $(filter-out testsuite/fuzz/%,$($(WHAT)))
.PHONY: print-without-fuzzers

# Stores of runs of built projects, damaged.  PROJECTS: directories with a tests.list (fuzz/store.py).
#   make fuzz-store PROJECTS='DIR...' [ITERATIONS=100] [FIRST=0] [JOBS=1]
PROJECTS =
JOBS = 1

.PHONY: fuzz fuzz-store
fuzz-store: all testsuite/store/seal
	$(top_srcdir)/testsuite/fuzz/store.py --iterations $(ITERATIONS) --first $(FIRST) --jobs $(JOBS) \
		./remt testsuite/store/seal $(PROJECTS)

fuzz: all testsuite/fuzz/fuzz_table testsuite/fuzz/fuzz_binary testsuite/fuzz/fuzz_ir $(FUZZ_DEBUG)
	testsuite/fuzz/fuzz_table $(ITERATIONS) $(FIRST)
	$(top_srcdir)/testsuite/fuzz/ir.sh . $(ITERATIONS) $(FIRST)
	$(top_srcdir)/testsuite/fuzz/binaries.sh $(ITERATIONS) $(FIRST)
	for fuzzer in $(FUZZ_DEBUG); do $(top_srcdir)/testsuite/fuzz/debug.sh $$fuzzer $(ITERATIONS) $(FIRST) || exit 1; done
