# SPDX-License-Identifier: GPL-3.0-or-later
# The plugin: remt.so, which GCC is told to load, and remt-gcc-VERSION.so for each GCC that configure
# found (plugin/plugins.mk), all in one directory. Sanitizers and coverage stay out: they live in the compiler.
plugindir = $(pkglibdir)
plugin_PROGRAMS = plugin/remt.so
plugin_remt_so_SOURCES = plugin/loader.c
plugin_remt_so_CFLAGS = -std=gnu11 -D_GNU_SOURCE $(BANNED_CFLAGS) $(WARN_CFLAGS) -fPIC -fvisibility=hidden
plugin_remt_so_LDFLAGS = -shared -Wl,-z,relro,-z,now

PLUGIN_UNITS = \
	plugin/lower/alternative.cc plugin/lower/alternative.h \
	plugin/lower/ask.cc plugin/lower/ask.h \
	plugin/lower/body.cc plugin/lower/body.h \
	plugin/base/blocks.cc plugin/base/blocks.h \
	plugin/describe/canonical.cc plugin/describe/canonical.h \
	plugin/describe/canonical_string.cc plugin/describe/canonical_string.h \
	plugin/describe/canonical_type.cc plugin/describe/canonical_type.h \
	plugin/check/check.cc plugin/check/check.h \
	plugin/check/check_value.cc plugin/check/check_value.h \
	plugin/lower/clone.cc plugin/lower/clone.h \
	plugin/base/compat.h \
	plugin/lower/copy.cc plugin/lower/copy.h \
	plugin/lower/copy_hash.cc plugin/lower/copy_hash.h \
	plugin/copy_pass.cc plugin/copy_pass.h \
	plugin/lower/computation.cc plugin/lower/computation.h \
	plugin/lower/decision.cc plugin/lower/decision.h \
	plugin/lower/deletion.cc plugin/lower/deletion.h \
	plugin/base/digest.cc plugin/base/digest.h \
	plugin/source/extent.cc plugin/source/extent.h \
	plugin/check/failure.cc plugin/check/failure.h \
	plugin/source/formula.cc plugin/source/formula.h \
	plugin/base/first.h plugin/base/gcc.h \
	plugin/describe/graph.cc plugin/describe/graph.h \
	plugin/lower/helper.cc plugin/lower/helper.h \
	plugin/lower/inline.cc plugin/lower/inline.h \
	plugin/describe/lines.cc plugin/describe/lines.h \
	plugin/describe/reading.cc plugin/describe/reading.h \
	plugin/source/literal.cc plugin/source/literal.h \
	plugin/ir/address.cc plugin/ir/address.h \
	plugin/ir/body.cc plugin/ir/body.h \
	plugin/ir/call.cc \
	plugin/ir/entity.cc plugin/ir/entity.h \
	plugin/ir/flow.cc plugin/ir/flow.h \
	plugin/ir/ir.cc plugin/ir/ir.h \
	plugin/ir/mark.cc \
	plugin/ir/operand.cc plugin/ir/operand.h \
	plugin/ir/points.cc plugin/ir/points.h \
	plugin/ir/statement.cc plugin/ir/statement.h \
	plugin/ir/stream.h \
	plugin/ir/variables.cc plugin/ir/variables.h \
	plugin/lower/lower.cc plugin/lower/lower.h \
	plugin/lower/lower_switch.cc plugin/lower/lower_switch.h \
	plugin/mark/detour.cc plugin/mark/detour.h \
	plugin/mark/mark.cc plugin/mark/mark.h \
	plugin/mark/mark_arithmetic.cc \
	plugin/mark/mark_call.cc \
	plugin/mark/mark_condition.cc \
	plugin/mark/mark_conditional.cc \
	plugin/mark/mark_constant.cc \
	plugin/mark/mark_formula.cc \
	plugin/mark/mark_logical.cc \
	plugin/mark/mark_operand.cc \
	plugin/mark/mark_relational.cc \
	plugin/mark/mark_statement.cc \
	plugin/mark/mark_structure.cc \
	plugin/mark/mark_subscript.cc \
	plugin/mark/mark_unary.cc \
	plugin/mark/mark_variable.cc \
	plugin/mark/string_literal.cc plugin/mark/string_literal.h \
	plugin/mark/marker.cc \
	plugin/base/name_list.h \
	plugin/base/options.cc plugin/base/options.h \
	plugin/describe/origin.cc plugin/describe/origin.h \
	plugin/pass.cc plugin/pass.h \
	plugin/plugin.cc \
	plugin/base/quiet.cc plugin/base/quiet.h \
	plugin/base/reach.cc plugin/base/reach.h \
	plugin/base/section.cc plugin/base/section.h \
	plugin/source/seam.cc plugin/source/seam.h \
	plugin/describe/semantics.cc plugin/describe/semantics.h \
	plugin/mark/site.cc plugin/mark/site.h \
	plugin/source/source.cc plugin/source/source.h \
	plugin/describe/symbols.cc plugin/describe/symbols.h \
	plugin/lower/own_options.cc plugin/lower/own_options.h \
	plugin/lower/synthetic.cc plugin/lower/synthetic.h \
	plugin/describe/table.cc plugin/describe/table.h \
	plugin/base/text.cc plugin/base/text.h \
	plugin/mark/unfold.cc plugin/mark/unfold.h \
	plugin/lower/unit.cc plugin/lower/unit.h

# GNU make's own functions, which Automake can't read.
-include $(top_srcdir)/plugin/plugins.mk
install-exec-local: install-plugins
uninstall-local: uninstall-plugins
mostlyclean-local:
	rm -rf plugin/gcc-*
CLEANFILES += plugin/remt-gcc-*.so
DISTCLEANFILES = plugin/gccs.mk plugin/shared.mk

EXTRA_DIST += $(PLUGIN_UNITS) plugin/plugins.mk
EXTRA_DIST += plugin/README.md plugin/base/README.md plugin/source/README.md plugin/mark/README.md \
	plugin/lower/README.md plugin/describe/README.md plugin/ir/README.md plugin/check/README.md
