/* format_impl.h: a parsed format specification ("*^+#010,.3f") and what lays numbers out; shared by format_spec.c, percent.c. */
#ifndef PERCH_LANG_FORMAT_IMPL_H
#define PERCH_LANG_FORMAT_IMPL_H

#include "text_impl.h"

typedef struct Spec {
    uint32_t fill, type; /* type 0: none given */
    char align, sign;    /* '<' '>' '=' '^'; '+' '-' ' ' or 0 */
    char group;          /* ',' '_' or 0 */
    bool z, alt;
    int64_t width, prec; /* -1: not given */
} Spec;

/* A number ready for layout: sign, prefix ("0x"), whole digits, and the rest from the point or exponent on. All ASCII. */
typedef struct NumText {
    char sign;          /* 0: none */
    const char *prefix; /* "" */
    const char *digits;
    int64_t ndigits;
    const char *rest;
    int64_t nrest;
    int group_size;     /* 3, or 4 for bits and hexadecimal */
} NumText;
void number_layout(StrB *b, const Spec *spec, const NumText *t);

#endif
