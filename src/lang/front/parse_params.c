/* parse_params.c: the parameters of functions and lambdas. */
#include "parse_impl.h"

typedef struct Params {
    Parser *p;
    bool lambda;
    int closer; /* ')' or ':' */
    NodeVec posonly, args, kwonly, defaults, kw_defaults;
    Node *vararg, *kwarg;
} Params;

static const char *const plain_star = "named arguments must follow bare *";

/* name, or name: annotation. */
static Node *param(Params *q, bool star)
{
    Parser *p = q->p;
    Place from = here(p);
    AstStr name;
    Node *annotation = NULL;
    if (!parse_name(p, &name))
        return NULL;
    if (!q->lambda && accept(p, TOK_COLON)) {
        annotation = star ? parse_star_expression(p) : parse_expression(p);
        if (!annotation)
            return NULL;
    }
    return NEW(p, arg, from, .arg = name, .annotation = annotation);
}

/* The comma behind a parameter, if there is one, and the type that a comment gives the parameter. */
static bool comma(Params *q, Node *a)
{
    bool more = accept(q->p, TOK_COMMA) != NULL;
    if (a && !q->lambda && at(q->p, TOK_TYPE_COMMENT))
        a->arg.type_comment = parse_type_comment(q->p);
    return more;
}

static bool ends_param(Params *q)
{
    return at(q->p, TOK_COMMA) || at(q->p, q->closer);
}

/* Parameters in brackets, as Python 2 had them. */
static bool old_tuple(Params *q)
{
    Parser *p = q->p;
    Token *open = accept(p, TOK_LPAR);
    int n = 0;
    AstStr name;
    if (!open || !p->diagnose)
        return false;
    while (parse_name(p, &name)) {
        n++;
        if (!accept(p, TOK_COMMA))
            break;
    }
    Token *close = n ? accept(p, TOK_RPAR) : NULL;
    if (close)
        parse_raise_span(p, (AstSpan){open->lineno, open->col, close->end_lineno, close->end_col}, "%s parameters cannot be parenthesized",
                         q->lambda ? "Lambda expression" : "Function");
    return false;
}

/* The value behind a parameter's '='. */
static Node *default_value(Params *q, const Token *equal)
{
    Parser *p = q->p;
    AstSpan s = parse_token_span(equal);
    if (p->diagnose && (at(p, TOK_RPAR) || at(p, TOK_COMMA)))
        return parse_raise_span(p, s, "expected default value expression");
    return parse_expression(p);
}

/* A parameter before any star. */
static bool positional(Params *q)
{
    Parser *p = q->p;
    Token *t = peek(p);
    Node *a = param(q, false);
    if (!a)
        return t->kind == TOK_LPAR ? old_tuple(q) : false;
    if (!parse_push(p, &q->args, a))
        return false;
    Token *equal = accept(p, TOK_EQUAL);
    if (equal) {
        Node *value = default_value(q, equal);
        return value && parse_push(p, &q->defaults, value);
    }
    if (q->defaults.n && ends_param(q)) {
        if (p->diagnose)
            parse_raise_node(p, a, "non-default argument follows default argument");
        return false;
    }
    return true;
}

static bool slash(Params *q)
{
    Parser *p = q->p;
    Token *t = accept(p, TOK_SLASH);
    if (q->posonly.n || !q->args.n) {
        if (p->diagnose && (q->posonly.n || at(p, TOK_COMMA)))
            parse_raise_token(p, t, q->posonly.n ? "/ may appear only once" : "at least one argument must precede /");
        return false;
    }
    if (!parse_needs(p, 8, "Positional-only parameters are"))
        return false;
    q->posonly = q->args;
    q->args = (NodeVec){0};
    if (at(p, TOK_STAR) && p->diagnose)
        parse_raise_token(p, peek(p), "expected comma between / and *");
    return ends_param(q);
}

static Node *keyword_only(Params *q)
{
    Parser *p = q->p;
    Node *a = param(q, false), *value = NULL;
    if (!a)
        return NULL;
    Token *equal = accept(p, TOK_EQUAL);
    if (equal && !(value = default_value(q, equal)))
        return NULL;
    return parse_push(p, &q->kwonly, a) && parse_push(p, &q->kw_defaults, value) ? a : NULL;
}

static bool double_star(Params *q)
{
    Parser *p = q->p;
    p->pos++;
    q->kwarg = param(q, false);
    if (!q->kwarg)
        return false;
    if (p->diagnose && at(p, TOK_EQUAL))
        return parse_raise_token(p, peek(p), "var-keyword argument cannot have default value"), false;
    if (comma(q, q->kwarg) && p->diagnose) {
        Token *t = peek(p);
        if (t->kind == TOK_NAME) {
            Node *a = param(q, false);
            if (a)
                parse_raise_node(p, a, "arguments cannot follow var-keyword argument");
        } else if (t->kind == TOK_STAR || t->kind == TOK_DOUBLESTAR || t->kind == TOK_SLASH) {
            parse_raise_token(p, t, "arguments cannot follow var-keyword argument");
        }
    }
    return at(p, q->closer);
}

static bool bare_star_ok(Params *q, Token *star)
{
    Parser *p = q->p;
    bool empty = at(p, q->closer);
    if (!empty && at(p, TOK_COMMA)) {
        int next = peek2(p);
        empty = next == q->closer || next == TOK_DOUBLESTAR;
    }
    if (!empty)
        return true;
    if (p->diagnose && q->lambda)
        parse_raise(p, "%s", plain_star);
    else if (p->diagnose)
        parse_raise_token(p, star, "%s", plain_star);
    return false;
}

/* From the * to the end. */
static bool star(Params *q)
{
    Parser *p = q->p;
    Token *t = accept(p, TOK_STAR);
    if (!bare_star_ok(q, t))
        return false;
    if (!at(p, TOK_COMMA)) {
        q->vararg = param(q, true);
        if (!q->vararg)
            return false;
        bool unpacked = q->vararg->arg.annotation && q->vararg->arg.annotation->kind == AST_Starred; /* *args: *Ts, which CPython has no words for */
        if (p->diagnose && at(p, TOK_EQUAL) && !unpacked)
            return parse_raise_token(p, peek(p), "var-positional argument cannot have default value"), false;
    }
    if (!q->vararg && peek2(p) == TOK_TYPE_COMMENT)
        return parse_raise(p, "bare * has associated type comment"), false;
    for (Node *last = q->vararg; comma(q, last);) {
        if (at(p, q->closer))
            return true;
        if (at(p, TOK_DOUBLESTAR))
            return double_star(q);
        if (at(p, TOK_STAR) || at(p, TOK_SLASH)) {
            bool again = p->diagnose && at(p, TOK_STAR) && (peek2(p) == TOK_NAME || peek2(p) == TOK_COMMA);
            if (again)
                parse_raise_token(p, peek(p), "* argument may appear only once");
            else if (p->diagnose && at(p, TOK_SLASH))
                parse_raise_token(p, peek(p), q->posonly.n ? "/ may appear only once" : "/ must be ahead of *");
            return false;
        }
        if (!(last = keyword_only(q)))
            return false;
    }
    return true;
}

static bool params(Params *q)
{
    Parser *p = q->p;
    while (!at(p, q->closer)) {
        if (at(p, TOK_STAR))
            return star(q);
        if (at(p, TOK_DOUBLESTAR))
            return double_star(q);
        bool divides = at(p, TOK_SLASH);
        if (!(divides ? slash(q) : positional(q)))
            return false;
        if (!comma(q, divides ? NULL : q->args.items[q->args.n - 1]))
            break;
    }
    return true;
}

Node *parse_params(Parser *p, bool lambda)
{
    Params q = {.p = p, .lambda = lambda, .closer = lambda ? TOK_COLON : TOK_RPAR};
    Place from = here(p);
    if (!params(&q) || p->failed)
        return NULL;
    return NEW(p, arguments, from, .posonlyargs = seq_of(q.posonly), .args = seq_of(q.args), .vararg = q.vararg, .kwonlyargs = seq_of(q.kwonly),
               .kw_defaults = seq_of(q.kw_defaults), .kwarg = q.kwarg, .defaults = seq_of(q.defaults));
}

Node *parse_lambda(Parser *p)
{
    Place from = here(p);
    if (!accept(p, KW_LAMBDA))
        return NULL;
    Node *args = parse_params(p, true);
    if (!args || !accept(p, TOK_COLON))
        return NULL;
    Node *body = parse_expression(p);
    return body ? NEW(p, Lambda, from, .args = args, .body = body) : NULL;
}
