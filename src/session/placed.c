/* placed.c: where a value lives, told by a short look: a tensor's own place; of lists, dicts and objects, that of the tensors in them. */
#include "tensor/object/tensor_lib.h"
#include "typing.h"

enum { LOOK = 256, DEEP = 6 }; /* values looked at in one walk, levels */

typedef struct Walk {
    VM *vm;
    int left;
    int device; /* so far */
    Accent accent;
    int64_t tensors;
} Walk;

static void see(Walk *w, Ref v)
{
    const Device *d = tensor_device(tensor_of(v));
    int device = d->kind == DEVICE_CPU ? PLACED_CPU : 1 + d->index;
    if (!w->tensors++) w->accent = tensor_accent(lib_of(tensor_of(v)), v);
    w->device = w->device == PLACED_NONE || w->device == device ? device : PLACED_SEVERAL;
}

static void walk(Walk *w, Ref v, int level);

static void walk_dict(Walk *w, Dict *d, int level)
{
    int64_t pos = 0;
    Ref key, value;
    while (d && w->left > 0 && dict_next(REF(d), &pos, &key, &value)) walk(w, value, level);
}

static void walk_items(Walk *w, const Value *items, int64_t n, int level)
{
    for (int64_t i = 0; i < n && w->left > 0; i++) walk(w, items[i], level);
}

static void walk_attrs(Walk *w, Obj *o, int level)
{
    Attrs *attrs = obj_attrs(o);
    if (!attrs->shape) walk_dict(w, attrs->dict, level);
    else if (attrs->values) walk_items(w, attrs->values, attrs->shape->count, level);
}

static void walk(Walk *w, Ref v, int level)
{
    if (!is_heap(v) || level > DEEP || w->left-- <= 0) return;
    switch (as_obj(v)->kind) {
    case KIND_EMBEDDED: see(w, v); break;
    case KIND_LIST: walk_items(w, as_list(v)->items, as_list(v)->len, level + 1); break;
    case KIND_TUPLE: walk_items(w, as_tuple(v)->items, as_tuple(v)->len, level + 1); break;
    case KIND_DICT: walk_dict(w, as_dict(v), level + 1); break;
    case KIND_INSTANCE:
        if (as_obj(v)->type->flags & TYPE_ATTRS) walk_attrs(w, as_obj(v), level + 1);
        break;
    default: break;
    }
}

static Walk walked(VM *vm, Ref v)
{
    Walk w = {vm, LOOK, PLACED_NONE, ACCENT_MXNET, 0};
    walk(&w, v, 0);
    return w;
}

int placed_device(VM *vm, Ref v) { return walked(vm, v).device; }

const char *placed_shape(const Typing *ty, Ref v)
{
    Draft t = {.arena = ty->arena};
    if (is_tensor(v)) {
        const Tensor *x = tensor_of(v);
        for (int i = 0; i < x->ndim; i++) draft_format(&t, i ? "x%lld" : "%lld", (long long)x->shape[i]);
        if (!x->ndim) draft_c(&t, "scalar");
        draft_format(&t, " %s", dtype_info[x->dtype].name);
        return draft_take(&t);
    }
    Walk w = walked(ty->vm, v);
    if (w.tensors) draft_format(&t, w.tensors == 1 ? "%lld tensor" : "%lld tensors", (long long)w.tensors);
    return draft_take(&t);
}

const char *placed_name(const Typing *ty, Ref v)
{
    Walk w = walked(ty->vm, v);
    if (w.device == PLACED_NONE) return "";
    if (w.device == PLACED_SEVERAL) return "mixed";
    if (w.device == PLACED_CPU) return w.accent == ACCENT_MXNET ? "cpu(0)" : "cpu";
    Draft t = {.arena = ty->arena};
    draft_format(&t, w.accent == ACCENT_TORCH ? "cuda:%d" : "gpu(%d)", w.device - 1);
    return draft_take(&t);
}
