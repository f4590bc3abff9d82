/* num.h: int, float, complex, bool.
 *
 * An int is a small word (value.h) whenever it fits in 49 bits; else an Int of 64-bit limbs, sign in `size` (GMP's mpn
 * form, no leading zero limb). An instance of an int subclass (IntEnum...) is always an Int, also when small, even 0
 * (size 0). bool is a subclass of int whose only values are V_TRUE and V_FALSE. */
#ifndef PERCH_LANG_NUM_H
#define PERCH_LANG_NUM_H

#include "obj.h"

typedef struct Int {
    Obj head;
    int32_t size; /* |size| limbs; negative: a negative number */
    int32_t pad;
    uint64_t limb[];
} Int;

typedef struct FloatObj {
    Obj head;
    double value;
} FloatObj;

typedef struct Complex {
    Obj head;
    double re, im;
} Complex;

/* ---- what is it? subclasses included ---- */
static inline bool is_int(Ref v) { return is_small(v) || is_bool(v) || is_kind(v, KIND_INT); }
static inline bool is_int_exact(VM *vm, Ref v); /* neither bool nor a subclass: vm_impl.h */
static inline bool is_float_any(Ref v) { return is_float(v) || is_kind(v, KIND_FLOAT); }
static inline double float_any_of(Ref v) { return is_float(v) ? float_of(v) : ((FloatObj *)BITS(v))->value; }
static inline bool is_complex(Ref v) { return is_kind(v, KIND_COMPLEX); }

/* ---- int ---- */
Value int_from_i64(VM *vm, int64_t i);
/* What __index__ or __int__ gave (taken), as an exact int: a strict subclass is warned of, another type is a TypeError. */
Value num_take_exact(VM *vm, Value r, const char *method);
bool num_take_float(VM *vm, Ref v, Ref got, double *out); /* what v.__float__ gave */
bool num_warn_strict(VM *vm, Ref got, const char *owner, const char *method, const char *wanted);
Value int_from_u64(VM *vm, uint64_t u);
Value int_from_double(VM *vm, double d); /* truncates; OverflowError / ValueError for inf and nan */
Value int_from_limbs(VM *vm, const uint64_t *limbs, int64_t n, bool negative); /* normalises */
/* Text in `base` (2..36, 0: by prefix) with underscores and spaces allowed as int() does; ValueError as int()'s. */
Value int_from_text(VM *vm, Ref str, int base);
Value int_from_digits(VM *vm, const char *digits, size_t n, int base); /* a literal: digits only, already checked */
/* To C. _checked: false and OverflowError "Python int too large to convert to C long" when it does not fit. */
bool int_to_i64(VM *vm, Ref v, int64_t *out); /* v is_int */
bool int_fits_i64(Ref v, int64_t *out);       /* no error, just false */
int int_sign(Ref v);
double int_to_double(VM *vm, Ref v, bool *ok); /* correctly rounded; OverflowError "int too large to convert to float" */
Value int_to_text(VM *vm, Ref v, int base);    /* no prefix; the 4300-digit limit applies for base 10 */
/* Any object with __index__ -> int (owned); TypeError "'X' object cannot be interpreted as an integer". */
Value num_index(VM *vm, Ref v);
bool num_index_i64(VM *vm, Ref v, int64_t *out); /* the same, to C; OverflowError / IndexError "cannot fit 'int' into an index-sized integer" */
bool num_index_ssize(VM *vm, Ref v, int64_t *out); /* the same; OverflowError "Python int too large to convert to C ssize_t" */
/* Slices and repeats: clipped to the int64 range instead of an error. */
bool num_index_clip(VM *vm, Ref v, int64_t *out);
/* C loops want a number: float, int, bool, __float__, __index__; TypeError "must be real number, not X". */
bool num_to_double(VM *vm, Ref v, double *out);
int64_t num_hash_double(double d);
int64_t num_hash_int(Ref v);
static inline int64_t small_hash(Ref v) { return small_of(v) == -1 ? -2 : small_of(v); } /* of a small one */
/* The number slots (either operand may be of the type; V_NOTIMPL otherwise); used by the eval loop's slow paths. */
Value int_binary(VM *vm, BinOp op, Ref a, Ref b);
Value float_binary(VM *vm, BinOp op, Ref a, Ref b);
Value int_pow3(VM *vm, Ref a, Ref b, Ref mod);
int int_compare(Ref a, Ref b); /* <0 0 >0, both is_int */

/* ---- float ---- */
/* A float lives in its word, so a NaN is the same object as another exactly when their bits agree. This one has a payload of its
 * own: float("nan") is not in [float("nan")]. Whoever writes a NaN out as bytes writes the plain one. */
Value float_new_nan(VM *vm, bool negative);
Value float_repr(VM *vm, double d);
/* Shortest text that reads back as d ("1e-05", "inf", "0.1"): into buf (>= 32 bytes); returns its length. */
int float_shortest(double d, char *buf);
/* format(d, '.{prec}{kind}'): kind e E f F g G; 'r' = repr. Appends to a StrB in the caller: see float_format in numfmt.c */
Value float_from_text(VM *vm, Ref str); /* float("..."): ValueError "could not convert string to float: '...'" */
double float_parse(const char *s, const char **end); /* correctly rounded, no locale */

Value complex_new(VM *vm, double re, double im);

#endif
