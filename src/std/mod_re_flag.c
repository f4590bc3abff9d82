/* mod_re_flag.c: re.RegexFlag. In CPython an enum.Flag; here a subclass of int in C that prints, combines and iterates as
 * that does, so that `import re` need not import enum. */
#include "mod_re.h"

static const struct { const char *name; int64_t bit; } names[] = { /* in the enum's order */
    {"ASCII", 256}, {"IGNORECASE", 2}, {"LOCALE", 4}, {"UNICODE", 32}, {"MULTILINE", 8},
    {"DOTALL", 16}, {"VERBOSE", 64}, {"TEMPLATE", 1}, {"DEBUG", 128},
};
enum { NAMES = sizeof names / sizeof names[0], KNOWN = 511 };

Value flag_make(VM *vm, int64_t bits)
{
    ReState *s = re_state(vm);
    if (!s) return NULL;
    bool known = bits >= 0 && bits <= KNOWN;
    if (known && s->flags[bits]) return retain(s->flags[bits]);
    Value number = int_from_i64(vm, bits), r = NULL;
    if (!number) return NULL;
    Ref args[1] = {number};
    r = CLASS(int)->s.new_(vm, REF(s->flag), args, 1, NULL);
    release(vm, number);
    if (r && known) s->flags[bits] = retain(r);
    return r;
}

static Value flag_new(VM *vm, Ref cls, const Ref *args, int n, Ref kwnames)
{
    int64_t bits;
    if (!args_no_kw(vm, "RegexFlag", kwnames) || !args_count(vm, "RegexFlag", n, 1, 1)) return NULL;
    if (!is_int(args[0])) return err_raise(vm, EXC_ValueError, "%R is not a valid RegexFlag", args[0]);
    return int_to_i64(vm, args[0], &bits) ? flag_make(vm, bits < 0 ? bits & KNOWN : bits) : NULL;
}

static int64_t bits_of(Ref v)
{
    int64_t bits = 0;
    return int_fits_i64(v, &bits) ? bits : 0;
}

static void put_names(StrB *b, int64_t bits, const char *prefix)
{
    bool first = true;
    for (int i = 0; i < NAMES; i++) {
        if (!(bits & names[i].bit)) continue;
        strb_format(b, "%s%s%s", first ? "" : "|", prefix, names[i].name);
        first = false;
    }
    if (bits & ~(int64_t)KNOWN) strb_format(b, "|0x%x", (unsigned)(bits & ~(int64_t)KNOWN));
}

static Value flag_repr(VM *vm, Ref self)
{
    int64_t bits = bits_of(self);
    if (bits == 0) return str_from_c(vm, "re.NOFLAG");
    if (!(bits & KNOWN)) return str_format(vm, "re.RegexFlag(%lld)", (long long)bits);
    StrB b = STRB_INIT(vm);
    put_names(&b, bits, "re.");
    return strb_take(&b);
}

static Value combine(VM *vm, BinOp op, Ref a, Ref b)
{
    if (!is_int(a) || !is_int(b)) return V_NOTIMPL;
    int64_t x = bits_of(a), y = bits_of(b);
    return flag_make(vm, op == OP_OR ? x | y : op == OP_AND ? x & y : x ^ y);
}
static Value flag_or(VM *vm, Ref a, Ref b) { return combine(vm, OP_OR, a, b); }
static Value flag_and(VM *vm, Ref a, Ref b) { return combine(vm, OP_AND, a, b); }
static Value flag_xor(VM *vm, Ref a, Ref b) { return combine(vm, OP_XOR, a, b); }
/* The other flags; of a value that has more bits than they, the other bits below its highest too. */
static Value flag_invert(VM *vm, Ref a)
{
    int64_t bits = bits_of(a), all = KNOWN;
    while (all < bits) all = all << 1 | 1;
    return flag_make(vm, ~bits & all);
}

static Value flag_iter(VM *vm, Ref self)
{
    Value list = list_new(vm, 4), it = NULL;
    bool ok = list != NULL;
    for (int i = 0; ok && i < NAMES; i++)
        if (bits_of(self) & names[i].bit) {
            Value f = flag_make(vm, names[i].bit);
            ok = f && list_append_take(vm, list, f);
        }
    if (ok) it = op_iter(vm, list);
    release(vm, list);
    return it;
}

static int64_t flag_len(VM *vm, Ref self)
{
    int64_t n = 0;
    for (uint64_t bits = (uint64_t)bits_of(self); bits; bits &= bits - 1) n++;
    return n;
}

static int flag_contains(VM *vm, Ref self, Ref item)
{
    if (!is_int(item)) return err_minus(vm, EXC_TypeError, "unsupported operand type(s) for 'in': %R and 'RegexFlag'", REF(type_of(vm, item)->qualname));
    return (bits_of(self) & bits_of(item)) == bits_of(item);
}

static Value flag_name(VM *vm, Ref self)
{
    int64_t bits = bits_of(self);
    if (bits == 0) return str_from_c(vm, "NOFLAG");
    if (!(bits & KNOWN)) return V_NONE;
    StrB b = STRB_INIT(vm);
    put_names(&b, bits, "");
    return strb_take(&b);
}
static Value flag_value(VM *vm, Ref self) { return int_from_i64(vm, bits_of(self)); }
static Value flag_reduce(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Value inner = tuple_of(vm, 1, (Ref)make_small(bits_of(args[0])));
    Value r = inner ? tuple_of(vm, 2, REF(as_obj(args[0])->type), (Ref)inner) : NULL;
    release(vm, inner);
    return r;
}

static const NativeDef methods[] = {{"__reduce_ex__", flag_reduce, "self, protocol, /", NULL, 0}, {NULL, NULL, NULL, NULL, 0}};
static const GetSetDef getsets[] = {
    {"name", flag_name, NULL, "The name of the flag."},
    {"value", flag_value, NULL, "The value of the flag."},
    {"_name_", flag_name, NULL, NULL},
    {"_value_", flag_value, NULL, NULL},
    {NULL, NULL, NULL, NULL},
};

const TypeDef flag_def = {
    .name = "re.RegexFlag",
    .doc = "An enumeration.",
    .kind = KIND_INT,
    .size = sizeof(Int),
    .flags = TYPE_IMMUTABLE,
    .s = {.new_ = flag_new, .repr = flag_repr, .str = flag_repr, .iter = flag_iter, .len = flag_len, .contains = flag_contains, .invert = flag_invert,
          .nb = {[OP_OR] = flag_or, [OP_AND] = flag_and, [OP_XOR] = flag_xor}},
    .methods = methods,
    .getsets = getsets,
};
