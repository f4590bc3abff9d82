/* parse_call.c: the arguments of a call or a class. */
#include "parse_impl.h"

static bool push_keyword(Parser *p, NodeVec *keywords, Place from, AstStr name)
{
    Node *value = parse_expression(p);
    Node *k = value ? NEW(p, keyword, from, .arg = name, .value = value) : NULL;
    return k && parse_push(p, keywords, k);
}

/* One argument.  Order: positional and `*a`, then also `k=v`, then `k=v` and `**d` only. */
static bool argument(Parser *p, NodeVec *args, NodeVec *keywords, bool *has_double)
{
    Place from = here(p);
    Node *n;
    if (accept(p, TOK_DOUBLESTAR)) {
        *has_double = true;
        return push_keyword(p, keywords, from, (AstStr){0});
    }
    if (at(p, TOK_NAME) && peek2(p) == TOK_EQUAL) {
        AstStr name;
        return parse_name(p, &name) && (p->pos++, push_keyword(p, keywords, from, name));
    }
    if (at(p, TOK_STAR)) {
        if (*has_double)
            return false;
        n = parse_starred_expression(p);
    } else {
        if (keywords->n)
            return false;
        n = parse_assignment_or_expression(p);
    }
    return n && !at(p, TOK_EQUAL) && parse_push(p, args, n);
}

bool parse_arguments(Parser *p, NodeVec *args, NodeVec *keywords)
{
    bool has_double = false;
    do {
        if (at(p, TOK_RPAR))
            return args->n || keywords->n;
        if (!argument(p, args, keywords, &has_double))
            return false;
    } while (accept(p, TOK_COMMA));
    return true;
}

static Node *call(Parser *p, Place from, Node *func)
{
    NodeVec args = {0}, keywords = {0}, gens = {0};
    Place open = here(p);
    p->pos++;
    if (!at(p, TOK_RPAR)) {
        if (!parse_arguments(p, &args, &keywords))
            return NULL;
        bool alone = args.n == 1 && !keywords.n && args.items[0]->kind != AST_Starred && p->tokens[p->pos - 1].kind != TOK_COMMA;
        if ((at(p, KW_FOR) || at(p, KW_ASYNC)) && alone) {
            if (!parse_for_ifs_into(p, &gens) || !accept(p, TOK_RPAR))
                return NULL;
            args.items[0] = NEW(p, GeneratorExp, open, .elt = args.items[0], .generators = seq_of(gens));
            return args.items[0] ? NEW(p, Call, from, .func = func, .args = seq_of(args)) : NULL;
        }
    }
    if (!accept(p, TOK_RPAR))
        return NULL;
    return NEW(p, Call, from, .func = func, .args = seq_of(args), .keywords = seq_of(keywords));
}

Node *parse_call(Parser *p, Place from, Node *func)
{
    int pos = p->pos;
    Node *n = call(p, from, func);
    if (!n && p->diagnose && !p->failed && !invalid_comprehension(p, pos))
        invalid_arguments(p, pos + 1);
    return n;
}
