/* format_parts.h: the syntax of str.format's texts, piece by piece: for str.format itself (format.c) and the module _string, which shows it to programs. */
#ifndef PERCH_LANG_FORMAT_PARTS_H
#define PERCH_LANG_FORMAT_PARTS_H

#include "lang/object/vm.h"

typedef struct FormatField { /* positions in the format string */
    int64_t name, name_end, spec, spec_end;
    uint32_t conversion; /* 0: none */
    bool nested;         /* the specification contains braces */
} FormatField;

typedef struct FormatPiece { /* text as it is, and the field behind it */
    int64_t literal, literal_end; /* the first brace of two belongs to it */
    bool has_field;
    FormatField field;
} FormatPiece;

/* The piece at *i, which then stands behind it: 1, 0 at the end, -1 raised. */
int format_piece(VM *vm, const Str *s, int64_t *i, int64_t end, FormatPiece *piece);
/* Where the first part of a field's name ends: at its first "." or "[". */
int64_t format_first_end(const Str *s, int64_t i, int64_t end);
/* A number when it is digits alone, else the text. */
Value format_key(VM *vm, Ref text, int64_t start, int64_t end);
/* The name or key of the step at *i, ".name" or "[key]". */
Value format_step(VM *vm, Ref text, int64_t *i, int64_t end, bool *attribute);

#endif
