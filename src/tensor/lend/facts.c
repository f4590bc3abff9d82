/* facts.c: what views ask of NumPy's arrays as they ask it of tensors: shapes, bytes, which memory, the line that made them. */
#include "lend.h"

/* The array whose memory it is, behind all views of it. */
static const NdArray *owner_of(const NdArray *a, const Np *np)
{
    while (a->base && is_array(a->base, np)) a = as_array(a->base);
    return a;
}

bool numpy_facts(VM *vm, Ref v, ArrayFacts *f)
{
    if (!is_numpy_array(vm, v)) return false;
    const Np *np = np_state(vm);
    const NdArray *a = as_array(v), *owner = owner_of(a, np);
    const Storage *tensors = owner->base && is_tensor(owner->base) ? tensor_of(owner->base)->storage : NULL;
    *f = (ArrayFacts){.shape = a->shape, .ndim = a->ndim, .made = a->made, .view = a->base != NO_VALUE, .dtype = REF(a->descr), .number = lend_dtype(a->descr)};
    f->bytes = (uint64_t)(array_size(a) * a->descr->size);
    f->address = f->bytes ? (uintptr_t)a->data : 0;
    f->kept = tensors ? tensors->size : (uint64_t)(array_size(owner) * owner->descr->size);
    f->borrowed = !tensors && !array_is(owner, ARRAY_OWNDATA);
    f->serial = tensors ? (int64_t)tensors->serial : -(int64_t)((uintptr_t)owner >> 4); /* tensors' count upwards */
    f->own = !tensors;
    return true;
}
