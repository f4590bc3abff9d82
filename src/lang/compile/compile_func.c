/* compile_func.c: functions, lambdas and classes: the code inside, and the instructions that make the object. */
#include "compile_impl.h"

/* "f.<locals>.g", "C.method" */
static void qualname_write(Comp *c, StrB *b, Scope *s)
{
    Scope *p = s->parent;
    bool global = false;
    if (p && (s->type == SCOPE_FUNCTION || s->type == SCOPE_CLASS)) {
        Name *name = name_mangle(&c->st, p->private_name, (AstStr){s->name->s, s->name->len});
        Sym *y = name ? scope_find(p, name) : NULL;
        global = y && (y->flags & SYM_GLOBAL);
    }
    if (p && p->type != SCOPE_MODULE && !global) {
        qualname_write(c, b, p);
        strb_c(b, p->type == SCOPE_CLASS ? "." : ".<locals>.");
    }
    strb_c(b, s->name->s);
}

void set_qualname(Comp *c, Scope *s)
{
    StrB b = STRB_INIT(c->vm);
    qualname_write(c, &b, s);
    c->u->qualname = strb_take(&b);
    if (!c->u->qualname) c->failed = true;
}

/* Variables that inner functions share become cells before anything else. */
void enter_cells(Comp *c)
{
    const AstSpan *keep = loc_nowhere(c);
    for (Sym *y = c->u->scope->syms; y; y = y->next)
        if (y->kind == SYM_K_CELL) emit(c, BC_MAKE_CELL, y->reg, 0, 0);
    c->loc = keep;
}

void make_function(Comp *c, Value code, Reg extras, Reg d)
{
    if (!code) {
        c->failed = true;
        return;
    }
    int k = const_add(c, code);
    if (k > 0xFFFF) comp_fail(c, c->loc, "too many functions in one block");
    emit(c, BC_MAKE_FUNCTION, d, k, extras < 0 ? NO_REG : extras);
}

static void count_params(Comp *c, Node *args)
{
    Unit *u = c->u;
    struct Astarguments *a = &args->arguments;
    if (a->args.n + a->posonlyargs.n > 0x7000 || a->kwonlyargs.n > 0x7000) comp_fail(c, c->loc, "too many parameters");
    u->argcount = a->posonlyargs.n + a->args.n;
    u->posonly = a->posonlyargs.n;
    u->kwonly = a->kwonlyargs.n;
    u->flags = CODE_OPTIMIZED | CODE_NEWLOCALS;
    if (a->vararg) u->flags |= CODE_VARARGS;
    if (a->kwarg) u->flags |= CODE_VARKEYWORDS;
    if (u->scope->nested) u->flags |= CODE_NESTED;
    if (u->scope->async) u->flags |= u->scope->generator ? CODE_ASYNC_GENERATOR : CODE_COROUTINE;
    else if (u->scope->generator) u->flags |= CODE_GENERATOR;
    if (!a->vararg && !a->kwarg && !a->kwonlyargs.n && !(u->flags & CODE_ANY_GENERATOR)) u->flags |= CODE_SIMPLE;
}

static void check_param(Comp *c, Node *arg, const AstSpan *span)
{
    if (arg) forbidden(c, arg->arg.arg, true, span);
}

static void check_params(Comp *c, Node *args, const AstSpan *span)
{
    struct Astarguments *a = &args->arguments;
    for (int i = 0; i < a->posonlyargs.n; i++) check_param(c, a->posonlyargs.items[i], span);
    for (int i = 0; i < a->args.n; i++) check_param(c, a->args.items[i], span);
    check_param(c, a->vararg, span);
    for (int i = 0; i < a->kwonlyargs.n; i++) check_param(c, a->kwonlyargs.items[i], span);
    check_param(c, a->kwarg, span);
}

/* ---- defaults and annotations ---- */

void push_annotation(Comp *c, Node *n)
{
    c->loc = &n->span;
    if (c->future_annotations) {
        push_const(c, annotation_text(c, n));
        return;
    }
    if (n->kind != AST_Starred) {
        expr(c, n, PUSH);
        return;
    }
    Reg base = c->u->sp, r = expr(c, n->Starred.value, NOW), d = base; /* `*args: *Ts` */
    c->u->sp = base + 1;
    Reg t = temp_push(c);
    emit(c, BC_UNPACK_SEQ, r, t, 1);
    emit(c, BC_MOVE, d, t, 0);
    c->u->sp = base + 1;
}

static int annotate(Comp *c, Node *arg)
{
    if (!arg || !arg->arg.annotation) return 0;
    Name *name = comp_name(c, arg->arg.arg);
    Ref s = name ? name_str(c, name) : (Ref)NULL;
    if (s) push_const(c, retain(s));
    push_annotation(c, arg->arg.annotation);
    return 2;
}

static bool has_annotations(struct Astarguments *a, Node *returns)
{
    bool any = returns || (a->vararg && a->vararg->arg.annotation) || (a->kwarg && a->kwarg->arg.annotation);
    for (int i = 0; i < a->args.n; i++) any = any || a->args.items[i]->arg.annotation;
    for (int i = 0; i < a->posonlyargs.n; i++) any = any || a->posonlyargs.items[i]->arg.annotation;
    for (int i = 0; i < a->kwonlyargs.n; i++) any = any || a->kwonlyargs.items[i]->arg.annotation;
    return any;
}

/* Defaults, keyword defaults and annotations in three temporaries; -1: none of them. */
static Reg push_extras(Comp *c, Node *args, Node *returns)
{
    struct Astarguments *a = &args->arguments;
    bool kwdefaults = false, notes = has_annotations(a, returns);
    for (int i = 0; i < a->kw_defaults.n; i++) kwdefaults = kwdefaults || a->kw_defaults.items[i];
    if (!a->defaults.n && !kwdefaults && !notes) return -1;
    const AstSpan *loc = c->loc;
    Reg base = c->u->sp;
    if (a->defaults.n) {
        Node all = {.kind = AST_Tuple}; /* constants make a constant */
        all.Tuple.elts = a->defaults;
        all.Tuple.ctx = AST_OP_Load;
        Value k = fold(c, &all);
        if (k) load_const(c, base, k);
        else {
            for (int i = 0; i < a->defaults.n; i++) expr(c, a->defaults.items[i], PUSH);
            c->loc = loc;
            emit(c, BC_BUILD_TUPLE, base, base, a->defaults.n);
        }
    } else emit(c, BC_CLEAR, base, 0, 0);
    c->u->sp = base;
    temp_push(c);
    if (kwdefaults) {
        int n = 0;
        for (int i = 0; i < a->kwonlyargs.n; i++) {
            if (!a->kw_defaults.items[i]) continue;
            Name *name = comp_name(c, a->kwonlyargs.items[i]->arg.arg);
            Ref s = name ? name_str(c, name) : (Ref)NULL;
            if (s) push_const(c, retain(s));
            expr(c, a->kw_defaults.items[i], PUSH);
            n++;
        }
        c->loc = loc;
        emit(c, BC_BUILD_DICT, base + 1, base + 1, n);
    } else emit(c, BC_CLEAR, base + 1, 0, 0);
    c->u->sp = base + 1;
    temp_push(c);
    if (notes) {
        int n = 0;
        for (int i = 0; i < a->args.n; i++) n += annotate(c, a->args.items[i]);
        for (int i = 0; i < a->posonlyargs.n; i++) n += annotate(c, a->posonlyargs.items[i]);
        n += annotate(c, a->vararg);
        for (int i = 0; i < a->kwonlyargs.n; i++) n += annotate(c, a->kwonlyargs.items[i]);
        n += annotate(c, a->kwarg);
        if (returns) {
            push_const(c, retain((Ref)c->vm->names[STR_return_]));
            push_annotation(c, returns);
            n += 2;
        }
        c->loc = loc;
        emit(c, BC_BUILD_TUPLE, base + 2, base + 2, n);
    } else emit(c, BC_CLEAR, base + 2, 0, 0);
    c->u->sp = base + 2;
    temp_push(c);
    return base;
}

/* ---- functions ---- */

static Value function_code(Comp *c, Node *n)
{
    struct AstFunctionDef *f = &n->FunctionDef;
    Scope *s = symtable_scope(&c->st, n);
    AstSpan first = n->span;
    if (f->decorator_list.n) first.lineno = f->decorator_list.items[0]->span.lineno;
    if (!unit_open(c, s, s ? s->name : NULL, &first)) return NO_VALUE;
    const AstSpan *keep = c->loc;
    count_params(c, f->args);
    set_qualname(c, s);
    enter_cells(c);
    int i = 0;
    if (is_docstring(f->body)) {
        if (comp_keeps_docs(c)) c->u->doc = fold_const(c, f->body.items[0]->Expr.value);
        i = 1;
    }
    for (; i < f->body.n && !c->failed; i++) stmt(c, f->body.items[i]);
    c->loc = NULL;
    emit(c, BC_RETURN_NONE, 0, 0, 0);
    c->loc = keep;
    return unit_close(c);
}

static int push_decorators(Comp *c, NodeSeq d)
{
    for (int i = 0; i < d.n; i++) expr(c, d.items[i], PUSH);
    return d.n;
}

/* The object stands behind its decorators: call them, the last first. */
static void apply_decorators(Comp *c, NodeSeq d, Reg base)
{
    for (int i = d.n; i-- > 0;) {
        c->loc = &d.items[i]->span;
        emit(c, BC_CALL, base + i, base + i, 1);
    }
}

void stmt_function(Comp *c, Node *n)
{
    struct AstFunctionDef *f = &n->FunctionDef;
    check_params(c, f->args, &n->span);
    if (forbidden(c, f->name, true, &n->span)) return;
    Reg base = c->u->sp, local = f->decorator_list.n ? -1 : name_local(c, f->name);
    push_decorators(c, f->decorator_list);
    Reg d = c->u->sp;
    c->loc = &n->span;
    Reg extras = push_extras(c, f->args, f->returns);
    Value code = function_code(c, n);
    c->loc = &n->span;
    c->u->sp = d;
    if (local < 0) temp_push(c);
    make_function(c, code, extras, local >= 0 ? local : d);
    apply_decorators(c, f->decorator_list, base);
    c->loc = &n->span;
    name_store(c, f->name, local >= 0 ? local : base);
    c->u->sp = base;
}

Reg expr_lambda(Comp *c, Node *n, Reg want)
{
    check_params(c, n->Lambda.args, &n->span);
    Reg base = c->u->sp;
    c->loc = &n->span;
    Reg extras = push_extras(c, n->Lambda.args, NULL);
    Scope *s = symtable_scope(&c->st, n);
    if (!unit_open(c, s, s ? s->name : NULL, &n->span)) return 0;
    count_params(c, n->Lambda.args);
    set_qualname(c, s);
    enter_cells(c);
    Reg r = expr(c, n->Lambda.body, NOW);
    c->loc = &n->Lambda.body->span;
    emit(c, BC_RETURN, r, 0, 0);
    Value code = unit_close(c);
    c->loc = &n->span;
    c->u->sp = base;
    Reg d = temp_dest(c, want);
    make_function(c, code, extras, d);
    return d;
}

/* ---- classes ---- */

static void store_plain(Comp *c, const char *id, Reg from)
{
    name_store_mangled(c, name_get(&c->st, id, strlen(id)), from);
    c->u->sp = c->u->nlocals;
}

static Value class_code(Comp *c, Node *n)
{
    struct AstClassDef *k = &n->ClassDef;
    Scope *s = symtable_scope(&c->st, n);
    AstSpan first = n->span;
    if (k->decorator_list.n) first.lineno = k->decorator_list.items[0]->span.lineno;
    if (!unit_open(c, s, s ? s->name : NULL, &first)) return NO_VALUE;
    const AstSpan *keep = c->loc;
    Unit *u = c->u;
    u->flags = CODE_CLASS | (s->nested ? CODE_NESTED : 0);
    set_qualname(c, s);
    Sym *cell = s->needs_class_cell ? scope_find(s, name_get(&c->st, "__class__", 9)) : NULL;
    if (cell) emit(c, BC_MAKE_CELL, cell->reg, 0, 0);
    Name *mod = name_get(&c->st, "__name__", 8);
    Reg t = temp_push(c);
    if (mod) emit(c, BC_LOAD_NAME, t, name_index(c, mod), cache_shared(c, mod, 2));
    store_plain(c, "__module__", t);
    if (!c->failed) store_plain(c, "__qualname__", push_const(c, retain(u->qualname)));
    if (s->annotated) emit(c, BC_SETUP_ANNOTATIONS, 0, 0, 0);
    int i = 0;
    if (is_docstring(k->body)) {
        c->loc = &k->body.items[0]->span;
        if (comp_keeps_docs(c)) store_plain(c, "__doc__", push_const(c, fold_const(c, k->body.items[0]->Expr.value)));
        i = 1;
    }
    for (; i < k->body.n && !c->failed; i++) stmt(c, k->body.items[i]);
    if (k->body.n) c->loc = &k->body.items[k->body.n - 1]->span;
    if (cell) {
        store_plain(c, "__classcell__", cell->reg);
        emit(c, BC_RETURN, cell->reg, 0, 0);
    } else {
        c->loc = NULL;
        emit(c, BC_RETURN_NONE, 0, 0, 0);
    }
    c->loc = keep;
    return unit_close(c);
}

void stmt_class(Comp *c, Node *n)
{
    struct AstClassDef *k = &n->ClassDef;
    if (forbidden(c, k->name, true, &n->span)) return;
    Reg base = c->u->sp;
    push_decorators(c, k->decorator_list);
    c->loc = &n->span;
    if (!check_keywords(c, k->keywords)) return;
    Reg callee = temp_push(c);
    emit(c, BC_LOAD_BUILD_CLASS, callee, 0, 0);
    Value code = class_code(c, n);
    c->loc = &n->span;
    Reg f = temp_push(c);
    make_function(c, code, -1, f);
    push_const(c, const_str(c, k->name));
    call_args(c, callee, k->bases, k->keywords, 2, callee, &n->span);
    c->u->sp = callee + 1;
    apply_decorators(c, k->decorator_list, base);
    c->loc = &n->span;
    name_store(c, k->name, base);
    c->u->sp = base;
}
