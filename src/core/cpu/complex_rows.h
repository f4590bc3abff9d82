/* complex_rows.h: the formulas of complex numbers as functions over a row of n elements, and a part of a call by them: once with R float and once with R double.
 * Included by complex.c alone. */
#include "core/complex_numbers.h"

#define ROW(name, ...) \
    static void NAME(row_##name)(int64_t n, C *out, const C *a, const C *b, const C *c, C k) \
    { \
        (void)b, (void)c, (void)k; \
        for (int64_t i = 0; i < n; i++) { \
            const C x = a[i], y = b ? b[i] : x, z = c ? c[i] : x; \
            (void)y, (void)z; \
            out[i] = __VA_ARGS__; \
        } \
    }
#define CF ROW
#define CF_TRUTH(name, ...) ROW(name, NAME(pair)((__VA_ARGS__) ? 1 : 0, 0))
#define CF_TORCH(name, ...) ROW(torch_##name, __VA_ARGS__)
#include "core/complex_formulas.def"
#undef CF
#undef CF_TRUTH
#undef CF_TORCH

typedef void (*NAME(Row))(int64_t n, C *out, const C *a, const C *b, const C *c, C k);
static const NAME(Row) NAME(rows)[OPS_TOTAL] = {
#define CF(name, ...) [OP_##name] = NAME(row_##name),
#define CF_TRUTH CF
#define CF_TORCH(name, ...)
#include "core/complex_formulas.def"
#undef CF
#undef CF_TRUTH
#undef CF_TORCH
    [OP_cast] = NAME(row_copy),
};
static const NAME(Row) NAME(torch_rows)[OPS_TOTAL] = {
#define CF(name, ...)
#define CF_TRUTH CF
#define CF_TORCH(name, ...) [OP_##name] = NAME(row_torch_##name),
#include "core/complex_formulas.def"
#undef CF
#undef CF_TRUTH
#undef CF_TORCH
};

/* n elements of a view from place `at` on in row-major order, broadcast: strides are those over the result's shape. */
static void NAME(read)(const Sides *s, int which, int64_t offset, int64_t n, C *to)
{
    const View *v = s->view[which];
    int64_t step = s->ndim ? s->strides[which][s->ndim - 1] : 0, bytes = (int64_t)dtype_bytes(v->dtype);
    const char *at = v->at + offset * bytes;
    if (v->dtype == TYPE)
        for (int64_t i = 0; i < n; i++) to[i] = ((const C *)at)[i * step];
    else
        for (int64_t i = 0; i < n; i++) {
            Scalar x = dtype_load(v->dtype, at + i * step * bytes);
            to[i] = (C){(R)scalar_as_double(x), (R)x.im};
        }
}

static void NAME(part)(void *data, int64_t from, int64_t end)
{
    enum { BLOCK = 256 };
    const Sides *s = data;
    const View *out = s->view[3];
    NAME(Row) row = s->torch && NAME(torch_rows)[s->op] ? NAME(torch_rows)[s->op] : NAME(rows)[s->op];
    int last = s->ndim - 1;
    int64_t row_length = s->ndim ? out->shape[last] : 1, index[MAX_DIMS], bytes = (int64_t)dtype_bytes(out->dtype), step = s->ndim ? out->strides[last] : 0;
    C in[3][BLOCK], result[BLOCK];
    while (from < end) {
        int64_t column = s->ndim ? from % row_length : 0, rest = s->ndim ? from / row_length : 0, n = row_length - column, offset[4] = {0};
        if (n > end - from) n = end - from;
        if (n > BLOCK) n = BLOCK;
        for (int d = last - 1; d >= 0; d--) {
            index[d] = rest % out->shape[d];
            rest /= out->shape[d];
            for (int k = 0; k < 4; k++) offset[k] += index[d] * s->strides[k][d];
        }
        for (int k = 0; k < 4 && s->ndim; k++) offset[k] += column * s->strides[k][last];
        for (int k = 0; k < s->count; k++) {
            if (s->view[k]) NAME(read)(s, k, offset[k], n, in[k]);
            else for (int64_t i = 0; i < n; i++) in[k][i] = (C){(R)scalar_as_double(s->number[k]), (R)s->number[k].im};
        }
        row(n, result, in[0], s->count > 1 ? in[1] : NULL, s->count > 2 ? in[2] : NULL, (C){(R)scalar_as_double(s->k), (R)s->k.im});
        char *at = out->at + offset[3] * bytes;
        if (out->dtype == TYPE)
            for (int64_t i = 0; i < n; i++) ((C *)at)[i * step] = result[i];
        else
            for (int64_t i = 0; i < n; i++) dtype_store(out->dtype, at + i * step * bytes, scalar_complex(result[i].re, result[i].im));
        from += n;
    }
}
#undef C
#undef ROW
