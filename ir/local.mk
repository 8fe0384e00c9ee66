# SPDX-License-Identifier: GPL-3.0-or-later
noinst_LIBRARIES += ir/libir.a
ir_libir_a_SOURCES = \
	ir/cursor.h \
	ir/function.c ir/function.h \
	ir/literal.c ir/literal.h \
	ir/reader.h ir/reader_operand.c ir/reader_statement.c \
	ir/references.c ir/references.h \
	ir/structure/branch.c ir/structure/branch.h \
	ir/structure/control.c ir/structure/control.h \
	ir/structure/dominators.c ir/structure/dominators.h \
	ir/structure/expression.c ir/structure/expression.h \
	ir/structure/expression_place.c ir/structure/expression_place.h \
	ir/structure/memory.c ir/structure/memory.h \
	ir/structure/overlap.c ir/structure/overlap.h \
	ir/structure/program.c ir/structure/program.h \
	ir/structure/structure_text.c ir/structure/structure_text.h \
	ir/structure/uses.c ir/structure/uses.h \
	ir/text.c ir/text.h \
	ir/text_operand.c ir/text_operand.h \
	ir/unit.c ir/unit.h

EXTRA_DIST += ir/README.md ir/structure/README.md
