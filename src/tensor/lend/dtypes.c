/* dtypes.c: which dtype of NumPy's is which of the tensors'. */
#include "lend.h"

#include "tensor/array/scalar.h"

static const uint8_t nums[DTYPE_COUNT] = {
    [DT_BOOL] = NP_BOOL, [DT_UINT8] = NP_UBYTE, [DT_INT8] = NP_BYTE, [DT_INT16] = NP_SHORT, [DT_INT32] = NP_INT, [DT_INT64] = NP_LONG, [DT_FLOAT16] = NP_HALF, [DT_BFLOAT16] = NP_NONE,
    [DT_FLOAT32] = NP_FLOAT, [DT_FLOAT64] = NP_DOUBLE, [DT_COMPLEX64] = NP_CFLOAT, [DT_COMPLEX128] = NP_CDOUBLE,
};
Num lend_num(DType d) { return (Num)nums[d]; }

static DType dtype_of_num(int num)
{
    if (num == NP_LONGLONG) return DT_INT64;
    for (int d = 0; d < DTYPE_COUNT; d++)
        if (nums[d] == num) return (DType)d;
    return DT_NONE;
}
DType lend_dtype(const Descr *d) { return dtype_of_num(d->num); }

Np *lend_np(VM *vm)
{
    Np *np = np_state(vm);
    if (np) return np;
    Value numpy = import_module(vm, "numpy");
    if (!numpy) return NULL;
    release(vm, numpy);
    np = np_state(vm);
    return np ? np : (err_raise(vm, EXC_ImportError, "numpy is not perch's own"), NULL);
}

bool numpy_there(TensorLib *lib) { return lend_np(lib->vm) != NULL; }

Value numpy_dtype_new(TensorLib *lib, Accent accent, DType d)
{
    Np *np = lend_np(lib->vm);
    if (!np) return NO_VALUE;
    if (nums[d] == NP_NONE) return err_raise(lib->vm, EXC_TypeError, "numpy has no dtype %s", dtype_info[d].name);
    return accent == ACCENT_MXNET ? retain(REF(np->scalars[nums[d]])) : VAL(descr_retain(descr_shared(np, (Num)nums[d])));
}

bool numpy_dtype_of(TensorLib *lib, Ref v, DType *out, bool *asked)
{
    VM *vm = lib->vm;
    Np *np = np_state(vm);
    *asked = np != NULL;
    if (!np) return true;
    Descr *d = descr_parse(vm, np, v, false);
    if (!d) return false;
    *out = lend_dtype(d);
    bool fits = *out != DT_NONE && descr_is_native(d);
    if (!fits) err_raise(vm, EXC_TypeError, "data type %R not understood", v);
    descr_release(vm, d);
    return fits;
}

/* ---- scalars ---- */
bool numpy_number(VM *vm, Ref v, DType *dtype, Scalar *value)
{
    *dtype = DT_BOOL;
    *value = scalar_bool(false);
    if (!is_heap(v) || (as_obj(v)->kind != KIND_OPAQUE && as_obj(v)->kind != KIND_FLOAT && as_obj(v)->kind != KIND_COMPLEX)) return false;
    const Type *type = as_obj(v)->type;
    if (type == CLASS(float) || type == CLASS(complex)) return false;
    const Np *np = np_state(vm);
    Num num = np ? scalar_num(vm, np, v) : NP_NONE;
    if (num == NP_NONE || !num_is_number(num)) return false;
    const void *at = scalar_bytes(v, num);
    DType d = dtype_of_num((int)num);
    if (d != DT_NONE) {
        *dtype = d;
        *value = dtype_load(d, at);
        return true;
    }
    *dtype = num_is_complex(num) ? DT_COMPLEX128 : num_is_float(num) ? DT_FLOAT64 : DT_INT64; /* what tensors have no name for: unsigned integers, long ones */
    switch (num) {
    case NP_USHORT: *value = scalar_int(*(const uint16_t *)at); return true;
    case NP_UINT: *value = scalar_int(*(const uint32_t *)at); return true;
    case NP_LONGDOUBLE: *value = scalar_float((double)*(const long double *)at); return true;
    case NP_CLONGDOUBLE: *value = scalar_complex((double)((const Np_clongdouble *)at)->re, (double)((const Np_clongdouble *)at)->im); return true;
    default: *value = *(const uint64_t *)at <= INT64_MAX ? scalar_int((int64_t) * (const uint64_t *)at) : scalar_float((double)*(const uint64_t *)at); return true;
    }
}
