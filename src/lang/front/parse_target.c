/* parse_target.c: what may stand left of =, behind `for`, `as` and `del`. */
#include "parse_impl.h"

void parse_set_ctx(Node *n, int ctx)
{
    NodeSeq elts;
    switch (n->kind) {
    case AST_Name: n->Name.ctx = (uint8_t)ctx; return;
    case AST_Attribute: n->Attribute.ctx = (uint8_t)ctx; return;
    case AST_Subscript: n->Subscript.ctx = (uint8_t)ctx; return;
    case AST_Starred:
        n->Starred.ctx = (uint8_t)ctx;
        parse_set_ctx(n->Starred.value, ctx);
        return;
    case AST_Tuple:
        n->Tuple.ctx = (uint8_t)ctx;
        elts = n->Tuple.elts;
        break;
    case AST_List:
        n->List.ctx = (uint8_t)ctx;
        elts = n->List.elts;
        break;
    default: return;
    }
    for (int i = 0; i < elts.n; i++)
        parse_set_ctx(elts.items[i], ctx);
}

bool parse_is_single_target(const Node *n)
{
    return n->kind == AST_Name || n->kind == AST_Attribute || n->kind == AST_Subscript;
}

static bool is_target(const Node *n, bool stars)
{
    if (parse_is_single_target(n))
        return true;
    if (n->kind == AST_Starred)
        return stars && n->Starred.value->kind != AST_Starred && is_target(n->Starred.value, true);
    if (n->kind != AST_Tuple && n->kind != AST_List)
        return false;
    NodeSeq elts = n->kind == AST_Tuple ? n->Tuple.elts : n->List.elts;
    for (int i = 0; i < elts.n; i++)
        if (!is_target(elts.items[i], stars))
            return false;
    return true;
}

bool parse_is_star_target(const Node *n)
{
    return is_target(n, true);
}

static Node *star_target(Parser *p)
{
    Place from = here(p);
    if (accept(p, TOK_STAR)) {
        if (at(p, TOK_STAR))
            return NULL;
        Node *n = parse_star_target(p);
        return n ? NEW(p, Starred, from, .value = n, .ctx = AST_OP_Store) : NULL;
    }
    Node *n = parse_primary(p);
    if (!n || !is_target(n, true))
        return NULL;
    parse_set_ctx(n, AST_OP_Store);
    return n;
}

Node *parse_star_target(Parser *p)
{
    Node *n;
    int pos = p->pos;
    if (parse_recall(p, MEMO_STAR_TARGET, &n))
        return n;
    return parse_remember(p, MEMO_STAR_TARGET, pos, star_target(p));
}

Node *parse_star_targets(Parser *p)
{
    Place from = here(p);
    Node *first = parse_star_target(p);
    if (!first || !at(p, TOK_COMMA))
        return first;
    NodeVec v = {0};
    if (!parse_push(p, &v, first))
        return NULL;
    while (accept(p, TOK_COMMA)) {
        int kind = peek(p)->kind, pos = p->pos;
        if (kind != TOK_STAR && (!parse_starts_expr(kind) || kind == KW_LAMBDA || kind == KW_NOT))
            break;
        Node *n = parse_star_target(p);
        if (!n) {
            if (p->failed || !p->second)
                return NULL;
            p->pos = pos;
            break;
        }
        if (!parse_push(p, &v, n))
            return NULL;
    }
    return NEW(p, Tuple, from, .elts = seq_of(v), .ctx = AST_OP_Store);
}

bool parse_del_targets(Parser *p, NodeVec *v)
{
    do {
        if (v->n && (at(p, TOK_SEMI) || at(p, TOK_NEWLINE)))
            return true;
        Node *n = parse_primary(p);
        if (!n || !is_target(n, false) || !parse_push(p, v, n))
            return false;
        parse_set_ctx(n, AST_OP_Del);
    } while (accept(p, TOK_COMMA));
    return at(p, TOK_SEMI) || at(p, TOK_NEWLINE);
}
