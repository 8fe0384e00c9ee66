# SPDX-License-Identifier: GPL-3.0-or-later
# The plugin: C++ as GCC's headers demand, no run-time type information, nothing
# exported but plugin_init.  Sanitizers and coverage stay out: it lives in the compiler.
gccplugin_PROGRAMS = plugin/remt.so
plugin_remt_so_SOURCES = \
	plugin/ask.cc plugin/ask.h \
	plugin/blocks.cc plugin/blocks.h \
	plugin/canonical.cc plugin/canonical.h \
	plugin/canonical_string.cc plugin/canonical_string.h \
	plugin/canonical_type.cc plugin/canonical_type.h \
	plugin/check.cc plugin/check.h \
	plugin/check_value.cc plugin/check_value.h \
	plugin/clone.cc plugin/clone.h \
	plugin/compat.h \
	plugin/computation.cc plugin/computation.h \
	plugin/decision.cc plugin/decision.h \
	plugin/deletion.cc plugin/deletion.h \
	plugin/digest.cc plugin/digest.h \
	plugin/extent.cc plugin/extent.h \
	plugin/failure.cc plugin/failure.h \
	plugin/formula.cc plugin/formula.h \
	plugin/gcc.h \
	plugin/graph.cc plugin/graph.h \
	plugin/helper.cc plugin/helper.h \
	plugin/lines.cc plugin/lines.h \
	plugin/literal.cc plugin/literal.h \
	plugin/lower.cc plugin/lower.h \
	plugin/lower_switch.cc plugin/lower_switch.h \
	plugin/mark.cc plugin/mark.h \
	plugin/mark_arithmetic.cc \
	plugin/mark_call.cc \
	plugin/mark_condition.cc \
	plugin/mark_conditional.cc \
	plugin/mark_constant.cc \
	plugin/mark_formula.cc \
	plugin/mark_logical.cc \
	plugin/mark_operand.cc \
	plugin/mark_relational.cc \
	plugin/mark_statement.cc \
	plugin/mark_structure.cc \
	plugin/mark_subscript.cc \
	plugin/mark_unary.cc \
	plugin/mark_variable.cc \
	plugin/marker.cc \
	plugin/name_list.h \
	plugin/options.cc plugin/options.h \
	plugin/origin.cc plugin/origin.h \
	plugin/pass.cc plugin/pass.h \
	plugin/plugin.cc \
	plugin/quiet.cc plugin/quiet.h \
	plugin/reach.cc plugin/reach.h \
	plugin/seam.cc plugin/seam.h \
	plugin/semantics.cc plugin/semantics.h \
	plugin/site.cc plugin/site.h \
	plugin/source.cc plugin/source.h \
	plugin/symbols.cc plugin/symbols.h \
	plugin/synthetic.cc plugin/synthetic.h \
	plugin/table.cc plugin/table.h \
	plugin/text.cc plugin/text.h \
	plugin/unfold.cc plugin/unfold.h \
	plugin/unit.cc plugin/unit.h
plugin_remt_so_CPPFLAGS = $(AM_CPPFLAGS) $(GCC_PLUGIN_CPPFLAGS)
plugin_remt_so_CXXFLAGS = -std=gnu++17 -fPIC -fno-rtti -fno-exceptions -fvisibility=hidden \
	-Wno-missing-field-initializers
plugin_remt_so_LDFLAGS = -shared -Wl,-z,relro,-z,now
plugin_remt_so_LDADD =
