/* slot_user.c: the slots of Python classes: functions that look a dunder up on the class and call it, and the
 * computation of a class's slots from the dunders it has. Where the dunder found is the wrapper of a C type's own slot,
 * that slot is taken over as it is, so that a subclass of list that does not override __len__ has list's.
 */
#include "slot_rows.h"
#include "lang/object/vm.h"

enum { ARGS_INLINE = 12 };

/* Is `f` called with the object as its first argument when found on a class? */
static bool takes_self(VM *vm, Ref f)
{
    return is_function(f) || (is_kind(f, KIND_METHOD_DESCR) && as_obj(f)->type != CLASS(classmethod_descriptor));
}

/* type(o).name(o, *args): f was found on the type of o. */
static Value call_found(VM *vm, Ref f, Ref o, const Ref *args, int n, Ref kwnames)
{
    int total = n + (kwnames ? (int)as_tuple(kwnames)->len : 0);
    if (is_function(f) && total == 1) { /* (its frame holds it) */
        Ref two[2] = {o, args[0]};
        return function_call(vm, f, two, n + 1, kwnames);
    }
    Value held = retain(f), r = NO_VALUE;
    if (!takes_self(vm, f)) {
        TernaryFn get = type_of(vm, f)->s.descr_get;
        if (get) {
            Value bound = get(vm, f, o, REF(type_of(vm, o)));
            release(vm, held);
            if (!bound) return NULL;
            held = bound;
        }
        r = call(vm, held, args, n, kwnames);
        release(vm, held);
        return r;
    }
    Ref few[ARGS_INLINE + 1], *all = few;
    if (total > ARGS_INLINE) all = mem_alloc(vm->mem, ((size_t)total + 1) * sizeof *all);
    if (all) {
        all[0] = o;
        if (total) memcpy(all + 1, args, (size_t)total * sizeof *all);
        r = call(vm, held, all, n + 1, kwnames);
        if (all != few) mem_free(vm->mem, all, ((size_t)total + 1) * sizeof *all);
    } else {
        err_no_memory(vm);
    }
    release(vm, held);
    return r;
}

static Ref dunder(VM *vm, Ref o, Ref name) { return type_lookup(vm, type_of(vm, o), name); }

static Value call_or_raise(VM *vm, Ref o, Ref name, const Ref *args, int n)
{
    Ref f = dunder(vm, o, name);
    if (!f) return err_raise(vm, EXC_AttributeError, "%U", name);
    return call_found(vm, f, o, args, n, NULL);
}

/* ---- numbers ---- */
/* The names of slot_rows, interned: BINOP rows come first, three an operator, then UNOP rows. */
enum {
#define BINOP(op, sym, d, r, i) ROW_##op, ROW_R##op, ROW_I##op,
#define UNOP(field, d) ROW_##field,
#include "lang/object/slots.def"
};
static Ref op_name(VM *vm, BinOp op, int which) { return vm->slot_names[3 * (int)op + which]; } /* 0 __op__, 1 __rop__, 2 __iop__ */

static Value call_maybe(VM *vm, Ref o, Ref name, Ref arg)
{
    Ref f = dunder(vm, o, name);
    return f ? call_found(vm, f, o, &arg, 1, NULL) : V_NOTIMPL;
}

/* The operands come in source order; either may be the Python class's. The right one goes first when it is of a
 * subclass that overrides the reflected method. */
static Value user_binary(VM *vm, BinOp op, Ref a, Ref b, BinaryFn self_fn)
{
    Type *ta = type_of(vm, a), *tb = type_of(vm, b);
    bool right = ta != tb && tb->s.nb[op] == self_fn;
    Ref name = op_name(vm, op, 0), rname = op_name(vm, op, 1);
    if (ta->s.nb[op] == self_fn) {
        if (right && type_is_subtype(tb, ta)) {
            Ref ours = type_lookup(vm, tb, rname), theirs = type_lookup(vm, ta, rname);
            if (ours && ours != theirs) {
                Value r = call_maybe(vm, b, rname, a);
                if (r != V_NOTIMPL) return r;
                right = false;
            }
        }
        Value r = call_maybe(vm, a, name, b);
        if (r != V_NOTIMPL || ta == tb) return r;
    }
    return right ? call_maybe(vm, b, rname, a) : V_NOTIMPL;
}

#define BINOP(op, sym, d, r, i)                                                                                       \
    static Value slot_nb_##op(VM *vm, Ref a, Ref b) { return user_binary(vm, OP_##op, a, b, slot_nb_##op); }          \
    static Value slot_inb_##op(VM *vm, Ref a, Ref b) { return call_maybe(vm, a, op_name(vm, OP_##op, 2), b); }
#include "lang/object/slots.def"

#define UNOP(field, d) \
    static Value slot_##field(VM *vm, Ref o) { return call_or_raise(vm, o, vm->slot_names[ROW_##field], NULL, 0); }
#include "lang/object/slots.def"

/* ---- the others ---- */
static Value slot_repr(VM *vm, Ref o) { return call_or_raise(vm, o, NAME(__repr__), NULL, 0); }
static Value slot_str(VM *vm, Ref o) { return call_or_raise(vm, o, NAME(__str__), NULL, 0); }

bool slots_hash_none(VM *vm, Ref o, int64_t *hash) { return err_false(vm, EXC_TypeError, "unhashable type: '%T'", o); }

static bool slot_hash(VM *vm, Ref o, int64_t *hash)
{
    Ref f = dunder(vm, o, NAME(__hash__));
    if (!f || is_none(f)) return slots_hash_none(vm, o, hash);
    Value r = call_found(vm, f, o, NULL, 0, NULL);
    if (!r) return false;
    if (!is_int(r)) return release(vm, r), err_false(vm, EXC_TypeError, "__hash__ method should return an integer");
    if (!int_fits_i64(r, hash)) *hash = num_hash_int(r);
    if (*hash == -1) *hash = -2;
    release(vm, r);
    return true;
}

static Value slot_call(VM *vm, Ref o, const Ref *args, int n, Ref kwnames)
{
    Ref f = dunder(vm, o, NAME(__call__));
    if (!f) return err_raise(vm, EXC_TypeError, "'%T' object is not callable", o);
    if (!rec_enter(vm, " while calling a Python object")) return NULL;
    Value r = call_found(vm, f, o, args, n, kwnames);
    rec_leave(vm);
    return r;
}

static int slot_truth(VM *vm, Ref o)
{
    Value r = call_or_raise(vm, o, NAME(__bool__), NULL, 0);
    if (!r) return -1;
    if (is_bool(r)) return r == V_TRUE;
    err_raise(vm, EXC_TypeError, "__bool__ should return bool, returned %T", r);
    release(vm, r);
    return -1;
}

static Value slot_getattr(VM *vm, Ref o, Ref name)
{
    Type *t = type_of(vm, o);
    Ref own = type_lookup(vm, t, NAME(__getattribute__)), hook = type_lookup(vm, t, NAME(__getattr__));
    Value v;
    if (own && is_kind(own, KIND_METHOD_DESCR) && ((MethodDescr *)as_obj(own))->slot) {
        BinaryFn fn = ((MethodDescr *)as_obj(own))->owner->s.getattr;
        if (fn == obj_generic_getattr && hook) {
            Value held = retain(hook);
            int found = obj_generic_try(vm, o, name, &v);
            if (found == 0 && !(v = call_found(vm, held, o, &name, 1, NULL))) err_tell_absent(vm, o, name);
            release(vm, held);
            return v;
        }
        v = fn(vm, o, name);
    } else {
        v = call_or_raise(vm, o, NAME(__getattribute__), &name, 1);
    }
    if (v || !err_matches(vm, EXC_AttributeError)) return v;
    hook = type_lookup(vm, type_of(vm, o), NAME(__getattr__));
    if (!hook) return v;
    err_clear(vm);
    v = call_found(vm, hook, o, &name, 1, NULL);
    if (!v) err_tell_absent(vm, o, name);
    return v;
}

static bool done(VM *vm, Value r)
{
    release(vm, r);
    return r != NO_VALUE;
}

static bool slot_setattr(VM *vm, Ref o, Ref name, Ref v)
{
    Ref args[2] = {name, v};
    return done(vm, v ? call_or_raise(vm, o, NAME(__setattr__), args, 2) : call_or_raise(vm, o, NAME(__delattr__), args, 1));
}

static Value slot_compare(VM *vm, Ref a, Ref b, CmpOp op)
{
    Ref name = NULL;
    switch (op) {
    case CMP_LT: name = NAME(__lt__); break;
    case CMP_LE: name = NAME(__le__); break;
    case CMP_EQ: name = NAME(__eq__); break;
    case CMP_NE: name = NAME(__ne__); break;
    case CMP_GT: name = NAME(__gt__); break;
    case CMP_GE: name = NAME(__ge__); break;
    }
    return call_maybe(vm, a, name, b);
}

static Value slot_iter(VM *vm, Ref o)
{
    Ref f = dunder(vm, o, NAME(__iter__));
    if (!f || is_none(f)) return err_raise(vm, EXC_TypeError, "'%T' object is not iterable", o);
    return call_found(vm, f, o, NULL, 0, NULL);
}
static Value slot_next(VM *vm, Ref o) { return call_or_raise(vm, o, NAME(__next__), NULL, 0); }

static int64_t slot_len(VM *vm, Ref o)
{
    Value r = call_or_raise(vm, o, NAME(__len__), NULL, 0);
    if (!r) return -1;
    Value i = num_index(vm, r);
    release(vm, r);
    if (!i) return -1;
    int64_t n = -1;
    if (int_sign(i) < 0) err_raise(vm, EXC_ValueError, "__len__() should return >= 0");
    else if (!int_fits_i64(i, &n)) n = err_minus(vm, EXC_OverflowError, "cannot fit 'int' into an index-sized integer");
    release(vm, i);
    return n;
}

Value slot_getitem(VM *vm, Ref o, Ref key) { return call_or_raise(vm, o, NAME(__getitem__), &key, 1); }

static bool slot_setitem(VM *vm, Ref o, Ref key, Ref v)
{
    Ref args[2] = {key, v};
    return done(vm, v ? call_or_raise(vm, o, NAME(__setitem__), args, 2) : call_or_raise(vm, o, NAME(__delitem__), args, 1));
}

static int slot_contains(VM *vm, Ref o, Ref item)
{
    Ref f = dunder(vm, o, NAME(__contains__));
    if (!f || is_none(f)) return err_minus(vm, EXC_TypeError, "'%T' object is not a container", o);
    Value r = call_found(vm, f, o, &item, 1, NULL);
    if (!r) return -1;
    int yes = op_truth(vm, r);
    release(vm, r);
    return yes;
}

static Value slot_descr_get(VM *vm, Ref d, Ref o, Ref t)
{
    Ref args[2] = {o ? o : V_NONE, t ? t : V_NONE};
    Ref f = dunder(vm, d, NAME(__get__));
    return f ? call_found(vm, f, d, args, 2, NULL) : retain(d); /* it may be data for its __set__ alone */
}

static bool slot_descr_set(VM *vm, Ref d, Ref o, Ref v)
{
    Ref args[2] = {o, v};
    return done(vm, v ? call_or_raise(vm, d, NAME(__set__), args, 2) : call_or_raise(vm, d, NAME(__delete__), args, 1));
}

static bool slot_init(VM *vm, Ref o, const Ref *args, int n, Ref kwnames)
{
    Ref f = dunder(vm, o, NAME(__init__));
    if (!f) return true;
    Value r = call_found(vm, f, o, args, n, kwnames);
    if (!r) return false;
    if (!is_none(r)) err_raise(vm, EXC_TypeError, "__init__() should return None, not '%T'", r);
    bool ok = is_none(r);
    release(vm, r);
    return ok;
}

static Value slot_new_(VM *vm, Ref cls, const Ref *args, int n, Ref kwnames)
{
    Value f = obj_getattr(vm, cls, NAME(__new__));
    if (!f) return NULL;
    int total = n + (kwnames ? (int)as_tuple(kwnames)->len : 0);
    Ref few[ARGS_INLINE + 1], *all = few;
    if (total > ARGS_INLINE) all = mem_alloc(vm->mem, ((size_t)total + 1) * sizeof *all);
    if (!all) return release(vm, f), err_no_memory(vm);
    all[0] = cls;
    if (total) memcpy(all + 1, args, (size_t)total * sizeof *all);
    Value r = call(vm, f, all, n + 1, kwnames);
    if (all != few) mem_free(vm->mem, all, ((size_t)total + 1) * sizeof *all);
    release(vm, f);
    return r;
}

static void slot_del(VM *vm, Ref o)
{
    Ref f = dunder(vm, o, NAME(__del__));
    if (!f) return;
    Value before = err_take(vm), held = retain(f);
    Value r = call_found(vm, f, o, NULL, 0, NULL);
    if (!r) err_unraisable(vm, held);
    release(vm, r);
    release(vm, held);
    err_put(vm, before);
}

/* ---- the table ---- */
#define OFF(field) ((uint16_t)offsetof(Slots, field))
#define USER(field) ((AnyFn)slot_##field)
#define ROW_unary(f, d) {d, OFF(f), WRAP_UNARY, 0, USER(f)},
#define ROW_hash(f, d) {d, OFF(f), WRAP_HASH, 0, USER(f)},
#define ROW_call(f, d) {d, OFF(f), WRAP_CALL, 0, USER(f)},
#define ROW_truth(f, d) {d, OFF(f), WRAP_TRUTH, 0, USER(f)},
#define ROW_getattr(f, d) {d, OFF(f), WRAP_GETATTR, 0, USER(f)}, {"__getattr__", OFF(f), WRAP_GETATTR_HOOK, 0, USER(f)},
#define ROW_setattr(f, d) {d, OFF(f), WRAP_SETATTR, 0, USER(f)}, {"__delattr__", OFF(f), WRAP_DELATTR, 0, USER(f)},
#define ROW_compare(f, d)                                                                                             \
    {"__lt__", OFF(f), WRAP_COMPARE, CMP_LT, USER(f)}, {"__le__", OFF(f), WRAP_COMPARE, CMP_LE, USER(f)},             \
    {"__eq__", OFF(f), WRAP_COMPARE, CMP_EQ, USER(f)}, {"__ne__", OFF(f), WRAP_COMPARE, CMP_NE, USER(f)},             \
    {"__gt__", OFF(f), WRAP_COMPARE, CMP_GT, USER(f)}, {"__ge__", OFF(f), WRAP_COMPARE, CMP_GE, USER(f)},
#define ROW_next(f, d) {d, OFF(f), WRAP_NEXT, 0, USER(f)},
#define ROW_len(f, d) {d, OFF(f), WRAP_LEN, 0, USER(f)},
#define ROW_binary(f, d) {d, OFF(f), WRAP_BINARY, 0, USER(f)},
#define ROW_setitem(f, d) {d, OFF(f), WRAP_SETITEM, 0, USER(f)}, {"__delitem__", OFF(f), WRAP_DELITEM, 0, USER(f)},
#define ROW_contains(f, d) {d, OFF(f), WRAP_CONTAINS, 0, USER(f)},
#define ROW_descr_get(f, d) {d, OFF(f), WRAP_DESCR_GET, 0, USER(f)},
#define ROW_descr_set(f, d) {d, OFF(f), WRAP_DESCR_SET, 0, USER(f)}, {"__delete__", OFF(f), WRAP_DESCR_DEL, 0, USER(f)},
#define ROW_init(f, d) {d, OFF(f), WRAP_INIT, 0, USER(f)},
#define ROW_new(f, d) {d, OFF(f), WRAP_NEW, 0, USER(f)},
#define ROW_del(f, d) {d, OFF(f), WRAP_DEL, 0, USER(f)},
#define ROW_none(f, d)

const SlotRow slot_rows[] = {
#define BINOP(op, sym, d, r, i)                              \
    {d, OFF(nb[OP_##op]), WRAP_LEFT, OP_##op, USER(nb_##op)}, \
    {r, OFF(nb[OP_##op]), WRAP_RIGHT, OP_##op, USER(nb_##op)}, \
    {i, OFF(inb[OP_##op]), WRAP_INPLACE, OP_##op, USER(inb_##op)},
#define UNOP(field, d) {d, OFF(field), WRAP_UNARY, 0, USER(field)},
#define SLOT(field, ctype, d, wrap) ROW_##wrap(field, d)
#include "lang/object/slots.def"
    {"__add__", OFF(concat), WRAP_LEFT, OP_ADD, NULL},
    {"__mul__", OFF(repeat), WRAP_REPEAT, OP_MUL, NULL},
    {"__rmul__", OFF(repeat), WRAP_REPEAT, OP_MUL, NULL},
    {"__iadd__", OFF(iconcat), WRAP_INPLACE, OP_ADD, NULL},
    {"__imul__", OFF(irepeat), WRAP_REPEAT, OP_MUL, NULL},
};
const int slot_row_count = (int)(sizeof slot_rows / sizeof *slot_rows);

enum { STR_DUNDER = 64 }; /* of a str's aux, beside str.c's: it is the name of a slot (interned; they are few, and asked for at each class that is made) */

bool slots_names_open(VM *vm)
{
    vm->slot_names = mem_zalloc(vm->mem, (size_t)slot_row_count * sizeof(Value));
    if (!vm->slot_names) return err_no_memory(vm), false;
    for (int i = 0; i < slot_row_count; i++) {
        if (!slot_rows[i].name) continue;
        vm->slot_names[i] = str_intern_c(vm, slot_rows[i].name);
        if (!vm->slot_names[i]) return false;
        as_obj(vm->slot_names[i])->aux |= STR_DUNDER;
    }
    return true;
}

void slots_names_close(VM *vm)
{
    if (!vm->slot_names) return;
    for (int i = 0; i < slot_row_count; i++) release(vm, vm->slot_names[i]);
    mem_free(vm->mem, vm->slot_names, (size_t)slot_row_count * sizeof(Value));
    vm->slot_names = NULL;
}

bool slots_is_dunder(Ref name) { return as_obj(name)->aux & STR_DUNDER; }

/* ---- the slots of a class ---- */

/* The C function behind the attribute `d`, when d is no more than the slot at `offset` of a C type, seen from Python. */
static AnyFn native_behind(VM *vm, const Type *t, Ref d, unsigned offset, bool *skip)
{
    if (is_kind(d, KIND_NATIVE) && offset == offsetof(Slots, new_)) {
        const Native *f = (const Native *)as_obj(d);
        if (f->self && is_type(f->self) && f->owner == as_type(f->self) && !(f->owner->flags & TYPE_HEAP)) return slot_of(&f->owner->s, offset);
        return NULL;
    }
    if (!is_kind(d, KIND_METHOD_DESCR)) return NULL;
    const MethodDescr *m = (const MethodDescr *)as_obj(d);
    if (m->slot && m->slot->offset != offset) {
        *skip = !m->slot->user && type_is_subtype(t, m->owner); /* __add__ of a sequence: its concat slot is inherited by itself */
        return NULL;
    }
    if (!m->slot && (m->owner->flags & TYPE_HEAP)) return NULL;
    return type_is_subtype(t, m->owner) ? slot_of(&m->owner->s, offset) : NULL;
}

static AnyFn compute(VM *vm, Type *t, int from, int to)
{
    unsigned offset = slot_rows[from].offset;
    AnyFn native = NULL;
    bool user = false;
    for (int i = from; i < to; i++) {
        Ref d = slot_rows[i].name ? type_find(vm, t, vm->slot_names[i]) : NULL;
        if (!d) continue;
        if (is_none(d) && slot_rows[i].wrap == WRAP_HASH) return (AnyFn)slots_hash_none;
        bool skip = false;
        AnyFn fn = native_behind(vm, t, d, offset, &skip);
        if (skip) continue;
        if (!fn || (native && native != fn)) user = true;
        native = fn;
    }
    return user ? slot_rows[from].user : native;
}

/* Which rows' names a class has itself. */
typedef struct Rows { uint64_t bits[3]; } Rows;
_Static_assert(sizeof slot_rows / sizeof *slot_rows <= 3 * 64, "a bit for each row");

static void add_row_of(VM *vm, Rows *rows, Ref name)
{
    for (int i = 0; i < slot_row_count; i++)
        if (vm->slot_names[i] == name) rows->bits[i / 64] |= (uint64_t)1 << i % 64;
}

static void add_own(VM *vm, Rows *rows, const Type *t)
{
    int64_t pos = 0;
    Ref name;
    while (dict_next(REF(t->dict), &pos, &name, NULL))
        if (is_str(name) && slots_is_dunder(name)) add_row_of(vm, rows, name);
}

static bool has_one(const Rows *rows, int from, int to)
{
    for (int i = from; i < to; i++)
        if (rows->bits[i / 64] >> i % 64 & 1) return true;
    return false;
}

void slots_update(VM *vm, Type *t, bool all)
{
    Rows rows = {{0}};
    for (int64_t i = 0; i < (all ? t->mro->len : 1); i++) add_own(vm, &rows, all ? as_type(t->mro->items[i]) : t);
    for (int from = 0, to; from < slot_row_count; from = to) {
        for (to = from + 1; to < slot_row_count && slot_rows[to].offset == slot_rows[from].offset; to++) {}
        if (!slot_rows[from].user) continue;
        bool found = has_one(&rows, from, to);
        if (found || all) *slot_at(&t->s, slot_rows[from].offset) = found ? compute(vm, t, from, to) : NULL;
    }
    t->flags &= ~(uint32_t)(TYPE_SIMPLE_GETATTR | TYPE_HAS_DEL);
    if (t->s.getattr == obj_generic_getattr) t->flags |= TYPE_SIMPLE_GETATTR;
    if (t->s.del) t->flags |= TYPE_HAS_DEL;
}

void slots_inherit(Type *t, const Type *base)
{
    bool own_compare = t->s.compare || t->s.hash;
    HashFn hash = t->s.hash;
    AnyFn *to = (AnyFn *)(void *)&t->s;
    const AnyFn *from = (const AnyFn *)(const void *)&base->s;
    for (size_t i = 0; i < sizeof(Slots) / sizeof(AnyFn); i++)
        if (!to[i]) to[i] = from[i];
    if (own_compare && !hash) t->s.hash = slots_hash_none; /* equal objects need equal hashes: none, then */
}
