# SPDX-License-Identifier: GPL-3.0-or-later
# A man page is installed by adding its name here.
dist_man_MANS +=
EXTRA_DIST += \
	doc/README.md \
	doc/GLOSSARY.md \
	doc/HOWTO_TEST.md
