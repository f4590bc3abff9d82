/* parse_compound.c: statements with a block, but `match` (parse_pattern.c). */
#include "parse_impl.h"

#include <string.h>

/* ---- Blocks ---- */

static bool statements(Parser *p, NodeVec *v)
{
    do {
        if (!parse_statement(p, v))
            return false;
    } while (!at(p, TOK_DEDENT) && !at(p, TOK_ENDMARKER));
    return true;
}

bool parse_block(Parser *p, NodeSeq *body)
{
    NodeVec v = {0};
    bool ok;
    if (!parse_enter(p))
        return false;
    if (accept(p, TOK_NEWLINE)) {
        if (p->diagnose && !at(p, TOK_INDENT) && !p->failed)
            parse_raise_indent(p, "expected an indented block");
        ok = accept(p, TOK_INDENT) && statements(p, &v) && accept(p, TOK_DEDENT);
    } else {
        ok = parse_simple_stmts(p, &v);
    }
    parse_leave(p);
    *body = seq_of(v);
    return ok && !p->failed;
}

/* ':' and the block behind it; `what` names the statement in messages. comment: the type that a comment gives what it binds; NULL: none may stand there. */
static bool typed_suite(Parser *p, const Token *kw, const char *what, NodeSeq *body, AstStr *comment)
{
    if (p->diagnose && invalid_no_colon(p))
        return false;
    if (!accept(p, TOK_COLON))
        return false;
    if (comment)
        *comment = parse_type_comment(p);
    if (p->diagnose && invalid_block_after(p, kw, what))
        return false;
    return parse_block(p, body);
}

static bool suite(Parser *p, const Token *kw, const char *what, NodeSeq *body)
{
    return typed_suite(p, kw, what, body, NULL);
}

/* The same where nothing else than ':' may come. */
static bool forced_suite(Parser *p, const Token *kw, const char *what, NodeSeq *body)
{
    if (!parse_force(p, TOK_COLON))
        return false;
    if (p->diagnose && invalid_block_after(p, kw, what))
        return false;
    return parse_block(p, body);
}

static bool else_block(Parser *p, NodeSeq *body)
{
    Token *kw = accept(p, KW_ELSE);
    return !kw || forced_suite(p, kw, "'else' statement", body);
}

/* ---- if, while, for ---- */

static Node *if_stmt(Parser *p)
{
    Node *first = NULL, *last = NULL;
    const char *what = "'if' statement";
    for (Place from = here(p);; from = here(p)) { /* a chain of elif may be long: no recursion */
        Token kw = *peek(p);
        p->pos++;
        NodeSeq body, none = {0};
        Node *test = parse_named_expression(p);
        if (!test || !suite(p, &kw, what, &body))
            return NULL;
        Node *n = NEW(p, If, from, .test = test, .body = body, .orelse = none);
        if (!n)
            return NULL;
        if (last && !(last->If.orelse = parse_one(p, n)).items)
            return NULL;
        first = first ? first : n;
        last = n;
        what = "'elif' statement";
        if (!at(p, KW_ELIF))
            break;
    }
    if (!else_block(p, &last->If.orelse))
        return NULL;
    for (Node *n = first; n; n = n == last ? NULL : n->If.orelse.items[0])
        parse_end_here(p, n);
    return p->failed ? NULL : first;
}

static Node *while_stmt(Parser *p)
{
    Place from = here(p);
    Token kw = *peek(p);
    NodeSeq body, orelse = {0};
    p->pos++;
    Node *test = parse_named_expression(p);
    if (!test || !suite(p, &kw, "'while' statement", &body) || !else_block(p, &orelse))
        return NULL;
    return NEW(p, While, from, .test = test, .body = body, .orelse = orelse);
}

static Node *for_stmt(Parser *p, Place from, bool is_async)
{
    Token kw = *peek(p);
    NodeSeq body, orelse = {0};
    AstStr comment;
    int pos = ++p->pos;
    Node *target = parse_star_targets(p);
    if (p->failed)
        return NULL;
    if (!target || !accept(p, KW_IN)) {
        if (p->diagnose) {
            p->pos = pos;
            Node *n = parse_star_expressions(p);
            if (n)
                parse_raise_target(p, TARGET_FOR, n);
        }
        return NULL;
    }
    Node *iter = parse_star_expressions(p);
    if (!iter || !typed_suite(p, &kw, "'for' statement", &body, &comment) || !else_block(p, &orelse))
        return NULL;
    if (is_async && parse_needs(p, 5, "Async for loops are"))
        return NEW(p, AsyncFor, from, .target = target, .iter = iter, .body = body, .orelse = orelse, .type_comment = comment);
    return p->failed ? NULL : NEW(p, For, from, .target = target, .iter = iter, .body = body, .orelse = orelse, .type_comment = comment);
}

/* ---- with ---- */

static Node *with_item(Parser *p)
{
    Place from = here(p);
    Node *expr = parse_expression(p), *vars = NULL;
    if (!expr)
        return NULL;
    int pos = p->pos;
    if (accept(p, KW_AS)) {
        vars = parse_star_target(p);
        if (p->failed)
            return NULL;
        bool no_colon = p->diagnose && at(p, TOK_NEWLINE); /* the statement's own message */
        if (!vars || !(at(p, TOK_COMMA) || at(p, TOK_RPAR) || at(p, TOK_COLON) || no_colon)) {
            if (p->diagnose) {
                p->pos = pos + 1;
                Node *n = parse_expression(p);
                if (n && (at(p, TOK_COMMA) || at(p, TOK_RPAR) || at(p, TOK_COLON)))
                    parse_raise_target(p, TARGET_STAR, n);
            }
            if (p->failed || !p->second)
                return NULL;
            p->pos = pos;
            vars = NULL;
        }
    }
    return NEW(p, withitem, from, .context_expr = expr, .optional_vars = vars);
}

static bool with_items(Parser *p, NodeVec *v, bool bracket)
{
    do {
        if (bracket && v->n && at(p, TOK_RPAR))
            return true;
        Node *n = with_item(p);
        if (!n || !parse_push(p, v, n))
            return false;
    } while (accept(p, TOK_COMMA));
    return true;
}

static Node *with_stmt(Parser *p, Place from, bool is_async)
{
    Token kw = *peek(p);
    NodeVec items = {0};
    NodeSeq body;
    AstStr comment = {0};
    int pos = ++p->pos;
    bool done = false;
    if (accept(p, TOK_LPAR)) { /* perhaps brackets around the items, perhaps those of an expression */
        done = with_items(p, &items, true) && accept(p, TOK_RPAR) && (at(p, TOK_COLON) || (p->diagnose && at(p, TOK_NEWLINE)));
        if (p->failed)
            return NULL;
    }
    if (!done) {
        items = (NodeVec){0};
        p->pos = pos;
        if (!with_items(p, &items, false))
            return NULL;
    }
    if (!typed_suite(p, &kw, "'with' statement", &body, done ? NULL : &comment))
        return NULL;
    if ((done && !parse_needs(p, 9, "Parenthesized context managers are")) || (is_async && !parse_needs(p, 5, "Async with statements are")))
        return NULL;
    if (is_async)
        return NEW(p, AsyncWith, from, .items = seq_of(items), .body = body, .type_comment = comment);
    return NEW(p, With, from, .items = seq_of(items), .body = body, .type_comment = comment);
}

/* ---- try ---- */

/* What is wrong with the head of an `except`, from behind the keyword. */
static void invalid_except(Parser *p, int pos)
{
    p->pos = pos;
    bool star = accept(p, TOK_STAR) != NULL;
    if (star && (at(p, TOK_NEWLINE) || at(p, TOK_COLON))) {
        p->pos++;
        parse_raise(p, "expected one or more exception types");
        return;
    }
    Node *first = parse_expression(p);
    AstStr name;
    if (!first)
        return;
    if (accept(p, TOK_COMMA) && parse_expressions(p)) {
        if (accept(p, KW_AS))
            parse_name(p, &name);
        if (accept(p, TOK_COLON))
            parse_raise_from(p, start_of(first), "multiple exception types must be parenthesized");
    }
}

static Node *except_block(Parser *p, bool *is_star)
{
    Place from = here(p);
    Token kw = *peek(p);
    NodeSeq body;
    AstStr name = {0};
    Node *type = NULL;
    int pos = ++p->pos;
    *is_star = accept(p, TOK_STAR) != NULL;
    bool ok = true;
    if (*is_star || !at(p, TOK_COLON)) {
        if (p->diagnose && !*is_star && invalid_no_colon(p))
            return NULL;
        type = parse_expression(p);
        ok = type && (!accept(p, KW_AS) || parse_name(p, &name)) && (at(p, TOK_COLON) || at(p, TOK_NEWLINE));
    }
    if (!ok) {
        if (p->diagnose && !p->failed)
            invalid_except(p, pos);
        return NULL;
    }
    if (!suite(p, &kw, *is_star ? "'except*' statement" : "'except' statement", &body))
        return NULL;
    return NEW(p, ExceptHandler, from, .type = type, .name = name, .body = body);
}

/* `except` behind `except*`, or the other way round. */
static bool mixed_handlers(Parser *p, bool star)
{
    int pos = p->pos;
    AstStr name;
    AstSpan s = parse_token_span(peek(p));
    p->pos++;
    Token *t = accept(p, TOK_STAR);
    if (t)
        s.end_col_offset = t->end_col;
    if ((t != NULL) != star) {
        if (!at(p, TOK_COLON) && parse_expression(p) && accept(p, KW_AS))
            parse_name(p, &name);
        if (at(p, TOK_COLON))
            parse_raise_span(p, s, "cannot have both 'except' and 'except*' on the same 'try'");
    }
    p->pos = pos;
    return p->failed;
}

static bool handlers(Parser *p, NodeVec *v, bool *star)
{
    while (at(p, KW_EXCEPT)) {
        bool is_star;
        if (v->n && p->diagnose && mixed_handlers(p, *star))
            return false;
        Node *n = except_block(p, &is_star);
        if (!n || (v->n && is_star != *star))
            return false;
        *star = is_star;
        if (!parse_push(p, v, n))
            return false;
    }
    return true;
}

static Node *try_stmt(Parser *p)
{
    Place from = here(p);
    Token kw = *peek(p);
    NodeSeq body, orelse = {0}, finalbody = {0};
    NodeVec except = {0};
    bool star = false;
    p->pos++;
    if (!forced_suite(p, &kw, "'try' statement", &body))
        return NULL;
    if (!at(p, KW_EXCEPT) && !at(p, KW_FINALLY)) {
        if (p->diagnose && !p->failed)
            parse_raise(p, "expected 'except' or 'finally' block");
        return NULL;
    }
    if (!handlers(p, &except, &star) || (except.n && !else_block(p, &orelse)))
        return NULL;
    Token *fin = accept(p, KW_FINALLY);
    if (fin) {
        Token copy = *fin;
        if (!forced_suite(p, &copy, "'finally' statement", &finalbody))
            return NULL;
    }
    if (star && !parse_needs(p, 11, "Exception groups are"))
        return NULL;
    if (star)
        return NEW(p, TryStar, from, .body = body, .handlers = seq_of(except), .orelse = orelse, .finalbody = finalbody);
    return NEW(p, Try, from, .body = body, .handlers = seq_of(except), .orelse = orelse, .finalbody = finalbody);
}

/* ---- def, class ---- */

/* The type of a function: behind its colon, or on a line of its own before the block. */
static AstStr def_comment(Parser *p)
{
    AstStr comment = parse_type_comment(p), other = {0};
    int pos = p->pos;
    if (p->lx.type_comments && accept(p, TOK_NEWLINE) && at(p, TOK_TYPE_COMMENT)) {
        other = parse_type_comment(p);
        bool block = at(p, TOK_NEWLINE) && peek2(p) == TOK_INDENT;
        if (block && comment.s)
            parse_raise(p, "Cannot have two type comments on def");
        if (block && !comment.s)
            return other;
    }
    p->pos = pos;
    return comment;
}

static Node *def_stmt(Parser *p, Place from, NodeVec decorators, bool is_async)
{
    Token kw = *peek(p);
    NodeSeq body;
    AstStr name;
    Node *returns = NULL;
    p->pos++;
    if (!parse_name(p, &name) || !parse_force(p, TOK_LPAR))
        return NULL;
    Node *args = parse_params(p, false);
    if (!args || !accept(p, TOK_RPAR))
        return NULL;
    int pos = p->pos;
    if (accept(p, TOK_RARROW) && !(returns = parse_expression(p)))
        p->pos = pos; /* then a ':' should have stood there */
    if (!parse_force(p, TOK_COLON))
        return NULL;
    AstStr comment = def_comment(p);
    if ((p->diagnose && invalid_block_after(p, &kw, "function definition")) || !parse_block(p, &body) || (is_async && !parse_needs(p, 5, "Async functions are")))
        return NULL;
    if (is_async)
        return NEW(p, AsyncFunctionDef, from, .name = name, .args = args, .body = body, .decorator_list = seq_of(decorators), .returns = returns, .type_comment = comment);
    return NEW(p, FunctionDef, from, .name = name, .args = args, .body = body, .decorator_list = seq_of(decorators), .returns = returns, .type_comment = comment);
}

static Node *class_stmt(Parser *p, NodeVec decorators)
{
    Place from = here(p);
    Token kw = *peek(p);
    NodeSeq body;
    NodeVec bases = {0}, keywords = {0};
    AstStr name;
    p->pos++;
    if (!parse_name(p, &name))
        return NULL;
    if (accept(p, TOK_LPAR)) {
        int pos = p->pos;
        bool ok = at(p, TOK_RPAR) || parse_arguments(p, &bases, &keywords);
        if (!ok || !accept(p, TOK_RPAR)) {
            if (p->diagnose && !p->failed)
                invalid_arguments(p, pos);
            return NULL;
        }
    }
    if (!suite(p, &kw, "class definition", &body))
        return NULL;
    return NEW(p, ClassDef, from, .name = name, .bases = seq_of(bases), .keywords = seq_of(keywords), .body = body,
               .decorator_list = seq_of(decorators));
}

static Node *decorated(Parser *p)
{
    NodeVec decorators = {0};
    while (accept(p, TOK_AT)) {
        Node *n = parse_named_expression(p);
        if (!n || !accept(p, TOK_NEWLINE) || !parse_push(p, &decorators, n))
            return NULL;
    }
    if (at(p, KW_CLASS))
        return class_stmt(p, decorators);
    Place from = here(p);
    bool is_async = accept(p, KW_ASYNC) != NULL;
    return at(p, KW_DEF) ? def_stmt(p, from, decorators, is_async) : NULL;
}

bool parse_starts_compound(Parser *p)
{
    switch (peek(p)->kind) {
    case KW_IF: case KW_WHILE: case KW_FOR: case KW_WITH: case KW_TRY: case KW_DEF: case KW_CLASS: case KW_ASYNC: case TOK_AT: return true;
    default: return false;
    }
}

Node *parse_compound(Parser *p)
{
    Place from = here(p);
    switch (peek(p)->kind) {
    case KW_IF: return if_stmt(p);
    case KW_WHILE: return while_stmt(p);
    case KW_FOR: return for_stmt(p, from, false);
    case KW_WITH: return with_stmt(p, from, false);
    case KW_TRY: return try_stmt(p);
    case KW_DEF: return def_stmt(p, from, (NodeVec){0}, false);
    case KW_CLASS: return class_stmt(p, (NodeVec){0});
    case TOK_AT: return decorated(p);
    case KW_ASYNC: break;
    default: return NULL;
    }
    p->pos++;
    switch (peek(p)->kind) {
    case KW_DEF: return def_stmt(p, from, (NodeVec){0}, true);
    case KW_FOR: return for_stmt(p, from, true);
    case KW_WITH: return with_stmt(p, from, true);
    default: return NULL;
    }
}
