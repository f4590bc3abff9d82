/* str_impl.h: methods of str that are written beside their subject and listed in str_methods.c. */
#ifndef PERCH_LANG_STR_IMPL_H
#define PERCH_LANG_STR_IMPL_H

#include "lang/text/text_impl.h"

#define STR_METHOD(name) Value str_m_##name(VM *vm, const Ref *args, int n, Ref kwnames)
/* str_case.c */
STR_METHOD(capitalize);
STR_METHOD(casefold);
STR_METHOD(title);
STR_METHOD(lower);
STR_METHOD(upper);
STR_METHOD(swapcase);
STR_METHOD(isascii);
STR_METHOD(islower);
STR_METHOD(isupper);
STR_METHOD(istitle);
STR_METHOD(isspace);
STR_METHOD(isdecimal);
STR_METHOD(isdigit);
STR_METHOD(isnumeric);
STR_METHOD(isalpha);
STR_METHOD(isalnum);
STR_METHOD(isidentifier);
STR_METHOD(isprintable);
/* format.c */
STR_METHOD(format);
STR_METHOD(format_map);

#endif
