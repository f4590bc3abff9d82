/* net.c: helpers of the tests of products and networks. */
#include "net.h"

uint64_t net_random(uint64_t *state)
{
    uint64_t z = *state += 0x9E3779B97F4A7C15u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

Tensor *net_tensor(Core *c, DType dtype, const int64_t *shape, int ndim, uint64_t *state)
{
    int64_t n;
    shape_size(shape, ndim, &n);
    char *data = calloc((size_t)n + 1, dtype_bytes(dtype));
    for (int64_t i = 0; i < n; i++) {
        int64_t r = (int64_t)(net_random(state) % 257) - 128;
        Scalar s = dtype_is_float(dtype) ? scalar_float((double)r / 64) : scalar_int(dtype_info[dtype].kind == 'I' ? r % 7 : r < 0 ? -r % 5 : r % 5);
        dtype_store(dtype, data + (size_t)i * dtype_bytes(dtype), s);
    }
    Tensor *t = tensor_from_host(c, device_cpu(c), dtype, shape, ndim, data);
    free(data);
    return t;
}

Tensor *net_relaid(Core *c, Tensor *t, int how)
{
    int64_t shape[MAX_DIMS], strides[MAX_DIMS], packed[MAX_DIMS], step = how == 2 ? 2 : 1;
    int n = t->ndim;
    if (how == 0 || n == 0 || t->size == 0) return t;
    for (int i = 0; i < n; i++) shape[i] = how == 1 ? t->shape[n - 1 - i] : t->shape[i];
    if (how == 2) shape[n - 1] *= 2;
    char *data = calloc((size_t)(t->size * step) + 1, dtype_bytes((DType)t->dtype)), *from = calloc((size_t)t->size + 1, dtype_bytes((DType)t->dtype));
    tensor_read(c, t, from);
    shape_contiguous(shape, n, packed);
    for (int i = 0; i < n; i++) strides[i] = how == 1 ? packed[n - 1 - i] : packed[i];
    if (how == 2) strides[n - 1] = 2;
    for (int64_t i = 0; i < t->size; i++) {
        int64_t rest = i, to = 0;
        for (int k = n - 1; k >= 0; k--) to += rest % t->shape[k] * strides[k], rest /= t->shape[k];
        memcpy(data + (size_t)to * dtype_bytes((DType)t->dtype), from + (size_t)i * dtype_bytes((DType)t->dtype), dtype_bytes((DType)t->dtype));
    }
    Tensor *base = tensor_from_host(c, device_cpu(c), (DType)t->dtype, shape, n, data);
    Tensor *view = tensor_view(c, base, t->shape, strides, n, 0);
    tensor_release(c, base);
    tensor_release(c, t);
    free(data);
    free(from);
    return view;
}

double *net_values(Core *c, Tensor *t)
{
    size_t e = dtype_bytes((DType)t->dtype);
    double *out = calloc((size_t)t->size + 1, sizeof *out);
    const char *base = tensor_map(c, t);
    CHECK(base || t->size == 0);
    for (int64_t i = 0; i < t->size && base; i++) {
        int64_t rest = i, from = 0;
        for (int k = t->ndim - 1; k >= 0; k--) from += rest % t->shape[k] * t->strides[k], rest /= t->shape[k];
        out[i] = scalar_as_double(dtype_load((DType)t->dtype, base + from * (int64_t)e));
    }
    return out;
}

Tensor *net_call(Core *c, OpId op, int n, Tensor *const *in, const Attr *attrs, Tensor **out)
{
    Arg args[8];
    Tensor *results[MAX_OUTPUTS] = {NULL};
    for (int i = 0; i < n; i++) args[i] = in[i] ? arg_tensor(in[i]) : ARG_ABSENT;
    if (!core_call(c, op, core_accent(c), 1, args, n, attrs, 0, results)) return NULL;
    for (int i = 1; i < op_get(op)->out_count; i++) {
        if (out) out[i] = results[i];
        else tensor_release(c, results[i]);
    }
    return results[0];
}

bool net_close(Core *c, const char *what, Tensor *a, const double *wanted, double tolerance)
{
    if (!a) {
        printf("     %s: %s\n", what, core_error(c)->text);
        core_error_clear(c);
        return false;
    }
    double *got = net_values(c, a);
    bool ok = true;
    for (int64_t i = 0; i < a->size && ok; i++) {
        ok = fabs(got[i] - wanted[i]) <= tolerance * (1 + fabs(wanted[i])) || (isnan(got[i]) && isnan(wanted[i])) || got[i] == wanted[i];
        if (!ok) printf("     %s: element %lld of %lld is %.9g, not %.9g\n", what, (long long)i, (long long)a->size, got[i], wanted[i]);
    }
    free(got);
    return ok;
}

double net_tolerance(DType d)
{
    return d == DT_FLOAT16 ? 2e-3 : d == DT_BFLOAT16 ? 1.6e-2 : d == DT_FLOAT32 ? 2e-5 : 1e-12;
}
