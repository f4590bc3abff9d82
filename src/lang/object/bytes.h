/* bytes.h: bytes, bytearray, memoryview, and the buffer slot by which bytes-like objects are read. */
#ifndef PERCH_LANG_BYTES_H
#define PERCH_LANG_BYTES_H

#include "obj.h"

typedef struct Bytes {
    Obj head;
    int64_t hash; /* -1: not computed */
    int64_t len;
    unsigned char data[]; /* and a zero byte */
} Bytes;

typedef struct ByteArray {
    Obj head;
    int64_t len, cap;
    unsigned char *data; /* never NULL */
    int32_t exports; /* buffers out there: it may not change size */
} ByteArray;

/* A view of an object's memory; taken by the `buffer` slot, given back by buffer_release. One-dimensional views have
 * ndim 1; n-dimensional ones (tensors) fill shape and strides. */
struct BufferView {
    Value owner;        /* kept alive while the view is */
    unsigned char *data;
    int64_t len;        /* bytes */
    int64_t itemsize;
    const char *format; /* a struct-module character, "B" for bytes */
    bool readonly;
    bool strided;       /* asked of the slot: memory with gaps may be lent as it lies */
    void (*done)(VM *vm, struct BufferView *view); /* may be NULL */
    int ndim;
    int64_t shape[8], strides[8]; /* last: those of dimensions that are not there are left as they are */
};
/* What a slot fills in for plain bytes: field by field, for the shapes are most of a view. */
static inline void buffer_of_bytes(BufferView *view, Ref owner, unsigned char *data, int64_t len, bool readonly);
bool buffer_get(VM *vm, Ref o, BufferView *out); /* TypeError "a bytes-like object is required, not 'X'" */
bool buffer_get_strided(VM *vm, Ref o, BufferView *out); /* the same, perhaps with gaps; buffer_get's has none */
bool buffer_check(VM *vm, Ref o);
void buffer_release(VM *vm, BufferView *view);
Value bytes_hex(VM *vm, Ref source, Ref sep, Ref per, bool as_text); /* its bytes in hexadecimal digits; sep, per: NULL or what stands between groups of so many */

static inline Bytes *as_bytes(Ref v) { return (Bytes *)BITS(v); }
static inline bool is_bytes(Ref v) { return is_kind(v, KIND_BYTES); }
static inline ByteArray *as_bytearray(Ref v) { return (ByteArray *)BITS(v); }
static inline bool is_bytearray(Ref v) { return is_kind(v, KIND_BYTEARRAY); }

static inline void buffer_of_bytes(BufferView *view, Ref owner, unsigned char *data, int64_t len, bool readonly)
{
    view->owner = retain(owner);
    view->data = data;
    view->len = view->shape[0] = len;
    view->itemsize = view->strides[0] = 1;
    view->format = "B";
    view->readonly = readonly;
    view->done = NULL;
    view->ndim = 1;
}

/* What a bytes or bytearray holds, good until the program's code runs. false: it is neither. */
static inline bool bytes_held(Ref v, const unsigned char **p, int64_t *n)
{
    if (is_bytes(v)) {
        *p = as_bytes(v)->data;
        *n = as_bytes(v)->len;
        return true;
    }
    if (!is_bytearray(v)) return false;
    *p = as_bytearray(v)->data;
    *n = as_bytearray(v)->len;
    return true;
}
Value bytes_from(VM *vm, const void *p, int64_t n); /* p NULL: uninitialised */
Value bytes_cut(VM *vm, Value b, int64_t n); /* its first n; b is taken, of bytes_from, and nobody else has seen it */
Value bytearray_from(VM *vm, const void *p, int64_t n);
Value bytes_repr(VM *vm, Ref b);
/* codecs.c: str <-> bytes. encoding and errors are C strings; NULL: utf-8, strict. */
Value codec_encode(VM *vm, Ref str, const char *encoding, const char *errors);
Value codec_decode(VM *vm, const void *p, int64_t n, const char *encoding, const char *errors);

#endif
