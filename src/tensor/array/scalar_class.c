/* scalar_class.c: the classes of NumPy's scalars and their family tree. */
#include "array.h"
#include "scalar.h"
#include "scalar_math.h"

static void void_dealloc(VM *vm, Obj *o)
{
    VoidObj *v = (VoidObj *)o;
    if (!v->base && v->data) {
        char *data = v->data;
        v->data = NULL;
        element_decref(vm, v->descr, data);
        mem_free(vm->mem, data, v->descr->size ? (size_t)v->descr->size : 1);
    }
    value_clear(vm, &v->base);
    Descr *d = v->descr;
    v->descr = NULL;
    descr_release(vm, d);
    obj_free(vm, o, o->type->inst_size);
}
static void void_traverse(VM *vm, Obj *o, VisitFn visit, void *arg)
{
    const VoidObj *v = (const VoidObj *)o;
    if (v->base) visit(v->base, arg);
    if (v->descr) visit(REF(v->descr), arg);
}

/* ---- one element at a time of something that is no sequence ---- */

static Value not_subscriptable(VM *vm, Ref v, Ref key)
{
    Np *np = np_state(vm);
    NdArray *a = np ? scalar_array(vm, np, v) : NULL; /* x[()], x[...], x[None] */
    if (!a) return NULL;
    Value r = op_getitem(vm, REF(a), key);
    array_release(vm, a);
    if (!r && err_matches(vm, EXC_IndexError) && (is_int(key))) err_clear(vm), err_raise(vm, EXC_IndexError, "invalid index to scalar variable.");
    return r;
}

static bool buffer(VM *vm, Ref v, BufferView *out)
{
    Np *np = np_state(vm);
    NdArray *a = np ? scalar_array(vm, np, v) : NULL;
    if (!a) return false;
    bool strided = out->strided;
    bool ok = a->head.type->s.buffer(vm, REF(a), out);
    out->strided = strided;
    out->readonly = true;
    array_release(vm, a);
    return ok;
}

/* Texts compare as NumPy has it, and are as good a key as Python's own. */
static bool text_hash(VM *vm, Ref v, int64_t *hash) { return (is_str(v) ? CLASS(str) : CLASS(bytes))->s.hash(vm, v, hash); }

#define NUMBER_SLOTS                                                                                                                                                                         \
    .nb = {[OP_ADD] = scalar_add, [OP_SUB] = scalar_sub, [OP_MUL] = scalar_mul, [OP_DIV] = scalar_div, [OP_FLOORDIV] = scalar_floordiv, [OP_MOD] = scalar_mod, [OP_POW] = scalar_pow,          \
           [OP_LSHIFT] = scalar_lshift, [OP_RSHIFT] = scalar_rshift, [OP_AND] = scalar_and, [OP_XOR] = scalar_xor, [OP_OR] = scalar_or,                          \
           [OP_DIVMOD] = scalar_divmod},                                                                                                                                                     \
    .neg = scalar_neg, .pos = scalar_pos, .invert = scalar_invert, .abs = scalar_abs, .to_int = scalar_to_int, .to_float = scalar_to_float, .truth = scalar_truth, .hash = scalar_hash,          \
    .compare = scalar_compare, .repr = scalar_repr, .str = scalar_str, .getitem = not_subscriptable, .buffer = buffer

#define FLAGS (TYPE_BASE | TYPE_IMMUTABLE)
#define ABSTRACT(id, name_, ...) [id] = {.name = "numpy." name_, .kind = KIND_OPAQUE, .size = sizeof(Obj), .flags = FLAGS | TYPE_NO_NEW, ##__VA_ARGS__}
const TypeDef scalar_abstract_defs[NPC_COUNT] = {
    [NPC_GENERIC] = {.name = "numpy.generic", .kind = KIND_OPAQUE, .size = sizeof(Obj), .flags = FLAGS | TYPE_NO_NEW, .methods = scalar_methods, .getsets = scalar_getsets, .s = {NUMBER_SLOTS}},
    ABSTRACT(NPC_NUMBER, "number"), ABSTRACT(NPC_INTEGER, "integer", .methods = scalar_integer_methods, .getsets = scalar_integer_getsets), ABSTRACT(NPC_SIGNED, "signedinteger"), ABSTRACT(NPC_UNSIGNED, "unsignedinteger"), ABSTRACT(NPC_INEXACT, "inexact"),
    ABSTRACT(NPC_FLOATING, "floating", .methods = scalar_floating_methods), ABSTRACT(NPC_COMPLEXFLOATING, "complexfloating"), ABSTRACT(NPC_FLEXIBLE, "flexible"), ABSTRACT(NPC_CHARACTER, "character")};

#define PLAIN(id, name_, ...) [id] = {.name = "numpy." name_, .kind = KIND_OPAQUE, .size = sizeof(ScalarObj), .flags = FLAGS, .s = {.new_ = scalar_make, NUMBER_SLOTS __VA_ARGS__}}
static Value truth_to_index(VM *vm, Ref v)
{
    Value said = str_from_c(vm, "In future, it will be an error for 'np.bool_' scalars to be interpreted as an index");
    return said && err_warn(vm, EXC_DeprecationWarning, said) ? scalar_to_int(vm, v) : NO_VALUE;
}
#define WHOLE , .to_index = scalar_to_int
const TypeDef scalar_defs[NP_NUMS] = {
    PLAIN(NP_BOOL, "bool_", , .to_index = truth_to_index), PLAIN(NP_BYTE, "int8", WHOLE), PLAIN(NP_UBYTE, "uint8", WHOLE), PLAIN(NP_SHORT, "int16", WHOLE), PLAIN(NP_USHORT, "uint16", WHOLE), PLAIN(NP_INT, "int32", WHOLE),
    PLAIN(NP_UINT, "uint32", WHOLE), PLAIN(NP_LONG, "int64", WHOLE), PLAIN(NP_ULONG, "uint64", WHOLE), PLAIN(NP_LONGLONG, "longlong", WHOLE), PLAIN(NP_ULONGLONG, "ulonglong", WHOLE),
    PLAIN(NP_HALF, "float16", ), PLAIN(NP_FLOAT, "float32", ), PLAIN(NP_LONGDOUBLE, "float128", ), PLAIN(NP_CFLOAT, "complex64", ), PLAIN(NP_CLONGDOUBLE, "complex256", ),
    PLAIN(NP_DATETIME, "datetime64", ), PLAIN(NP_TIMEDELTA, "timedelta64", ),
    [NP_DOUBLE] = {.name = "numpy.float64", .kind = KIND_FLOAT, .size = sizeof(FloatObj), .flags = FLAGS, .s = {.new_ = scalar_make, NUMBER_SLOTS}},
    [NP_CDOUBLE] = {.name = "numpy.complex128", .kind = KIND_COMPLEX, .size = sizeof(Complex), .flags = FLAGS, .s = {.new_ = scalar_make, NUMBER_SLOTS}},
    [NP_OBJECT] = {.name = "numpy.object_", .kind = KIND_OPAQUE, .size = sizeof(ScalarObj), .flags = FLAGS, .s = {.new_ = scalar_make}},
    [NP_STRING] = {.name = "numpy.bytes_", .kind = KIND_BYTES, .size = sizeof(Bytes), .flags = FLAGS, .s = {.new_ = scalar_make, .repr = scalar_repr, .str = scalar_str, .compare = scalar_text_compare, .hash = text_hash}},
    [NP_UNICODE] = {.name = "numpy.str_", .kind = KIND_STR, .size = sizeof(Str), .flags = FLAGS, .s = {.new_ = scalar_make, .repr = scalar_repr, .str = scalar_str, .compare = scalar_text_compare, .hash = text_hash}},
    [NP_VOID] = {.name = "numpy.void", .kind = KIND_OPAQUE, .size = sizeof(VoidObj), .flags = FLAGS | TYPE_GC | TYPE_SEQUENCE, .dealloc = void_dealloc, .traverse = void_traverse, .methods = void_methods,
        .getsets = void_getsets,
        .s = {.new_ = scalar_make, .len = void_len, .getitem = void_getitem, .setitem = void_setitem, .hash = void_hash, .compare = scalar_compare, .repr = scalar_repr, .str = scalar_str, .truth = scalar_truth,
              .buffer = buffer}},
};

bool scalar_open(VM *vm, Np *np, Dict *ns)
{
    static const struct { ScalarClass class, base; } tree[] = {{NPC_GENERIC, NPC_COUNT}, {NPC_NUMBER, NPC_GENERIC}, {NPC_INTEGER, NPC_NUMBER}, {NPC_SIGNED, NPC_INTEGER}, {NPC_UNSIGNED, NPC_INTEGER},
        {NPC_INEXACT, NPC_NUMBER}, {NPC_FLOATING, NPC_INEXACT}, {NPC_COMPLEXFLOATING, NPC_INEXACT}, {NPC_FLEXIBLE, NPC_GENERIC}, {NPC_CHARACTER, NPC_FLEXIBLE}};
    static const ScalarClass bases[NP_NUMS] = {
#define ELEMENT(NUMBER, letter, kind, class, ctype, bytes, base) [NP_##NUMBER] = NPC_##base,
#include "elements.def"
#undef ELEMENT
    };
    (void)ns;
    for (size_t i = 0; i < sizeof tree / sizeof *tree; i++)
        if (!(np->abstract[tree[i].class] = type_from_def(vm, &scalar_abstract_defs[tree[i].class], tree[i].base == NPC_COUNT ? NULL : np->abstract[tree[i].base]))) return false;
    for (int i = 0; i < NP_NUMS; i++) {
        Ref base = REF(np->abstract[bases[i]]);
        Type *own = i == NP_DOUBLE ? CLASS(float) : i == NP_CDOUBLE ? CLASS(complex) : i == NP_STRING ? CLASS(bytes) : i == NP_UNICODE ? CLASS(str) : NULL;
        bool text = i == NP_STRING || i == NP_UNICODE;
        Ref both[] = {text ? REF(own) : base, text ? base : REF(own)};
        if (!(np->scalars[i] = type_from_def2(vm, &scalar_defs[i], both, own ? 2 : 1))) return false;
    }
    return true;
}
