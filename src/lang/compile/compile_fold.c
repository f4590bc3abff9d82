/* compile_fold.c: constants: those written, and expressions of constants worked out before the program runs, within
 * limits that keep compiled code small. An operation that would raise is left for the program to raise. */
#include "compile_impl.h"

enum { INT_BITS_MAX = 128, TUPLE_MAX = 256, TEXT_MAX = 4096 };

int binop_of(int op)
{
    static const uint8_t map[] = {
        [AST_OP_Add] = OP_ADD, [AST_OP_Sub] = OP_SUB, [AST_OP_Mult] = OP_MUL, [AST_OP_MatMult] = OP_MATMUL, [AST_OP_Div] = OP_DIV,
        [AST_OP_Mod] = OP_MOD, [AST_OP_Pow] = OP_POW, [AST_OP_LShift] = OP_LSHIFT, [AST_OP_RShift] = OP_RSHIFT, [AST_OP_BitOr] = OP_OR,
        [AST_OP_BitXor] = OP_XOR, [AST_OP_BitAnd] = OP_AND, [AST_OP_FloorDiv] = OP_FLOORDIV,
    };
    return map[op];
}

Value const_str(Comp *c, AstStr s)
{
    bool word = s.len < 4096;
    for (uint32_t i = 0; i < s.len && word; i++) {
        unsigned char ch = (unsigned char)s.s[i];
        word = ch == '_' || (ch >= '0' && ch <= '9') || ((ch | 32) >= 'a' && (ch | 32) <= 'z');
    }
    Value v = str_from_utf8(c->vm, s.s, s.len);
    if (v && word) v = str_intern(c->vm, v);
    if (!v) c->failed = true;
    return v;
}

Value fold_const(Comp *c, const Node *n)
{
    const AstConst *k = n->kind == AST_MatchSingleton ? &n->MatchSingleton.value : &n->Constant.value;
    VM *vm = c->vm;
    Value v = NO_VALUE;
    switch (k->kind) {
    case ACONST_NONE: return V_NONE;
    case ACONST_TRUE: return V_TRUE;
    case ACONST_FALSE: return V_FALSE;
    case ACONST_ELLIPSIS: return V_ELLIPSIS;
    case ACONST_INT: v = int_from_i64(vm, k->i); break;
    case ACONST_BIGINT: v = int_from_digits(vm, k->s, k->len, k->base); break;
    case ACONST_FLOAT: return make_float(k->f);
    case ACONST_IMAG: v = complex_new(vm, 0.0, k->f); break;
    case ACONST_STR: v = const_str(c, (AstStr){k->s, (uint32_t)k->len}); break;
    case ACONST_OBJECT: return retain((Ref)k->object);
    case ACONST_BYTES: v = bytes_from(vm, k->s, (int64_t)k->len); break;
    default: break;
    }
    if (!v) c->failed = true;
    return v;
}

static int int_bits(Ref v)
{
    int64_t i;
    if (int_fits_i64(v, &i)) {
        uint64_t u = i < 0 ? 0 - (uint64_t)i : (uint64_t)i;
        return u ? 64 - __builtin_clzll(u) : 0;
    }
    int size = ((Int *)BITS(v))->size;
    return (size < 0 ? -size : size) * 64;
}

/* Would the result of `a op b` be larger than code should hold? */
static bool too_large(int op, Ref a, Ref b)
{
    int64_t n;
    switch (op) {
    case OP_MUL:
        if (is_int(a) && is_int(b)) return int_bits(a) + int_bits(b) > INT_BITS_MAX;
        if (is_int(a)) {
            Ref t = a;
            a = b;
            b = t;
        }
        if (!is_int(b) || !(is_str(a) || is_bytes(a) || is_tuple(a))) return false;
        if (!int_fits_i64(b, &n)) return true;
        if (n <= 0) return false;
        int64_t len = is_str(a) ? as_str(a)->len : is_bytes(a) ? as_bytes(a)->len : as_tuple(a)->len;
        return len && n > (is_tuple(a) ? TUPLE_MAX : TEXT_MAX) / len;
    case OP_POW: return is_int(a) && is_int(b) && int_sign(b) > 0 && (!int_fits_i64(b, &n) || n > INT_BITS_MAX || int_bits(a) * n > INT_BITS_MAX);
    case OP_LSHIFT: return is_int(a) && is_int(b) && (!int_fits_i64(b, &n) || n < 0 || n > INT_BITS_MAX || int_bits(a) + n > INT_BITS_MAX);
    case OP_MOD: return is_str(a) || is_bytes(a);
    case OP_ADD: return (is_str(a) && is_str(b) && as_str(a)->len + as_str(b)->len > TEXT_MAX) || (is_tuple(a) && is_tuple(b) && as_tuple(a)->len + as_tuple(b)->len > TUPLE_MAX);
    default: return false;
    }
}

Value fold_binary(Comp *c, int ast_op, Ref a, Ref b)
{
    int op = binop_of(ast_op);
    if (too_large(op, a, b)) return NO_VALUE;
    Value v = op_binary(c->vm, (BinOp)op, a, b);
    if (!v) err_clear(c->vm);
    return v == V_NOTIMPL ? NO_VALUE : v;
}

static Value fold_spine(Comp *c, Node *n)
{
    int count = 0;
    Node *p = n;
    for (; p->kind == AST_BinOp; p = p->BinOp.left) count++;
    if (count > 1000) return NO_VALUE;
    /* The cheap test first: every leaf on the right must look like a constant. */
    for (Node *q = n; q->kind == AST_BinOp; q = q->BinOp.left) {
        int k = q->BinOp.right->kind;
        if (k != AST_Constant && k != AST_UnaryOp && k != AST_BinOp && k != AST_Tuple) return NO_VALUE;
    }
    Value acc = fold(c, p);
    for (int i = count; acc && i > 0; i--) {
        Node *q = n;
        for (int k = 1; k < i; k++) q = q->BinOp.left;
        Value r = fold(c, q->BinOp.right), v = NO_VALUE;
        if (r) v = fold_binary(c, q->BinOp.op, acc, r);
        release(c->vm, r);
        release(c->vm, acc);
        acc = v;
    }
    return acc;
}

static Value fold_unary(Comp *c, Node *n)
{
    Value a = fold(c, n->UnaryOp.operand), v = NO_VALUE;
    if (!a) return NO_VALUE;
    int truth;
    switch (n->UnaryOp.op) {
    case AST_OP_USub: v = op_neg(c->vm, a); break;
    case AST_OP_UAdd: v = op_pos(c->vm, a); break;
    case AST_OP_Invert: v = op_invert(c->vm, a); break;
    default:
        truth = op_truth(c->vm, a);
        if (truth >= 0) v = make_bool(!truth);
        break;
    }
    if (!v) err_clear(c->vm);
    release(c->vm, a);
    return v;
}

static Value fold_tuple(Comp *c, Node *n)
{
    NodeSeq e = n->Tuple.elts;
    for (int i = 0; i < e.n; i++) {
        int k = e.items[i]->kind;
        if (k != AST_Constant && k != AST_UnaryOp && k != AST_BinOp && k != AST_Tuple) return NO_VALUE;
    }
    Value t = tuple_new(c->vm, e.n);
    if (!t) {
        c->failed = true;
        return NO_VALUE;
    }
    if (!e.n) return t;
    for (int i = 0; i < e.n; i++) {
        Value v = fold(c, e.items[i]);
        if (!v) {
            release(c->vm, t);
            return NO_VALUE;
        }
        as_tuple(t)->items[i] = v;
    }
    return t;
}

Value fold(Comp *c, Node *n)
{
    if (c->failed) return NO_VALUE;
    switch (n->kind) {
    case AST_Constant: return fold_const(c, n);
    case AST_Name: return n->Name.ctx == AST_OP_Load && n->Name.id.len == 9 && memcmp(n->Name.id.s, "__debug__", 9) == 0 ? make_bool(!c->vm->flags.optimize) : NO_VALUE;
    case AST_BinOp: case AST_UnaryOp: case AST_Tuple: break;
    default: return NO_VALUE;
    }
    if (n->kind == AST_Tuple && n->Tuple.ctx != AST_OP_Load) return NO_VALUE;
    Value v = NO_VALUE;
    if (!compile_enter(c->vm, &c->depth)) c->failed = true;
    else v = n->kind == AST_BinOp ? fold_spine(c, n) : n->kind == AST_UnaryOp ? fold_unary(c, n) : fold_tuple(c, n);
    c->depth--;
    return v;
}

int fold_truth(Comp *c, Node *n)
{
    Value v = fold(c, n);
    if (!v) return -1;
    int t = op_truth(c->vm, v);
    release(c->vm, v);
    if (t < 0) err_clear(c->vm);
    return t;
}
