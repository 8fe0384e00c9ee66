/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plugin/base/text.h"
#include "plugin/base/digest.h"

unsigned long long text::hash() const
{
	return digest(bytes.is_empty() ? "" : bytes.begin(), bytes.length());
}
