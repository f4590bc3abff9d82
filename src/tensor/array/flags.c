/* flags.c: arr.flags: an object that shows an array's flags and sets three of them. */
#include "shape.h"
#include "functions.h"

typedef struct FlagsObj { Obj head; Value array; /*or NULL: of a scalar*/ uint32_t flags; } FlagsObj;
static FlagsObj *as_flags(Ref v) { return (FlagsObj *)BITS(v); }
static uint32_t now(Ref v) { return as_flags(v)->array ? as_array(as_flags(v)->array)->flags : as_flags(v)->flags; }

static void dealloc(VM *vm, Obj *o)
{
    value_clear(vm, &((FlagsObj *)o)->array);
    obj_free(vm, o, sizeof(FlagsObj));
}

Value array_flags_object(VM *vm, NdArray *a)
{
    FlagsObj *f = (FlagsObj *)obj_alloc(vm, np_of(a)->flagsobj, sizeof *f);
    if (!f) return NULL;
    f->array = retain(REF(a));
    f->flags = a->flags;
    return VAL(f);
}

/* ---- setting ---- */

static bool may_write(VM *vm, NdArray *a) /* the last owner may be written to */
{
    Np *np = np_of(a);
    if (a->flags & ARRAY_OWNDATA) return true;
    Ref base = a->base;
    while (base && is_array(base, np)) {
        if (as_array(base)->flags & (ARRAY_OWNDATA | ARRAY_WRITEABLE)) return as_array(base)->flags & ARRAY_WRITEABLE;
        base = as_array(base)->base;
    }
    BufferView view;
    if (!base || !buffer_get(vm, base, &view)) return err_clear(vm), false;
    bool readonly = view.readonly;
    buffer_release(vm, &view);
    return !readonly;
}

bool array_set_flag(VM *vm, NdArray *a, unsigned flag, bool on)
{
    if (flag == ARRAY_WRITEABLE) {
        if (on && !may_write(vm, a)) return err_false(vm, EXC_ValueError, "cannot set WRITEABLE flag to True of this array");
        a->flags = on ? (a->flags | ARRAY_WRITEABLE) & ~(uint32_t)ARRAY_WARN_ON_WRITE : a->flags & ~(uint32_t)(ARRAY_WRITEABLE | ARRAY_WARN_ON_WRITE);
        return true;
    }
    if (flag == ARRAY_ALIGNED) {
        uint32_t was = a->flags;
        array_update_flags(a);
        if (on && !(a->flags & ARRAY_ALIGNED)) return a->flags = was, err_false(vm, EXC_ValueError, "cannot set aligned flag of mis-aligned array to True");
        if (!on) a->flags &= ~(uint32_t)ARRAY_ALIGNED;
        return true;
    }
    return !on || err_false(vm, EXC_ValueError, "cannot set WRITEBACKIFCOPY flag to True");
}
static bool set_of(VM *vm, Ref v, Ref value, unsigned flag)
{
    if (!value) return err_false(vm, EXC_AttributeError, "Cannot delete flags %s attribute", flag == ARRAY_WRITEABLE ? "writeable" : flag == ARRAY_ALIGNED ? "aligned" : "writebackifcopy");
    if (!as_flags(v)->array) return err_false(vm, EXC_ValueError, "Cannot set flags on array scalars.");
    int on = op_truth(vm, value);
    return on >= 0 && array_set_flag(vm, as_array(as_flags(v)->array), flag, on);
}

/* ---- seeing ---- */

static const struct { const char *names[4]; uint32_t bit; } rows[] = {{{"C_CONTIGUOUS", "CONTIGUOUS", "C"}, ARRAY_C}, {{"F_CONTIGUOUS", "FORTRAN", "F"}, ARRAY_F}, {{"OWNDATA", "O"}, ARRAY_OWNDATA},
    {{"WRITEABLE", "W"}, ARRAY_WRITEABLE}, {{"ALIGNED", "A"}, ARRAY_ALIGNED}, {{"WRITEBACKIFCOPY", "X"}, ARRAY_WRITEBACK}};

static bool several(uint32_t f, Ref name, bool *out) /* what is said of two flags together */
{
    bool c = f & ARRAY_C, fortran = f & ARRAY_F, behaved = (f & ARRAY_BEHAVED) == ARRAY_BEHAVED;
    const struct { const char *name; bool is; } all[] = {{"FNC", fortran && !c}, {"FORC", fortran || c}, {"B", behaved}, {"BEHAVED", behaved}, {"CA", behaved && c}, {"CARRAY", behaved && c},
        {"FA", behaved && fortran && !c}, {"FARRAY", behaved && fortran && !c}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (str_equal_c(name, all[i].name)) return *out = all[i].is, true;
    return false;
}
static uint32_t bit_of(Ref name)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (int k = 0; k < 4 && rows[i].names[k]; k++)
            if (str_equal_c(name, rows[i].names[k])) return rows[i].bit;
    return 0;
}
static Value getitem(VM *vm, Ref v, Ref key)
{
    bool is;
    Value name = is_bytes(key) ? codec_decode(vm, as_bytes(key)->data, as_bytes(key)->len, "ascii", "replace") : retain(key);
    if (!name) return NULL;
    uint32_t bit = is_str(name) ? bit_of(name) : 0;
    Value r = bit ? make_bool(now(v) & bit) : is_str(name) && several(now(v), name, &is) ? make_bool(is) : err_raise(vm, EXC_KeyError, "Unknown flag");
    release(vm, name);
    return r;
}
static bool setitem(VM *vm, Ref v, Ref key, Ref value)
{
    uint32_t bit = is_str(key) ? bit_of(key) : 0;
    if (bit == ARRAY_WRITEABLE || bit == ARRAY_ALIGNED || bit == ARRAY_WRITEBACK) return set_of(vm, v, value, bit);
    return err_false(vm, EXC_KeyError, "Unknown flag");
}
static Value repr(VM *vm, Ref v)
{
    StrB b = STRB_INIT(vm);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        strb_format(&b, "%s  %s : %s%s", i ? "\n" : "", rows[i].names[0], now(v) & rows[i].bit ? "True" : "False", rows[i].bit == ARRAY_WRITEABLE && (now(v) & ARRAY_WARN_ON_WRITE) ? "  (with WARN_ON_WRITE=True)" : "");
    strb_char(&b, '\n');
    return strb_take(&b);
}
static Value compare(VM *vm, Ref a, Ref b, CmpOp op)
{
    if ((op != CMP_EQ && op != CMP_NE) || !is_heap(b) || as_obj(b)->type != as_obj(a)->type) return V_NOTIMPL;
    return make_bool((now(a) == now(b)) == (op == CMP_EQ));
}
static bool hash(VM *vm, Ref v, int64_t *out) { return err_false(vm, EXC_TypeError, "unhashable type: 'numpy.flagsobj'"); }

#define SEEN(name, test) static Value get_##name(VM *vm, Ref v) { uint32_t f = now(v); return (void)vm, make_bool(test); }
SEEN(c, f & ARRAY_C)
SEEN(f, f & ARRAY_F)
SEEN(own, f & ARRAY_OWNDATA)
SEEN(writeable, f & ARRAY_WRITEABLE)
SEEN(writeable_quietly, (f & ARRAY_WRITEABLE) && !(f & ARRAY_WARN_ON_WRITE))
SEEN(aligned, f & ARRAY_ALIGNED)
SEEN(back, f & ARRAY_WRITEBACK)
SEEN(fnc, (f & ARRAY_F) && !(f & ARRAY_C))
SEEN(forc, f & (ARRAY_F | ARRAY_C))
SEEN(behaved, (f & ARRAY_BEHAVED) == ARRAY_BEHAVED)
SEEN(carray, (f & (ARRAY_BEHAVED | ARRAY_C)) == (ARRAY_BEHAVED | ARRAY_C))
SEEN(farray, (f & (ARRAY_BEHAVED | ARRAY_F)) == (ARRAY_BEHAVED | ARRAY_F) && !(f & ARRAY_C))
static Value get_num(VM *vm, Ref v) { return (void)vm, make_small(now(v) & 0xFFFF); }
static bool set_writeable(VM *vm, Ref v, Ref value) { return set_of(vm, v, value, ARRAY_WRITEABLE); }
static bool set_aligned(VM *vm, Ref v, Ref value) { return set_of(vm, v, value, ARRAY_ALIGNED); }
static bool set_back(VM *vm, Ref v, Ref value) { return set_of(vm, v, value, ARRAY_WRITEBACK); }
static bool set_warn(VM *vm, Ref v, Ref value)
{
    int on = value ? op_truth(vm, value) : 0;
    if (on < 0) return false;
    if (!on) return err_false(vm, EXC_ValueError, "Cannot clear _warn_on_write, set writeable=True to clear _warn_on_write");
    if (as_flags(v)->array) as_array(as_flags(v)->array)->flags |= ARRAY_WARN_ON_WRITE;
    return true;
}
static Value get_warn(VM *vm, Ref v) { return (void)vm, make_bool(now(v) & ARRAY_WARN_ON_WRITE); }

static const GetSetDef getsets[] = {
    {"contiguous", get_c, NULL, NULL}, {"c_contiguous", get_c, NULL, NULL}, {"f_contiguous", get_f, NULL, NULL}, {"fortran", get_f, NULL, NULL}, {"owndata", get_own, NULL, NULL},
    {"writeable", get_writeable, set_writeable, NULL}, {"_writeable_no_warn", get_writeable_quietly, NULL, NULL}, {"aligned", get_aligned, set_aligned, NULL}, {"writebackifcopy", get_back, set_back, NULL}, {"fnc", get_fnc, NULL, NULL},
    {"forc", get_forc, NULL, NULL}, {"behaved", get_behaved, NULL, NULL}, {"carray", get_carray, NULL, NULL}, {"farray", get_farray, NULL, NULL}, {"num", get_num, NULL, NULL},
    {"_warn_on_write", get_warn, set_warn, NULL}, {NULL, NULL, NULL, NULL}};

static const TypeDef def = {.name = "numpy.core.multiarray.flagsobj", .kind = KIND_OPAQUE, .size = sizeof(FlagsObj), .flags = TYPE_IMMUTABLE | TYPE_NO_NEW, .dealloc = dealloc, .getsets = getsets,
    .s = {.getitem = getitem, .setitem = setitem, .repr = repr, .str = repr, .compare = compare, .hash = hash}};

bool array_flags_open(VM *vm, Np *np, Dict *ns) { return (np->flagsobj = type_from_def(vm, &def, NULL)) && dict_set_c(vm, REF(ns), "flagsobj", REF(np->flagsobj)); }
