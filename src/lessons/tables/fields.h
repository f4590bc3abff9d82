/* fields.h: a text of separated values, cut into fields where it stands, and columns of numbers read out of it. What is not plain (rows of unlike lengths, quotes inside quotes, texts that only Python
 * reads as numbers) is left to Python (io/parsers/readers.py), which also has the words for what is wrong. The kernels may run without the interpreter's lock. */
#ifndef PERCH_TABLES_FIELDS_H
#define PERCH_TABLES_FIELDS_H

#include <stdbool.h>
#include <stdint.h>

typedef struct FieldsText {
    const char *data;
    int64_t len;
    char sep, quote, comment; /* quote, comment: 0 where there is none */
    bool space, blank;        /* space: blanks behind a separator are no part; blank: lines without anything are left out */
} FieldsText;

typedef struct FieldPlace { int64_t start, end; } FieldPlace;

/* places: NULL, or room for every field, row by row. False: not plain. */
bool fields_cut(const FieldsText *t, FieldPlace *places, int64_t *rows, int64_t *wide);

/* Texts that stand for nothing, each behind the other, sizes before them. */
typedef struct FieldsNothing { const char *texts; const int64_t *sizes; int64_t count; bool first[256]; } FieldsNothing;
void fields_nothing(FieldsNothing *none); /* fills `first` */
bool fields_is_nothing(const FieldsNothing *none, const char *at, int64_t len);

/* A column's fields, every wide-th place: FIELDS_WHOLE fills wholes, FIELDS_REAL (and FIELDS_NONE: nothing anywhere) reals, with NaN for what is missing. */
typedef enum { FIELDS_NONE, FIELDS_WHOLE, FIELDS_REAL, FIELDS_TEXT } FieldsKind;
FieldsKind fields_numbers(const FieldsText *t, const FieldPlace *places, int64_t rows, int64_t wide, const FieldsNothing *none, int64_t *wholes, double *reals);

#endif
