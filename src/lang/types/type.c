/* type.c: type objects: making those of C tables, the versions that inline caches test, calling a class, and the
 * attributes of classes. Class statements are in type_make.c, what `type` has as attributes in type_attrs.c.
 *
 * A C type is not counted by its instances and lives as long as its owner (the VM or a module's state) keeps it. The
 * subclasses of a type are weak: a list of their addresses as small ints, kept right by the subclasses themselves.
 */
#include "lang/object/vm.h"

#define TYPE(id, def, base) extern const TypeDef def;
#include "lang/object/types.def"

enum { INHERITED = TYPE_GC | TYPE_ATTRS | TYPE_WEAKREF | TYPE_MATCH_SEQ | TYPE_MATCH_MAP | TYPE_MATCH_SELF };

/* ---- versions ---- */

static Ref pack(const Type *t) { return make_small((int64_t)(BITS(t) >> 3)); }
static Type *unpack(Ref v) { return (Type *)(uintptr_t)(small_of(v) << 3); }

bool type_add_subclass(VM *vm, Type *base, Type *t)
{
    if (!base->subclasses && !(base->subclasses = (List *)list_new(vm, 1))) return false;
    return list_append(vm, REF(base->subclasses), pack(t));
}

static void remove_subclass(Type *base, const Type *t)
{
    List *l = base->subclasses;
    if (!l) return;
    for (int64_t i = 0; i < l->len; i++) {
        if (l->items[i] != pack(t)) continue;
        memmove(l->items + i, l->items + i + 1, (size_t)(l->len - i - 1) * sizeof(Value));
        l->len--;
        return;
    }
}

void type_leave_bases(Type *t)
{
    if (!t->bases) return;
    for (int64_t i = 0; i < t->bases->len; i++)
        if (t->bases->items[i]) remove_subclass(as_type(t->bases->items[i]), t);
}

Value type_subclasses(VM *vm, Type *t)
{
    Value out = list_new(vm, t->subclasses ? t->subclasses->len : 0);
    for (int64_t i = 0; out && t->subclasses && i < t->subclasses->len; i++)
        if (!list_append(vm, out, REF(unpack(t->subclasses->items[i])))) return release(vm, out), NO_VALUE;
    return out;
}

void type_modified(VM *vm, Type *t)
{
    t->version = ++vm->next_type_version;
    for (int64_t i = 0; t->subclasses && i < t->subclasses->len; i++) type_modified(vm, unpack(t->subclasses->items[i]));
}

void type_update_tree(VM *vm, Type *t)
{
    if (t->flags & TYPE_HEAP) slots_update(vm, t, true);
    for (int64_t i = 0; t->subclasses && i < t->subclasses->len; i++) type_update_tree(vm, unpack(t->subclasses->items[i]));
}

bool type_is_subtype(const Type *a, const Type *b)
{
    if (a == b) return true;
    const Tuple *mro = a->mro;
    if (!mro) {
        for (; a; a = a->base)
            if (a == b) return true;
        return false;
    }
    for (int64_t i = 0; i < mro->len; i++)
        if (mro->items[i] == VAL(b)) return true;
    return false;
}

Type *type_of_slow(VM *vm, Ref v)
{
    if (is_small(v)) return CLASS(int);
    if (is_float(v)) return CLASS(float);
    if (is_heap(v)) return as_obj(v)->type;
    if (is_bool(v)) return CLASS(bool);
    if (v == V_ELLIPSIS) return CLASS(ellipsis);
    if (v == V_NOTIMPL) return CLASS(NotImplementedType);
    return CLASS(NoneType);
}

/* ---- making ---- */

static void plain_dealloc(VM *vm, Obj *o) { obj_free(vm, o, o->type->inst_size); }

Type *type_alloc(VM *vm, Type *meta)
{
    Type *t = (Type *)obj_alloc(vm, meta, meta->inst_size);
    if (t) t->version = ++vm->next_type_version;
    return t;
}

/* What obj_alloc, dealloc and the operators need: no other object is made here. */
static bool fill_bare(VM *vm, Type *t, const TypeDef *def, Type *base)
{
    t->def = def;
    t->flags = def->flags | TYPE_IMMUTABLE;
    t->inst_kind = def->kind;
    t->inst_size = def->size;
    t->s = def->s;
    t->dealloc = def->dealloc;
    t->traverse = def->traverse;
    t->clear = def->clear;
    if (base && base != t) {
        t->base = (Type *)retain(REF(base));
        slots_inherit(t, base);
        t->flags |= base->flags & INHERITED;
        if (!def->kind) t->inst_kind = base->inst_kind;
        if (!def->size) t->inst_size = base->inst_size;
        if (!t->dealloc) t->dealloc = base->dealloc;
        if (!t->traverse) t->traverse = base->traverse;
        if (!t->clear) t->clear = base->clear;
        if (!base->base && !def->s.new_) t->s.new_ = NULL; /* object's is for Python classes */
        t->text_layout = base->text_layout;
    }
    if (!t->s.new_) t->flags |= TYPE_NO_NEW;
    if (t->flags & TYPE_ATTRS) t->flags |= TYPE_GC;
    if (!t->dealloc) t->dealloc = plain_dealloc;
    if (t->s.getattr == obj_generic_getattr) t->flags |= TYPE_SIMPLE_GETATTR;
    if ((t->flags & TYPE_ATTRS) && !(t->root_shape = shape_root(vm, t))) return err_no_memory(vm), false;
    return true;
}

static bool set_names(VM *vm, Type *t)
{
    const char *dot = strrchr(t->def->name, '.');
    t->name = (Str *)str_intern_c(vm, dot ? dot + 1 : t->def->name);
    if (!t->name) return false;
    t->qualname = (Str *)retain(REF(t->name));
    return true;
}

static bool put(VM *vm, Type *t, const char *name, Value v)
{
    if (!v) return false;
    Value key = str_intern_c(vm, name);
    bool ok = key && dict_set(vm, REF(t->dict), key, v);
    release(vm, key);
    release(vm, v);
    return ok;
}

static Value method_make(VM *vm, Type *t, const NativeDef *def)
{
    if (def->flags & NATIVE_STATIC) {
        Value f = native_new(vm, def, NULL, V_NONE);
        Value w = f ? wrapped_new(vm, CLASS(staticmethod), f) : NO_VALUE;
        release(vm, f);
        return w;
    }
    Value name = str_intern_c(vm, def->name);
    if (!name) return NULL;
    Type *cls = def->flags & NATIVE_CLASS ? CLASS(classmethod_descriptor) : CLASS(method_descriptor);
    Value d = descr_new(vm, cls, t, name, def, NULL);
    release(vm, name);
    return d;
}

static Value member_make(VM *vm, Type *t, const MemberRow *row)
{
    Value name = str_intern_c(vm, row->name), d = name ? member_new(vm, t, name, row->offset) : NO_VALUE;
    if (d) ((MemberDescr *)BITS(d))->item = MEMBER_READ_ONLY;
    release(vm, name);
    return d;
}

static bool fill_dict(VM *vm, Type *t)
{
    const TypeDef *def = t->def;
    if (!t->dict && !(t->dict = (Dict *)dict_new(vm))) return false;
    for (const NativeDef *m = def->methods; m && m->name; m++)
        if ((m->flags & NATIVE_COEXIST) && !put(vm, t, m->name, method_make(vm, t, m))) return false;
    if (!type_fill_slots(vm, t)) return false;
    for (const NativeDef *m = def->methods; m && m->name; m++)
        if (!(m->flags & NATIVE_COEXIST) && !put(vm, t, m->name, method_make(vm, t, m))) return false;
    for (const GetSetDef *g = def->getsets; g && g->name; g++)
        if (!put(vm, t, g->name, getset_new(vm, t, g))) return false;
    for (const MemberRow *m = def->members; m && m->name; m++)
        if (!put(vm, t, m->name, member_make(vm, t, m))) return false;
    if (dict_get_str(vm, REF(t->dict), NAME(__doc__))) return true;
    return put(vm, t, "__doc__", def->doc ? str_from_c(vm, def->doc) : V_NONE);
}

/* The part that needs strings, tuples and dicts. */
static bool finish(VM *vm, Type *t, const Ref *bases, int n)
{
    if (!set_names(vm, t)) return false;
    t->bases = (Tuple *)tuple_from(vm, bases, n);
    if (!t->bases) return false;
    t->mro = (Tuple *)type_compute_mro(vm, t);
    if (!t->mro || !fill_dict(vm, t)) return false;
    for (int i = 0; i < n; i++)
        if (!type_add_subclass(vm, as_type(bases[i]), t)) return false;
    t->version = ++vm->next_type_version;
    return true;
}

/* __dict__ of the instances that have attributes, unless the table brings its own. */
static bool add_dict_getset(VM *vm, Type *t)
{
    if (dict_get_str(vm, REF(t->dict), NAME(__dict__))) return true;
    Value g = getset_new(vm, t, &inst_dict_getset);
    bool ok = g && dict_set(vm, REF(t->dict), NAME(__dict__), g);
    release(vm, g);
    return ok;
}

Type *type_from_def2(VM *vm, const TypeDef *def, const Ref *bases, int n)
{
    Type *t = type_alloc(vm, CLASS(type));
    if (!t) return NULL;
    if (fill_bare(vm, t, def, as_type(bases[0])) && finish(vm, t, bases, n)) {
        for (int i = 1; i < n; i++) slots_inherit(t, as_type(bases[i]));
        if (!(def->flags & TYPE_ATTRS) || (as_type(bases[0])->flags & TYPE_ATTRS) || add_dict_getset(vm, t)) {
            /* Instances do not count their C type: the VM keeps it until the last of them must be gone (lang_close). */
            if (vm->c_types || (vm->c_types = list_new(vm, 64)))
                if (list_append(vm, vm->c_types, REF(t))) return t;
        }
    }
    release(vm, VAL(t));
    return NULL;
}

Type *type_from_def(VM *vm, const TypeDef *def, Type *base)
{
    Ref b = REF(base ? base : CLASS(object));
    return type_from_def2(vm, def, &b, 1);
}

/* ---- the built-in ones ---- */

static const struct { const TypeDef *def; int base; } table[] = {
#define TYPE(id, def, base) {&def, TYPE_##base},
#include "lang/object/types.def"
};

/* object and type come before there is a type to allocate them by. */
static Type *type_alloc_first(VM *vm)
{
    GcHead *g = mem_zalloc(vm->mem, sizeof *g + sizeof(Type));
    if (!g) return err_no_memory(vm), NULL;
    Type *t = (Type *)gc_obj(g);
    t->head.refs = 1;
    t->head.kind = KIND_TYPE;
    t->version = ++vm->next_type_version;
    vm->gc_live++;
    gc_track(vm, &t->head);
    return t;
}

bool types_open(VM *vm)
{
    vm->type_cache = mem_zalloc(vm->mem, TYPE_CACHE_SIZE * sizeof *vm->type_cache);
    vm->read_memo = mem_zalloc(vm->mem, 2 * ATTR_MEMO_SIZE * sizeof *vm->read_memo);
    if (!vm->type_cache || !vm->read_memo) return false;
    vm->write_memo = vm->read_memo + ATTR_MEMO_SIZE;
    for (int i = 0; i < TYPE_COUNT; i++) {
        bool first = i == TYPE_object || i == TYPE_type;
        Type *t = first ? type_alloc_first(vm) : type_alloc(vm, CLASS(type));
        if (!t) return false;
        vm->types[i] = t;
        if (!fill_bare(vm, t, table[i].def, i == TYPE_object ? NULL : vm->types[table[i].base])) return false;
        if (i == TYPE_type) vm->types[TYPE_object]->head.type = t;
        if (first) t->head.type = CLASS(type);
    }
    return true;
}

static bool add_class_getitem(VM *vm)
{
    static const int generic[] = {TYPE_list, TYPE_dict, TYPE_tuple, TYPE_set, TYPE_frozenset, TYPE_enumerate, -1};
    static const NativeDef row = {"__class_getitem__", alias_class_getitem, "cls, item, /", "See PEP 585", NATIVE_CLASS};
    for (int i = 0; generic[i] >= 0; i++) {
        Type *t = vm->types[generic[i]];
        if (dict_get_str(vm, REF(t->dict), NAME(__class_getitem__))) continue;
        if (!put(vm, t, row.name, method_make(vm, t, &row))) return false;
    }
    return true;
}

bool types_ready(VM *vm)
{
    if (!slots_names_open(vm)) return false;
    for (int i = 0; i < TYPE_COUNT; i++) {
        Ref base = REF(vm->types[table[i].base]);
        if (!finish(vm, vm->types[i], &base, i == TYPE_object ? 0 : 1)) return false;
    }
    return add_class_getitem(vm);
}

static void drop_contents(VM *vm, Type *t)
{
    type_leave_bases(t);
    Dict *d = t->dict;
    Tuple *mro = t->mro, *bases = t->bases, *slot_names = t->slot_names;
    List *subs = t->subclasses;
    t->dict = NULL;
    t->mro = t->bases = t->slot_names = NULL;
    t->subclasses = NULL;
    t->version = ++vm->next_type_version;
    release(vm, VAL(d));
    release(vm, VAL(mro));
    release(vm, VAL(bases));
    release(vm, VAL(subs));
    release(vm, VAL(slot_names));
}

void types_clear(VM *vm)
{
    for (int i = 0; i < TYPE_CACHE_SIZE && vm->type_cache; i++) {
        value_clear(vm, &vm->type_cache[i].name);
        vm->type_cache[i].version = 0;
    }
    for (int i = TYPE_COUNT; i-- > 0;) {
        Type *t = vm->types[i];
        if (!t) continue;
        drop_contents(vm, t);
        Str *name = t->name, *qualname = t->qualname;
        t->name = t->qualname = NULL;
        release(vm, VAL(name));
        release(vm, VAL(qualname));
    }
    slots_names_close(vm);
}

void types_close(VM *vm)
{
    if (vm->type_cache) mem_free(vm->mem, vm->type_cache, TYPE_CACHE_SIZE * sizeof *vm->type_cache);
    vm->type_cache = NULL;
    if (vm->read_memo) mem_free(vm->mem, vm->read_memo, 2 * ATTR_MEMO_SIZE * sizeof *vm->read_memo);
    vm->read_memo = vm->write_memo = NULL;
    for (int i = TYPE_COUNT; i-- > 0;) {
        Type *t = vm->types[i];
        if (!t || i == TYPE_type) continue;
        if (i == TYPE_object && CLASS(type)) { /* type lets go of it first */
            Type *base = CLASS(type)->base;
            CLASS(type)->base = NULL;
            release(vm, VAL(base));
        }
        vm->types[i] = i == TYPE_object ? t : NULL;
        release(vm, VAL(t));
    }
    vm->types[TYPE_object] = NULL;
    Type *t = CLASS(type);
    vm->types[TYPE_type] = NULL;
    if (!t) return;
    gc_untrack(&t->head); /* its own class: not for obj_free */
    vm->gc_live--;
    shape_free(vm, t->root_shape);
    mem_free(vm->mem, obj_gc(&t->head), sizeof(GcHead) + sizeof(Type));
}

/* ---- names ---- */

const char *type_name(VM *vm, const Type *t)
{
    if (t->def) {
        const char *dot = t->flags & TYPE_BRIEF_NAME ? strrchr(t->def->name, '.') : NULL;
        return dot ? dot + 1 : t->def->name;
    }
    /* A class in Python that stands for one that CPython has in C is called as that in messages. */
    Ref full = t->dict ? dict_get_str(vm, REF(t->dict), NAME(_full_name_)) : NULL;
    if (full && is_str(full)) return str_utf8(vm, full, NULL);
    const char *s = t->name ? str_utf8(vm, REF(t->name), NULL) : NULL;
    return s ? s : "?";
}

Value type_module_name(VM *vm, const Type *t)
{
    if (t->def) {
        const char *dot = strrchr(t->def->name, '.');
        return dot ? str_from_utf8(vm, t->def->name, (size_t)(dot - t->def->name)) : retain(NAME(builtins));
    }
    Ref m = t->dict ? dict_get_str(vm, REF(t->dict), NAME(__module__)) : NULL;
    return m ? retain(m) : NO_VALUE;
}

Value type_repr(VM *vm, Ref v)
{
    const Type *t = as_type(v);
    Value module = type_module_name(vm, t);
    if (!module && err_occurred(vm)) return NULL;
    Value r;
    if (!module || !is_str(module) || str_equal_c(module, "builtins")) r = str_format(vm, "<class '%U'>", REF(module && is_str(module) ? t->qualname : t->name));
    else r = str_format(vm, "<class '%U.%U'>", REF(module), REF(t->qualname));
    release(vm, module);
    return r;
}

/* ---- calling a class ---- */

Value type_call(VM *vm, Ref cls, const Ref *args, int n, Ref kwnames)
{
    Type *t = as_type(cls);
    if (t == CLASS(type)) {
        int kw = kwnames ? (int)as_tuple(kwnames)->len : 0;
        if (n == 1 && kw == 0) return retain(REF(type_of(vm, args[0])));
        if (n != 3) return err_raise(vm, EXC_TypeError, "type() takes 1 or 3 arguments");
    }
    if (!t->s.new_ || (t->flags & TYPE_NO_NEW)) return err_raise(vm, EXC_TypeError, "cannot create '%N' instances", t);
    Value o = t->s.new_(vm, cls, args, n, kwnames);
    if (!o) return NULL;
    Type *made = type_of(vm, o);
    if (!type_is_subtype(made, t)) return o;
    if (made->s.init && !made->s.init(vm, o, args, n, kwnames)) return release(vm, o), NO_VALUE;
    return o;
}

/* ---- attributes of classes ---- */

static Value get_bound(VM *vm, Ref d, Ref o, Ref type)
{
    TernaryFn get = type_of(vm, d)->s.descr_get;
    if (!get) return retain(d);
    Value held = retain(d), r = get(vm, d, o, type);
    release(vm, held);
    return r;
}

Value type_getattr(VM *vm, Ref o, Ref name)
{
    Type *t = as_type(o), *meta = t->head.type;
    Ref of_meta = type_lookup(vm, meta, name);
    if (of_meta && type_of(vm, of_meta)->s.descr_set && type_of(vm, of_meta)->s.descr_get) return get_bound(vm, of_meta, o, REF(meta));
    Ref own = type_lookup(vm, t, name);
    if (own) return is_heap(own) ? get_bound(vm, own, NULL, o) : retain(own);
    if (of_meta) return get_bound(vm, of_meta, o, REF(meta));
    return err_type_name(vm, name, o);
}

bool type_set_attr(VM *vm, Type *t, Ref name, Ref v)
{
    if (v) {
        if (!dict_set(vm, REF(t->dict), name, v)) return false;
    } else {
        int gone = dict_del(vm, REF(t->dict), name);
        if (gone == 0) err_type_name(vm, name, REF(t));
        if (gone <= 0) return false;
    }
    type_modified(vm, t);
    if (slots_is_dunder(name)) {
        type_update_tree(vm, t);
        type_modified(vm, t);
    }
    return true;
}

bool type_setattr(VM *vm, Ref o, Ref name, Ref v)
{
    Type *t = as_type(o);
    if (t->flags & TYPE_IMMUTABLE) return err_false(vm, EXC_TypeError, "cannot set '%U' attribute of immutable type '%N'", name, t);
    Ref d = type_lookup(vm, t->head.type, name);
    if (d && type_of(vm, d)->s.descr_set) {
        Value held = retain(d);
        bool ok = type_of(vm, d)->s.descr_set(vm, d, o, v);
        release(vm, held);
        return ok;
    }
    Value held = retain(o);
    bool ok = type_set_attr(vm, t, name, v);
    release(vm, held);
    return ok;
}

/* ---- lifetime ---- */

static void type_dealloc(VM *vm, Obj *o)
{
    Type *t = (Type *)o;
    drop_contents(vm, t);
    Type *base = t->base;
    value_clear(vm, &t->own);
    release(vm, VAL(t->name));
    release(vm, VAL(t->qualname));
    shape_free(vm, t->root_shape);
    obj_free(vm, o, o->type->inst_size);
    release(vm, VAL(base));
}

static void type_traverse(VM *vm, Obj *o, VisitFn visit, void *arg)
{
    const Type *t = (const Type *)o;
    if (t->base) visit(REF(t->base), arg);
    if (t->bases) visit(REF(t->bases), arg);
    if (t->mro) visit(REF(t->mro), arg);
    if (t->dict) visit(REF(t->dict), arg);
    if (t->subclasses) visit(REF(t->subclasses), arg);
    if (t->own) visit(t->own, arg);
}

static void type_clear(VM *vm, Obj *o)
{
    Type *t = (Type *)o;
    Tuple *mro = t->mro;
    type_leave_bases(t);
    t->mro = NULL;
    t->version = ++vm->next_type_version;
    if (t->dict) dict_clear(vm, REF(t->dict));
    release(vm, VAL(mro));
}

const TypeDef type_def = {
    .name = "type",
    .doc = "type(object) -> its class\ntype(name, bases, dict, **kwds) -> a class made now",
    .kind = KIND_TYPE,
    .size = sizeof(Type),
    .flags = TYPE_GC | TYPE_BASE | TYPE_WEAKREF,
    .s = {.repr = type_repr, .call = type_call, .getattr = type_getattr, .setattr = type_setattr, .init = type_init,
          .new_ = type_new, .nb = {[OP_OR] = union_or}},
    .dealloc = type_dealloc,
    .traverse = type_traverse,
    .clear = type_clear,
    .methods = type_methods,
    .getsets = type_getsets,
};

/* ---- more rows ---- */

bool type_add_methods(VM *vm, Type *t, const NativeDef *methods)
{
    for (const NativeDef *m = methods; m && m->name; m++)
        if (!put(vm, t, m->name, method_make(vm, t, m))) return false;
    type_modified(vm, t);
    return true;
}

bool type_add_getsets(VM *vm, Type *t, const GetSetDef *getsets)
{
    for (const GetSetDef *g = getsets; g && g->name; g++)
        if (!put(vm, t, g->name, getset_new(vm, t, g))) return false;
    type_modified(vm, t);
    return true;
}
