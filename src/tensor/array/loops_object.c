/* loops_object.c: loops over objects, by Python's operators and methods. An element of 0 bits is None.
 *
 * An operator may run a program's code, which may change the array that the operands lie in: they are held meanwhile. The arrays themselves are held by who calls the loop.
 */
#include "loop.h"

static Ref object_at(const char *at)
{
    Ref v = *(const Ref *)at;
    return v ? v : V_NONE;
}
static void object_put(VM *vm, char *at, Value v) { value_put(vm, (Value *)at, v); }

typedef Value (*ObjectUnary)(VM *vm, Ref x, const void *data);
typedef Value (*ObjectBinary)(VM *vm, Ref x, Ref y, const void *data);

static bool run_unary(VM *vm, char *const *args, const int64_t *count, const int64_t *steps, ObjectUnary f, const void *data, bool asks)
{
    char *a = args[0], *o = args[1];
    for (int64_t i = 0; i < count[0]; i++, a += steps[0], o += steps[1]) {
        if ((i & 1023) == 1023 && !vm_poll(vm)) return false;
        Value x = retain(object_at(a)), r = f(vm, x, data);
        release(vm, x);
        if (!r) return false;
        if (!asks) object_put(vm, o, r);
        else {
            int truth = op_truth(vm, r);
            release(vm, r);
            if (truth < 0) return false;
            *o = (char)truth;
        }
    }
    return true;
}

static bool run_binary(VM *vm, char *const *args, const int64_t *count, const int64_t *steps, ObjectBinary f, const void *data, bool asks)
{
    char *a = args[0], *b = args[1], *o = args[2];
    for (int64_t i = 0; i < count[0]; i++, a += steps[0], b += steps[1], o += steps[2]) {
        if ((i & 1023) == 1023 && !vm_poll(vm)) return false;
        Value x = retain(object_at(a)), y = retain(object_at(b)), r = f(vm, x, y, data);
        release(vm, x);
        release(vm, y);
        if (!r) return false;
        if (!asks) object_put(vm, o, r);
        else {
            int truth = op_truth(vm, r);
            release(vm, r);
            if (truth < 0) return false;
            *o = (char)truth;
        }
    }
    return true;
}

#define OBJECT_UNARY(name, EXPR)                                                                      \
    static Value name##_of(VM *vm, Ref x, const void *data) { return EXPR; }                          \
    UfuncLoopFn loop_##name##_O;                                                                      \
    bool loop_##name##_O(LOOP_ARGS) { return run_unary(vm, args, count, steps, name##_of, data, false); }
#define OBJECT_BINARY(name, EXPR)                                                                     \
    static Value name##_of(VM *vm, Ref x, Ref y, const void *data) { return EXPR; }                   \
    UfuncLoopFn loop_##name##_O;                                                                      \
    bool loop_##name##_O(LOOP_ARGS) { return run_binary(vm, args, count, steps, name##_of, data, false); }

/* ---- operators ---- */
static Value choose(VM *vm, Ref x, Ref y, CmpOp op) /* x where x op y */
{
    Value r = op_compare(vm, x, y, op);
    int truth = r ? op_truth(vm, r) : -1;
    release(vm, r);
    return truth < 0 ? NO_VALUE : retain(truth ? x : y);
}
static Value either(VM *vm, Ref x, Ref y, bool if_true) /* Python's `and`, `or` */
{
    int truth = op_truth(vm, x);
    return truth < 0 ? NO_VALUE : retain((truth != 0) == if_true ? y : x);
}
static Value absolute_value(VM *vm, Ref x)
{
    UnaryFn abs = type_of(vm, x)->s.abs;
    if (abs) return abs(vm, x);
    return err_raise(vm, EXC_TypeError, "bad operand type for abs(): '%T'", x);
}
static Value sign_value(VM *vm, Ref x)
{
    Value zero = make_small(0), above = op_compare(vm, x, zero, CMP_GT);
    int is = above ? op_truth(vm, above) : -1;
    release(vm, above);
    if (is) return is < 0 ? NO_VALUE : make_small(1);
    Value below = op_compare(vm, x, zero, CMP_LT);
    is = below ? op_truth(vm, below) : -1;
    release(vm, below);
    if (is) return is < 0 ? NO_VALUE : make_small(-1);
    Value same = op_compare(vm, x, zero, CMP_EQ);
    is = same ? op_truth(vm, same) : -1;
    release(vm, same);
    if (is == 0) return err_raise(vm, EXC_TypeError, "unorderable types for comparison");
    return is < 0 ? NO_VALUE : make_small(0);
}
static Value not_value(VM *vm, Ref x)
{
    int truth = op_truth(vm, x);
    return truth < 0 ? NO_VALUE : make_bool(!truth);
}
static Value by_math(VM *vm, const char *name, const Ref *operands, int n) { return import_call(vm, "math", name, operands, n); }
static Value clip_value(VM *vm, Ref x, Ref low, Ref high)
{
    Value raised = choose(vm, x, low, CMP_GE), r = raised ? choose(vm, raised, high, CMP_LE) : NO_VALUE;
    release(vm, raised);
    return r;
}

OBJECT_BINARY(add, op_binary(vm, OP_ADD, x, y))
OBJECT_BINARY(subtract, op_binary(vm, OP_SUB, x, y))
OBJECT_BINARY(multiply, op_binary(vm, OP_MUL, x, y))
OBJECT_BINARY(divide, op_binary(vm, OP_DIV, x, y))
OBJECT_BINARY(floor_divide, op_binary(vm, OP_FLOORDIV, x, y))
OBJECT_BINARY(remainder, op_binary(vm, OP_MOD, x, y))
OBJECT_BINARY(power, op_pow(vm, x, y, V_NONE))
OBJECT_BINARY(left_shift, op_binary(vm, OP_LSHIFT, x, y))
OBJECT_BINARY(right_shift, op_binary(vm, OP_RSHIFT, x, y))
OBJECT_BINARY(bitwise_and, op_binary(vm, OP_AND, x, y))
OBJECT_BINARY(bitwise_or, op_binary(vm, OP_OR, x, y))
OBJECT_BINARY(bitwise_xor, op_binary(vm, OP_XOR, x, y))
OBJECT_BINARY(maximum, choose(vm, x, y, CMP_GE))
OBJECT_BINARY(minimum, choose(vm, x, y, CMP_LE))
OBJECT_BINARY(logical_and, either(vm, x, y, true))
OBJECT_BINARY(logical_or, either(vm, x, y, false))
OBJECT_BINARY(gcd, by_math(vm, "gcd", (Ref[]){x, y}, 2))
OBJECT_BINARY(lcm, by_math(vm, "lcm", (Ref[]){x, y}, 2))
OBJECT_UNARY(negative, op_neg(vm, x))
OBJECT_UNARY(positive, op_pos(vm, x))
OBJECT_UNARY(invert, op_invert(vm, x))
OBJECT_UNARY(absolute, absolute_value(vm, x))
OBJECT_UNARY(sign, sign_value(vm, x))
OBJECT_UNARY(square, op_binary(vm, OP_MUL, x, x))
OBJECT_UNARY(reciprocal, op_binary(vm, OP_DIV, make_small(1), x))
OBJECT_UNARY(ones, make_small(1))
OBJECT_UNARY(logical_not, not_value(vm, x))
OBJECT_UNARY(floor, by_math(vm, "floor", &x, 1))
OBJECT_UNARY(ceil, by_math(vm, "ceil", &x, 1))
OBJECT_UNARY(trunc, by_math(vm, "trunc", &x, 1))

#define OBJECT_COMPARE(name, op)                                                                                         \
    static Value name##_of(VM *vm, Ref x, Ref y, const void *data) { return op_compare(vm, x, y, op); }                  \
    UfuncLoopFn loop_##name##_O, loop_##name##_OO_asks;                                                                  \
    bool loop_##name##_O(LOOP_ARGS) { return run_binary(vm, args, count, steps, name##_of, data, false); }               \
    bool loop_##name##_OO_asks(LOOP_ARGS) { return run_binary(vm, args, count, steps, name##_of, data, true); }
OBJECT_COMPARE(equal, CMP_EQ)
OBJECT_COMPARE(not_equal, CMP_NE)
OBJECT_COMPARE(less, CMP_LT)
OBJECT_COMPARE(less_equal, CMP_LE)
OBJECT_COMPARE(greater, CMP_GT)
OBJECT_COMPARE(greater_equal, CMP_GE)

UfuncLoopFn loop_clip_O;
bool loop_clip_O(LOOP_ARGS)
{
    char *a = args[0], *b = args[1], *c = args[2], *o = args[3];
    for (int64_t i = 0; i < count[0]; i++, a += steps[0], b += steps[1], c += steps[2], o += steps[3]) {
        Value x = retain(object_at(a)), low = retain(object_at(b)), high = retain(object_at(c)), r = clip_value(vm, x, low, high);
        release(vm, x);
        release(vm, low);
        release(vm, high);
        if (!r) return false;
        object_put(vm, o, r);
    }
    return true;
}

/* ---- methods: data is the name ---- */
static Value by_method(VM *vm, Ref x, const char *name)
{
    Value text = str_intern_c(vm, name), method = NO_VALUE;
    if (!text) return NO_VALUE;
    int found = obj_lookup_attr(vm, x, text, &method);
    release(vm, text);
    Value r = NO_VALUE;
    if (found > 0 && type_of(vm, method)->s.call) r = call0(vm, method);
    else if (found >= 0) err_raise(vm, EXC_TypeError, "loop of ufunc does not support argument 0 of type %T which has no callable %s method", x, name);
    release(vm, method);
    return r;
}
static Value by_method_of_two(VM *vm, Ref x, Ref y, const char *name)
{
    Value method = obj_getattr_c(vm, x, name), r = method ? call1(vm, method, y) : NO_VALUE;
    release(vm, method);
    return r;
}
OBJECT_UNARY(method, by_method(vm, x, data))
OBJECT_BINARY(method2, by_method_of_two(vm, x, y, data))

/* ---- functions of frompyfunc: data is FunctionLoop ---- */
bool loop_function(LOOP_ARGS)
{
    const FunctionLoop *f = data;
    int operands = f->nin + f->nout;
    char *at[UFUNC_OPERANDS];
    memcpy(at, args, sizeof *at * (size_t)operands);
    for (int64_t i = 0; i < count[0]; i++) {
        if ((i & 1023) == 1023 && !vm_poll(vm)) return false;
        Value in[UFUNC_OPERANDS];
        for (int k = 0; k < f->nin; k++) in[k] = retain(object_at(at[k]));
        Value r = call(vm, f->function, as_refs(in), f->nin, NULL);
        for (int k = 0; k < f->nin; k++) release(vm, in[k]);
        if (!r) return false;
        if (f->nout == 1) object_put(vm, at[f->nin], r);
        else if (f->nout == 0) release(vm, r);
        else if (!is_tuple(r) || as_tuple(r)->len != f->nout) {
            release(vm, r);
            return err_false(vm, EXC_ValueError, "frompyfunc: the function did not give a tuple of %d results", f->nout);
        } else {
            for (int k = 0; k < f->nout; k++) object_put(vm, at[f->nin + k], retain(as_tuple(r)->items[k]));
            release(vm, r);
        }
        for (int k = 0; k < operands; k++) at[k] += steps[k];
    }
    return true;
}
