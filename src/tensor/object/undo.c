/* undo.c: what tensors hold at a moment, taken down and put back: the ground of %undo (perch/undo.py). None of it is an op: no ledger,
 * no tape and no line that made something hears of it.
 */
#include <string.h>

#include "lang/object/bytes.h"
#include "core/rng.h"
#include "tensor_lib.h"

static Tensor *one(VM *vm, Ref v)
{
    if (is_tensor(v)) return tensor_of(v);
    err_raise(vm, EXC_TypeError, "expected a tensor, not %T", v);
    return NULL;
}

/* version(t): how often the memory of its storage was written */
static Value fn_version(VM *vm, const Ref *args, int n, Ref kwnames)
{
    const Tensor *t = one(vm, args[0]);
    return t ? int_from_u64(vm, t->storage->writes) : NO_VALUE;
}

static Value fn_storage_size(VM *vm, const Ref *args, int n, Ref kwnames)
{
    const Tensor *t = one(vm, args[0]);
    return t ? int_from_u64(vm, t->storage->size) : NO_VALUE;
}

static Value fn_storage_bytes(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = tensor_lib(vm);
    Tensor *t = one(vm, args[0]);
    if (!lib || !t) return NO_VALUE;
    Value bytes = bytes_from(vm, NULL, (int64_t)t->storage->size);
    if (!bytes) return NO_VALUE;
    if (storage_read(t->storage, as_bytes((Ref)bytes)->data)) return bytes;
    release(vm, bytes);
    return tensor_raise(lib, (Accent)as_obj(args[0])->aux);
}

static Value fn_set_storage_bytes(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = tensor_lib(vm);
    Tensor *t = one(vm, args[0]);
    if (!lib || !t) return NO_VALUE;
    if (!is_bytes(args[1]) || (size_t)as_bytes(args[1])->len != t->storage->size)
        return err_raise(vm, EXC_ValueError, "expected %lld bytes", (long long)t->storage->size);
    return storage_write(t->storage, as_bytes(args[1])->data) ? V_NONE : tensor_raise(lib, (Accent)as_obj(args[0])->aux);
}

/* alias(t): another tensor that is the same view of the same memory, whatever becomes of t */
static Value fn_alias(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = tensor_lib(vm);
    Tensor *t = one(vm, args[0]);
    if (!lib || !t) return NO_VALUE;
    Accent accent = (Accent)as_obj(args[0])->aux;
    Tensor *same = tensor_view(lib->core, t, t->shape, t->strides, t->ndim, t->offset);
    if (!same) return tensor_raise(lib, accent);
    same->made = t->made;
    same->moved = t->moved;
    return tensor_object_new(lib, lib->types[accent], accent, same);
}

/* take(t, alias): t is that view of that memory again; was it another? */
static Value fn_take(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = tensor_lib(vm);
    Tensor *t = one(vm, args[0]), *from = t ? one(vm, args[1]) : NULL;
    if (!lib || !from) return NO_VALUE;
    if (t->storage == from->storage && t->offset == from->offset && t->dtype == from->dtype && tensor_same_shape(t, from) &&
        memcmp(t->strides, from->strides, sizeof *t->strides * t->ndim) == 0)
        return V_FALSE;
    return tensor_take_data(lib->core, t, from) ? V_TRUE : tensor_raise(lib, (Accent)as_obj(args[0])->aux);
}

static Value fn_rng(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = tensor_lib(vm);
    if (!lib) return NO_VALUE;
    Value bytes = bytes_from(vm, NULL, (int64_t)rng_save(lib->core, NULL));
    if (bytes) rng_save(lib->core, (char *)as_bytes((Ref)bytes)->data);
    return bytes;
}

static Value fn_set_rng(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = tensor_lib(vm);
    if (!lib) return NO_VALUE;
    if (is_bytes(args[0]) && rng_restore(lib->core, (const char *)as_bytes(args[0])->data, (size_t)as_bytes(args[0])->len)) return V_NONE;
    core_error_clear(lib->core);
    return err_raise(vm, EXC_ValueError, "these bytes are not the state of the random streams");
}

const NativeDef tensor_undo_functions[] = {
    {"version", fn_version, "t", "How often its memory was written.", 0},
    {"storage_size", fn_storage_size, "t", "The bytes of its storage.", 0},
    {"storage_bytes", fn_storage_bytes, "t", "All of its storage, as it is.", 0},
    {"set_storage_bytes", fn_set_storage_bytes, "t, data", "All of its storage, as it was.", 0},
    {"alias", fn_alias, "t", "Another tensor, the same view of the same memory.", 0},
    {"take", fn_take, "t, alias", "t is what that alias is; was it not?", 0},
    {"rng", fn_rng, "", "Where all random streams of tensors are.", 0},
    {"set_rng", fn_set_rng, "state", "Puts them back.", 0},
    {NULL, NULL, NULL, NULL, 0},
};
