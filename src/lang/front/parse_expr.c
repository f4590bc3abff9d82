/* parse_expr.c: expressions from `yield` and starred ones down to operators. */
#include "parse_impl.h"

bool parse_starts_expr(int kind)
{
    switch (kind) {
    case TOK_NAME: case TOK_NUMBER: case TOK_STRING: case TOK_LPAR: case TOK_LSQB: case TOK_LBRACE: case TOK_MINUS: case TOK_PLUS:
    case TOK_TILDE: case TOK_ELLIPSIS: case KW_FALSE: case KW_NONE: case KW_TRUE: case KW_NOT: case KW_LAMBDA: case KW_AWAIT:
        return true;
    default: return false;
    }
}

/* ---- Operators ---- */

typedef struct BinRow {
    uint8_t level, op; /* level 0: no binary operator */
} BinRow;

static const BinRow binary[TOK__COUNT] = {
    [TOK_VBAR] = {1, AST_OP_BitOr},       [TOK_CIRCUMFLEX] = {2, AST_OP_BitXor}, [TOK_AMPER] = {3, AST_OP_BitAnd},
    [TOK_LEFTSHIFT] = {4, AST_OP_LShift}, [TOK_RIGHTSHIFT] = {4, AST_OP_RShift}, [TOK_PLUS] = {5, AST_OP_Add},
    [TOK_MINUS] = {5, AST_OP_Sub},        [TOK_STAR] = {6, AST_OP_Mult},         [TOK_SLASH] = {6, AST_OP_Div},
    [TOK_DOUBLESLASH] = {6, AST_OP_FloorDiv}, [TOK_PERCENT] = {6, AST_OP_Mod},   [TOK_AT] = {6, AST_OP_MatMult},
};

static Node *factor(Parser *p);

/* A primary, and a power to its right: `a ** -b ** c` is `a ** (-(b ** c))`. */
static Node *power(Parser *p)
{
    Node *base = NULL;
    Place from = here(p);
    if (accept(p, KW_AWAIT)) {
        Node *value = parse_primary(p);
        base = value && parse_needs(p, 5, "Await expressions are") ? NEW(p, Await, from, .value = value) : NULL;
    } else {
        base = parse_primary(p);
    }
    int pos = p->pos;
    if (!base || !accept(p, TOK_DOUBLESTAR))
        return base;
    if (!parse_enter(p))
        return NULL;
    Node *right = factor(p);
    parse_leave(p);
    if (!right && p->second && !p->failed) { /* what stands before the operator is whole */
        p->pos = pos;
        return base;
    }
    return right ? NEW(p, BinOp, from, .left = base, .op = AST_OP_Pow, .right = right) : NULL;
}

static Node *factor(Parser *p)
{
    Place from = here(p);
    int kind = peek(p)->kind;
    if (kind != TOK_MINUS && kind != TOK_PLUS && kind != TOK_TILDE)
        return power(p);
    if (!parse_enter(p))
        return NULL;
    p->pos++;
    Node *operand = factor(p);
    parse_leave(p);
    uint8_t op = kind == TOK_MINUS ? AST_OP_USub : kind == TOK_PLUS ? AST_OP_UAdd : AST_OP_Invert;
    return operand ? NEW(p, UnaryOp, from, .op = op, .operand = operand) : NULL;
}

/* Operators that bind as tightly as `level` or tighter. */
static Node *climb(Parser *p, int level)
{
    Place from = here(p);
    Node *left = factor(p);
    while (left) {
        BinRow row = binary[peek(p)->kind];
        if (!row.level || row.level < level)
            return left;
        int pos = p->pos++;
        Node *right = climb(p, row.level + 1);
        if (!right && p->second && !p->failed) {
            p->pos = pos;
            return left;
        }
        if (row.op == AST_OP_MatMult && !parse_needs(p, 5, "The '@' operator is"))
            return NULL;
        left = right ? NEW(p, BinOp, from, .left = left, .op = row.op, .right = right) : NULL;
    }
    return NULL;
}

Node *parse_bitwise_or(Parser *p)
{
    Node *n;
    int pos = p->pos;
    if (parse_recall(p, MEMO_BITWISE_OR, &n))
        return n;
    return parse_remember(p, MEMO_BITWISE_OR, pos, climb(p, 1));
}

/* The comparison at the cursor, 0 where there is none; goes past it. */
static int comparison_op(Parser *p)
{
    int kind = peek(p)->kind, op;
    switch (kind) {
    case TOK_EQEQUAL: op = AST_OP_Eq; break;
    case TOK_NOTEQUAL: op = AST_OP_NotEq; break;
    case TOK_LESS: op = AST_OP_Lt; break;
    case TOK_LESSEQUAL: op = AST_OP_LtE; break;
    case TOK_GREATER: op = AST_OP_Gt; break;
    case TOK_GREATEREQUAL: op = AST_OP_GtE; break;
    case KW_IN: op = AST_OP_In; break;
    case KW_IS:
        op = peek2(p) == KW_NOT ? AST_OP_IsNot : AST_OP_Is;
        p->pos += op == AST_OP_IsNot;
        break;
    case KW_NOT:
        if (peek2(p) != KW_IN)
            return 0;
        op = AST_OP_NotIn;
        p->pos++;
        break;
    default: return 0;
    }
    p->pos++;
    return op;
}

static bool push_op(Parser *p, AstOpSeq *ops, int op)
{
    if (!(ops->n & (ops->n - 1))) {
        size_t had = (size_t)ops->n;
        uint8_t *bigger = arena_grow(p->arena, ops->items, had, had ? had * 2 : 1);
        if (!bigger)
            return parse_no_memory(p), false;
        ops->items = bigger;
    }
    ops->items[ops->n++] = (uint8_t)op;
    return true;
}

static Node *comparison(Parser *p)
{
    Place from = here(p);
    Node *left = parse_bitwise_or(p);
    AstOpSeq ops = {0};
    NodeVec right = {0};
    while (left) {
        int pos = p->pos, op = comparison_op(p);
        if (!op)
            break;
        Node *n = parse_bitwise_or(p);
        if (!n) { /* `x in` with nothing behind: what stands before it is still an expression */
            if (p->failed || !p->second)
                return NULL;
            p->pos = pos;
            break;
        }
        if (!push_op(p, &ops, op) || !parse_push(p, &right, n))
            return NULL;
    }
    if (!left || !ops.n)
        return left;
    return NEW(p, Compare, from, .left = left, .ops = ops, .comparators = seq_of(right));
}

static Node *inversion(Parser *p)
{
    Place from = here(p);
    if (!at(p, KW_NOT))
        return comparison(p);
    if (!parse_enter(p))
        return NULL;
    p->pos++;
    Node *operand = inversion(p);
    parse_leave(p);
    return operand ? NEW(p, UnaryOp, from, .op = AST_OP_Not, .operand = operand) : NULL;
}

static Node *boolean(Parser *p, int kw, uint8_t op, Node *(*operand)(Parser *))
{
    Place from = here(p);
    Node *first = operand(p);
    if (!first || !at(p, kw))
        return first;
    NodeVec v = {0};
    if (!parse_push(p, &v, first))
        return NULL;
    for (int pos = p->pos; accept(p, kw); pos = p->pos) {
        Node *n = operand(p);
        if (!n && p->second && !p->failed) {
            p->pos = pos;
            break;
        }
        if (!n || !parse_push(p, &v, n))
            return NULL;
    }
    return v.n == 1 ? first : NEW(p, BoolOp, from, .op = op, .values = seq_of(v));
}

static Node *conjunction(Parser *p)
{
    return boolean(p, KW_AND, AST_OP_And, inversion);
}

Node *parse_disjunction(Parser *p)
{
    Node *n;
    int pos = p->pos;
    if (parse_recall(p, MEMO_DISJUNCTION, &n))
        return n;
    return parse_remember(p, MEMO_DISJUNCTION, pos, boolean(p, KW_OR, AST_OP_Or, conjunction));
}

/* ---- Expressions ---- */

Node *parse_expression_plain(Parser *p)
{
    Place from = here(p);
    if (at(p, KW_LAMBDA))
        return parse_lambda(p);
    Node *body = parse_disjunction(p);
    int pos = p->pos;
    if (!body || !accept(p, KW_IF))
        return body;
    Node *test = parse_disjunction(p), *orelse = NULL;
    if (test && accept(p, KW_ELSE))
        orelse = parse_expression(p);
    if (!orelse && p->second && !p->failed) { /* then `if` belongs to what comes behind the expression */
        p->pos = pos;
        return body;
    }
    return orelse ? NEW(p, IfExp, from, .test = test, .body = body, .orelse = orelse) : NULL;
}

Node *parse_expression(Parser *p)
{
    Node *n = NULL;
    int pos = p->pos;
    if (!p->second) {
        if (!parse_enter(p))
            return NULL;
        /* In a comprehension, `if` behind the condition begins the next one: see parse_for_ifs_into. */
        n = parse_expression_plain(p);
        parse_leave(p);
        return n;
    }
    if (parse_recall(p, MEMO_EXPRESSION, &n))
        return n;
    if (!parse_enter(p))
        return NULL;
    if (!p->diagnose || !invalid_expression(p)) {
        p->pos = pos;
        n = parse_expression_plain(p);
    }
    parse_leave(p);
    return p->failed ? NULL : parse_remember(p, MEMO_EXPRESSION, pos, n);
}

Node *parse_assignment_or_expression(Parser *p)
{
    Place from = here(p);
    if (at(p, TOK_NAME) && peek2(p) == TOK_COLONEQUAL) {
        Node *target = NEW(p, Name, from, .id = parse_token_name(p, peek(p)), .ctx = AST_OP_Store);
        if (!target || p->failed)
            return NULL;
        target->end_lineno = peek(p)->end_lineno;
        target->end_col_offset = peek(p)->end_col;
        p->pos += 2;
        Node *value = parse_expression(p);
        return value && parse_needs(p, 8, "Assignment expressions are") ? NEW(p, NamedExpr, from, .target = target, .value = value) : NULL;
    }
    Node *n = parse_expression(p);
    return n && !at(p, TOK_COLONEQUAL) ? n : NULL;
}

Node *parse_named_expression(Parser *p)
{
    if (p->diagnose && !(at(p, TOK_NAME) && peek2(p) == TOK_COLONEQUAL)) {
        int pos = p->pos;
        if (invalid_named_expression(p))
            return NULL;
        p->pos = pos;
    }
    return parse_assignment_or_expression(p);
}

static Node *starred(Parser *p, Node *(*value)(Parser *))
{
    Place from = here(p);
    p->pos++;
    Node *n = value(p);
    return n ? NEW(p, Starred, from, .value = n, .ctx = AST_OP_Load) : NULL;
}

Node *parse_starred_expression(Parser *p)
{
    return at(p, TOK_STAR) ? starred(p, parse_expression) : NULL;
}

Node *parse_star_expression(Parser *p)
{
    return at(p, TOK_STAR) ? starred(p, parse_bitwise_or) : parse_expression(p);
}

Node *parse_star_named_expression(Parser *p)
{
    return at(p, TOK_STAR) ? starred(p, parse_bitwise_or) : parse_named_expression(p);
}

/* What may follow a comma, or not: `a, b,`. */
static Node *comma_list(Parser *p, Node *(*item)(Parser *), bool stars)
{
    Place from = here(p);
    Node *first = item(p);
    if (!first || !at(p, TOK_COMMA))
        return first;
    NodeVec v = {0};
    if (!parse_push(p, &v, first))
        return NULL;
    while (accept(p, TOK_COMMA)) {
        if (!parse_starts_expr(peek(p)->kind) && !(stars && at(p, TOK_STAR)))
            break;
        int pos = p->pos;
        Node *n = item(p);
        if (!n && p->second && !p->failed) {
            p->pos = pos;
            break;
        }
        if (!n || !parse_push(p, &v, n))
            return NULL;
    }
    return NEW(p, Tuple, from, .elts = seq_of(v), .ctx = AST_OP_Load);
}

Node *parse_star_expressions(Parser *p)
{
    return comma_list(p, parse_star_expression, true);
}

Node *parse_expressions(Parser *p)
{
    return comma_list(p, parse_expression, false);
}

/* Items to a closing bracket, which stays; a comma may end them. */
bool parse_star_named_expressions(Parser *p, NodeVec *v, int closer)
{
    do {
        if (at(p, closer))
            return true;
        Node *n = parse_star_named_expression(p);
        if (!n || !parse_push(p, v, n))
            return false;
    } while (accept(p, TOK_COMMA));
    return true;
}

Node *parse_yield(Parser *p)
{
    Place from = here(p);
    if (!accept(p, KW_YIELD))
        return NULL;
    Node *value = NULL;
    if (accept(p, KW_FROM)) {
        value = parse_expression(p);
        return value ? NEW(p, YieldFrom, from, .value = value) : NULL;
    }
    if (parse_starts_expr(peek(p)->kind) || at(p, TOK_STAR)) {
        value = parse_star_expressions(p);
        if (!value)
            return NULL;
    }
    return NEW(p, Yield, from, .value = value);
}
