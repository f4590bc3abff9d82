/* int_type.c: the class int: its constructor, methods and slots over int.c, int_arith.c and int_div.c. */
#include "lang/object/alloc.h"
#include "lang/object/args.h"
#include "int_impl.h"

/* ---- operators ---- */
Value int_binary(VM *vm, BinOp op, Ref a, Ref b)
{
    if (!is_int(a) || !is_int(b)) return V_NOTIMPL;
    Value q, r;
    switch (op) {
    case OP_ADD: return int_add(vm, a, b);
    case OP_SUB: return int_sub(vm, a, b);
    case OP_MUL: return int_mul(vm, a, b);
    case OP_DIV: return int_truediv(vm, a, b);
    case OP_FLOORDIV: return int_divmod(vm, a, b, &q, NULL) ? q : NO_VALUE;
    case OP_MOD: return int_divmod(vm, a, b, NULL, &r) ? r : NO_VALUE;
    case OP_POW: return int_pow(vm, a, b);
    case OP_LSHIFT: return int_lshift(vm, a, b);
    case OP_RSHIFT: return int_rshift(vm, a, b);
    case OP_AND:
    case OP_OR:
    case OP_XOR: return int_bitop(vm, op, a, b);
    case OP_DIVMOD: {
        if (!int_divmod(vm, a, b, &q, &r)) return NO_VALUE;
        Value pair[2] = {q, r};
        return tuple_take(vm, pair, 2);
    }
    default: return V_NOTIMPL;
    }
}

#define SLOT_OP(name, op) \
    static Value slot_##name(VM *vm, Ref a, Ref b) { return int_binary(vm, op, a, b); }
SLOT_OP(add, OP_ADD)
SLOT_OP(sub, OP_SUB)
SLOT_OP(mul, OP_MUL)
SLOT_OP(div, OP_DIV)
SLOT_OP(floordiv, OP_FLOORDIV)
SLOT_OP(mod, OP_MOD)
SLOT_OP(pow, OP_POW)
SLOT_OP(lshift, OP_LSHIFT)
SLOT_OP(rshift, OP_RSHIFT)
SLOT_OP(and, OP_AND)
SLOT_OP(or, OP_OR)
SLOT_OP(xor, OP_XOR)
SLOT_OP(divmod, OP_DIVMOD)
#undef SLOT_OP

static Value slot_float(VM *vm, Ref a)
{
    bool ok;
    double d = int_to_double(vm, a, &ok);
    return ok ? make_float(d) : NO_VALUE;
}

static Value int_repr(VM *vm, Ref a) { return int_to_text(vm, a, 10); }
static int int_truth(VM *vm, Ref a) { return int_sign(a) != 0; }

static bool int_hash(VM *vm, Ref a, int64_t *hash)
{
    *hash = num_hash_int(a);
    return true;
}

static Value int_richcompare(VM *vm, Ref a, Ref b, CmpOp op)
{
    if (!is_int(a) || !is_int(b)) return V_NOTIMPL;
    int c = int_compare(a, b);
    switch (op) {
    case CMP_LT: return make_bool(c < 0);
    case CMP_LE: return make_bool(c <= 0);
    case CMP_EQ: return make_bool(c == 0);
    case CMP_NE: return make_bool(c != 0);
    case CMP_GT: return make_bool(c > 0);
    default: return make_bool(c >= 0);
    }
}

/* ---- the constructor ---- */
/* bytes are read as text; an error shows them as they were */
static Value from_bytes_text(VM *vm, Ref x, int base, bool *is_text)
{
    BufferView view;
    *is_text = buffer_check(vm, x);
    if (!*is_text) return NO_VALUE;
    if (!buffer_get(vm, x, &view)) return NO_VALUE;
    Value s = str_from_latin1(vm, view.data, (size_t)view.len);
    buffer_release(vm, &view);
    if (s == NO_VALUE) return NO_VALUE;
    Value r = int_from_text(vm, s, base);
    release(vm, s);
    if (r == NO_VALUE && err_matches(vm, EXC_ValueError)) {
        err_clear(vm);
        Value shown = is_bytes(x) ? retain(x) : call1(vm, REF(CLASS(bytes)), x);
        if (shown) err_raise(vm, EXC_ValueError, "invalid literal for int() with base %d: %.200R", base, (Ref)shown);
        release(vm, shown);
    }
    return r;
}

static Value by_trunc(VM *vm, Ref x, bool *found)
{
    Value t = call_special(vm, x, NAME(__trunc__), NULL, 0, found);
    if (t == NO_VALUE) return NO_VALUE;
    Value r;
    if (!err_warn(vm, EXC_DeprecationWarning, str_from_c(vm, "The delegation of int() to __trunc__ is deprecated."))) r = NO_VALUE;
    else if (is_int(t)) r = int_exact(vm, t);
    else if (type_of(vm, t)->s.to_int != NULL) r = num_take_exact(vm, type_of(vm, t)->s.to_int(vm, t), "__int__");
    else if (type_of(vm, t)->s.to_index != NULL) r = num_take_exact(vm, num_index(vm, t), "__index__");
    else r = err_raise(vm, EXC_TypeError, "__trunc__ returned non-Integral (type %T)", (Ref)t);
    release(vm, t);
    return r;
}

static Value from_number(VM *vm, Ref x)
{
    bool found;
    if (is_int_exact(vm, x)) return retain(x);
    if (is_bool(x)) return make_small(x == V_TRUE);
    if (is_float(x)) return int_from_double(vm, float_of(x));
    const Slots *s = &type_of(vm, x)->s;
    if (s->to_int != NULL) return num_take_exact(vm, s->to_int(vm, x), "__int__");
    if (s->to_index != NULL) return num_take_exact(vm, num_index(vm, x), "__index__");
    Value r = by_trunc(vm, x, &found);
    if (found) return r;
    if (is_str(x)) return int_from_text(vm, x, 10);
    r = from_bytes_text(vm, x, 10, &found);
    if (found) return r;
    return err_raise(vm, EXC_TypeError, "int() argument must be a string, a bytes-like object or a real number, not '%T'", x);
}

static Value from_text_base(VM *vm, Ref x, Ref base_arg)
{
    int64_t base;
    bool found = false;
    if (!num_index_clip(vm, base_arg, &base)) return NO_VALUE;
    if (base != 0 && (base < 2 || base > 36)) return err_raise(vm, EXC_ValueError, "int() base must be >= 2 and <= 36, or 0");
    if (is_str(x)) return int_from_text(vm, x, (int)base);
    if (is_bytes(x) || is_bytearray(x)) return from_bytes_text(vm, x, (int)base, &found);
    return err_raise(vm, EXC_TypeError, "int() can't convert non-string with explicit base");
}

static Value as_subclass(VM *vm, Value exact /*taken*/, Type *type)
{
    if (exact == NO_VALUE || type == CLASS(int)) return exact;
    IntView v;
    int_view(exact, &v);
    size_t size = sizeof(Int) + (size_t)v.n * 8;
    Int *r = (Int *)obj_alloc(vm, type, size < type->inst_size ? type->inst_size : size);
    if (r != NULL) {
        memcpy(r->limb, v.p, (size_t)v.n * 8);
        r->size = (int32_t)(v.neg ? -v.n : v.n);
        r->pad = (int32_t)v.n;
    }
    release(vm, exact);
    return VAL(r);
}

static Value int_new(VM *vm, Ref callee, const Ref *args, int n, Ref kwnames)
{
    static const char *const names[] = {"", "base"};
    Type *type = as_type(callee);
    Ref a[2];
    if (n == 1 && kwnames == NULL && type == CLASS(int)) return from_number(vm, args[0]);
    if (!args_bind(vm, "int", args, n, kwnames, names, 2, a)) return NO_VALUE;
    if (a[0] == NULL && a[1] != NULL) return err_raise(vm, EXC_TypeError, "int() missing string argument");
    Value r = a[0] == NULL ? make_small(0) : a[1] == NULL ? from_number(vm, a[0]) : from_text_base(vm, a[0], a[1]);
    return as_subclass(vm, r, type);
}

static void int_dealloc(VM *vm, Obj *o)
{
    size_t size = sizeof(Int) + (size_t)((Int *)o)->pad * 8;
    if (o->type == CLASS(int)) mem_give(vm->mem, o, size);
    else obj_free(vm, o, size < o->type->inst_size ? o->type->inst_size : size);
}

/* ---- methods ---- */
static Value m_bit_length(VM *vm, const Ref *args, int n, Ref kwnames) { return make_small(int_bit_length(args[0])); }

static Value m_bit_count(VM *vm, const Ref *args, int n, Ref kwnames)
{
    IntView v;
    int_view(args[0], &v);
    return make_small(v.n == 0 ? 0 : (int64_t)mpn_popcount(v.p, v.n));
}

static Value m_exact(VM *vm, const Ref *args, int n, Ref kwnames) { return int_exact(vm, args[0]); }

static Value m_round(VM *vm, const Ref *args, int n, Ref kwnames)
{
    return args[1] == NULL ? int_exact(vm, args[0]) : int_round(vm, args[0], args[1]);
}

static Value m_ratio(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Value pair[2] = {int_exact(vm, args[0]), make_small(1)};
    return pair[0] == NO_VALUE ? NO_VALUE : tuple_take(vm, pair, 2);
}

static Value m_getnewargs(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Value one[1] = {int_exact(vm, args[0])};
    return one[0] == NO_VALUE ? NO_VALUE : tuple_take(vm, one, 1);
}

static Value m_format(VM *vm, const Ref *args, int n, Ref kwnames)
{
    if (!is_str(args[1])) return err_raise(vm, EXC_TypeError, "__format__() argument must be str, not %T", args[1]);
    if (as_str(args[1])->len == 0) return op_str(vm, args[0]);
    return format_int_spec(vm, args[0], args[1]);
}

static Value m_sizeof(VM *vm, const Ref *args, int n, Ref kwnames)
{
    int64_t bits = int_bit_length(args[0]);
    return make_small(24 + 4 * (bits == 0 ? 0 : (bits + 29) / 30));
}

static inline bool is_named(Ref s, const char *name, int64_t n) { return as_str(s)->len == n && str_is_ascii(as_str(s)) && memcmp(as_str(s)->data, name, (size_t)n) == 0; }

static bool read_order(VM *vm, Ref order, bool *little)
{
    *little = false;
    if (order == NULL) return true;
    if (!is_str(order)) return err_false(vm, EXC_TypeError, "%s() argument 'byteorder' must be str, not %T", "to_bytes", order);
    *little = is_named(order, "little", 6);
    return *little || is_named(order, "big", 3) || err_false(vm, EXC_ValueError, "byteorder must be either 'little' or 'big'");
}

static bool fits_bytes(VM *vm, const IntView *v, int64_t len, bool is_signed)
{
    int64_t bits = view_bits(v);
    if (v->neg && !is_signed) return err_false(vm, EXC_OverflowError, "can't convert negative int to unsigned");
    if (is_signed && v->n != 0) {
        bool edge = v->neg; /* -2**(k-1) still fits k bits */
        for (int64_t i = 0; edge && i < v->n - 1; i++) edge = v->p[i] == 0;
        edge = edge && (v->p[v->n - 1] & (v->p[v->n - 1] - 1)) == 0;
        bits += !edge;
    }
    if (len == 0 && is_signed && v->neg && bits == 1) return true; /* -1 is all sign: CPython lets it into no bytes at all */
    return bits <= len * 8 || err_false(vm, EXC_OverflowError, "int too big to convert");
}

static Value m_to_bytes(VM *vm, const Ref *args, int n, Ref kwnames)
{
    int64_t len = 1;
    bool little;
    IntView v;
    if (args[1] != NULL && !num_index_i64(vm, args[1], &len)) return NO_VALUE;
    if (!read_order(vm, args[2], &little)) return NO_VALUE;
    int is_signed = args[3] == NULL ? 0 : op_truth(vm, args[3]);
    if (is_signed < 0) return NO_VALUE;
    if (len < 0) return err_raise(vm, EXC_ValueError, "length argument must be non-negative");
    int_view(args[0], &v);
    if (!fits_bytes(vm, &v, len, is_signed)) return NO_VALUE;
    Value out = bytes_from(vm, NULL, len);
    if (out == NO_VALUE) return NO_VALUE;
    unsigned char *p = as_bytes(out)->data;
    if (len <= 8) { /* a word's, two's complement */
        uint64_t word = v.n ? v.p[0] : 0;
        word = v.neg ? -word : word;
        if (little)
            for (int64_t i = 0; i < len; i++, word >>= 8) p[i] = (unsigned char)word;
        else
            for (int64_t i = len; i-- > 0; word >>= 8) p[i] = (unsigned char)word;
        return out;
    }
    unsigned carry = 1;
    for (int64_t i = 0; i < len; i++) {
        unsigned byte = i / 8 < v.n ? (unsigned)(v.p[i / 8] >> (i % 8 * 8)) & 0xFF : 0;
        if (v.neg) {
            byte = (~byte & 0xFF) + carry;
            carry = byte >> 8;
        }
        p[little ? i : len - 1 - i] = (unsigned char)byte;
    }
    return out;
}

/* Of at most 8 bytes. */
static Value word_of_bytes(VM *vm, const unsigned char *p, int64_t len, bool little, bool is_signed)
{
    uint64_t u = 0;
    for (int64_t i = 0; i < len; i++) u = u << 8 | p[little ? len - 1 - i : i];
    if (!is_signed || len == 0) return int_from_u64(vm, u);
    int above = 64 - 8 * (int)len;
    return int_from_i64(vm, (int64_t)(u << above) >> above);
}

static Value limbs_of_bytes(VM *vm, const unsigned char *p, int64_t len, bool little, bool is_signed)
{
    if (len <= 8) return word_of_bytes(vm, p, len, little, is_signed);
    int64_t limbs = len / 8 + 1;
    bool neg = is_signed && len > 0 && (p[little ? len - 1 : 0] & 0x80);
    Int *r = int_alloc(vm, limbs);
    if (r == NULL) return NO_VALUE;
    unsigned carry = 1;
    for (int64_t i = 0; i < limbs * 8; i++) {
        unsigned byte = i < len ? p[little ? i : len - 1 - i] : neg ? 0xFF : 0;
        if (neg) {
            byte = (~byte & 0xFF) + carry;
            carry = byte >> 8;
        }
        if (i % 8 == 0) r->limb[i / 8] = 0;
        r->limb[i / 8] |= (uint64_t)(byte & 0xFF) << (i % 8 * 8);
    }
    return int_finish(vm, r, limbs, neg);
}

static Value m_from_bytes(VM *vm, const Ref *args, int n, Ref kwnames)
{
    bool little;
    if (!read_order(vm, args[2], &little)) return NO_VALUE;
    int is_signed = args[3] == NULL ? 0 : op_truth(vm, args[3]);
    if (is_signed < 0) return NO_VALUE;
    if (is_exact(args[1], CLASS(bytes)) && args[0] == REF(CLASS(int))) return limbs_of_bytes(vm, as_bytes(args[1])->data, as_bytes(args[1])->len, little, is_signed);
    Value held = buffer_check(vm, args[1]) ? retain(args[1]) : NO_VALUE;
    if (held == NO_VALUE) {
        if (is_str(args[1])) return err_raise(vm, EXC_TypeError, "cannot convert 'str' object to bytes");
        held = type_of(vm, args[1])->s.iter == NULL && !type_lookup(vm, type_of(vm, args[1]), NAME(__bytes__)) ? err_raise(vm, EXC_TypeError, "cannot convert '%T' object to bytes", args[1])
                                                    : call1(vm, REF(CLASS(bytes)), args[1]);
    }
    if (held == NO_VALUE) return NO_VALUE;
    BufferView view;
    Value r = NO_VALUE;
    if (buffer_get(vm, held, &view)) {
        r = limbs_of_bytes(vm, view.data, view.len, little, is_signed);
        buffer_release(vm, &view);
    }
    release(vm, held);
    if (r == NO_VALUE || args[0] == REF(CLASS(int))) return r;
    Value made = call1(vm, args[0], r);
    release(vm, r);
    return made;
}

static Value get_self(VM *vm, Ref self) { return int_exact(vm, self); }
static Value get_zero(VM *vm, Ref self) { return make_small(0); }
static Value get_one(VM *vm, Ref self) { return make_small(1); }

static const NativeDef methods[] = {
    {"bit_length", m_bit_length, "self, /", "How many binary digits it has: 3 for 5, 0 for 0.", 0},
    {"bit_count", m_bit_count, "self, /", "How many ones are among its binary digits.", 0},
    {"conjugate", m_exact, "self, /", "The int itself: it has no imaginary part.", 0},
    {"__trunc__", m_exact, "self, /", "The int itself.", 0},
    {"__floor__", m_exact, "self, /", "The int itself.", 0},
    {"__ceil__", m_exact, "self, /", "The int itself.", 0},
    {"__round__", m_round, "self, ndigits=None, /", "The int itself, or rounded to tens, hundreds ... for ndigits of -1, -2 ...", 0},
    {"__format__", m_format, "self, format_spec, /", "Written as format_spec says.", 0},
    {"__getnewargs__", m_getnewargs, "self, /", NULL, 0},
    {"__sizeof__", m_sizeof, "self, /", "Size in memory, in bytes.", 0},
    {"as_integer_ratio", m_ratio, "self, /", "The pair (the int itself, 1).", 0},
    {"to_bytes", m_to_bytes, "self, /, length=1, byteorder='big', *, signed=False", "The int in length bytes; OverflowError where they are too few.", NATIVE_KW},
    {"from_bytes", m_from_bytes, "cls, /, bytes, byteorder='big', *, signed=False", "The int that these bytes hold.",
     NATIVE_KW | NATIVE_CLASS},
    {NULL, NULL, NULL, NULL, 0},
};

static const GetSetDef getsets[] = {
    {"real", get_self, NULL, "the int itself"},
    {"imag", get_zero, NULL, "0"},
    {"numerator", get_self, NULL, "the int itself"},
    {"denominator", get_one, NULL, "1"},
    {NULL, NULL, NULL, NULL},
};

const TypeDef int_def = {
    .name = "int",
    .doc = "int(x=0) -> the number x without its fraction\nint(text, base=10) -> the number that a text spells; base 0 goes by its prefix",
    .kind = KIND_INT,
    .size = sizeof(Int),
    .flags = TYPE_BASE | TYPE_MATCH_SELF | TYPE_IMMUTABLE,
    .s = {.nb = {[OP_ADD] = slot_add, [OP_SUB] = slot_sub, [OP_MUL] = slot_mul, [OP_DIV] = slot_div, [OP_FLOORDIV] = slot_floordiv,
                 [OP_MOD] = slot_mod, [OP_POW] = slot_pow, [OP_LSHIFT] = slot_lshift, [OP_RSHIFT] = slot_rshift,
                 [OP_AND] = slot_and, [OP_OR] = slot_or, [OP_XOR] = slot_xor, [OP_DIVMOD] = slot_divmod},
          .neg = int_neg,
          .pos = int_exact,
          .abs = int_abs,
          .invert = int_invert,
          .to_int = int_exact,
          .to_float = slot_float,
          .to_index = int_exact,
          .pow3 = int_pow3,
          .repr = int_repr,
          .hash = int_hash,
          .truth = int_truth,
          .compare = int_richcompare,
          .new_ = int_new},
    .dealloc = int_dealloc,
    .methods = methods,
    .getsets = getsets,
};
