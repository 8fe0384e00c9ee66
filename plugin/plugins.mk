# SPDX-License-Identifier: GPL-3.0-or-later
# plugin/remt-gcc-VERSION.so of each GCC, from one set of sources, PLUGIN_UNITS, by the g++ of the same release.
#
# plugin/gccs.mk, which configure writes, has
#	plugin_versions		what `gcc -dumpfullversion` prints of each, such as 12.2.0
#	plugin_gxx_VERSION	its g++
#	plugin_headers_VERSION	the directory of its plugin headers
#	plugin_links		directories in which a GCC looks for -fplugin=remt
#
# plugin/shared.mk, which quickstart writes, may have
#	plugins_of		another build of this tree, whose plugins serve this one, too: sanitizers stay out of them
#
# C++ as GCC's headers demand, no run-time type information, nothing exported but plugin_init. GCC's own
# headers name banned functions, so that they come first; as they take most of the time, they are compiled once,
# plugin/gcc-VERSION/first.gch.
-include plugin/gccs.mk
-include plugin/shared.mk

plugin_flags = $(AM_CPPFLAGS) $(CPPFLAGS) -std=gnu++17 -fPIC -fno-rtti -fno-exceptions -fvisibility=hidden \
	$(WARN_CXXFLAGS) -Wno-missing-field-initializers $(CXXFLAGS)
plugin_files = $(foreach version,$(plugin_versions),plugin/remt-gcc-$(version).so)

# What is compiled once is there in each build: plugins of tests take it, too.
define plugin_header_rules
plugin/gcc-$(1)/first.gch: $$(top_srcdir)/plugin/base/first.h $$(top_srcdir)/plugin/base/gcc.h plugin/gccs.mk
	@$$(MKDIR_P) $$(@D)
	@echo '#include "plugin/base/first.h"' >plugin/gcc-$(1)/first
	$$(AM_V_GEN)$$(plugin_gxx_$(1)) -isystem $$(plugin_headers_$(1)) $$(plugin_flags) -x c++-header -o $$@ \
		plugin/gcc-$(1)/first
endef

define plugin_rules
plugin_objects_$(1) = $$(patsubst plugin/%.cc,plugin/gcc-$(1)/%.o,$$(filter %.cc,$$(PLUGIN_UNITS)))

plugin/remt-gcc-$(1).so: $$(plugin_objects_$(1))
	$$(AM_V_GEN)$$(plugin_gxx_$(1)) -shared -Wl,-z,relro,-z,now $$(CXXFLAGS) $$(LDFLAGS) -o $$@ $$^

$$(plugin_objects_$(1)): plugin/gcc-$(1)/%.o: $$(top_srcdir)/plugin/%.cc plugin/gcc-$(1)/first.gch plugin/gccs.mk
	@$$(MKDIR_P) $$(@D)
	$$(AM_V_GEN)$$(plugin_gxx_$(1)) -isystem $$(plugin_headers_$(1)) $$(plugin_flags) \
		-include plugin/gcc-$(1)/first $$(BANNED_CFLAGS) -MMD -MP -c -o $$@ $$<

-include $$(plugin_objects_$(1):.o=.d)
endef
$(foreach version,$(plugin_versions),$(eval $(call plugin_header_rules,$(version))))
ifeq ($(plugins_of),)
$(foreach version,$(plugin_versions),$(eval $(call plugin_rules,$(version))))
else
$(plugin_files): plugin/%: $(plugins_of)/plugin/%
	$(AM_V_GEN)cp $< $@
endif

all-am: $(plugin_files)

install-plugins: $(plugin_files)
	$(MKDIR_P) '$(DESTDIR)$(pkglibdir)'
	$(if $(plugin_files),$(INSTALL_PROGRAM) $(plugin_files) '$(DESTDIR)$(pkglibdir)')
	$(foreach dir,$(plugin_links),$(MKDIR_P) '$(DESTDIR)$(dir)' && ln -sf '$(pkglibdir)/remt.so' '$(DESTDIR)$(dir)/remt.so' &&) :

uninstall-plugins:
	rm -f $(patsubst plugin/%,'$(DESTDIR)$(pkglibdir)/%',$(plugin_files)) $(patsubst %,'$(DESTDIR)%/remt.so',$(plugin_links))
.PHONY: install-plugins uninstall-plugins
