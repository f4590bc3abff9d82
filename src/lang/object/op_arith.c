/* op_arith.c: arithmetic for any objects: number slots in CPython's order (the right operand first when its class is a
 * subclass that has its own slot), then the slots of sequences, then the TypeErrors.
 */
#include "vm.h"

static const char *const symbols[] = {
#define BINOP(op, sym, d, r, i) sym,
#include "slots.def"
};

static Value number(VM *vm, BinOp op, Ref a, Ref b)
{
    const Type *ta = type_of(vm, a), *tb = type_of(vm, b);
    BinaryFn fa = ta->s.nb[op], fb = tb->s.nb[op];
    if (fb == fa) fb = NULL;
    if (fa) {
        if (fb && type_is_subtype(tb, ta)) {
            Value r = fb(vm, a, b);
            if (r != V_NOTIMPL) return r;
            fb = NULL;
        }
        Value r = fa(vm, a, b);
        if (r != V_NOTIMPL) return r;
    }
    return fb ? fb(vm, a, b) : V_NOTIMPL;
}

static Value repeat(VM *vm, BinaryFn fn, Ref seq, Ref count)
{
    if (!type_of(vm, count)->s.to_index) return err_raise(vm, EXC_TypeError, "can't multiply sequence by non-int of type '%T'", count);
    Value i = num_index(vm, count);
    if (!i) return NULL;
    Value r = fn(vm, seq, i);
    release(vm, i);
    return r;
}

static Value unsupported(VM *vm, const char *symbol, Ref a, Ref b)
{
    if (symbol[0] == '>' && symbol[1] == '>' && !symbol[2] && is_kind(a, KIND_NATIVE) && !strcmp(((Native *)as_obj(a))->def->name, "print"))
        return err_raise(vm, EXC_TypeError, "unsupported operand type(s) for >>: '%T' and '%T'. Did you mean \"print(<message>, file=<output_stream>)\"?", a, b);
    return err_raise(vm, EXC_TypeError, "unsupported operand type(s) for %s: '%T' and '%T'", symbol, a, b);
}

static const char *symbol_of(BinOp op) { return op == OP_POW ? "** or pow()" : symbols[op]; }

static Value sequence(VM *vm, BinOp op, Ref a, Ref b)
{
    const Slots *sa = &type_of(vm, a)->s, *sb = &type_of(vm, b)->s;
    if (op == OP_ADD && sa->concat) return sa->concat(vm, a, b);
    if (op == OP_MUL && sa->repeat) return repeat(vm, sa->repeat, a, b);
    if (op == OP_MUL && sb->repeat) return repeat(vm, sb->repeat, b, a);
    return V_NOTIMPL;
}

Value op_binary(VM *vm, BinOp op, Ref a, Ref b)
{
    Value held_a = retain(a), held_b = retain(b), r = number(vm, op, a, b);
    if (r == V_NOTIMPL && (op == OP_ADD || op == OP_MUL)) r = sequence(vm, op, a, b);
    if (r == V_NOTIMPL) r = unsupported(vm, symbol_of(op), a, b);
    release(vm, held_a);
    release(vm, held_b);
    return r;
}

/* In `a *= b` CPython asks the right operand's repetition only where the left one has no slots of a sequence at all. */
static bool knows_sequences(VM *vm, Ref a)
{
    const Type *t = type_of(vm, a);
    return t->flags & TYPE_HEAP || t->s.len || t->s.contains;
}

static Value inplace(VM *vm, BinOp op, Ref a, Ref b)
{
    BinaryFn own = type_of(vm, a)->s.inb[op];
    Value r = own ? own(vm, a, b) : V_NOTIMPL;
    if (r == V_NOTIMPL) r = number(vm, op, a, b);
    if (r != V_NOTIMPL) return r;
    const Slots *s = &type_of(vm, a)->s;
    if (op == OP_ADD && s->iconcat) r = s->iconcat(vm, a, b);
    else if (op == OP_MUL && s->irepeat) r = repeat(vm, s->irepeat, a, b);
    else if (op == OP_ADD || (op == OP_MUL && (s->repeat || !knows_sequences(vm, a)))) r = sequence(vm, op, a, b);
    if (r != V_NOTIMPL) return r;
    char symbol[8];
    size_t n = strlen(symbols[op]);
    memcpy(symbol, symbols[op], n);
    memcpy(symbol + n, "=", 2);
    return unsupported(vm, symbol, a, b);
}

Value op_inplace(VM *vm, BinOp op, Ref a, Ref b)
{
    Value held_a = retain(a), held_b = retain(b), r = inplace(vm, op, a, b);
    release(vm, held_a);
    release(vm, held_b);
    return r;
}

static Value pow_mod(VM *vm, Ref a, Ref b, Ref mod)
{
    TernaryFn fa = type_of(vm, a)->s.pow3, fb = type_of(vm, b)->s.pow3, fm = type_of(vm, mod)->s.pow3;
    Ref f = type_lookup(vm, type_of(vm, a), NAME(__pow__)); /* a Python class's own takes the third argument */
    if (f && is_function(f)) {
        Ref args[2] = {b, mod};
        bool found;
        Value r = call_special(vm, a, NAME(__pow__), args, 2, &found);
        if (r != V_NOTIMPL) return r;
        fa = NULL;
    }
    Value r = fa ? fa(vm, a, b, mod) : V_NOTIMPL;
    if (r == V_NOTIMPL && fb && fb != fa) r = fb(vm, a, b, mod);
    if (r == V_NOTIMPL && fm && fm != fa && fm != fb) r = fm(vm, a, b, mod);
    if (r != V_NOTIMPL) return r;
    return err_raise(vm, EXC_TypeError, "unsupported operand type(s) for ** or pow(): '%T', '%T', '%T'", a, b, mod);
}

Value op_pow(VM *vm, Ref a, Ref b, Ref mod)
{
    if (!mod || is_none(mod)) return op_binary(vm, OP_POW, a, b);
    Value held_a = retain(a), held_b = retain(b), held_mod = retain(mod), r = pow_mod(vm, a, b, mod);
    release(vm, held_a);
    release(vm, held_b);
    release(vm, held_mod);
    return r;
}

Value op_neg(VM *vm, Ref a)
{
    UnaryFn f = type_of(vm, a)->s.neg;
    return f ? f(vm, a) : err_raise(vm, EXC_TypeError, "bad operand type for unary -: '%T'", a);
}

Value op_pos(VM *vm, Ref a)
{
    UnaryFn f = type_of(vm, a)->s.pos;
    return f ? f(vm, a) : err_raise(vm, EXC_TypeError, "bad operand type for unary +: '%T'", a);
}

Value op_invert(VM *vm, Ref a)
{
    UnaryFn f = type_of(vm, a)->s.invert;
    return f ? f(vm, a) : err_raise(vm, EXC_TypeError, "bad operand type for unary ~: '%T'", a);
}
