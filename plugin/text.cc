/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "text.h"
#include "digest.h"

unsigned long long text::hash() const
{
	return digest(bytes.is_empty() ? "" : bytes.begin(), bytes.length());
}
