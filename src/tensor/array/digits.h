/* digits.h: floating numbers as text, as NumPy writes them, from float16 to the 80 bits of float128.
 *
 * Unique digits are the fewest that tell a number from its neighbours of the same type; exact ones are those of its value. Either may be cut (precision), then the last is rounded from the
 * exact value, half to even. Nothing here knows Python but the functions at the end.
 */
#ifndef PERCH_TENSOR_ARRAY_DIGITS_H
#define PERCH_TENSOR_ARRAY_DIGITS_H

#include "np.h"

typedef struct DigitsFormat {
    bool unique, fractional; /* fractional: precision and min_digits count behind the point, else from the first digit */
    bool sign;               /* a + too */
    char trim;               /* k . 0 - */
    int precision, min_digits, pad_left, pad_right, exp_digits; /* -1: as it comes */
} DigitsFormat;
#define DIGITS_FORMAT ((DigitsFormat){true, true, false, 'k', -1, -1, -1, -1, -1})

/* num: NP_HALF, NP_FLOAT, NP_DOUBLE, NP_LONGDOUBLE; `at` any alignment. Gives the text's length; at most `room` bytes of it are written, no zero behind. */
size_t digits_positional(char *out, size_t room, Num num, const void *at, const DigitsFormat *f);
size_t digits_scientific(char *out, size_t room, Num num, const void *at, const DigitsFormat *f);

/* str() and repr() (the same but for legacy_print 113) of a float or complex element; its length. */
enum { DIGITS_TEXT = 128 };
size_t digits_scalar(char out[DIGITS_TEXT], Num num, const void *at, bool repr, bool legacy);
Value digits_scalar_text(VM *vm, Num num, const void *at, bool repr, bool legacy);

/* ---- long double ---- */
long double longdouble_parse(const char *text, const char **end);      /* as strtold, without a locale; *end == text: no number */
bool longdouble_from_int(VM *vm, Ref v /*is_int*/, long double *out);  /* correctly rounded; too large: inf and NumPy's warning. false: raised */
Value longdouble_to_int(VM *vm, long double x);                        /* truncated; inf and nan raise as int(float) does */
bool longdouble_from_text(VM *vm, Ref text /*str or bytes*/, long double *out); /* ValueError "invalid literal for long double: …" */

extern const NativeDef multiarray_digits_functions[]; /* dragon4_positional, dragon4_scientific, format_longfloat */

#endif
