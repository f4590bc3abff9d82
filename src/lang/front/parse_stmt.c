/* parse_stmt.c: simple statements. */
#include "parse_impl.h"

#include <string.h>

static int augmented_op(int kind)
{
    switch (kind) {
    case TOK_PLUSEQUAL: return AST_OP_Add;
    case TOK_MINEQUAL: return AST_OP_Sub;
    case TOK_STAREQUAL: return AST_OP_Mult;
    case TOK_ATEQUAL: return AST_OP_MatMult;
    case TOK_SLASHEQUAL: return AST_OP_Div;
    case TOK_PERCENTEQUAL: return AST_OP_Mod;
    case TOK_AMPEREQUAL: return AST_OP_BitAnd;
    case TOK_VBAREQUAL: return AST_OP_BitOr;
    case TOK_CIRCUMFLEXEQUAL: return AST_OP_BitXor;
    case TOK_LEFTSHIFTEQUAL: return AST_OP_LShift;
    case TOK_RIGHTSHIFTEQUAL: return AST_OP_RShift;
    case TOK_DOUBLESTAREQUAL: return AST_OP_Pow;
    case TOK_DOUBLESLASHEQUAL: return AST_OP_FloorDiv;
    default: return -1;
    }
}

static Node *yield_or_star_expressions(Parser *p)
{
    return at(p, KW_YIELD) ? parse_yield(p) : parse_star_expressions(p);
}

/* target: annotation [= value], from the colon. */
static Node *annotated(Parser *p, Place from, Node *target, bool simple)
{
    p->pos++;
    Node *annotation = parse_expression(p), *value = NULL;
    if (!annotation)
        return NULL;
    int pos = p->pos;
    if (accept(p, TOK_EQUAL) && !(value = yield_or_star_expressions(p))) {
        if (!p->second || p->failed)
            return NULL;
        p->pos = pos; /* an annotation without a value, and something wrong behind it */
    }
    if (!parse_needs(p, 6, simple ? "Variable annotation syntax is" : "Variable annotations syntax is"))
        return NULL;
    parse_set_ctx(target, AST_OP_Store);
    return NEW(p, AnnAssign, from, .target = target, .annotation = annotation, .value = value, .simple = simple);
}

/* a = b = value, from the first =. */
static Node *assigned(Parser *p, Place from, Node *first)
{
    NodeVec targets = {0};
    Node *value = first;
    while (accept(p, TOK_EQUAL)) {
        if (!parse_is_star_target(value) || !parse_push(p, &targets, value))
            return NULL;
        parse_set_ctx(value, AST_OP_Store);
        value = yield_or_star_expressions(p);
        if (!value)
            return NULL;
    }
    AstStr comment = parse_type_comment(p);
    return NEW(p, Assign, from, .targets = seq_of(targets), .value = value, .type_comment = comment);
}

static Node *augmented(Parser *p, Place from, Node *target, int op)
{
    p->pos++;
    Node *value = yield_or_star_expressions(p);
    if (!value || (op == AST_OP_MatMult && !parse_needs(p, 5, "The '@' operator is")))
        return NULL;
    parse_set_ctx(target, AST_OP_Store);
    return NEW(p, AugAssign, from, .target = target, .op = (uint8_t)op, .value = value);
}

/* An assignment of any kind or an expression. */
static Node *expression_stmt(Parser *p)
{
    Place from = here(p);
    bool bracket = at(p, TOK_LPAR);
    Node *n = yield_or_star_expressions(p);
    if (!n)
        return NULL;
    Token *t = peek(p);
    switch (t->kind) {
    case TOK_NEWLINE:
    case TOK_SEMI: break;
    case TOK_EQUAL: return assigned(p, from, n);
    case TOK_COLON: return parse_is_single_target(n) ? annotated(p, from, n, n->kind == AST_Name && !bracket) : NULL;
    default: {
        int op = augmented_op(t->kind);
        if (op >= 0)
            return parse_is_single_target(n) ? augmented(p, from, n, op) : NULL;
    }
    }
    return NEW(p, Expr, from, .value = n);
}

/* The same in the second pass: alternatives in CPython's order, for the sake of their messages. */
static Node *assignment_slowly(Parser *p)
{
    Place from = here(p);
    int pos = p->pos, op;
    Node *n = NULL;
    if (at(p, TOK_NAME) && peek2(p) == TOK_COLON) {
        n = parse_primary(p);
        n = n && at(p, TOK_COLON) ? annotated(p, from, n, true) : NULL;
        if (n || p->failed)
            return n;
    }
    p->pos = pos;
    Node *single = parse_primary(p);
    if (p->failed)
        return NULL;
    int behind = p->pos;
    if (single && !parse_is_single_target(single))
        single = NULL;
    if (single && at(p, TOK_COLON)) {
        n = annotated(p, from, single, false);
        if (n || p->failed)
            return n;
    }
    NodeVec targets = {0};
    p->pos = pos;
    for (int q = pos; (n = parse_star_targets(p)) && accept(p, TOK_EQUAL); q = p->pos)
        if (!parse_push(p, &targets, n) || q < 0)
            return NULL;
    if (p->failed)
        return NULL;
    if (targets.n) {
        int last = pos; /* behind the last '=' that a target stood before */
        p->pos = pos;
        for (int i = 0; i < targets.n; i++) {
            parse_star_targets(p);
            accept(p, TOK_EQUAL);
            last = p->pos;
        }
        p->pos = last;
        n = yield_or_star_expressions(p);
        if (p->failed)
            return NULL;
        if (n && !at(p, TOK_EQUAL)) {
            AstStr comment = parse_type_comment(p);
            return NEW(p, Assign, from, .targets = seq_of(targets), .value = n, .type_comment = comment);
        }
    }
    p->pos = behind;
    if (single && (op = augmented_op(peek(p)->kind)) >= 0)
        return augmented(p, from, single, op);
    if (p->diagnose)
        invalid_assignment(p, pos);
    return NULL;
}

static Node *expression_stmt_slowly(Parser *p)
{
    Place from = here(p);
    int pos = p->pos;
    Node *n = assignment_slowly(p);
    if (n || p->failed)
        return n;
    p->pos = pos;
    n = yield_or_star_expressions(p);
    return n ? NEW(p, Expr, from, .value = n) : NULL;
}

/* ---- Statements with a keyword ---- */

static Node *return_stmt(Parser *p, Place from)
{
    Node *value = NULL;
    if ((parse_starts_expr(peek(p)->kind) || at(p, TOK_STAR)) && !(value = parse_star_expressions(p)))
        return NULL;
    return NEW(p, Return, from, .value = value);
}

static Node *raise_stmt(Parser *p, Place from)
{
    Node *exc = NULL, *cause = NULL;
    if (parse_starts_expr(peek(p)->kind)) {
        if (!(exc = parse_expression(p)))
            return NULL;
        if (accept(p, KW_FROM) && !(cause = parse_expression(p)))
            return NULL;
    }
    return NEW(p, Raise, from, .exc = exc, .cause = cause);
}

static Node *assert_stmt(Parser *p, Place from)
{
    Node *test = parse_expression(p), *msg = NULL;
    if (!test || (accept(p, TOK_COMMA) && !(msg = parse_expression(p))))
        return NULL;
    return NEW(p, Assert, from, .test = test, .msg = msg);
}

static Node *del_stmt(Parser *p, Place from)
{
    NodeVec v = {0};
    int pos = p->pos;
    if (parse_del_targets(p, &v))
        return NEW(p, Delete, from, .targets = seq_of(v));
    if (p->diagnose && !p->failed) {
        p->pos = pos;
        Node *n = parse_star_expressions(p);
        if (n)
            parse_raise_target(p, TARGET_DEL, n);
    }
    return NULL;
}

static Node *names_stmt(Parser *p, Place from, bool global)
{
    AstStrSeq names = {0};
    AstStr name;
    do {
        if (!parse_name(p, &name) || !parse_push_name(p, &names, name))
            return NULL;
    } while (accept(p, TOK_COMMA));
    return global ? NEW(p, Global, from, .names = names) : NEW(p, Nonlocal, from, .names = names);
}

/* a.b.c as one name. */
static bool dotted_name(Parser *p, AstStr *out)
{
    AstStr part;
    if (!parse_name(p, out))
        return false;
    while (accept(p, TOK_DOT)) {
        if (!parse_name(p, &part))
            return false;
        char *s = arena_alloc(p->arena, out->len + part.len + 2);
        if (!s)
            return parse_no_memory(p), false;
        memcpy(s, out->s, out->len);
        s[out->len] = '.';
        memcpy(s + out->len + 1, part.s, part.len + 1);
        *out = (AstStr){s, out->len + part.len + 1};
    }
    return true;
}

static Node *alias(Parser *p, bool dotted)
{
    Place from = here(p);
    AstStr name, as = {0};
    if (!(dotted ? dotted_name(p, &name) : parse_name(p, &name)))
        return NULL;
    if (accept(p, KW_AS) && !parse_name(p, &as))
        return NULL;
    return NEW(p, alias, from, .name = name, .asname = as);
}

static Node *import_stmt(Parser *p, Place from)
{
    NodeVec names = {0};
    do {
        Node *n = alias(p, true);
        if (!n || !parse_push(p, &names, n))
            return NULL;
    } while (accept(p, TOK_COMMA));
    return NEW(p, Import, from, .names = seq_of(names));
}

static bool import_names(Parser *p, NodeVec *names)
{
    Place from = here(p);
    bool bracket = accept(p, TOK_LPAR) != NULL;
    if (!bracket && accept(p, TOK_STAR)) {
        Node *n = NEW(p, alias, from, .name = {"*", 1});
        return n && parse_push(p, names, n);
    }
    do {
        if (names->n && bracket && at(p, TOK_RPAR))
            break;
        if (names->n && !bracket && at(p, TOK_NEWLINE)) {
            if (p->diagnose)
                p->pos++, parse_raise(p, "trailing comma not allowed without surrounding parentheses");
            return false;
        }
        Node *n = alias(p, false);
        if (!n || !parse_push(p, names, n))
            return false;
    } while (accept(p, TOK_COMMA));
    return !bracket || accept(p, TOK_RPAR);
}

static Node *from_stmt(Parser *p, Place from)
{
    int level = 0;
    AstStr module = {0};
    NodeVec names = {0};
    for (; at(p, TOK_DOT) || at(p, TOK_ELLIPSIS); p->pos++)
        level += at(p, TOK_DOT) ? 1 : 3;
    if ((!level || !at(p, KW_IMPORT)) && !dotted_name(p, &module))
        return NULL;
    if (!accept(p, KW_IMPORT) || !import_names(p, &names))
        return NULL;
    return NEW(p, ImportFrom, from, .module = module, .names = seq_of(names), .level = level);
}

static Node *simple_stmt(Parser *p)
{
    Place from = here(p);
    int kind = peek(p)->kind;
    p->pos++;
    switch (kind) {
    case KW_RETURN: return return_stmt(p, from);
    case KW_IMPORT: return import_stmt(p, from);
    case KW_FROM: return from_stmt(p, from);
    case KW_RAISE: return raise_stmt(p, from);
    case KW_PASS: return NEW(p, Pass, from, );
    case KW_DEL: return del_stmt(p, from);
    case KW_ASSERT: return assert_stmt(p, from);
    case KW_BREAK: return NEW(p, Break, from, );
    case KW_CONTINUE: return NEW(p, Continue, from, );
    case KW_GLOBAL: return names_stmt(p, from, true);
    case KW_NONLOCAL: return names_stmt(p, from, false);
    default: break;
    }
    p->pos--;
    return p->second ? expression_stmt_slowly(p) : expression_stmt(p);
}

bool parse_simple_stmts(Parser *p, NodeVec *v)
{
    do {
        if (v->n && at(p, TOK_NEWLINE))
            break;
        Node *n = simple_stmt(p);
        if (!n || !parse_push(p, v, n))
            return false;
    } while (accept(p, TOK_SEMI));
    return accept(p, TOK_NEWLINE) != NULL;
}

bool parse_statement(Parser *p, NodeVec *v)
{
    Node *n = NULL;
    if (parse_starts_compound(p)) {
        n = parse_compound(p);
        return n && parse_push(p, v, n);
    }
    if (at(p, TOK_NAME) && parse_is_word(p, "match")) {
        int pos = p->pos;
        n = parse_match(p);
        if (n || p->failed)
            return n && parse_push(p, v, n);
        p->pos = pos;
    }
    int first = v->n;
    NodeVec line = {0};
    if (!parse_simple_stmts(p, first ? &line : v))
        return false;
    for (int i = 0; i < line.n; i++)
        if (!parse_push(p, v, line.items[i]))
            return false;
    return true;
}
