/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The plugin does C++ no harm, whatever it does to it. */
#include <cstdio>
#include <stdexcept>
#include <vector>

template <class T> static T largest(const std::vector<T> &all)
{
	if (all.empty())
		throw std::runtime_error("nothing");
	T best = all[0];
	for (const T &one : all)
		best = one > best ? one : best;
	return best;
}

enum { four = 4 };

int main()
{
	std::printf("%d\n", largest(std::vector<int>{ 1, four, 2 }));
	try {
		largest(std::vector<double>());
	} catch (const std::exception &e) {
		std::printf("%s\n", e.what());
	}
	auto twice = [](int x) { return x * 2; };
	std::printf("%d\n", twice(21));
}
