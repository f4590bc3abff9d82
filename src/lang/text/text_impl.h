/* text_impl.h: what the files about str, bytes and bytearray share: characters of 1, 2 or 4 bytes seen as one kind of
 * thing ("Text"), searching in them, and the pieces that methods cut from them. Private to str*.c, bytes*.c,
 * bytearray.c, format*.c, percent.c, numfmt.c and codecs.c. */
#ifndef PERCH_LANG_TEXT_IMPL_H
#define PERCH_LANG_TEXT_IMPL_H

#include "lang/object/vm.h"

/* Characters to read: of a str, or the bytes of anything bytes-like. Borrowed. */
typedef struct Text {
    const void *p;
    int64_t n;     /* characters */
    unsigned w;    /* bytes a character: 1, 2, 4 */
    uint8_t kind;  /* what pieces become: KIND_STR, KIND_BYTES, KIND_BYTEARRAY */
    Ref obj;       /* the whole, or NULL */
} Text;

static inline uint32_t text_at(const Text *t, int64_t i)
{
    switch (t->w) {
    case 1: return ((const unsigned char *)t->p)[i];
    case 2: return ((const uint16_t *)t->p)[i];
    default: return ((const uint32_t *)t->p)[i];
    }
}
static inline Text text_of_str(Ref s)
{
    return (Text){as_str(s)->data, as_str(s)->len, str_width(as_str(s)), KIND_STR, s};
}

/* ---- str.c ---- */
void text_copy(void *dst, unsigned dw, const void *src, unsigned sw, int64_t n); /* dw >= sw, or the characters fit */
uint32_t text_or(const void *p, unsigned w, int64_t n);       /* characters or-ed: all, or as many as tell the width (and whether it is ASCII) */
static inline unsigned width_for(uint32_t max_char) { return max_char < 256 ? 1 : max_char < 65536 ? 2 : 4; }
Value str_from_text(VM *vm, const void *p, unsigned w, int64_t n); /* narrows */
/* Make an instance of a subclass of str with the same characters. */
Value str_as_subclass(VM *vm, Type *type, Ref s);
void str_dealloc(VM *vm, Obj *o);
/* Plain str of the same characters: itself (retained) when it is exactly a str. */
Value str_exact(VM *vm, Ref s);

/* ---- str_utf8.c ---- */
int64_t utf8_size(const Text *t, bool *surrogates); /* bytes of it as UTF-8; are there lone surrogates? */
char *utf8_write(char *to, const Text *t);          /* utf8_size bytes; the place behind them */
/* str_from_utf8 that does not raise where the bytes are wrong (or hold surrogates that are not allowed), but says so. */
Value str_try_utf8(VM *vm, const char *s, size_t bytes, bool surrogates, bool *malformed);

/* ---- text_find.c: searching; the two texts may differ in width ---- */
int64_t text_find(const Text *hay, const Text *sub, int64_t start, int64_t end);
int64_t text_rfind(const Text *hay, const Text *sub, int64_t start, int64_t end);
int64_t text_count(const Text *hay, const Text *sub, int64_t start, int64_t end, int64_t max);
int64_t text_find_char(const Text *hay, uint32_t c, int64_t start, int64_t end);
bool text_equal_at(const Text *hay, int64_t at, const Text *sub); /* sub stands at `at` (bounds are the caller's) */

/* ---- text_split.c: methods that str, bytes and bytearray have alike ---- */
bool text_is_space(const Text *t, uint32_t c);
bool text_is_number_space(const Text *t, uint32_t c); /* around a number: not the separators 28..31 */
Value text_piece(VM *vm, const Text *t, int64_t start, int64_t end);
Value text_split_space(VM *vm, const Text *t, int64_t max);
Value text_rsplit_space(VM *vm, const Text *t, int64_t max);
Value text_split_sep(VM *vm, const Text *t, const Text *sep, int64_t max);
Value text_rsplit_sep(VM *vm, const Text *t, const Text *sep, int64_t max);
Value text_splitlines(VM *vm, const Text *t, bool keep);
/* which: -1 left, 1 right, 0 both. chars NULL: white space. */
Value text_strip(VM *vm, const Text *t, const Text *chars, int which);
Value text_pad(VM *vm, const Text *t, int64_t left, int64_t right, uint32_t fill);
Value text_justify(VM *vm, const Text *t, char how /* '<' '>' '^' */, int64_t width, uint32_t fill);
Value text_zfill(VM *vm, const Text *t, int64_t width);
Value text_replace(VM *vm, const Text *t, const Text *old, const Text *by, int64_t max);
Value text_expandtabs(VM *vm, const Text *t, int64_t size);
Value text_repeat(VM *vm, const Text *t, int64_t count);
Value text_slice_step(VM *vm, const Text *t, int64_t start, int64_t step, int64_t count);

/* ---- arguments ---- */
/* Optional start and end of find, count, startswith: None or absent is the end; negative ones count from behind; clipped to 0..len. */
bool text_range(VM *vm, Ref start, Ref end, int64_t len, int64_t *from, int64_t *to);
/* An argument's type as "must be str, not ..." says it: None is None there. */
const char *text_arg_type(VM *vm, Ref v);
bool text_index(VM *vm, Ref key, int64_t *out); /* a subscript: IndexError when it does not fit */
bool text_cint_arg(VM *vm, Ref v, int64_t absent, int64_t *out); /* fits a C int, else OverflowError says so */
bool text_int_arg(VM *vm, Ref v, int64_t absent, int64_t *out); /* __index__; OverflowError "Python int too large to convert to C ssize_t" */
/* Arguments of a constructor: up to `max` (<= 4) named parameters into out[], absent ones NULL. */
bool text_ctor_args(VM *vm, const char *func, const char *const *names, int max, const Ref *args, int n, Ref kwnames, Ref *out);

/* ---- bytes.c ---- */
Value bytes_like_make(VM *vm, uint8_t kind, const void *p, int64_t n); /* KIND_BYTES or KIND_BYTEARRAY */
/* bytes.h's buffers as a Text. */
bool text_of_buffer(VM *vm, Ref o, BufferView *view, Text *out);
bool bytes_byte_arg(VM *vm, Ref v, uint8_t *out); /* an int in range(256) */
Value bytes_from_object(VM *vm, const char *type_name, Ref source, Ref encoding, Ref errors, uint8_t kind);
extern const NativeDef bytes_methods[], bytearray_methods[];
Value bytes_repr_of(VM *vm, const unsigned char *p, int64_t n, const char *before, const char *after);
Value bytes_getitem_of(VM *vm, const Text *t, Ref key, const char *name);
int bytes_contains_of(VM *vm, const Text *t, Ref item);
Text text_of_array(Ref v);
Value bytes_compare(VM *vm, Ref a, Ref b, CmpOp op);
Value bytes_str(VM *vm, Ref v);
Value bytes_percent(VM *vm, Ref fmt, Ref args); /* bytes and bytearray */
int64_t bytes_hash(VM *vm, const void *p, int64_t n);
uint64_t text_hash_bytes(uint64_t seed, const void *p, size_t n);
bool bytearray_resize(VM *vm, ByteArray *a, int64_t n);

/* ---- str_methods ---- */
extern const NativeDef str_methods[];
Value str_count_from(VM *vm, const Ref *args, int n, Ref kwnames);

/* ---- numfmt.c ---- */
/* Text of |d| (finite) by kind 'e', 'f', 'g' or 'r' (shortest) with precision; `alt` keeps the point. Appends ASCII to out. */
bool float_digits(StrB *b, double d, char kind, int64_t prec, bool alt);
bool float_format_digits(VM *vm, StrB *b, double d, char kind, int64_t prec, bool alt, bool add_dot0);
/* The shortest decimal (digits * 10^exp, maybe with zeros at the end) that reads back as d > 0; and as c * 2^q (0 < c < 2^53) among
 * the numbers of c's own precision: float32, float16. closer_below: c is a power of two whose lower neighbour is half as far. */
uint64_t float_shortest_decimal(double d, int *exp);
uint64_t float_shortest_scaled(uint64_t c, int q, bool closer_below, int *exp);
int u64_digits(uint64_t u, char *buf); /* decimal, no terminator; the number of digits (<= 20) */

#endif
