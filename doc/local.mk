# SPDX-License-Identifier: GPL-3.0-or-later
# A man page is installed by adding its name here.
dist_man_MANS += \
	doc/man/remt.1 \
	doc/man/remt-cflags.1 \
	doc/man/remt-diff.1 \
	doc/man/remt-doctor.1 \
	doc/man/remt-dump.1 \
	doc/man/remt-equiv.1 \
	doc/man/remt-gen.1 \
	doc/man/remt-harness.1 \
	doc/man/remt-iso.1 \
	doc/man/remt-patch.1 \
	doc/man/remt-operators.1 \
	doc/man/remt-report.1 \
	doc/man/remt-run.1 \
	doc/man/remt-show.1 \
	doc/man/remt-verify.1
EXTRA_DIST += \
	doc/README.md \
	doc/FORMATS.md \
	doc/GLOSSARY.md \
	doc/HARNESSES.md \
	doc/HOWTO_ADD_OPERATOR.md \
	doc/HOWTO_ADD_REPORT.md \
	doc/HOWTO_TEST.md \
	doc/INTERNALS.md \
	doc/MEASURED.md \
	doc/SUPPORT.md
