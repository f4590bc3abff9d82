/* bool.c: the class bool. Its two values are words (V_TRUE, V_FALSE); what is not here it inherits from int. */
#include "lang/object/args.h"
#include "int_impl.h"

static Value bool_bits(VM *vm, BinOp op, Ref a, Ref b)
{
    if (!is_bool(a) || !is_bool(b)) return int_binary(vm, op, a, b);
    bool x = a == V_TRUE, y = b == V_TRUE;
    return make_bool(op == OP_AND ? x && y : op == OP_OR ? x || y : x != y);
}
static Value bool_and(VM *vm, Ref a, Ref b) { return bool_bits(vm, OP_AND, a, b); }
static Value bool_or(VM *vm, Ref a, Ref b) { return bool_bits(vm, OP_OR, a, b); }
static Value bool_xor(VM *vm, Ref a, Ref b) { return bool_bits(vm, OP_XOR, a, b); }

static Value bool_repr(VM *vm, Ref a) { return a == V_TRUE ? str_from_ascii(vm, "True", 4) : str_from_ascii(vm, "False", 5); }

static Value bool_new(VM *vm, Ref callee, const Ref *args, int n, Ref kwnames)
{
    if (!args_no_kw(vm, "bool", kwnames) || !args_count(vm, "bool", n, 0, 1)) return NO_VALUE;
    int t = n == 0 ? 0 : op_truth(vm, args[0]);
    return t < 0 ? NO_VALUE : make_bool(t);
}

const TypeDef bool_def = {
    .name = "bool",
    .doc = "bool(x=False) -> whether x is true\n\nTrue and False are the ints 1 and 0 under other names; there are no more bools, and no subclasses.",
    .kind = KIND_INT,
    .size = sizeof(Int),
    .flags = TYPE_MATCH_SELF | TYPE_IMMUTABLE,
    .s = {.nb = {[OP_AND] = bool_and, [OP_OR] = bool_or, [OP_XOR] = bool_xor}, .repr = bool_repr, .new_ = bool_new},
};
