# SPDX-License-Identifier: GPL-3.0-or-later
noinst_LIBRARIES += store/libstore.a
store_libstore_a_SOURCES = \
	store/store.h
