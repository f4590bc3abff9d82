/* arrays.c: an array where a tensor is wanted, and a tensor where an array is. */
#include <stdlib.h>

#include "lend.h"

#include "tensor/array/scalar.h"

bool is_numpy_array(VM *vm, Ref v)
{
    if (!is_heap(v) || as_obj(v)->kind != KIND_OPAQUE) return false;
    const Np *np = np_state(vm);
    return np && is_array(v, np);
}

Type *numpy_array_type(TensorLib *lib)
{
    const Np *np = np_state(lib->vm);
    return np ? np->ndarray : NULL;
}

/* ---- an array's memory as a tensor's ---- */
typedef struct Loan { VM *vm; Value array; } Loan;

static void give_back(void *owner)
{
    Loan *loan = owner;
    release(loan->vm, loan->array);
    free(loan);
}

/* May the tensors' kernels read it as it lies? */
static bool fits_as_it_lies(const NdArray *a)
{
    if (!array_is_behaved(a) && !(array_is(a, ARRAY_ALIGNED) && descr_is_native(a->descr))) return false;
    for (int i = 0; i < a->ndim; i++)
        if (a->strides[i] % a->descr->size) return false;
    return true;
}

/* The tensor whose memory the array looks at, in the same dtype; borrowed; NULL: it is NumPy's own. */
static Tensor *tensor_behind(TensorLib *lib, const NdArray *a, DType d)
{
    const Np *np = np_of(a);
    while (a->base && is_array(a->base, np)) a = as_array(a->base);
    Tensor *t = a->base && is_tensor(a->base) ? tensor_of(a->base) : NULL;
    return t && t->dtype == d && tensor_device(t)->kind == DEVICE_CPU && tensor_address(t) ? t : NULL;
}

/* A view on all bytes between the first and the last element, whatever the signs of the strides. */
static Tensor *over(TensorLib *lib, NdArray *a, DType d)
{
    int64_t step = a->descr->size, low = 0, high = 0, strides[NP_DIMS_MOST];
    for (int i = 0; i < a->ndim; i++) {
        strides[i] = a->strides[i] / step;
        if (a->shape[i] > 1) *(strides[i] < 0 ? &low : &high) += (a->shape[i] - 1) * strides[i];
    }
    int64_t count = array_size(a) ? high - low + 1 : 0, one = 1;
    Tensor *behind = count ? tensor_behind(lib, a, d) : NULL;
    if (behind) { /* its own memory comes back to it, and no loan hides a cycle from the collector */
        Tensor *t = tensor_view(lib->core, behind, a->shape, strides, a->ndim, behind->offset + (a->data - (const char *)tensor_address(behind)) / step);
        return t ? (t->flags &= (uint8_t)~T_VIEW, t->made = a->made, t) : (tensor_raise(lib, ACCENT_NUMPY), NULL);
    }
    Loan *loan = malloc(sizeof *loan);
    if (!loan) return err_no_memory(lib->vm), NULL;
    *loan = (Loan){lib->vm, retain(REF(a))};
    Tensor *whole = tensor_borrow_host(lib->core, d, &count, &one, 1, a->data + low * step, (size_t)(count * step), give_back, loan);
    if (!whole) {
        give_back(loan);
        return tensor_raise(lib, ACCENT_NUMPY), NULL;
    }
    whole->storage->lent = true;
    tensor_made_at(whole, a->made);
    Tensor *t = tensor_view(lib->core, whole, a->shape, strides, a->ndim, -low);
    tensor_release(lib->core, whole);
    if (!t) return tensor_raise(lib, ACCENT_NUMPY), NULL;
    t->flags &= (uint8_t)~T_VIEW;
    t->made = a->made;
    return t;
}

bool numpy_lend(TensorLib *lib, Ref *v, Value *held)
{
    VM *vm = lib->vm;
    *held = NO_VALUE;
    if (!is_numpy_array(vm, *v)) return true;
    NdArray *a = array_retain(as_array(*v));
    DType d = lend_dtype(a->descr);
    if (d == DT_NONE) {
        err_raise(vm, EXC_TypeError, "can't convert np.ndarray of type %s. The only supported types are: float64, float32, float16, complex64, complex128, int64, int32, int16, int8, uint8, and bool.",
                  type_name(vm, a->descr->scalar));
        array_release(vm, a);
        return false;
    }
    if (!fits_as_it_lies(a)) {
        NdArray *plain = array_as(vm, a, NULL, ARRAY_C | ARRAY_ALIGNED | ARRAY_NATIVE);
        array_release(vm, a);
        if (!plain) return false;
        a = plain;
    }
    Tensor *t = over(lib, a, d);
    array_release(vm, a);
    if (!t || !(*held = tensor_object_new(lib, lib->types[ACCENT_NUMPY], ACCENT_NUMPY, t))) return false;
    *v = *held;
    return true;
}

/* ---- a tensor's memory as an array's ---- */
Value numpy_over(TensorLib *lib, Tensor *t /*taken*/, Ref keeper)
{
    VM *vm = lib->vm;
    static char nothing[DTYPE_MAX_BYTES];
    Np *np = lend_np(vm);
    Num num = lend_num((DType)t->dtype);
    NdArray *a = NULL;
    void *data = np && num != NP_NONE ? (t->size ? tensor_map(lib->core, t) : nothing) : NULL;
    if (np && num == NP_NONE) err_raise(vm, EXC_TypeError, "numpy has no dtype %s", dtype_info[t->dtype].name);
    else if (np && !data) tensor_raise(lib, ACCENT_NUMPY);
    Value base = !data ? NO_VALUE : keeper ? retain(keeper) : tensor_object_new(lib, lib->types[ACCENT_NUMPY], ACCENT_NUMPY, tensor_retain(t));
    if (base) {
        int64_t strides[NP_DIMS_MOST];
        for (int i = 0; i < t->ndim && i < NP_DIMS_MOST; i++) strides[i] = t->strides[i] * (int64_t)dtype_bytes((DType)t->dtype);
        t->storage->lent = true;
        a = !np_dims_fit(vm, t->ndim) ? (release(vm, base), NULL)
                                   : array_make(vm, np, NULL, descr_shared(np, num), t->shape, strides, t->ndim, data, ARRAY_BEHAVED, base, NULL);
        if (a) a->made = t->moved ? t->moved : t->made;
    }
    tensor_release(lib->core, t);
    return VAL(a);
}

Value numpy_array(TensorLib *lib, Tensor *t) { return numpy_over(lib, t, NULL); }

Value numpy_show(TensorLib *lib, Tensor *t)
{
    if (!t) return tensor_raise(lib, ACCENT_NUMPY);
    if (t->ndim) return numpy_array(lib, t);
    Np *np = lend_np(lib->vm);
    const void *at = np ? tensor_map(lib->core, t) : NULL;
    Num num = lend_num((DType)t->dtype);
    Value v = NO_VALUE;
    if (np && !at) tensor_raise(lib, ACCENT_NUMPY);
    else if (np && num == NP_NONE) err_raise(lib->vm, EXC_TypeError, "numpy has no dtype %s", dtype_info[t->dtype].name);
    else if (np) v = scalar_new(lib->vm, descr_shared(np, num), at, NULL);
    tensor_release(lib->core, t);
    return v;
}

Value numpy_copy(TensorLib *lib, Tensor *t)
{
    Num num = lend_num((DType)t->dtype);
    if (!lend_np(lib->vm)) return NO_VALUE;
    if (num == NP_NONE) return err_raise(lib->vm, EXC_TypeError, "numpy has no dtype %s", dtype_info[t->dtype].name);
    Tensor *copy = tensor_to(lib->core, t, device_cpu(lib->core), DT_NONE, true, lang_site(lib->vm));
    if (copy && tensor_wait(copy)) return numpy_array(lib, copy);
    if (copy) tensor_release(lib->core, copy);
    return tensor_raise(lib, core_accent(lib->core));
}

Tensor *numpy_tensor(TensorLib *lib, Ref v)
{
    VM *vm = lib->vm;
    Np *np = lend_np(vm);
    NdArray *a = np ? array_from_any(vm, np, v, NULL, ARRAY_ALIGNED | ARRAY_NATIVE) : NULL;
    if (!a) return NULL;
    Ref seen = REF(a);
    Value held = NO_VALUE;
    Tensor *t = numpy_lend(lib, &seen, &held) ? tensor_retain(tensor_of(seen)) : NULL;
    release(vm, held);
    array_release(vm, a);
    return t;
}
