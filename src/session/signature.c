/* signature.c: how the call is written that the cursor stands in, and at which of its parameters. */
#include "lang/object/sig.h"
#include "typing.h"

/* Which argument the cursor is at: *nth counts commas, *name is the keyword that stands there (NULL: none). */
static void argument_at(const Scan *s, size_t open, size_t *nth, const Piece **name)
{
    uint16_t level = (uint16_t)(s->items[open].level + 1);
    *nth = 0;
    *name = NULL;
    for (size_t i = open + 1; i < s->count; i++) {
        if (s->items[i].level != level) continue;
        if (s->items[i].kind == TOK_COMMA) {
            ++*nth;
            *name = NULL;
        } else if (s->items[i].kind == TOK_EQUAL && s->items[i - 1].kind == TOK_NAME)
            *name = &s->items[i - 1];
    }
}

static const SigParam *param_at(const SigText *sig, const Scan *s, size_t nth, const Piece *name)
{
    const SigParam *rest = NULL;
    for (int i = 0; i < sig->count; i++) {
        const SigParam *p = &sig->params[i];
        if (name && p->kind != PARAM_VARARGS && p->kind != PARAM_VARKW && scan_is(s, name, p->name)) return p;
        if (p->kind == (name ? PARAM_VARKW : PARAM_VARARGS)) rest = p;
        if (!name && (p->kind == PARAM_POSONLY || p->kind == PARAM_ANY) && nth-- == 0) return p;
    }
    return rest;
}

/* What is called, as it is written: the pieces of its last name. */
static void add_callee(Draft *t, const Scan *s, size_t open)
{
    const Piece *p = &s->items[open - 1];
    if (p->kind == TOK_NAME) draft_add(t, s->text + p->start, piece_len(p));
}

const char *session_signature(Session *session, const char *text, size_t size, size_t cursor, size_t *from, size_t *to)
{
    Typing ty;
    *from = *to = 0;
    if (!typing_begin(session, TYPING_SIGNATURE, &ty)) return NULL;
    Scan s;
    scan_text(&s, ty.arena, text, cursor < size ? cursor : size);
    size_t start, nth;
    for (size_t open = typing_around(&s, s.count); open != SIZE_MAX; open = typing_around(&s, open)) { /* the innermost call of something known */
        if (!typing_is_call(&s, open)) continue;
        Known callee = known_expression(&ty, &s, open - 1, &start, true);
        SigText sig;
        bool known = callee.value && !callee.instance && sigtext_of(&ty, callee.value, false, &sig);
        known_drop(ty.vm, &callee);
        if (!known) continue;
        const Piece *name;
        Draft t = {.arena = ty.arena};
        add_callee(&t, &s, open);
        argument_at(&s, open, &nth, &name);
        const SigParam *p = param_at(&sig, &s, nth, name);
        if (p) *from = t.len + p->start, *to = t.len + p->end;
        draft_c(&t, sig.text);
        return ty.arena->failed ? NULL : draft_take(&t);
    }
    return NULL;
}
