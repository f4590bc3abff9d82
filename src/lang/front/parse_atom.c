/* parse_atom.c: atoms with brackets or without, comprehensions, and the trailers of a primary. */
#include "parse_impl.h"

/* ---- Comprehensions ---- */

static Node *for_if(Parser *p)
{
    Place from = here(p);
    int pos = p->pos;
    bool is_async = accept(p, KW_ASYNC) != NULL;
    if (!accept(p, KW_FOR))
        return NULL;
    Node *target = parse_star_targets(p);
    if (p->failed)
        return NULL;
    if (!target || !accept(p, KW_IN)) {
        if (p->diagnose) {
            p->pos = pos;
            accept(p, KW_ASYNC);
            p->pos++;
            Node *n = parse_star_expressions(p);
            if (n)
                parse_raise_target(p, TARGET_FOR, n);
        }
        return NULL;
    }
    Node *iter = parse_disjunction(p);
    NodeVec ifs = {0};
    while (iter && accept(p, KW_IF)) {
        Node *n = parse_disjunction(p);
        if (!n || !parse_push(p, &ifs, n))
            return NULL;
    }
    if (is_async && !parse_needs(p, 6, "Async comprehensions are"))
        return NULL;
    return iter ? NEW(p, comprehension, from, .target = target, .iter = iter, .ifs = seq_of(ifs), .is_async = is_async) : NULL;
}

Node *parse_for_ifs_into(Parser *p, NodeVec *v)
{
    Node *n = NULL;
    while (at(p, KW_FOR) || (at(p, KW_ASYNC) && peek2(p) == KW_FOR)) {
        n = for_if(p);
        if (!n || !parse_push(p, v, n))
            return NULL;
    }
    return n;
}

static bool at_for(Parser *p)
{
    return at(p, KW_FOR) || at(p, KW_ASYNC);
}

/* ---- ( ) ---- */

static Node *paren(Parser *p)
{
    Place from = here(p);
    p->pos++;
    if (accept(p, TOK_RPAR))
        return NEW(p, Tuple, from, .ctx = AST_OP_Load);
    if (at(p, KW_YIELD)) {
        Node *n = parse_yield(p);
        return n && accept(p, TOK_RPAR) ? n : NULL;
    }
    Node *first = parse_star_named_expression(p);
    if (!first)
        return NULL;
    bool star = first->kind == AST_Starred;
    if (accept(p, TOK_COMMA)) {
        NodeVec v = {0};
        if (!parse_push(p, &v, first) || !parse_star_named_expressions(p, &v, TOK_RPAR) || !accept(p, TOK_RPAR))
            return NULL;
        return NEW(p, Tuple, from, .elts = seq_of(v), .ctx = AST_OP_Load);
    }
    if (star) /* a Starred in brackets needs a comma */
        return NULL;
    if (accept(p, TOK_RPAR))
        return first;
    NodeVec gens = {0};
    if (!at_for(p) || !parse_for_ifs_into(p, &gens) || !accept(p, TOK_RPAR))
        return NULL;
    return NEW(p, GeneratorExp, from, .elt = first, .generators = seq_of(gens));
}

Node *parse_paren_atom(Parser *p)
{
    int pos = p->pos;
    Node *n = paren(p);
    if (!n && p->diagnose && !p->failed && !invalid_group(p, pos))
        invalid_comprehension(p, pos);
    return n;
}

/* ---- [ ] ---- */

static Node *list(Parser *p)
{
    Place from = here(p);
    NodeVec v = {0}, gens = {0};
    p->pos++;
    if (accept(p, TOK_RSQB))
        return NEW(p, List, from, .ctx = AST_OP_Load);
    Node *first = parse_star_named_expression(p);
    if (!first)
        return NULL;
    if (at_for(p)) {
        if (first->kind == AST_Starred || !parse_for_ifs_into(p, &gens) || !accept(p, TOK_RSQB))
            return NULL;
        return NEW(p, ListComp, from, .elt = first, .generators = seq_of(gens));
    }
    if (!parse_push(p, &v, first))
        return NULL;
    if (accept(p, TOK_COMMA) && !parse_star_named_expressions(p, &v, TOK_RSQB))
        return NULL;
    return accept(p, TOK_RSQB) ? NEW(p, List, from, .elts = seq_of(v), .ctx = AST_OP_Load) : NULL;
}

Node *parse_list_atom(Parser *p)
{
    int pos = p->pos;
    Node *n = list(p);
    if (!n && p->diagnose && !p->failed)
        invalid_comprehension(p, pos);
    return n;
}

/* ---- { } ---- */

static bool dict_item(Parser *p, Node *key, NodeVec *keys, NodeVec *values)
{
    Node *value;
    if (!key && accept(p, TOK_DOUBLESTAR)) {
        value = parse_bitwise_or(p);
    } else {
        key = key ? key : parse_expression(p);
        value = key && accept(p, TOK_COLON) ? parse_expression(p) : NULL;
    }
    return value && parse_push(p, keys, key) && parse_push(p, values, value);
}

/* `key`: the first one, when it has been read already. */
static Node *dict(Parser *p, Place from, Node *key)
{
    NodeVec keys = {0}, values = {0}, gens = {0};
    do {
        if (at(p, TOK_RBRACE))
            break;
        if (!dict_item(p, key, &keys, &values))
            return NULL;
        key = NULL;
        if (keys.n == 1 && keys.items[0] && at_for(p)) {
            if (!parse_for_ifs_into(p, &gens) || !accept(p, TOK_RBRACE))
                return NULL;
            return NEW(p, DictComp, from, .key = keys.items[0], .value = values.items[0], .generators = seq_of(gens));
        }
    } while (accept(p, TOK_COMMA));
    return accept(p, TOK_RBRACE) ? NEW(p, Dict, from, .keys = seq_of(keys), .values = seq_of(values)) : NULL;
}

static Node *set(Parser *p, Place from, Node *first)
{
    NodeVec v = {0}, gens = {0};
    if (at_for(p)) {
        if (first->kind == AST_Starred || !parse_for_ifs_into(p, &gens) || !accept(p, TOK_RBRACE))
            return NULL;
        return NEW(p, SetComp, from, .elt = first, .generators = seq_of(gens));
    }
    if (!parse_push(p, &v, first))
        return NULL;
    if (accept(p, TOK_COMMA) && !parse_star_named_expressions(p, &v, TOK_RBRACE))
        return NULL;
    return accept(p, TOK_RBRACE) ? NEW(p, Set, from, .elts = seq_of(v)) : NULL;
}

/* Which of the two it is shows behind the first item. */
static Node *dict_or_set(Parser *p, Place from)
{
    if (at(p, TOK_RBRACE) || at(p, TOK_DOUBLESTAR))
        return dict(p, from, NULL);
    bool walrus = at(p, TOK_NAME) && peek2(p) == TOK_COLONEQUAL;
    Node *first = parse_star_named_expression(p);
    if (!first)
        return NULL;
    if (at(p, TOK_COLON) && first->kind != AST_Starred && !walrus)
        return dict(p, from, first);
    return set(p, from, first);
}

/* The second pass tries one after the other, as CPython does; what was read once is remembered. */
static Node *brace_slowly(Parser *p, Place from, int pos)
{
    Node *n = dict(p, from, NULL);
    if (n || p->failed)
        return n;
    p->pos = pos;
    if (p->diagnose && invalid_dict(p, pos))
        return NULL;
    p->pos = pos + 1;
    n = parse_star_named_expression(p);
    n = n ? set(p, from, n) : NULL;
    if (n || p->failed || !p->diagnose)
        return n;
    if (!invalid_dict_comprehension(p, pos))
        invalid_comprehension(p, pos);
    return NULL;
}

static Node *brace(Parser *p)
{
    Place from = here(p);
    int pos = p->pos++;
    return p->second ? brace_slowly(p, from, pos) : dict_or_set(p, from);
}

/* ---- Atoms ---- */

Node *parse_atom(Parser *p)
{
    Place from = here(p);
    Token *t = peek(p);
    int constant;
    switch (t->kind) {
    case TOK_NAME:
        p->pos++;
        AstStr id = parse_token_name(p, t);
        return p->failed ? NULL : NEW(p, Name, from, .id = id, .ctx = AST_OP_Load);
    case TOK_NUMBER: return parse_number(p);
    case TOK_STRING: return parse_strings(p);
    case TOK_LPAR: return parse_paren_atom(p);
    case TOK_LSQB: return parse_list_atom(p);
    case TOK_LBRACE: return brace(p);
    case KW_NONE: constant = ACONST_NONE; break;
    case KW_TRUE: constant = ACONST_TRUE; break;
    case KW_FALSE: constant = ACONST_FALSE; break;
    case TOK_ELLIPSIS: constant = ACONST_ELLIPSIS; break;
    default: return NULL;
    }
    p->pos++;
    return NEW(p, Constant, from, .value = {.kind = (uint8_t)constant});
}

/* ---- Trailers ---- */

static Node *slice(Parser *p)
{
    Place from = here(p);
    Node *lower = NULL, *upper = NULL, *step = NULL;
    if (at(p, TOK_STAR))
        return parse_starred_expression(p);
    if (!at(p, TOK_COLON)) {
        bool walrus = at(p, TOK_NAME) && peek2(p) == TOK_COLONEQUAL;
        if (p->diagnose) { /* `lower:` is tried before a named expression */
            int pos = p->pos;
            if (!parse_expression(p) && p->failed)
                return NULL;
            bool colon = at(p, TOK_COLON);
            p->pos = pos;
            lower = colon ? parse_expression(p) : parse_named_expression(p);
        } else {
            lower = parse_assignment_or_expression(p);
        }
        if (!lower || !at(p, TOK_COLON) || walrus)
            return lower;
    }
    p->pos++;
    if (parse_starts_expr(peek(p)->kind) && !(upper = parse_expression(p)))
        return NULL;
    if (accept(p, TOK_COLON) && parse_starts_expr(peek(p)->kind) && !(step = parse_expression(p)))
        return NULL;
    return NEW(p, Slice, from, .lower = lower, .upper = upper, .step = step);
}

static Node *slices(Parser *p)
{
    Place from = here(p);
    Node *first = slice(p);
    if (!first || (!at(p, TOK_COMMA) && first->kind != AST_Starred))
        return first;
    NodeVec v = {0};
    if (!parse_push(p, &v, first))
        return NULL;
    while (accept(p, TOK_COMMA) && !at(p, TOK_RSQB)) {
        Node *n = slice(p);
        if (!n || !parse_push(p, &v, n))
            return NULL;
    }
    return NEW(p, Tuple, from, .elts = seq_of(v), .ctx = AST_OP_Load);
}

static Node *trailers(Parser *p)
{
    Place from = here(p);
    Node *n = parse_atom(p);
    AstStr name;
    while (n) {
        int pos = p->pos;
        Node *base = n;
        if (accept(p, TOK_DOT)) {
            n = parse_name(p, &name) ? NEW(p, Attribute, from, .value = n, .attr = name, .ctx = AST_OP_Load) : NULL;
        } else if (at(p, TOK_LPAR)) {
            n = parse_call(p, from, n);
        } else if (accept(p, TOK_LSQB)) {
            Node *index = slices(p);
            n = index && accept(p, TOK_RSQB) ? NEW(p, Subscript, from, .value = n, .slice = index, .ctx = AST_OP_Load) : NULL;
        } else {
            return n;
        }
        if (!n && p->second && !p->failed) { /* what stands before the broken trailer is a primary */
            p->pos = pos;
            return base;
        }
    }
    return NULL;
}

Node *parse_primary(Parser *p)
{
    Node *n;
    int pos = p->pos;
    if (parse_recall(p, MEMO_PRIMARY, &n))
        return n;
    return parse_remember(p, MEMO_PRIMARY, pos, trailers(p));
}
