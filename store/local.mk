# SPDX-License-Identifier: GPL-3.0-or-later
noinst_LIBRARIES += store/libstore.a
store_libstore_a_SOURCES = \
	store/cells.c \
	store/copy.c store/copy.h \
	store/db.c store/db.h \
	store/db_error.c store/db_state.h \
	store/entered.c \
	store/handle.h \
	store/inventory.c \
	store/lock.c store/lock.h \
	store/log.c store/log.h \
	store/migrate.c store/migrate.h \
	store/outcomes.c store/outcomes.h \
	store/packed.c store/packed.h \
	store/page.c store/page.h \
	store/proofs.c \
	store/run.c \
	store/salvage.c store/salvage.h \
	store/sound.c store/sound.h \
	store/stamps.c \
	store/store.c store/store.h \
	store/survey.c store/survey.h \
	store/traces.c \
	store/units.c \
	store/vfs.c store/vfs.h \
	store/vfs_file.h \
	store/vfs_log.c
nodist_store_libstore_a_SOURCES = store/schema_sql.h
EXTRA_DIST += store/schema.sql
BUILT_SOURCES += store/schema_sql.h
CLEANFILES += store/schema_sql.h

# BUILT_SOURCES alone serves "make all" only.
store/migrate.$(OBJEXT): store/schema_sql.h

# The schema as a C string.
store/schema_sql.h: $(top_srcdir)/store/schema.sql store/local.mk
	$(AM_V_GEN)$(MKDIR_P) store && { \
	printf '/* Made from store/schema.sql. */\nstatic const char schema_sql[] =\n' && \
	$(SED) -e 's/\\/\\\\/g' -e 's/"/\\"/g' -e 's/.*/\t"&\\n"/' $(top_srcdir)/store/schema.sql && \
	printf '\t;\n'; } >$@.tmp && mv $@.tmp $@

EXTRA_DIST += store/README.md
