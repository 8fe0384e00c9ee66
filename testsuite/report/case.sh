# SPDX-License-Identifier: GPL-3.0-or-later
# Sourced by the tests: the project of case.json, with its results in .remt.
mkdir -p src
printf 'int f(int a, int b)\n{\n\tif (a < b)\n\t\tg(a,\n\t\t  b);\n\telse\n\t\treturn 0;\n\treturn 1; /* </script> */\n}\n' >src/a.c
# A character of two bytes, one of four, and two bytes of Latin 1 before the operator.
printf '/* odd */\nint h(void) { /* \303\244 \360\237\230\200 \344\366 */ k = 1 + 2; }' >'src/odd "name" ä.c'
printf 'void d(int c)\r\n{ while (c < 3)\r\n    e(c,\r\n      c);\r\n}\r\n' >src/dos.c
"$top_builddir/testsuite/report/fill" .remt "$PWD" <"$top_srcdir/testsuite/report/case.json"
