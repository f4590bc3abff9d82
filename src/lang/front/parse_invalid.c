/* parse_invalid.c: programs that are wrong in a way that has a message.  Only the second pass comes here.
 *
 * Each function tries, from where the rule it belongs to began, what people write by mistake; true: it recorded an error.
 * Where it found nothing, the cursor may stand anywhere.
 */
#include "parse_impl.h"

#include <string.h>

static bool go(Parser *p, int pos)
{
    p->pos = pos;
    return !p->failed;
}

static bool is_legacy(const Node *n)
{
    if (n->kind != AST_Name)
        return false;
    AstStr s = n->Name.id;
    return (s.len == 5 && !memcmp(s.s, "print", 5)) || (s.len == 4 && !memcmp(s.s, "exec", 4));
}

static bool at_for(Parser *p)
{
    return at(p, KW_FOR) || at(p, KW_ASYNC);
}

/* The last expression of a comprehension: of its last condition or its iterable. */
static const Node *comprehension_end(const NodeVec *gens)
{
    const Node *last = gens->items[gens->n - 1];
    int n = last->comprehension.ifs.n;
    return n ? last->comprehension.ifs.items[n - 1] : last->comprehension.iter;
}

/* ---- Statements ---- */

bool invalid_no_colon(Parser *p)
{
    if (!at(p, TOK_NEWLINE))
        return p->failed;
    p->pos++;
    parse_raise(p, "expected ':'");
    return true;
}

bool invalid_block_after(Parser *p, const Token *kw, const char *what)
{
    int pos = p->pos;
    if (accept(p, TOK_NEWLINE) && !at(p, TOK_INDENT) && !p->failed) {
        parse_raise_indent(p, "expected an indented block after %s on line %d", what, kw->lineno);
        return true;
    }
    p->pos = pos;
    return p->failed;
}

/* A list, or a tuple in brackets: what may not be annotated. */
static Node *annotated_group(Parser *p)
{
    int pos = p->pos;
    if (!at(p, TOK_LPAR) && !at(p, TOK_LSQB))
        return NULL;
    Node *n = parse_atom(p);
    if (p->failed)
        return NULL;
    if (n && (n->kind == AST_List || n->kind == AST_Tuple))
        return n;
    p->pos = pos;
    if (!accept(p, TOK_LPAR))
        return NULL;
    n = annotated_group(p);
    return n && accept(p, TOK_RPAR) ? n : NULL;
}

static bool is_augmented(int kind)
{
    return (kind >= TOK_PLUSEQUAL && kind <= TOK_ATEQUAL);
}

/* Goes past `a = b = `, as far as these are targets. */
static void skip_targets(Parser *p)
{
    for (int pos = p->pos;; pos = p->pos) {
        Node *n = parse_star_targets(p);
        if (!n || !accept(p, TOK_EQUAL)) {
            p->pos = pos;
            return;
        }
    }
}

bool invalid_assignment(Parser *p, int pos)
{
    Node *a;
    if (!go(p, pos))
        return true;
    if ((a = annotated_group(p)) && accept(p, TOK_COLON) && parse_expression(p))
        return parse_raise_node(p, a, "only single target (not %s) can be annotated", ast_expr_noun(a)), true;
    if (!go(p, pos))
        return true;
    if ((a = parse_star_named_expression(p)) && accept(p, TOK_COMMA)) {
        NodeVec v = {0};
        while (parse_starts_expr(peek(p)->kind) || at(p, TOK_STAR)) {
            int before = p->pos;
            Node *n = parse_star_named_expression(p);
            if (!n || !parse_push(p, &v, n)) {
                if (p->failed)
                    return true;
                p->pos = before;
                break;
            }
            accept(p, TOK_COMMA); /* one list behind the other, as CPython's rule has it */
        }
        if (accept(p, TOK_COLON) && parse_expression(p))
            return parse_raise_node(p, a, "only single target (not tuple) can be annotated"), true;
    }
    if (!go(p, pos))
        return true;
    if ((a = parse_expression(p)) && accept(p, TOK_COLON) && parse_expression(p))
        return parse_raise_node(p, a, "illegal target for annotation"), true;
    if (!go(p, pos))
        return true;
    skip_targets(p);
    int value = p->pos;
    if (!p->failed && (a = parse_star_expressions(p)) && accept(p, TOK_EQUAL)) {
        parse_raise_target(p, TARGET_STAR, a);
        if (p->failed)
            return true;
    }
    if (!go(p, value))
        return true;
    if (at(p, KW_YIELD) && (a = parse_yield(p)) && at(p, TOK_EQUAL))
        return parse_raise_node(p, a, "assignment to yield expression not possible"), true;
    if (!go(p, pos))
        return true;
    if ((a = parse_star_expressions(p)) && is_augmented(peek(p)->kind)) {
        p->pos++;
        if (at(p, KW_YIELD) ? parse_yield(p) != NULL : parse_star_expressions(p) != NULL)
            return parse_raise_node(p, a, "'%s' is an illegal expression for augmented assignment", ast_expr_noun(a)), true;
    }
    return p->failed;
}

/* ---- Expressions ---- */

/* A soft keyword, or the beginning of one: CPython compares no further than the name goes. */
static bool is_soft(const Token *t)
{
    static const char *const words[] = {"_", "case", "match"};
    for (int i = 0; i < 3; i++)
        if (!strncmp(words[i], t->start, t->len))
            return true;
    return false;
}

/* `a b` in brackets; `x if y`; `print x`. */
bool invalid_expression(Parser *p)
{
    int pos = p->pos;
    Token *t = peek(p);
    bool name = t->kind == TOK_NAME;
    bool skip = name && (peek2(p) == TOK_STRING || is_soft(t));
    Node *a, *b;
    if (!skip && !p->failed && (a = parse_disjunction(p))) {
        bool was = p->diagnose;
        p->diagnose = false;
        b = parse_starts_expr(peek(p)->kind) ? parse_expression_plain(p) : NULL;
        p->diagnose = was;
        if (b && !p->failed && !is_legacy(a) && p->tokens[p->pos - 1].level)
            return parse_raise_range(p, a, b, "invalid syntax. Perhaps you forgot a comma?"), true;
    }
    if (!go(p, pos))
        return true;
    if ((a = parse_disjunction(p)) && accept(p, KW_IF) && (b = parse_disjunction(p)) && !at(p, KW_ELSE) && !at(p, TOK_COLON) && !p->failed)
        return parse_raise_range(p, a, b, "expected 'else' after 'if' expression"), true;
    if (!go(p, pos))
        return true;
    if (!name || peek2(p) == TOK_LPAR)
        return p->failed;
    if (!parse_is_word(p, "print") && !parse_is_word(p, "exec")) {
        /* CPython reads what follows all the same, and may find errors there first. */
        p->pos++;
        if (parse_starts_expr(peek(p)->kind) || at(p, TOK_STAR))
            parse_star_expressions(p);
        return p->failed;
    }
    AstSpan from = parse_token_span(t);
    const char *word = t->len == 5 ? "print" : "exec";
    p->pos++;
    b = parse_starts_expr(peek(p)->kind) || at(p, TOK_STAR) ? parse_star_expressions(p) : NULL;
    if (!b || p->failed)
        return p->failed;
    parse_raise_span(p, (AstSpan){from.lineno, from.col_offset, b->end_lineno, b->end_col_offset},
                     "Missing parentheses in call to '%s'. Did you mean %s(...)?", word, word);
    return true;
}

/* `x = 1` and `f() = 1` where a value should be. */
static bool named_expression(Parser *p)
{
    int pos = p->pos;
    Node *a = parse_expression(p), *b;
    if (a && accept(p, TOK_COLONEQUAL) && parse_expression(p))
        return parse_raise_node(p, a, "cannot use assignment expressions with %s", ast_expr_noun(a)), true;
    if (!go(p, pos))
        return true;
    if (at(p, TOK_NAME) && peek2(p) == TOK_EQUAL) {
        AstSpan from = parse_token_span(peek(p));
        p->pos += 2;
        b = parse_bitwise_or(p);
        if (b && !at(p, TOK_EQUAL) && !at(p, TOK_COLONEQUAL) && !p->failed) {
            parse_raise_span(p, (AstSpan){from.lineno, from.col_offset, b->end_lineno, b->end_col_offset},
                             "invalid syntax. Maybe you meant '==' or ':=' instead of '='?");
            return true;
        }
    }
    if (!go(p, pos))
        return true;
    int kind = peek(p)->kind;
    if (kind == KW_TRUE || kind == KW_NONE || kind == KW_FALSE)
        return false;
    if (kind == TOK_LPAR || kind == TOK_LSQB) {
        a = parse_atom(p);
        if (p->failed)
            return true;
        if (a && (a->kind == AST_List || a->kind == AST_Tuple || a->kind == AST_GeneratorExp) && a->col_offset == p->tokens[pos].col &&
            a->lineno == p->tokens[pos].lineno)
            return false;
        p->pos = pos;
    }
    a = parse_bitwise_or(p);
    if (a && accept(p, TOK_EQUAL) && parse_bitwise_or(p) && !at(p, TOK_EQUAL) && !at(p, TOK_COLONEQUAL) && !p->failed)
        return parse_raise_node(p, a, "cannot assign to %s here. Maybe you meant '==' instead of '='?", ast_expr_noun(a)), true;
    return p->failed;
}

bool invalid_named_expression(Parser *p)
{
    Node *known;
    int pos = p->pos;
    if (parse_recall(p, MEMO_INVALID_NAMED, &known)) {
        p->pos = pos;
        return false;
    }
    if (named_expression(p))
        return true;
    p->pos = pos;
    parse_remember(p, MEMO_INVALID_NAMED, pos, NULL);
    return p->failed;
}

/* `(*a)`, `(**a)` */
bool invalid_group(Parser *p, int pos)
{
    if (!go(p, pos) || !accept(p, TOK_LPAR))
        return p->failed;
    Token *t = peek(p);
    if (t->kind == TOK_STAR) {
        Node *a = parse_starred_expression(p);
        if (a && accept(p, TOK_RPAR))
            parse_raise_node(p, a, "cannot use starred expression here");
    } else if (t->kind == TOK_DOUBLESTAR) {
        AstSpan s = parse_token_span(t);
        p->pos++;
        if (parse_expression(p) && accept(p, TOK_RPAR))
            parse_raise_span(p, s, "cannot use double starred expression here");
    }
    return p->failed;
}

/* `[*a for ...]`, `[a, b for ...]` */
bool invalid_comprehension(Parser *p, int pos)
{
    NodeVec gens = {0}, v = {0};
    Node *a;
    if (!go(p, pos))
        return true;
    bool bracket = at(p, TOK_LSQB) || at(p, TOK_LBRACE);
    if (!bracket && !at(p, TOK_LPAR))
        return p->failed;
    p->pos++;
    if (at(p, TOK_STAR) && (a = parse_starred_expression(p)) && at_for(p) && parse_for_ifs_into(p, &gens))
        return parse_raise_node(p, a, "iterable unpacking cannot be used in comprehension"), true;
    if (!bracket || !go(p, pos + 1))
        return p->failed;
    a = parse_star_named_expression(p);
    Token *comma = a ? accept(p, TOK_COMMA) : NULL;
    if (!comma)
        return p->failed;
    int behind = p->pos;
    AstSpan end = parse_token_span(comma);
    while (parse_starts_expr(peek(p)->kind) || at(p, TOK_STAR)) {
        int before = p->pos;
        Node *n = parse_star_named_expression(p);
        if (p->failed)
            return true;
        if (!n || !parse_push(p, &v, n)) {
            p->pos = before;
            break;
        }
        if (!accept(p, TOK_COMMA))
            break;
    }
    const Node *b = v.n ? v.items[v.n - 1] : NULL;
    gens.n = 0;
    if (!b)
        p->pos = behind;
    if (at_for(p) && parse_for_ifs_into(p, &gens)) {
        if (b)
            end = b->span;
        parse_raise_span(p, (AstSpan){a->lineno, a->col_offset, end.end_lineno, end.end_col_offset},
                         "did you forget parentheses around the comprehension target?");
    }
    return p->failed;
}

/* ---- Dicts ---- */

/* What is wrong behind `key :`. */
static bool bad_value(Parser *p, const Token *colon)
{
    AstSpan s = parse_token_span(colon);
    if (at(p, TOK_STAR)) {
        Place from = here(p);
        p->pos++;
        if (parse_bitwise_or(p) && !p->failed)
            parse_raise_from(p, from, "cannot use a starred expression in a dictionary value");
    } else if (at(p, TOK_RBRACE) || at(p, TOK_COMMA)) {
        parse_raise_span(p, s, "expression expected after dictionary key and ':'");
    }
    return p->failed;
}

static bool dict_pair(Parser *p)
{
    if (accept(p, TOK_DOUBLESTAR))
        return parse_bitwise_or(p) != NULL;
    return parse_expression(p) && accept(p, TOK_COLON) && parse_expression(p);
}

bool invalid_dict(Parser *p, int pos)
{
    int pairs = 0;
    if (!go(p, pos) || !accept(p, TOK_LBRACE))
        return p->failed;
    for (int at_item = p->pos;; pairs++, at_item = p->pos) { /* good pairs, each with its comma */
        if (!dict_pair(p) || !accept(p, TOK_COMMA)) {
            if (!go(p, at_item))
                return true;
            break;
        }
    }
    Node *a = parse_expression(p);
    if (!a || p->failed)
        return p->failed;
    Token *colon = accept(p, TOK_COLON);
    if (colon)
        return bad_value(p, colon);
    if (pairs)
        parse_raise_at(p, SYN_SYNTAX, a->lineno, a->end_col_offset - 1, a->end_lineno, -1, "':' expected after dictionary key");
    return p->failed;
}

bool invalid_dict_comprehension(Parser *p, int pos)
{
    NodeVec gens = {0};
    if (!go(p, pos) || !accept(p, TOK_LBRACE))
        return p->failed;
    Token *stars = accept(p, TOK_DOUBLESTAR);
    if (!stars)
        return p->failed;
    AstSpan s = parse_token_span(stars);
    if (parse_bitwise_or(p) && at_for(p) && parse_for_ifs_into(p, &gens) && accept(p, TOK_RBRACE))
        parse_raise_span(p, s, "dict unpacking cannot be used in dict comprehension");
    return p->failed;
}

/* ---- Arguments ---- */

typedef struct Args {
    NodeVec args, keywords;
    Node *first; /* of either */
} Args;

/* `True = 1`, `a = b for ...`, `f() = 1` */
static bool invalid_keyword(Parser *p)
{
    int pos = p->pos;
    Token *t = peek(p);
    NodeVec gens = {0};
    if ((t->kind == KW_TRUE || t->kind == KW_FALSE || t->kind == KW_NONE) && peek2(p) == TOK_EQUAL) {
        const Token *eq = &p->tokens[pos + 1];
        t = &p->tokens[pos];
        parse_raise_span(p, (AstSpan){t->lineno, t->col, eq->end_lineno, eq->end_col}, "cannot assign to %s", lex_kind_text(t->kind));
        return true;
    }
    if (t->kind == TOK_NAME && peek2(p) == TOK_EQUAL) {
        AstSpan a = parse_token_span(&p->tokens[pos]), b = parse_token_span(&p->tokens[pos + 1]);
        p->pos += 2;
        if (parse_expression(p) && at_for(p) && parse_for_ifs_into(p, &gens))
            parse_raise_span(p, (AstSpan){a.lineno, a.col_offset, b.end_lineno, b.end_col_offset},
                             "invalid syntax. Maybe you meant '==' or ':=' instead of '='?");
        p->pos = pos;
        return p->failed;
    }
    Node *a = parse_expression(p);
    Token *eq = a ? accept(p, TOK_EQUAL) : NULL;
    if (eq)
        parse_raise_span(p, (AstSpan){a->lineno, a->col_offset, eq->end_lineno, eq->end_col},
                         "expression cannot contain assignment, perhaps you meant \"==\"?");
    p->pos = pos;
    return p->failed;
}

/* One argument in CPython's order; false: none here. */
static bool one_argument(Parser *p, Args *x, bool *doubled)
{
    Place from = here(p);
    Node *n;
    AstStr name = {0};
    if (!x->keywords.n) {
        int pos = p->pos;
        n = at(p, TOK_STAR) ? parse_starred_expression(p) : parse_assignment_or_expression(p);
        if (n && !at(p, TOK_EQUAL)) {
            x->first = x->first ? x->first : n;
            return parse_push(p, &x->args, n);
        }
        if (!go(p, pos))
            return false;
    }
    if (invalid_keyword(p))
        return false;
    if (at(p, TOK_NAME) && peek2(p) == TOK_EQUAL) {
        parse_name(p, &name);
        p->pos++;
    } else if (accept(p, TOK_DOUBLESTAR)) {
        *doubled = true;
    } else if (at(p, TOK_STAR) && !*doubled) {
        n = parse_starred_expression(p);
        x->first = x->first ? x->first : n;
        return n && parse_push(p, &x->args, n);
    } else {
        return false;
    }
    n = parse_expression(p);
    n = n ? NEW(p, keyword, from, .arg = name, .value = n) : NULL;
    x->first = x->first ? x->first : n;
    return n && parse_push(p, &x->keywords, n);
}

/* As many arguments as there are; the cursor then stands behind the last. */
static bool some_arguments(Parser *p, Args *x)
{
    bool doubled = false;
    *x = (Args){0};
    for (int end = p->pos;;) {
        if (!one_argument(p, x, &doubled)) {
            if (p->failed)
                return false;
            p->pos = end;
            break;
        }
        end = p->pos;
        if (!accept(p, TOK_COMMA))
            break;
    }
    return x->args.n || x->keywords.n;
}

static const char generator[] = "Generator expression must be parenthesized";

bool invalid_arguments(Parser *p, int pos)
{
    Args x, y;
    NodeVec gens = {0};
    Node *a;
    if (!go(p, pos))
        return true;
    bool some = some_arguments(p, &x);
    if (p->failed)
        return true;
    int behind = p->pos;
    if (some && (accept(p, TOK_COMMA), at(p, TOK_RPAR)))
        return false; /* nothing wrong with these */
    p->pos = behind;
    if (some && accept(p, TOK_COMMA) && at(p, TOK_STAR)) {
        const Node *last = x.keywords.n ? x.keywords.items[x.keywords.n - 1] : x.args.items[x.args.n - 1];
        parse_raise_span(p, (AstSpan){x.first->lineno, x.first->col_offset, last->end_lineno, last->end_col_offset},
                         "iterable argument unpacking follows keyword argument unpacking");
        return true;
    }
    if (!go(p, pos))
        return true;
    if ((a = parse_expression(p)) && at_for(p) && parse_for_ifs_into(p, &gens) && accept(p, TOK_COMMA)) {
        some_arguments(p, &y); /* their errors come first */
        if (!p->failed)
            parse_raise_range(p, a, comprehension_end(&gens), generator);
        return true;
    }
    if (!go(p, pos))
        return true;
    if (at(p, TOK_NAME) && peek2(p) == TOK_EQUAL && invalid_keyword(p))
        return true;
    if (!some)
        return p->failed;
    p->pos = behind;
    gens.n = 0;
    if (at_for(p) && parse_for_ifs_into(p, &gens) && x.args.n > 1)
        return parse_raise_range(p, x.args.items[x.args.n - 1], comprehension_end(&gens), generator), true;
    if (!go(p, behind))
        return true;
    if (!accept(p, TOK_COMMA))
        return p->failed;
    behind = p->pos;
    gens.n = 0;
    if ((a = parse_expression(p)) && at_for(p) && parse_for_ifs_into(p, &gens))
        return parse_raise_range(p, a, comprehension_end(&gens), generator), true;
    if (!go(p, behind))
        return true;
    if (some_arguments(p, &y) && !p->failed) {
        bool unpacked = x.keywords.n && !x.keywords.items[x.keywords.n - 1]->keyword.arg.s;
        parse_raise(p, "positional argument follows keyword argument%s", unpacked ? " unpacking" : "");
    }
    return p->failed;
}
