/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads a number with a sign and a fraction by a state machine; what it has read is in the globals. */
enum state { START, SIGNED, WHOLE, POINT, FRACTION, FAILED };

int machine_value, machine_digits;

static enum state next_state(enum state state, char c)
{
	int is_digit = c >= '0' && c <= '9';

	switch (state) {
	case START:
		if (c == '+' || c == '-')
			return SIGNED;
		return is_digit ? WHOLE : FAILED;
	case SIGNED: return is_digit ? WHOLE : FAILED;
	case WHOLE:
		if (c == '.')
			return POINT;
		return is_digit ? WHOLE : FAILED;
	case POINT:
	case FRACTION: return is_digit ? FRACTION : FAILED;
	default: return FAILED;
	}
}

int machine(const char *text)
{
	enum state state = START;
	int is_negative = 0;

	machine_value = machine_digits = 0;
	if (!text)
		return -1;
	for (int i = 0; text[i] && state != FAILED; i++) {
		state = next_state(state, text[i]);
		if (state == SIGNED && text[i] == '-')
			is_negative = 1;
		if (state != WHOLE && state != FRACTION)
			continue;
		machine_value = machine_value * 10 + (text[i] - '0');
		machine_digits += state == FRACTION;
	}
	if (is_negative)
		machine_value = -machine_value;
	return state == WHOLE || state == FRACTION;
}

int main(void)
{
	return machine("-12.5") != 1 || machine_value != -125;
}
