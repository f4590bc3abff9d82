/* str.h: str. Immutable, stored with 1, 2 or 4 bytes a character (the narrowest that fits, as CPython does), the hash
 * cached. Text from and to the outside is UTF-8. */
#ifndef PERCH_LANG_STR_H
#define PERCH_LANG_STR_H

#include "obj.h"

enum { STR_WIDTH = 7 /* aux & 7: 1, 2 or 4 */, STR_ASCII = 8, STR_INTERNED = 16 };

struct Str {
    Obj head;
    int64_t hash;  /* -1: not computed yet */
    int64_t len;   /* characters */
    unsigned char data[]; /* len * width bytes and one zero character */
};

static inline Str *as_str(Ref v) { return (Str *)BITS(v); }
static inline bool is_str(Ref v) { return is_kind(v, KIND_STR); } /* subclasses too */
static inline unsigned str_width(const Str *s) { return s->head.aux & STR_WIDTH; }
static inline bool str_is_ascii(const Str *s) { return s->head.aux & STR_ASCII; }
static inline uint32_t str_at(const Str *s, int64_t i)
{
    switch (str_width(s)) {
    case 1: return s->data[i];
    case 2: return ((const uint16_t *)s->data)[i];
    default: return ((const uint32_t *)s->data)[i];
    }
}

/* ---- make ---- */
Value str_from_utf8(VM *vm, const char *s, size_t bytes); /* lone surrogates as 3 bytes are taken; else bad bytes raise UnicodeDecodeError */
Value str_from_c(VM *vm, const char *s);                  /* zero-terminated UTF-8 */
Value str_from_ascii(VM *vm, const char *s, size_t n);    /* known to be ASCII */
Value str_from_latin1(VM *vm, const void *s, size_t n);
Value str_from_ucs4(VM *vm, const uint32_t *s, size_t n); /* narrows */
Value str_from_char(VM *vm, uint32_t c);                  /* one-character strings below 256 are shared */
Value str_new(VM *vm, int64_t len, uint32_t max_char);    /* uninitialised data, to be filled at once */
Value str_format(VM *vm, const char *fmt, ...);           /* the directives of err_raise (err.h) */
Value str_format_v(VM *vm, const char *fmt, __builtin_va_list ap);
Value str_substr(VM *vm, Ref s, int64_t start, int64_t end); /* 0 <= start <= end <= len */
Value str_concat(VM *vm, Ref a, Ref b);
Value str_join(VM *vm, Ref sep, const Ref *items, int64_t n); /* items must be str: else TypeError */
/* Append in place when nobody else holds *s (takes and replaces it); used for s += t. false: raised, *s is as it was. */
bool str_append(VM *vm, Value *s, Ref t);

/* Interned strings: equal text, same object. Attribute and global names always are interned. */
Value str_intern(VM *vm, Value s /*taken*/);
Value str_intern_c(VM *vm, const char *s);
Value str_intern_utf8(VM *vm, const char *s, size_t bytes); /* str_from_utf8, interned: nothing is made where it is known */

/* ---- use ---- */
/* The text as UTF-8 (surrogates as 3 bytes), zero-terminated. Pure ASCII: the string's own bytes (no copy). Else in a buffer
 * owned by the VM, valid until the 8th next call. NULL: MemoryError raised. */
const char *str_utf8(VM *vm, Ref s, size_t *bytes);
int64_t str_hash(VM *vm, Ref s);
bool str_equal(Ref a, Ref b);            /* both str */
bool str_equal_c(Ref a, const char *s);  /* against ASCII */
int str_compare(Ref a, Ref b);           /* <0, 0, >0 by code points */
int64_t str_find(Ref s, Ref sub, int64_t start, int64_t end); /* -1: not there */
bool str_has_prefix_c(Ref s, const char *prefix);
Value str_repr(VM *vm, Ref s);
bool str_is_identifier(Ref s);

/* vm.c: str_open makes the empty string, the one-character ones and the table of interned strings (each is also made
 * at first use); str_close, after everything else is gone, frees them, the table and the UTF-8 buffers. */
bool str_open(VM *vm);
void str_close(VM *vm);

/* ---- str_build.c: grows a string; start with STRB_INIT, end with strb_take or strb_drop ---- */
typedef struct StrB {
    VM *vm;
    void *data;
    int64_t len, cap;
    uint32_t width; /* 1, 2, 4 */
    uint32_t max_char; /* or-ed together: enough to know the width and ASCII */
    bool failed;    /* MemoryError was raised; everything after is a no-op and strb_take gives NULL */
} StrB;
#define STRB_INIT(vm) ((StrB){(vm), NULL, 0, 0, 1, 0, false})
void strb_char_slow(StrB *b, uint32_t c);
static inline void strb_char(StrB *b, uint32_t c)
{
    if (b->len >= b->cap || c >> 8 >> (8 * b->width - 8)) { /* no room, or too wide for it */
        strb_char_slow(b, c);
        return;
    }
    b->max_char |= c;
    if (b->width == 1) ((uint8_t *)b->data)[b->len++] = (uint8_t)c;
    else if (b->width == 2) ((uint16_t *)b->data)[b->len++] = (uint16_t)c;
    else ((uint32_t *)b->data)[b->len++] = c;
}
void strb_ascii(StrB *b, const char *s, size_t n);
void strb_c(StrB *b, const char *s); /* zero-terminated UTF-8 */
void strb_str(StrB *b, Ref s);
void strb_slice(StrB *b, Ref s, int64_t start, int64_t end);
void strb_fill(StrB *b, uint32_t c, int64_t n);
void strb_format(StrB *b, const char *fmt, ...);
bool strb_repr(StrB *b, Ref v);  /* repr(v); false: raised */
bool strb_to_str(StrB *b, Ref v); /* str(v) */
Value strb_take(StrB *b);
void strb_drop(StrB *b);

/* ---- str_visible.c: a program's text without what acts on a screen or a page; lines: line feeds and tabs stay ---- */
void strb_visible(StrB *b, Ref text, bool lines);
Value str_visible(VM *vm, Ref text, bool lines);  /* NULL: no memory */
int visible_width(uint32_t c, bool lines);        /* characters that stand for c */

/* ---- format.c: the format mini-language and % ---- */
Value format_value(VM *vm, Ref v, Ref spec);  /* format(v, spec): calls __format__; spec NULL = '' */
Value format_str_spec(VM *vm, Ref s, Ref spec);     /* str.__format__ */
Value format_int_spec(VM *vm, Ref i, Ref spec);
Value format_float_spec(VM *vm, Ref f, Ref spec);
Value format_complex_spec(VM *vm, Ref c, Ref spec);
Value str_percent(VM *vm, Ref fmt, Ref args);       /* fmt % args */

#endif
