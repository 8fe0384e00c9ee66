# SPDX-License-Identifier: GPL-3.0-or-later
noinst_LIBRARIES += solver/libsolver.a
solver_libsolver_a_SOURCES = \
	solver/answer.h \
	solver/cache.c solver/cache.h \
	solver/domain.c solver/domain.h \
	solver/group.c solver/group.h \
	solver/kept.c solver/kept.h \
	solver/lookout.c solver/lookout.h \
	solver/prover.h \
	solver/sample.c solver/sample.h \
	solver/sift.c solver/sift.h \
	solver/solver.c solver/solver.h
if HAVE_Z3
solver_libsolver_a_SOURCES += solver/prover.c
else
solver_libsolver_a_SOURCES += solver/no_prover.c
endif

EXTRA_DIST += solver/README.md solver/no_prover.c solver/prover.c
