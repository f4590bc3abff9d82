/* parse_pattern.c: `match` and its patterns.  `match`, `case` and `_` are names anywhere else. */
#include "parse_impl.h"

static Node *pattern(Parser *p);
static Node *maybe_star(Parser *p);

static AstStr no_name(void)
{
    return (AstStr){0};
}

/* ---- Literals ---- */

static Node *signed_number(Parser *p)
{
    Place from = here(p);
    bool minus = accept(p, TOK_MINUS) != NULL;
    Node *n = at(p, TOK_NUMBER) ? parse_number(p) : NULL;
    return n && minus ? NEW(p, UnaryOp, from, .op = AST_OP_USub, .operand = n) : n;
}

/* -1, 2.5, 1 + 2j */
static Node *number(Parser *p)
{
    Place from = here(p);
    Node *real = signed_number(p);
    if (!real || !(at(p, TOK_PLUS) || at(p, TOK_MINUS)))
        return real;
    const Node *digits = real->kind == AST_UnaryOp ? real->UnaryOp.operand : real;
    uint8_t op = at(p, TOK_PLUS) ? AST_OP_Add : AST_OP_Sub;
    Token *t;
    p->pos++;
    t = peek(p);
    Node *imag = t->kind == TOK_NUMBER ? parse_number(p) : NULL;
    if (!imag)
        return NULL;
    if (digits->Constant.value.kind == ACONST_IMAG)
        return parse_raise_node(p, real, "real number required in complex literal");
    if (imag->Constant.value.kind != ACONST_IMAG)
        return parse_raise_node(p, imag, "imaginary number required in complex literal");
    return NEW(p, BinOp, from, .left = real, .op = op, .right = imag);
}

static Node *singleton(Parser *p)
{
    Place from = here(p);
    int kind = peek(p)->kind;
    uint8_t value = kind == KW_NONE ? ACONST_NONE : kind == KW_TRUE ? ACONST_TRUE : ACONST_FALSE;
    p->pos++;
    return NEW(p, MatchSingleton, from, .value = {.kind = value});
}

/* ---- Names ---- */

static Node *dotted(Parser *p)
{
    Place from = here(p);
    AstStr name;
    Node *n = parse_name(p, &name) ? NEW(p, Name, from, .id = name, .ctx = AST_OP_Load) : NULL;
    while (n && accept(p, TOK_DOT))
        n = parse_name(p, &name) ? NEW(p, Attribute, from, .value = n, .attr = name, .ctx = AST_OP_Load) : NULL;
    return n;
}

static Node *capture(Parser *p, Place from)
{
    bool wild = parse_is_word(p, "_");
    AstStr name;
    if (!parse_name(p, &name))
        return NULL;
    return NEW(p, MatchAs, from, .name = wild ? no_name() : name);
}

/* ---- Classes ---- */

/* Positional patterns, then keyword ones. */
static bool class_arguments(Parser *p, NodeVec *patterns, AstStrSeq *names, NodeVec *values)
{
    do {
        if (at(p, TOK_RPAR))
            return patterns->n || names->n;
        Node *n;
        if (at(p, TOK_NAME) && peek2(p) == TOK_EQUAL) {
            AstStr name;
            if (!parse_name(p, &name) || !parse_push_name(p, names, name))
                return false;
            p->pos++;
            n = pattern(p);
            if (!n || !parse_push(p, values, n))
                return false;
            continue;
        }
        n = pattern(p);
        if (!n)
            return false;
        if (names->n) {
            const Node *last = n;
            for (int pos = p->pos; p->diagnose && accept(p, TOK_COMMA); pos = p->pos) {
                Node *next = at(p, TOK_NAME) && peek2(p) == TOK_EQUAL ? NULL : pattern(p);
                if (!next) {
                    p->pos = pos;
                    break;
                }
                last = next;
            }
            if (p->diagnose && !p->failed)
                parse_raise_range(p, n, last, "positional patterns follow keyword patterns");
            return false;
        }
        if (!parse_push(p, patterns, n))
            return false;
    } while (accept(p, TOK_COMMA));
    return true;
}

static Node *class_pattern(Parser *p, Place from, Node *cls)
{
    NodeVec patterns = {0}, values = {0};
    AstStrSeq names = {0};
    p->pos++;
    if (!at(p, TOK_RPAR) && !class_arguments(p, &patterns, &names, &values))
        return NULL;
    if (!accept(p, TOK_RPAR))
        return NULL;
    return NEW(p, MatchClass, from, .cls = cls, .patterns = seq_of(patterns), .kwd_attrs = names, .kwd_patterns = seq_of(values));
}

static Node *name_pattern(Parser *p)
{
    Place from = here(p);
    int next = peek2(p);
    if (next != TOK_DOT && next != TOK_LPAR)
        return next == TOK_EQUAL ? NULL : capture(p, from);
    Node *n = dotted(p);
    if (!n)
        return NULL;
    if (at(p, TOK_LPAR))
        return class_pattern(p, from, n);
    return at(p, TOK_EQUAL) ? NULL : NEW(p, MatchValue, from, .value = n);
}

/* ---- Sequences and mappings ---- */

/* Patterns to the closer, one of which may be starred; *comma: did a comma end or part them? */
static bool sequence(Parser *p, NodeVec *v, int closer, bool *comma)
{
    *comma = false;
    for (;;) {
        if (at(p, closer))
            return true;
        Node *n = maybe_star(p);
        if (!n || !parse_push(p, v, n))
            return false;
        if (!accept(p, TOK_COMMA))
            return true;
        *comma = true;
    }
}

static Node *bracket_pattern(Parser *p, int closer)
{
    Place from = here(p);
    NodeVec v = {0};
    bool comma;
    p->pos++;
    if (!sequence(p, &v, closer, &comma) || !accept(p, closer))
        return NULL;
    bool group = closer == TOK_RPAR && v.n == 1 && !comma;
    if (group)
        return v.items[0]->kind == AST_MatchStar ? NULL : v.items[0];
    return NEW(p, MatchSequence, from, .patterns = seq_of(v));
}

static Node *mapping_key(Parser *p)
{
    Place from = here(p);
    int kind = peek(p)->kind;
    switch (kind) {
    case TOK_NUMBER:
    case TOK_MINUS: return number(p);
    case TOK_STRING: return parse_strings(p);
    case KW_NONE: case KW_TRUE: case KW_FALSE:
        p->pos++;
        return NEW(p, Constant, from, .value = {.kind = kind == KW_NONE ? ACONST_NONE : kind == KW_TRUE ? ACONST_TRUE : ACONST_FALSE});
    case TOK_NAME: {
        Node *n = dotted(p);
        return n && n->kind == AST_Attribute ? n : NULL;
    }
    default: return NULL;
    }
}

static Node *mapping(Parser *p)
{
    Place from = here(p);
    NodeVec keys = {0}, patterns = {0};
    AstStr rest = {0};
    p->pos++;
    while (!at(p, TOK_RBRACE)) {
        if (accept(p, TOK_DOUBLESTAR)) {
            if (parse_is_word(p, "_") || !parse_name(p, &rest))
                return NULL;
            accept(p, TOK_COMMA);
            break;
        }
        Node *key = mapping_key(p);
        Node *value = key && accept(p, TOK_COLON) ? pattern(p) : NULL;
        if (!value || !parse_push(p, &keys, key) || !parse_push(p, &patterns, value))
            return NULL;
        if (!accept(p, TOK_COMMA))
            break;
    }
    if (!accept(p, TOK_RBRACE))
        return NULL;
    return NEW(p, MatchMapping, from, .keys = seq_of(keys), .patterns = seq_of(patterns), .rest = rest);
}

/* ---- Patterns ---- */

static Node *closed(Parser *p)
{
    Place from = here(p);
    Node *n;
    switch (peek(p)->kind) {
    case TOK_NUMBER:
    case TOK_MINUS: n = number(p); break;
    case TOK_STRING: n = parse_strings(p); break;
    case KW_NONE: case KW_TRUE: case KW_FALSE: return singleton(p);
    case TOK_NAME: return name_pattern(p);
    case TOK_LPAR: return bracket_pattern(p, TOK_RPAR);
    case TOK_LSQB: return bracket_pattern(p, TOK_RSQB);
    case TOK_LBRACE: return mapping(p);
    default: return NULL;
    }
    return n ? NEW(p, MatchValue, from, .value = n) : NULL;
}

static Node *or_pattern(Parser *p)
{
    Place from = here(p);
    Node *first = closed(p);
    if (!first || !at(p, TOK_VBAR))
        return first;
    NodeVec v = {0};
    if (!parse_push(p, &v, first))
        return NULL;
    while (accept(p, TOK_VBAR)) {
        Node *n = closed(p);
        if (!n || !parse_push(p, &v, n))
            return NULL;
    }
    return NEW(p, MatchOr, from, .patterns = seq_of(v));
}

static Node *bad_as_target(Parser *p, const Token *t)
{
    if (!p->diagnose || p->failed)
        return NULL;
    if (parse_is_word(p, "_"))
        return parse_raise_token(p, t, "cannot use '_' as a target");
    if (t->kind == TOK_NAME)
        return NULL;
    Node *n = parse_expression(p);
    return n ? parse_raise_node(p, n, "invalid pattern target") : NULL;
}

static Node *pattern(Parser *p)
{
    Place from = here(p);
    AstStr name;
    if (!parse_enter(p))
        return NULL;
    Node *n = or_pattern(p);
    parse_leave(p);
    if (!n || !accept(p, KW_AS))
        return n;
    Token *t = peek(p);
    if (t->kind != TOK_NAME || parse_is_word(p, "_"))
        return bad_as_target(p, t);
    int next = peek2(p);
    if (next == TOK_DOT || next == TOK_LPAR || next == TOK_EQUAL)
        return bad_as_target(p, t);
    return parse_name(p, &name) ? NEW(p, MatchAs, from, .pattern = n, .name = name) : NULL;
}

static Node *maybe_star(Parser *p)
{
    Place from = here(p);
    if (!accept(p, TOK_STAR))
        return pattern(p);
    bool wild = parse_is_word(p, "_");
    AstStr name;
    return parse_name(p, &name) ? NEW(p, MatchStar, from, .name = wild ? no_name() : name) : NULL;
}

/* What stands behind `case`: a pattern, or a sequence without brackets. */
Node *parse_patterns(Parser *p)
{
    Place from = here(p);
    Node *first = maybe_star(p);
    if (!first || (!at(p, TOK_COMMA) && first->kind != AST_MatchStar))
        return first;
    if (!at(p, TOK_COMMA))
        return NULL;
    NodeVec v = {0};
    if (!parse_push(p, &v, first))
        return NULL;
    while (accept(p, TOK_COMMA)) {
        if (at(p, TOK_COLON) || at(p, KW_IF) || at(p, TOK_NEWLINE))
            break;
        Node *n = maybe_star(p);
        if (!n || !parse_push(p, &v, n))
            return NULL;
    }
    return NEW(p, MatchSequence, from, .patterns = seq_of(v));
}

/* ---- match and case ---- */

static Node *case_block(Parser *p)
{
    Place from = here(p);
    Token kw = *peek(p);
    NodeSeq body;
    Node *guard = NULL;
    p->pos++;
    Node *n = parse_patterns(p);
    if (!n || (accept(p, KW_IF) && !(guard = parse_named_expression(p))))
        return NULL;
    if (p->diagnose && invalid_no_colon(p))
        return NULL;
    if (!accept(p, TOK_COLON))
        return NULL;
    if (p->diagnose && invalid_block_after(p, &kw, "'case' statement"))
        return NULL;
    return parse_block(p, &body) ? NEW(p, match_case, from, .pattern = n, .guard = guard, .body = body) : NULL;
}

/* The subject: `match x:`, but also `match *a, b:` and `match x, y:`. */
static Node *subject(Parser *p)
{
    Place from = here(p);
    Node *first = parse_star_named_expression(p);
    if (!first || !at(p, TOK_COMMA))
        return first && first->kind != AST_Starred ? first : NULL;
    NodeVec v = {0};
    p->pos++;
    if (!parse_push(p, &v, first) || !parse_star_named_expressions(p, &v, TOK_COLON))
        return NULL;
    return NEW(p, Tuple, from, .elts = seq_of(v), .ctx = AST_OP_Load);
}

/* NULL without an error: `match` was a name here. */
Node *parse_match(Parser *p)
{
    Place from = here(p);
    Token kw = *peek(p);
    NodeVec cases = {0};
    int next = peek2(p);
    if (!parse_starts_expr(next) && next != TOK_STAR)
        return NULL;
    p->pos++;
    Node *what = subject(p);
    if (!what || p->failed)
        return NULL;
    if (p->diagnose && at(p, TOK_NEWLINE)) {
        p->pos++;
        return parse_raise(p, "expected ':'");
    }
    if (!accept(p, TOK_COLON) || !accept(p, TOK_NEWLINE))
        return NULL;
    if (!accept(p, TOK_INDENT)) {
        if (p->diagnose && !p->failed)
            parse_raise_indent(p, "expected an indented block after 'match' statement on line %d", kw.lineno);
        return NULL;
    }
    do {
        Node *n = parse_is_word(p, "case") ? case_block(p) : NULL;
        if (!n || !parse_push(p, &cases, n))
            return NULL;
    } while (!accept(p, TOK_DEDENT));
    if (!parse_needs(p, 10, "Pattern matching is"))
        return NULL;
    return NEW(p, Match, from, .subject = what, .cases = seq_of(cases));
}
