/* compile_call.c: calls, and displays of tuples, lists, sets and dicts. */
#include "compile_impl.h"

enum { RANGE_MAX = 250 }; /* more items than that are added one by one: registers stay few */

/* ---- displays ---- */

static bool has_star(NodeSeq e)
{
    for (int i = 0; i < e.n; i++)
        if (e.items[i]->kind == AST_Starred) return true;
    return false;
}

static Value fold_items(Comp *c, NodeSeq e)
{
    if (e.n < 3) return NO_VALUE;
    for (int i = 0; i < e.n; i++) {
        int k = e.items[i]->kind;
        if (k != AST_Constant && k != AST_UnaryOp && k != AST_BinOp && k != AST_Tuple) return NO_VALUE;
    }
    Value t = tuple_new(c->vm, e.n);
    for (int i = 0; t && i < e.n; i++) {
        Value v = fold(c, e.items[i]);
        if (!v) {
            release(c->vm, t);
            return NO_VALUE;
        }
        as_tuple(t)->items[i] = v;
    }
    return t;
}

/* A list (or set) in a new temporary at base: the `before` values that stand from base on, then the elements. */
static void build_list(Comp *c, NodeSeq e, bool set, Reg base, int before, const AstSpan *loc)
{
    int i = 0, k = before;
    for (; i < e.n && k < RANGE_MAX && e.items[i]->kind != AST_Starred; i++, k++) expr(c, e.items[i], PUSH);
    c->u->sp = base;
    temp_push(c);
    c->loc = loc;
    emit(c, set ? BC_BUILD_SET : BC_BUILD_LIST, base, base, k);
    for (; i < e.n && !c->failed; i++) {
        Node *n = e.items[i];
        bool star = n->kind == AST_Starred;
        Reg r = expr(c, star ? n->Starred.value : n, NOW);
        c->loc = star ? loc : &n->span;
        if (set) emit(c, star ? BC_SET_UPDATE : BC_SET_ADD, base, r, 0);
        else emit(c, star ? BC_LIST_EXTEND : BC_LIST_APPEND, base, r, 0);
        c->u->sp = base + 1;
    }
}

Reg expr_sequence(Comp *c, Node *n, Reg want)
{
    NodeSeq e = n->kind == AST_Tuple ? n->Tuple.elts : n->kind == AST_List ? n->List.elts : n->Set.elts;
    Reg base = c->u->sp;
    c->loc = &n->span;
    if (n->kind == AST_Tuple) {
        Value v = fold(c, n);
        if (v) {
            Reg d = temp_dest(c, want);
            load_const(c, d, v);
            return d;
        }
    }
    if (n->kind != AST_Tuple) {
        Value v = fold_items(c, e);
        if (v && n->kind == AST_Set) { /* a frozenset of unhashable things cannot be: constants all are hashable */
            Value s = frozenset_new(c->vm);
            for (int64_t i = 0; s && i < as_tuple(v)->len; i++)
                if (set_add(c->vm, s, as_tuple(v)->items[i]) < 0) value_clear(c->vm, &s);
            release(c->vm, v);
            v = s ? frozenset_new(c->vm) : NO_VALUE;
            Ref key; /* once more, in its own order: so CPython keeps its constants, which shows where hashes collide */
            for (int64_t pos = 0; v && set_next(s, &pos, &key);)
                if (set_add(c->vm, v, key) < 0) value_clear(c->vm, &v);
            release(c->vm, s);
            if (!v) c->failed = true;
        }
        if (v) {
            Reg d = temp_push(c);
            emit(c, n->kind == AST_List ? BC_BUILD_LIST : BC_BUILD_SET, d, d, 0);
            Reg t = push_const(c, v);
            emit(c, n->kind == AST_List ? BC_LIST_EXTEND : BC_SET_UPDATE, d, t, 0);
            c->u->sp = base;
            Reg r = temp_dest(c, want);
            if (r != d) emit(c, BC_MOVE, r, d, 0);
            return r;
        }
    }
    if (e.n <= RANGE_MAX && !has_star(e)) {
        for (int i = 0; i < e.n; i++) expr(c, e.items[i], PUSH);
        c->u->sp = base;
        Reg d = temp_dest(c, want);
        c->loc = &n->span;
        emit(c, n->kind == AST_Tuple ? BC_BUILD_TUPLE : n->kind == AST_List ? BC_BUILD_LIST : BC_BUILD_SET, d, base, e.n);
        return d;
    }
    build_list(c, e, n->kind == AST_Set, base, 0, &n->span);
    c->u->sp = base;
    Reg d = temp_dest(c, want);
    c->loc = &n->span;
    if (n->kind == AST_Tuple) emit(c, BC_LIST_TO_TUPLE, d, base, 0);
    else if (d != base) emit(c, BC_MOVE, d, base, 0);
    return d;
}

Reg expr_dict(Comp *c, Node *n, Reg want)
{
    NodeSeq keys = n->Dict.keys, values = n->Dict.values;
    Reg base = c->u->sp;
    int i = 0;
    for (; i < keys.n && i < RANGE_MAX / 2 && keys.items[i]; i++) {
        expr(c, keys.items[i], PUSH);
        expr(c, values.items[i], PUSH);
    }
    c->u->sp = base;
    c->loc = &n->span;
    if (i == keys.n) {
        Reg d = temp_dest(c, want);
        emit(c, BC_BUILD_DICT, d, base, i);
        return d;
    }
    temp_push(c);
    emit(c, BC_BUILD_DICT, base, base, i);
    for (; i < keys.n && !c->failed; i++) {
        if (keys.items[i]) {
            Reg k = expr(c, keys.items[i], ANY), v = expr(c, values.items[i], NOW);
            c->loc = &n->span;
            emit(c, BC_DICT_PUT, base, k, v);
        } else {
            Reg v = expr(c, values.items[i], NOW);
            c->loc = &n->span;
            emit(c, BC_DICT_UPDATE, base, v, 0);
        }
        c->u->sp = base + 1;
    }
    c->u->sp = base;
    Reg d = temp_dest(c, want);
    if (d != base) emit(c, BC_MOVE, d, base, 0);
    return d;
}

/* ---- calls ---- */

bool check_keywords(Comp *c, NodeSeq kw)
{
    for (int i = 0; i < kw.n && !c->failed; i++) {
        AstStr a = kw.items[i]->keyword.arg;
        if (!a.s) continue;
        if (forbidden(c, a, true, c->loc)) return false;
        if (kw.n > 64) continue; /* checked by hash below */
        for (int j = i + 1; j < kw.n; j++) {
            AstStr b = kw.items[j]->keyword.arg;
            if (!b.s || a.len != b.len || memcmp(a.s, b.s, a.len) != 0) continue;
            comp_fail(c, &kw.items[j]->span, "keyword argument repeated: %.*s", (int)a.len, a.s);
            return false;
        }
    }
    if (kw.n <= 64 || c->failed) return !c->failed;
    uint32_t cap = 256;
    while (cap < (uint32_t)kw.n * 2) cap *= 2;
    Name **set = comp_alloc(c, cap * sizeof *set);
    for (int i = 0; i < kw.n && !c->failed; i++) {
        if (!kw.items[i]->keyword.arg.s) continue;
        Name *name = comp_name_plain(c, kw.items[i]->keyword.arg);
        if (!name) return false;
        uint32_t k = name->hash;
        for (; set[k & (cap - 1)]; k++) {
            if (set[k & (cap - 1)] != name) continue;
            comp_fail(c, &kw.items[i]->span, "keyword argument repeated: %s", name->s);
            return false;
        }
        set[k & (cap - 1)] = name;
    }
    return !c->failed;
}

static bool plain_args(NodeSeq args, NodeSeq kw, int extra)
{
    if (args.n + kw.n + extra > RANGE_MAX || has_star(args)) return false;
    for (int i = 0; i < kw.n; i++)
        if (!kw.items[i]->keyword.arg.s) return false;
    return true;
}

/* Pushes positional arguments, keyword values and, if there are any, the tuple of keyword names; the number of values. */
static int push_args(Comp *c, NodeSeq args, NodeSeq kw)
{
    for (int i = 0; i < args.n; i++) expr(c, args.items[i], PUSH);
    for (int i = 0; i < kw.n; i++) expr(c, kw.items[i]->keyword.value, PUSH);
    if (kw.n && !c->failed) {
        Value names = tuple_new(c->vm, kw.n);
        for (int i = 0; names && i < kw.n; i++) {
            Name *name = comp_name_plain(c, kw.items[i]->keyword.arg);
            Ref s = name ? name_str(c, name) : (Ref)NULL;
            as_tuple(names)->items[i] = s ? retain(s) : V_NONE;
        }
        push_const(c, names);
    }
    return args.n + kw.n;
}

static void push_keyword_name(Comp *c, Node *kw)
{
    Name *name = comp_name_plain(c, kw->keyword.arg);
    Ref s = name ? name_str(c, name) : (Ref)NULL;
    if (s) push_const(c, retain(s));
}

/* The keyword arguments in a new temporary: a dict, or the one mapping that there is. */
static void push_kwargs(Comp *c, NodeSeq kw, Reg callee, const AstSpan *loc)
{
    Reg d = c->u->sp;
    int i = 0;
    if (kw.n == 1 && !kw.items[0]->keyword.arg.s) { /* one ** and nothing else: the call takes it as it is */
        expr(c, kw.items[0]->keyword.value, PUSH);
        return;
    }
    for (; i < kw.n && i < RANGE_MAX / 2 && kw.items[i]->keyword.arg.s; i++) {
        push_keyword_name(c, kw.items[i]);
        expr(c, kw.items[i]->keyword.value, PUSH);
    }
    c->u->sp = d;
    temp_push(c);
    c->loc = loc;
    emit(c, BC_BUILD_DICT, d, d, i);
    while (i < kw.n && !c->failed) {
        Reg t = c->u->sp;
        if (!kw.items[i]->keyword.arg.s) t = expr(c, kw.items[i++]->keyword.value, NOW);
        else {
            int n = 0;
            for (; i < kw.n && n < RANGE_MAX / 2 && kw.items[i]->keyword.arg.s; i++, n++) {
                push_keyword_name(c, kw.items[i]);
                expr(c, kw.items[i]->keyword.value, PUSH);
            }
            c->u->sp = t;
            temp_push(c);
            emit(c, BC_BUILD_DICT, t, t, n);
        }
        c->loc = loc;
        emit(c, BC_DICT_MERGE, d, t, callee);
        c->u->sp = d + 1;
    }
}

/* The call of what stands in `callee` with `extra` arguments behind it already. d: where the result goes; sp is left behind
 * the callee's place. */
void call_args(Comp *c, Reg callee, NodeSeq args, NodeSeq kw, int extra, Reg d, const AstSpan *loc)
{
    if (plain_args(args, kw, extra)) {
        int n = push_args(c, args, kw) + extra;
        c->loc = loc;
        emit(c, kw.n ? BC_CALL_KW : BC_CALL, d, callee, n);
        return;
    }
    if (args.n == 1 && !extra && args.items[0]->kind == AST_Starred) expr(c, args.items[0]->Starred.value, PUSH);
    else if (!args.n && !extra) push_const(c, tuple_new(c->vm, 0));
    else {
        build_list(c, args, false, callee + 1, extra, loc);
        c->loc = loc;
        emit(c, BC_LIST_TO_TUPLE, callee + 1, callee + 1, 0);
    }
    c->u->sp = callee + 2;
    if (kw.n) push_kwargs(c, kw, callee, loc);
    c->loc = loc;
    emit(c, BC_CALL_EX, d, callee, kw.n ? 1 : 0);
}

static void check_callee(Comp *c, Node *n)
{
    const char *type = NULL;
    switch (n->Call.func->kind) {
    case AST_Tuple: type = "tuple"; break;
    case AST_List: case AST_ListComp: type = "list"; break;
    case AST_Dict: case AST_DictComp: type = "dict"; break;
    case AST_Set: case AST_SetComp: type = "set"; break;
    case AST_GeneratorExp: type = "generator"; break;
    case AST_JoinedStr: case AST_FormattedValue: type = "str"; break;
    case AST_Constant: {
        Value v = fold_const(c, n->Call.func);
        if (!v) return;
        comp_warn(c, &n->span, "'%s' object is not callable; perhaps you missed a comma?", type_name(c->vm, type_of(c->vm, v)));
        release(c->vm, v);
        return;
    }
    default: return;
    }
    comp_warn(c, &n->span, "'%s' object is not callable; perhaps you missed a comma?", type);
}

/* super() without arguments inside a method. */
static bool call_super(Comp *c, Node *n, Reg want, Reg *result)
{
    Node *f = n->Call.func;
    Scope *s = c->u->scope;
    if (f->kind != AST_Name || f->Name.id.len != 5 || memcmp(f->Name.id.s, "super", 5) != 0 || n->Call.args.n || n->Call.keywords.n) return false;
    if (s->type < SCOPE_FUNCTION || c->u->argcount < 1) return false;
    Name *cls = name_get(&c->st, "__class__", 9), *name = comp_name(c, f->Name.id);
    Sym *y = cls ? scope_find(s, cls) : NULL;
    if (!y || y->free < 0 || !name) return false;
    SymKind kind;
    resolve_name(c, name, &kind);
    if (kind != SYM_K_GLOBAL) return false;
    Reg base = c->u->sp;
    name_load(c, f, f->Name.id, PUSH);
    c->loc = &n->span;
    Sym *first = s->syms;
    Scope *keep = c->u->cur;
    c->u->cur = s;
    Reg a = temp_push(c);
    emit(c, BC_COPY, a, first->reg, 0); /* a cell is opened by CALL_SUPER, which says too if nothing is there */
    c->u->cur = keep;
    c->u->sp = base;
    Reg d = temp_dest(c, want);
    emit(c, BC_CALL_SUPER, d, base, y->free);
    *result = d;
    return true;
}

Reg expr_call(Comp *c, Node *n, Reg want)
{
    NodeSeq args = n->Call.args, kw = n->Call.keywords;
    Node *f = n->Call.func;
    Reg base = c->u->sp, d;
    check_callee(c, n);
    c->loc = &n->span;
    if (!check_keywords(c, kw)) return 0;
    if (call_super(c, n, want, &d)) return d;
    if (f->kind == AST_Attribute && plain_args(args, kw, 0)) {
        Reg o = expr(c, f->Attribute.value, NOW);
        c->u->sp = base;
        temp_push(c);
        temp_push(c);
        c->loc = attr_span(c, f, f);
        emit(c, BC_LOAD_METHOD, base, o, cache_new(c, comp_name(c, f->Attribute.attr)));
        int count = push_args(c, args, kw);
        c->u->sp = base;
        d = temp_dest(c, want);
        c->loc = attr_span(c, f, n);
        emit(c, kw.n ? BC_CALL_METHOD_KW : BC_CALL_METHOD, d, base, count);
        return d;
    }
    expr(c, f, PUSH);
    call_args(c, base, args, kw, 0, want < ANY ? want : base, &n->span);
    c->u->sp = base;
    return temp_dest(c, want);
}
