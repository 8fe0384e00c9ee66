/* SPDX-License-Identifier: GPL-3.0-or-later */
/* C++ whose calls have landing pads: exceptions that are caught, rethrown, and met by destructors. */
#include <cstdio>
#include <stdexcept>
#include <string>

namespace
{

struct guard {
	const char *name;
	explicit guard(const char *n) : name(n)
	{
	}
	~guard()
	{
		std::puts(name);
	}
};

int divide(int a, int b)
{
	guard inner("divide");

	if (!b)
		throw std::runtime_error("by zero");
	if (a < 0)
		throw a;
	return a / b;
}

int attempt(int a, int b)
{
	guard outer("attempt");

	try {
		return divide(a, b);
	} catch (const std::runtime_error &error) {
		std::puts(error.what());
		return -1;
	} catch (int value) {
		if (value < -5)
			throw;
		return value;
	}
}

} // namespace

int main(int argc, char **)
{
	int sum = 0;

	for (int i = -8; i < 4; i++) {
		try {
			sum += attempt(i, i % 3 + argc - 1);
		} catch (...) {
			sum += std::string(static_cast<size_t>(-i), 'x').size() > 6;
		}
	}
	std::printf("%d\n", sum);
	return 0;
}
