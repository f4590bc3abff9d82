/* compile_match.c: match statements.
 *
 * The subject and its parts are kept in temporaries; what a pattern captures waits in temporaries of its own, reserved
 * before it, and is bound to names once the whole pattern has succeeded. When it fails, all those temporaries are
 * cleared on the way to the next case, whichever of them are in use by then.
 */
#include "compile_impl.h"

typedef struct Captures { AstStr *names; int n, cap; } Captures;

typedef struct Match {
    Captures captures;
    Reg slots;    /* the first capture's temporary */
    Label fail;
    Reg high;     /* temporaries below this may be in use when it fails */
} Match;

static bool same_id(AstStr a, AstStr b) { return a.len == b.len && memcmp(a.s, b.s, a.len) == 0; }

static int find_capture(const Captures *k, AstStr id)
{
    for (int i = 0; i < k->n; i++)
        if (same_id(k->names[i], id)) return i;
    return -1;
}

static void add_capture(Comp *c, Captures *k, AstStr id, const AstSpan *span)
{
    if (!id.s || c->failed) return;
    if (forbidden(c, id, true, span)) return;
    if (find_capture(k, id) >= 0) {
        comp_fail(c, span, "multiple assignments to name '%.*s' in pattern", (int)id.len, id.s);
        return;
    }
    if (k->n == k->cap) {
        AstStr *p = comp_grow(c, k->names, &k->cap, sizeof *p);
        if (!p) return;
        k->names = p;
    }
    k->names[k->n++] = id;
}

static void collect_seq(Comp *c, Captures *k, NodeSeq seq);

/* The names a pattern binds, with the errors about them. */
static void collect(Comp *c, Captures *k, Node *n)
{
    if (c->failed) return;
    if (!compile_enter(c->vm, &c->depth)) c->failed = true;
    switch (n->kind) {
    case AST_MatchSequence: collect_seq(c, k, n->MatchSequence.patterns); break;
    case AST_MatchMapping:
        collect_seq(c, k, n->MatchMapping.patterns);
        add_capture(c, k, n->MatchMapping.rest, &n->span);
        break;
    case AST_MatchClass: collect_seq(c, k, n->MatchClass.patterns); collect_seq(c, k, n->MatchClass.kwd_patterns); break;
    case AST_MatchStar: add_capture(c, k, n->MatchStar.name, &n->span); break;
    case AST_MatchAs:
        if (n->MatchAs.pattern) collect(c, k, n->MatchAs.pattern);
        add_capture(c, k, n->MatchAs.name, &n->span);
        break;
    case AST_MatchOr: {
        NodeSeq p = n->MatchOr.patterns;
        int before = k->n;
        for (int i = 0; i < p.n && !c->failed; i++) { /* that they bind the same names is checked by pattern_or */
            Captures mine = {.n = 0};
            for (int j = 0; j < before; j++) add_capture(c, &mine, k->names[j], &n->span);
            collect(c, &mine, p.items[i]);
            for (int j = before; j < mine.n; j++)
                if (find_capture(k, mine.names[j]) < 0) add_capture(c, k, mine.names[j], &n->span);
        }
        break;
    }
    default: break;
    }
    c->depth--;
}

static void collect_seq(Comp *c, Captures *k, NodeSeq seq)
{
    for (int i = 0; i < seq.n; i++) collect(c, k, seq.items[i]);
}

static void hold(Match *m, Reg r)
{
    if (r + 1 > m->high) m->high = r + 1;
}

static bool is_wildcard(const Node *n) { return n->kind == AST_MatchAs && !n->MatchAs.name.s; }
static bool is_star_wildcard(const Node *n) { return n->kind == AST_MatchStar && !n->MatchStar.name.s; }

static void capture(Comp *c, Match *m, AstStr id, Reg subject)
{
    int i = find_capture(&m->captures, id);
    if (i < 0 || c->failed) return;
    hold(m, m->slots + i);
    emit(c, BC_COPY, m->slots + i, subject, 0);
}

static void pattern(Comp *c, Match *m, Node *n, Reg s, bool irrefutable_ok);

/* The subpatterns against the temporaries from `items` on, each released when done with. */
static void subpatterns(Comp *c, Match *m, NodeSeq p, Reg items)
{
    for (int i = 0; i < p.n && !c->failed; i++) {
        Node *q = p.items[i];
        if (!is_wildcard(q) && !is_star_wildcard(q)) pattern(c, m, q, items + i, true);
        emit(c, BC_CLEAR, items + i, 0, 0);
    }
}

static void test_false(Comp *c, Match *m, Reg d) { emit_jump(c, BC_JMP_FALSE, d, m->fail); }

static void pattern_value(Comp *c, Match *m, Node *n, Reg s)
{
    Reg base = c->u->sp, left = s;
    if (n->MatchValue.value->kind == AST_JoinedStr) {
        comp_fail(c, &n->span, "patterns may only match literals and attribute lookups");
        return;
    }
    Value k = c->u->nconsts < 0xFFF0 ? fold(c, n->MatchValue.value) : NO_VALUE;
    if (is_temp(c, s)) {
        left = temp_push(c);
        c->loc = &n->span;
        emit(c, BC_COPY, left, s, 0);
    }
    if (k) {
        c->loc = &n->span;
        emit(c, BC_TEST_EQK, left, const_add(c, k), 0);
    } else {
        Reg r = expr(c, n->MatchValue.value, NOW);
        c->loc = &n->span;
        emit(c, BC_TEST_EQ, left, r, 0);
    }
    emit_jump(c, BC_JMP, 0, m->fail);
    c->u->sp = base;
}

static void pattern_singleton(Comp *c, Match *m, Node *n, Reg s)
{
    Reg base = c->u->sp, left = s;
    c->loc = &n->span;
    if (is_temp(c, s)) {
        left = temp_push(c);
        emit(c, BC_COPY, left, s, 0);
    }
    if (n->MatchSingleton.value.kind == ACONST_NONE) emit(c, BC_TEST_NONE, left, 0, 0);
    else emit(c, BC_TEST_IS, left, push_const(c, fold_const(c, n)), 0);
    emit_jump(c, BC_JMP, 0, m->fail);
    c->u->sp = base;
}

/* Fails unless len(s) is n (or at least n). */
static void test_len(Comp *c, Match *m, Reg s, int n, bool at_least)
{
    Reg base = c->u->sp, t = temp_push(c);
    emit(c, BC_MATCH_LEN, t, s, 0);
    int k = const_add(c, int_from_i64(c->vm, n));
    if (k > 0xFFFF) comp_fail(c, c->loc, "too many constants in one block");
    emit(c, at_least ? BC_TEST_GEK : BC_TEST_EQK, t, k, 0);
    emit_jump(c, BC_JMP, 0, m->fail);
    c->u->sp = base;
}

/* [a, *_, b]: only the items asked for are taken. */
static void sequence_by_index(Comp *c, Match *m, NodeSeq p, int star, Reg s, const AstSpan *loc)
{
    for (int i = 0; i < p.n && !c->failed; i++) {
        if (i == star || is_wildcard(p.items[i])) continue;
        Reg base = c->u->sp, t = temp_push(c);
        c->loc = loc;
        emit(c, BC_COPY, t, s, 0);
        Reg k = temp_push(c);
        if (i < star) load_const(c, k, int_from_i64(c->vm, i));
        else {
            emit(c, BC_MATCH_LEN, k, s, 0);
            Reg back = push_const(c, int_from_i64(c->vm, p.n - i));
            emit(c, BC_SUB, k, k, back);
        }
        emit(c, BC_GETITEM, t, t, k);
        c->u->sp = t + 1;
        hold(m, t);
        pattern(c, m, p.items[i], t, true);
        emit(c, BC_CLEAR, t, 0, 0);
        c->u->sp = base;
    }
}

static void pattern_sequence(Comp *c, Match *m, Node *n, Reg s)
{
    NodeSeq p = n->MatchSequence.patterns;
    int star = -1;
    bool only_wild = true, star_wild = false;
    for (int i = 0; i < p.n; i++) {
        Node *q = p.items[i];
        if (q->kind == AST_MatchStar) {
            if (star >= 0) {
                comp_fail(c, &n->span, "multiple starred names in sequence pattern");
                return;
            }
            star = i;
            star_wild = is_star_wildcard(q);
            only_wild = only_wild && star_wild;
        } else only_wild = only_wild && is_wildcard(q);
    }
    if (star >= 256 || p.n - star - 1 >= 256 * 200) {
        comp_fail(c, &n->span, "too many expressions in star-unpacking sequence pattern");
        return;
    }
    Reg base = c->u->sp, t = temp_push(c);
    c->loc = &n->span;
    emit(c, BC_MATCH_SEQ, t, s, 0);
    test_false(c, m, t);
    c->u->sp = base;
    if (star < 0) test_len(c, m, s, p.n, false);
    else if (p.n > 1) test_len(c, m, s, p.n - 1, true);
    if (only_wild) return;
    if (star_wild) {
        sequence_by_index(c, m, p, star, s, &n->span);
        return;
    }
    t = temp_push(c);
    emit(c, BC_COPY, t, s, 0);
    c->u->sp = base;
    for (int i = 0; i < p.n; i++) hold(m, temp_push(c));
    if (!p.n) temp_push(c);
    if (star < 0) emit(c, BC_UNPACK_SEQ, t, base, p.n);
    else emit(c, BC_UNPACK_EX, t, base, star | (p.n - star - 1) << 8);
    subpatterns(c, m, p, base);
    c->u->sp = base;
}

static void pattern_mapping(Comp *c, Match *m, Node *n, Reg s)
{
    struct AstMatchMapping *p = &n->MatchMapping;
    Reg base = c->u->sp, t = temp_push(c);
    c->loc = &n->span;
    emit(c, BC_MATCH_MAP, t, s, 0);
    test_false(c, m, t);
    c->u->sp = base;
    if (p->keys.n) test_len(c, m, s, p->keys.n, true);
    if (!p->keys.n && !p->rest.s) return;
    Value seen = set_new(c->vm);
    Reg keys = base;
    for (int i = 0; i < p->keys.n && !c->failed; i++) {
        Node *key = p->keys.items[i];
        if (key->kind == AST_JoinedStr) {
            comp_fail(c, &n->span, "mapping pattern keys may only match literals and attribute lookups");
            break;
        }
        Value k = fold(c, key);
        if (k) {
            int added = seen ? set_add(c->vm, seen, k) : -1;
            if (added < 0) c->failed = true;
            if (added == 0) {
                Value text = op_repr(c->vm, k);
                size_t len;
                const char *u = text ? str_utf8(c->vm, text, &len) : NULL;
                comp_fail(c, &n->span, "mapping pattern checks duplicate key (%s)", u ? u : "?");
                release(c->vm, text);
            }
            release(c->vm, k);
        }
        expr(c, key, PUSH);
    }
    release(c->vm, seen);
    c->u->sp = base;
    temp_push(c);
    c->loc = &n->span;
    emit(c, BC_BUILD_TUPLE, keys, base, p->keys.n);
    hold(m, keys);
    if (p->keys.n) {
        Reg values = temp_push(c), copy = temp_push(c);
        hold(m, values);
        emit(c, BC_MATCH_KEYS, values, s, keys);
        emit(c, BC_COPY, copy, values, 0);
        emit(c, BC_TEST_NONE, copy, 0, 1);
        emit_jump(c, BC_JMP, 0, m->fail);
        c->u->sp = values;
        for (int i = 0; i < p->keys.n; i++) hold(m, temp_push(c));
        emit(c, BC_UNPACK_SEQ, values, values, p->keys.n);
        subpatterns(c, m, p->patterns, values);
        c->u->sp = values;
    }
    c->loc = &n->span;
    if (p->rest.s) {
        int i = find_capture(&m->captures, p->rest);
        if (i >= 0) {
            hold(m, m->slots + i);
            emit(c, BC_MATCH_REST, m->slots + i, s, keys);
        }
    }
    emit(c, BC_CLEAR, keys, 0, 0);
    c->u->sp = base;
}

static void pattern_class(Comp *c, Match *m, Node *n, Reg s)
{
    struct AstMatchClass *p = &n->MatchClass;
    for (int i = 0; i < p->kwd_attrs.n && !c->failed; i++)
        for (int j = i + 1; j < p->kwd_attrs.n; j++)
            if (same_id(p->kwd_attrs.items[i], p->kwd_attrs.items[j])) {
                AstStr id = p->kwd_attrs.items[j];
                comp_fail(c, &p->kwd_patterns.items[j]->span, "attribute name repeated in class pattern: %.*s", (int)id.len, id.s);
                return;
            }
    Reg base = c->u->sp;
    expr(c, p->cls, PUSH);
    c->loc = &n->span;
    push_const(c, int_from_i64(c->vm, p->patterns.n));
    Value names = tuple_new(c->vm, p->kwd_attrs.n);
    for (int i = 0; names && i < p->kwd_attrs.n; i++) {
        Value v = const_str(c, p->kwd_attrs.items[i]);
        as_tuple(names)->items[i] = v ? v : V_NONE;
    }
    push_const(c, names);
    c->u->sp = base;
    Reg values = temp_push(c);
    emit(c, BC_MATCH_CLASS, values, s, base);
    hold(m, values);
    Reg copy = temp_push(c);
    emit(c, BC_COPY, copy, values, 0);
    emit(c, BC_TEST_NONE, copy, 0, 1);
    emit_jump(c, BC_JMP, 0, m->fail);
    c->u->sp = base;
    int count = p->patterns.n + p->kwd_patterns.n;
    if (!count) {
        emit(c, BC_CLEAR, values, 0, 0);
        return;
    }
    for (int i = 0; i < count; i++) hold(m, temp_push(c));
    emit(c, BC_UNPACK_SEQ, values, base, count);
    subpatterns(c, m, p->patterns, base);
    subpatterns(c, m, p->kwd_patterns, base + p->patterns.n);
    c->u->sp = base;
}

static bool same_names(Comp *c, Node *a, Node *b)
{
    Captures x = {.n = 0}, y = {.n = 0};
    collect(c, &x, a);
    collect(c, &y, b);
    bool same = x.n == y.n;
    for (int i = 0; same && i < x.n; i++) same = find_capture(&y, x.names[i]) >= 0;
    return same;
}

static void pattern_or(Comp *c, Match *m, Node *n, Reg s, bool irrefutable_ok)
{
    NodeSeq p = n->MatchOr.patterns;
    Label ok = label_new(c), outer = m->fail;
    Reg base = c->u->sp, high = m->high;
    for (int i = 0; i < p.n && !c->failed; i++) {
        bool last = i == p.n - 1;
        Label next = last ? outer : label_new(c);
        m->fail = next;
        m->high = base;
        pattern(c, m, p.items[i], s, last && irrefutable_ok);
        if (i && !c->failed && !same_names(c, p.items[0], p.items[i])) comp_fail(c, c->loc, "alternative patterns bind different names");
        Reg mine = m->high;
        m->high = high = mine > high ? mine : high;
        m->fail = outer;
        if (last) break;
        emit_jump(c, BC_JMP, 0, ok);
        label_here(c, next);
        for (Reg r = base; r < mine; r++) emit(c, BC_CLEAR, r, 0, 0);
    }
    label_here(c, ok);
    c->u->sp = base;
}

static void pattern(Comp *c, Match *m, Node *n, Reg s, bool irrefutable_ok)
{
    if (c->failed) return;
    if (!compile_enter(c->vm, &c->depth)) c->failed = true;
    c->loc = &n->span;
    switch (c->failed ? AST__COUNT : n->kind) {
    case AST_MatchValue: pattern_value(c, m, n, s); break;
    case AST_MatchSingleton: pattern_singleton(c, m, n, s); break;
    case AST_MatchSequence: pattern_sequence(c, m, n, s); break;
    case AST_MatchMapping: pattern_mapping(c, m, n, s); break;
    case AST_MatchClass: pattern_class(c, m, n, s); break;
    case AST_MatchOr: pattern_or(c, m, n, s, irrefutable_ok); break;
    case AST_MatchStar: capture(c, m, n->MatchStar.name, s); break;
    case AST_MatchAs:
        if (n->MatchAs.pattern) pattern(c, m, n->MatchAs.pattern, s, irrefutable_ok);
        else if (!irrefutable_ok) {
            AstStr id = n->MatchAs.name;
            if (id.s) comp_fail(c, &n->span, "name capture '%.*s' makes remaining patterns unreachable", (int)id.len, id.s);
            else comp_fail(c, &n->span, "wildcard makes remaining patterns unreachable");
        }
        if (n->MatchAs.name.s) capture(c, m, n->MatchAs.name, s);
        break;
    default: break;
    }
    c->depth--;
}

/* May the subject be read from its local throughout? Not if a pattern rebinds it. */
static bool subject_in_place(Comp *c, Node *n)
{
    Node *s = n->Match.subject;
    if (s->kind != AST_Name) return false;
    for (int i = 0; i < n->Match.cases.n && !c->failed; i++) {
        Captures k = {.n = 0};
        collect(c, &k, n->Match.cases.items[i]->match_case.pattern);
        if (find_capture(&k, s->Name.id) >= 0) return false;
    }
    return true;
}

void stmt_match(Comp *c, Node *n)
{
    NodeSeq cases = n->Match.cases;
    Reg base = c->u->sp, s = expr(c, n->Match.subject, subject_in_place(c, n) ? ANY : PUSH);
    Reg top = c->u->sp;
    Label end = label_new(c);
    for (int i = 0; i < cases.n && !c->failed; i++) {
        struct Astmatch_case *k = &cases.items[i]->match_case;
        Match m = {.fail = label_new(c), .high = top};
        collect(c, &m.captures, k->pattern);
        m.slots = c->u->sp;
        for (int j = 0; j < m.captures.n; j++) temp_push(c);
        c->loc = &k->pattern->span;
        if (k->pattern->kind == AST_MatchAs && !k->pattern->MatchAs.pattern && m.captures.n == 1 && !k->guard && i == cases.n - 1) {
            emit(c, BC_COPY, m.slots, s, 0); /* `case x:` at the end */
        } else pattern(c, &m, k->pattern, s, k->guard || i == cases.n - 1);
        for (int j = 0; j < m.captures.n && !c->failed; j++) {
            c->loc = &k->pattern->span;
            name_store(c, m.captures.names[j], m.slots + j);
        }
        c->u->sp = top;
        Label no = m.fail, guard_fail = k->guard ? label_new(c) : -1;
        if (k->guard) cond(c, k->guard, false, guard_fail);
        c->loc = &k->pattern->span;
        if (is_temp(c, s)) emit(c, BC_CLEAR, s, 0, 0);
        c->u->sp = base;
        body(c, k->body);
        c->loc = &k->pattern->span;
        emit_jump(c, BC_JMP, 0, end);
        c->u->sp = top;
        label_here(c, no);
        for (Reg r = top; r < m.high; r++) emit(c, BC_CLEAR, r, 0, 0);
        if (guard_fail >= 0) label_here(c, guard_fail);
    }
    if (is_temp(c, s)) emit(c, BC_CLEAR, s, 0, 0);
    c->u->sp = base;
    label_here(c, end);
}
