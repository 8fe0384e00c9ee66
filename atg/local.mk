# SPDX-License-Identifier: GPL-3.0-or-later
noinst_LIBRARIES += atg/libatg.a
atg_libatg_a_SOURCES = \
	atg/assist.c \
	atg/circuit.c atg/circuit.h \
	atg/copies.c atg/copies.h \
	atg/expansion.c atg/expansion.h \
	atg/imply.c atg/justify.c \
	atg/kill.c atg/kill.h atg/kill_state.h \
	atg/local.c \
	atg/loops.c atg/loops.h \
	atg/maker.h \
	atg/maker_emit.c atg/maker_flow.c atg/maker_function.c atg/maker_library.c \
	atg/maker_address.c atg/maker_memory.c atg/maker_object.c atg/maker_place.c atg/maker_possible.c atg/maker_statement.c \
	atg/possible.c atg/search.c \
	atg/start.h \
	atg/state.c atg/state.h \
	atg/whole.c

EXTRA_DIST += atg/README.md
