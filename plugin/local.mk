# SPDX-License-Identifier: GPL-3.0-or-later
# The plugin: C++ as GCC's headers demand, no run-time type information, nothing
# exported but plugin_init.  Sanitizers and coverage stay out: it lives in the compiler.
gccplugin_PROGRAMS =
# gccplugin_PROGRAMS += plugin/remt.so
# plugin_remt_so_SOURCES = plugin/plugin.cc
# plugin_remt_so_CPPFLAGS = $(AM_CPPFLAGS) $(GCC_PLUGIN_CPPFLAGS)
# plugin_remt_so_CXXFLAGS = -std=gnu++17 -fPIC -fno-rtti -fno-exceptions -fvisibility=hidden \
#	$(WARN_CXXFLAGS)
# plugin_remt_so_LDFLAGS = -shared -Wl,-z,relro,-z,now
# plugin_remt_so_LDADD =
