/* symtable.c: scopes and names (symtable.h).
 *
 * Two passes. The first walks the tree as the grammar says and notes in each scope what it binds, uses and declares,
 * raising the errors that need no more than that. The second goes from the outermost scope inward and decides each
 * name's kind; a name found in an enclosing function turns that function's variable into a cell and passes through
 * the scopes between as a free variable.
 * Long because the visit of every kind of node belongs together.
 */
#include "symtable.h"

#include <stdarg.h>

enum { DEPTH_MAX = 3000 };

bool compile_enter(VM *vm, int *depth)
{
    char here;
    if (++*depth > DEPTH_MAX || (vm->c_stack_limit && &here < vm->c_stack_limit)) {
        if (!err_occurred(vm)) err_raise(vm, EXC_RecursionError, "maximum recursion depth exceeded during compilation");
        return false;
    }
    return true;
}

/* ---- names ---- */

static uint32_t hash_text(const char *s, size_t n)
{
    uint32_t h = 2166136261u;
    for (size_t i = 0; i < n; i++) h = (h ^ (unsigned char)s[i]) * 16777619u;
    return h;
}

static bool names_grow(Symtable *t)
{
    uint32_t cap = t->names.cap ? t->names.cap * 2 : 256;
    Name **slots = arena_alloc(t->arena, cap * sizeof *slots);
    if (!slots) return false;
    memset(slots, 0, cap * sizeof *slots);
    for (uint32_t i = 0; i < t->names.cap; i++) {
        for (Name *n = t->names.slots[i], *next; n; n = next) {
            next = n->next;
            n->next = slots[n->hash & (cap - 1)];
            slots[n->hash & (cap - 1)] = n;
        }
    }
    t->names.slots = slots;
    t->names.cap = cap;
    return true;
}

static void fail_memory(Symtable *t)
{
    if (!t->failed) err_no_memory(t->vm);
    t->failed = true;
}

Name *name_get(Symtable *t, const char *s, size_t len)
{
    uint32_t h = hash_text(s, len);
    if (t->names.n >= t->names.cap && !names_grow(t)) { fail_memory(t); return NULL; }
    Name **slot = &t->names.slots[h & (t->names.cap - 1)];
    for (Name *n = *slot; n; n = n->next)
        if (n->hash == h && n->len == len && memcmp(n->s, s, len) == 0) return n;
    Name *n = arena_alloc(t->arena, sizeof *n);
    const char *copy = n ? arena_dup(t->arena, s, len) : NULL;
    if (!copy) { fail_memory(t); return NULL; }
    *n = (Name){.s = copy, .len = (uint32_t)len, .hash = h, .next = *slot};
    *slot = n;
    t->names.n++;
    return n;
}

Name *name_mangle(Symtable *t, Name *private_name, AstStr id)
{
    if (!private_name || id.len < 2 || id.s[0] != '_' || id.s[1] != '_') return name_get(t, id.s, id.len);
    if ((id.s[id.len - 1] == '_' && id.s[id.len - 2] == '_') || memchr(id.s, '.', id.len)) return name_get(t, id.s, id.len);
    const char *p = private_name->s;
    uint32_t n = private_name->len;
    while (n && *p == '_') p++, n--;
    if (!n) return name_get(t, id.s, id.len);
    char *text = arena_alloc(t->arena, 1 + n + id.len);
    if (!text) { fail_memory(t); return NULL; }
    text[0] = '_';
    memcpy(text + 1, p, n);
    memcpy(text + 1 + n, id.s, id.len);
    return name_get(t, text, 1 + n + id.len);
}

void symtable_close(Symtable *t)
{
    for (uint32_t i = 0; i < t->names.cap; i++)
        for (Name *n = t->names.slots[i]; n; n = n->next) value_clear(t->vm, &n->str);
}

/* ---- scopes ---- */

static uint32_t hash_pointer(const void *p) { return (uint32_t)(((uintptr_t)p >> 4) * 2654435761u); }

Sym *scope_find(const Scope *s, const Name *name)
{
    if (!s->cap) return NULL;
    for (uint32_t i = hash_pointer(name);; i++) {
        Sym *y = s->table[i & (s->cap - 1)];
        if (!y || y->name == name) return y;
    }
}

static bool scope_grow(Symtable *t, Scope *s)
{
    uint32_t cap = s->cap ? s->cap * 2 : 8;
    Sym **table = arena_alloc(t->arena, cap * sizeof *table);
    if (!table) { fail_memory(t); return false; }
    memset(table, 0, cap * sizeof *table);
    for (Sym *y = s->syms; y; y = y->next) {
        uint32_t i = hash_pointer(y->name);
        while (table[i & (cap - 1)]) i++;
        table[i & (cap - 1)] = y;
    }
    s->table = table;
    s->cap = cap;
    return true;
}

static Sym *scope_add(Symtable *t, Scope *s, Name *name, int flags)
{
    Sym *y = name ? scope_find(s, name) : NULL;
    if (y) {
        y->flags |= (uint16_t)flags;
        return y;
    }
    if (!name || (s->n * 2 >= s->cap && !scope_grow(t, s))) return NULL;
    y = arena_alloc(t->arena, sizeof *y);
    if (!y) { fail_memory(t); return NULL; }
    *y = (Sym){.name = name, .flags = (uint16_t)flags, .free = -1, .reg = -1};
    if (s->last_sym) s->last_sym->next = y;
    else s->syms = y;
    s->last_sym = y;
    uint32_t i = hash_pointer(name);
    while (s->table[i & (s->cap - 1)]) i++;
    s->table[i & (s->cap - 1)] = y;
    s->n++;
    return y;
}

static bool map_put(Symtable *t, const void *node, Scope *scope)
{
    if (t->map_n * 2 >= t->map_cap) {
        uint32_t cap = t->map_cap ? t->map_cap * 2 : 64;
        struct ScopeSlot *map = arena_alloc(t->arena, cap * sizeof *map);
        if (!map) { fail_memory(t); return false; }
        memset(map, 0, cap * sizeof *map);
        for (uint32_t i = 0; i < t->map_cap; i++) {
            if (!t->map[i].node) continue;
            uint32_t j = hash_pointer(t->map[i].node);
            while (map[j & (cap - 1)].node) j++;
            map[j & (cap - 1)] = t->map[i];
        }
        t->map = map;
        t->map_cap = cap;
    }
    uint32_t j = hash_pointer(node);
    while (t->map[j & (t->map_cap - 1)].node) j++;
    t->map[j & (t->map_cap - 1)] = (struct ScopeSlot){node, scope};
    t->map_n++;
    return true;
}

Scope *symtable_scope(const Symtable *t, const void *node)
{
    for (uint32_t j = hash_pointer(node);; j++) {
        struct ScopeSlot *p = &t->map[j & (t->map_cap - 1)];
        if (p->node == node) return p->scope;
        if (!p->node) return NULL;
    }
}

static Scope *scope_open(Symtable *t, ScopeType type, const Node *node, Name *name)
{
    Scope *s = arena_alloc(t->arena, sizeof *s);
    if (!s || t->failed) { fail_memory(t); return NULL; }
    Scope *p = t->cur;
    *s = (Scope){.type = (uint8_t)type, .node = node, .name = name, .parent = p};
    if (p) {
        s->private_name = p->private_name;
        s->iter_expr = p->iter_expr;
        s->nested = p->nested || p->type >= SCOPE_FUNCTION;
        if (p->last) p->last->next = s;
        else p->first = s;
        p->last = s;
    }
    if (!map_put(t, node, s)) return NULL;
    t->cur = s;
    return s;
}
static void scope_close(Symtable *t) { t->cur = t->cur->parent; }

/* ---- errors ---- */

static void fail(Symtable *t, const AstSpan *span, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
static void fail(Symtable *t, const AstSpan *span, const char *fmt, ...)
{
    if (t->failed) return;
    t->failed = true;
    char buf[1024];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(buf, sizeof buf, fmt, ap);
    va_end(ap);
    t->raise(t->raise_ctx, span, buf);
}

/* ---- first pass ---- */

static void visit(Symtable *t, Node *n);
static void visit_seq(Symtable *t, NodeSeq seq)
{
    for (int i = 0; i < seq.n && !t->failed; i++)
        if (seq.items[i]) visit(t, seq.items[i]);
}
static void visit_opt(Symtable *t, Node *n)
{
    if (n) visit(t, n);
}

static Name *mangle(Symtable *t, AstStr id) { return name_mangle(t, t->cur->private_name, id); }

static void define(Symtable *t, AstStr id, int flags, const AstSpan *span)
{
    Name *name = mangle(t, id);
    if (!name) return;
    Sym *y = scope_find(t->cur, name);
    if ((flags & SYM_PARAM) && y && (y->flags & SYM_PARAM)) {
        fail(t, span, "duplicate argument '%.*s' in function definition", (int)id.len, id.s);
        return;
    }
    if (t->cur->iter_target) {
        if (y && (y->flags & (SYM_GLOBAL | SYM_NONLOCAL))) {
            fail(t, span, "comprehension inner loop cannot rebind assignment expression target '%.*s'", (int)id.len, id.s);
            return;
        }
        flags |= SYM_ITER;
    }
    scope_add(t, t->cur, name, flags);
}

static void visit_annotation(Symtable *t, Node *n)
{
    if (!n) return;
    if (!t->future_annotations) { visit(t, n); return; }
    /* It becomes a string: its names mean nothing, but some expressions are refused. */
    Scope *keep = t->cur;
    Scope dummy = {.type = keep->type, .node = n, .parent = keep->parent, .private_name = keep->private_name};
    t->cur = &dummy;
    t->in_annotation++;
    visit(t, n);
    t->in_annotation--;
    t->cur = keep;
}

static void visit_arg_defaults(Symtable *t, Node *args)
{
    visit_seq(t, args->arguments.defaults);
    visit_seq(t, args->arguments.kw_defaults);
}

static void visit_arg_annotations(Symtable *t, Node *args, Node *returns)
{
    struct Astarguments *a = &args->arguments;
    for (int i = 0; i < a->posonlyargs.n; i++) visit_annotation(t, a->posonlyargs.items[i]->arg.annotation);
    for (int i = 0; i < a->args.n; i++) visit_annotation(t, a->args.items[i]->arg.annotation);
    if (a->vararg) visit_annotation(t, a->vararg->arg.annotation);
    if (a->kwarg) visit_annotation(t, a->kwarg->arg.annotation);
    for (int i = 0; i < a->kwonlyargs.n; i++) visit_annotation(t, a->kwonlyargs.items[i]->arg.annotation);
    visit_annotation(t, returns);
}

static void define_param(Symtable *t, Node *arg)
{
    if (!arg || t->failed) return;
    define(t, arg->arg.arg, SYM_PARAM, &arg->span);
    t->cur->nparams++;
}

static void define_params(Symtable *t, Node *args)
{
    struct Astarguments *a = &args->arguments;
    for (int i = 0; i < a->posonlyargs.n; i++) define_param(t, a->posonlyargs.items[i]);
    for (int i = 0; i < a->args.n; i++) define_param(t, a->args.items[i]);
    for (int i = 0; i < a->kwonlyargs.n; i++) define_param(t, a->kwonlyargs.items[i]);
    define_param(t, a->vararg);
    define_param(t, a->kwarg);
}

static void visit_function(Symtable *t, Node *n)
{
    struct AstFunctionDef *f = &n->FunctionDef; /* AsyncFunctionDef has the same fields */
    define(t, f->name, SYM_ASSIGNED, &n->span);
    visit_arg_defaults(t, f->args);
    visit_arg_annotations(t, f->args, f->returns);
    visit_seq(t, f->decorator_list);
    Scope *s = scope_open(t, SCOPE_FUNCTION, n, name_get(t, f->name.s, f->name.len));
    if (!s) return;
    s->async = n->kind == AST_AsyncFunctionDef;
    define_params(t, f->args);
    visit_seq(t, f->body);
    scope_close(t);
}

static void visit_class(Symtable *t, Node *n)
{
    struct AstClassDef *c = &n->ClassDef;
    define(t, c->name, SYM_ASSIGNED, &n->span);
    visit_seq(t, c->bases);
    visit_seq(t, c->keywords);
    visit_seq(t, c->decorator_list);
    Scope *s = scope_open(t, SCOPE_CLASS, n, name_get(t, c->name.s, c->name.len));
    if (!s) return;
    s->private_name = s->name;
    visit_seq(t, c->body);
    scope_close(t);
}

static void visit_lambda(Symtable *t, Node *n)
{
    visit_arg_defaults(t, n->Lambda.args);
    Scope *s = scope_open(t, SCOPE_LAMBDA, n, name_get(t, "<lambda>", 8));
    if (!s) return;
    define_params(t, n->Lambda.args);
    visit(t, n->Lambda.body);
    scope_close(t);
}

static void visit_comp(Symtable *t, Node *n)
{
    static const char *const names[] = {"<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>"};
    NodeSeq gens;
    int which;
    Node *elt, *value = NULL;
    switch (n->kind) {
    case AST_ListComp: which = 0; gens = n->ListComp.generators; elt = n->ListComp.elt; break;
    case AST_SetComp: which = 1; gens = n->SetComp.generators; elt = n->SetComp.elt; break;
    case AST_DictComp: which = 2; gens = n->DictComp.generators; elt = n->DictComp.key; value = n->DictComp.value; break;
    default: which = 3; gens = n->GeneratorExp.generators; elt = n->GeneratorExp.elt; break;
    }
    Node *outer = gens.items[0];
    t->cur->iter_expr++;
    visit(t, outer->comprehension.iter);
    t->cur->iter_expr--;
    if (t->failed) return;
    Scope *s = scope_open(t, SCOPE_COMP, n, name_get(t, names[which], strlen(names[which])));
    if (!s) return;
    s->generator = which == 3;
    s->inlined = which != 3 && s->parent->type != SCOPE_CLASS;
    if (!s->inlined) {
        define(t, (AstStr){".0", 2}, SYM_PARAM, &n->span);
        s->nparams = 1;
    }
    for (int i = 0; i < gens.n && !t->failed; i++) {
        struct Astcomprehension *g = &gens.items[i]->comprehension;
        if (g->is_async) s->async = true;
        s->iter_target = 1;
        visit(t, g->target);
        s->iter_target = 0;
        if (i) {
            s->iter_expr++;
            visit(t, g->iter);
            s->iter_expr--;
        }
        visit_seq(t, g->ifs);
    }
    if (!t->failed) {
        visit(t, elt);
        visit_opt(t, value);
    }
    scope_close(t);
    if (s->async && !s->generator && t->cur->type == SCOPE_COMP) t->cur->async = true;
}

/* `name := ...` inside a comprehension binds in the function around it. */
static void extend_walrus(Symtable *t, Node *target)
{
    AstStr id = target->Name.id;
    Name *name = mangle(t, id);
    for (Scope *s = t->cur; name && s; s = s->parent) {
        Sym *y = scope_find(s, name);
        if (s->type == SCOPE_COMP) {
            if (y && (y->flags & SYM_ITER)) {
                fail(t, &target->span, "assignment expression cannot rebind comprehension iteration variable '%.*s'", (int)id.len, id.s);
                return;
            }
            continue;
        }
        if (s->type == SCOPE_CLASS) {
            fail(t, &target->span, "assignment expression within a comprehension cannot be used in a class body");
            return;
        }
        bool global = s->type == SCOPE_MODULE || (y && (y->flags & SYM_GLOBAL));
        for (Scope *c = t->cur; c != s; c = c->parent) scope_add(t, c, name, global ? SYM_GLOBAL : SYM_NONLOCAL);
        scope_add(t, s, name, (s->type == SCOPE_MODULE ? SYM_GLOBAL : global ? 0 : SYM_ASSIGNED) | SYM_WALRUS);
        return;
    }
}

static void visit_walrus(Symtable *t, Node *n)
{
    if (t->in_annotation) {
        fail(t, &n->span, "'named expression' can not be used within an annotation");
        return;
    }
    if (t->cur->iter_expr) {
        fail(t, &n->span, "assignment expression cannot be used in a comprehension iterable expression");
        return;
    }
    if (t->cur->type == SCOPE_COMP) extend_walrus(t, n->NamedExpr.target);
    if (t->failed) return;
    visit(t, n->NamedExpr.value);
    if (t->failed) return;
    if (t->cur->type == SCOPE_COMP) return;
    define(t, n->NamedExpr.target->Name.id, SYM_ASSIGNED | SYM_WALRUS, &n->NamedExpr.target->span);
}

static void visit_yield(Symtable *t, Node *n, Node *value)
{
    if (t->in_annotation) {
        fail(t, &n->span, n->kind == AST_Await ? "'await expression' can not be used within an annotation" : "'yield expression' can not be used within an annotation");
        return;
    }
    visit_opt(t, value);
    if (n->kind == AST_Await) {
        if (t->cur->type == SCOPE_COMP) t->cur->async = true;
        return;
    }
    t->cur->generator = true;
    if (t->cur->type == SCOPE_COMP) {
        const char *what = t->cur->node->kind == AST_ListComp ? "'yield' inside list comprehension" : t->cur->node->kind == AST_SetComp ? "'yield' inside set comprehension" :
            t->cur->node->kind == AST_DictComp ? "'yield' inside dict comprehension" : "'yield' inside generator expression";
        fail(t, &n->span, "%s", what);
    }
}

static void visit_directive(Symtable *t, Node *n, AstStrSeq names, bool global)
{
    const char *word = global ? "global" : "nonlocal";
    for (int i = 0; i < names.n && !t->failed; i++) {
        AstStr id = names.items[i];
        Name *name = mangle(t, id);
        if (!name) return;
        Sym *y = scope_find(t->cur, name);
        int f = y ? y->flags : 0;
        if (f & SYM_PARAM) fail(t, &n->span, "name '%.*s' is parameter and %s", (int)id.len, id.s, word);
        else if (f & SYM_ANNOT) fail(t, &n->span, "annotated name '%.*s' can't be %s", (int)id.len, id.s, word);
        else if (f & SYM_ASSIGNED) fail(t, &n->span, "name '%.*s' is assigned to before %s declaration", (int)id.len, id.s, word);
        else if (f & SYM_USED) fail(t, &n->span, "name '%.*s' is used prior to %s declaration", (int)id.len, id.s, word);
        if (t->failed) return;
        scope_add(t, t->cur, name, global ? SYM_GLOBAL : SYM_NONLOCAL);
        Scope *top = t->cur;
        while (top->parent) top = top->parent;
        if (global && top != t->cur && top->type == SCOPE_MODULE) scope_add(t, top, name, SYM_GLOBAL_BELOW);
        Directive *d = arena_alloc(t->arena, sizeof *d);
        if (!d) { fail_memory(t); return; }
        *d = (Directive){name, &n->span, NULL};
        Directive **end = &t->cur->directives;
        while (*end) end = &(*end)->next;
        *end = d;
    }
}

static void visit_alias(Symtable *t, Node *n)
{
    AstStr name = n->alias.name;
    if (n->alias.asname.s) name = n->alias.asname;
    else {
        const char *dot = memchr(name.s, '.', name.len);
        if (dot) name.len = (uint32_t)(dot - name.s);
    }
    if (name.len == 1 && name.s[0] == '*') {
        if (t->cur->type != SCOPE_MODULE) fail(t, &n->span, "import * only allowed at module level");
        return;
    }
    define(t, name, SYM_IMPORT, &n->span);
}

static void visit_ann_assign(Symtable *t, Node *n)
{
    struct AstAnnAssign *a = &n->AnnAssign;
    t->cur->annotated = true;
    if (a->target->kind == AST_Name) {
        AstStr id = a->target->Name.id;
        Name *name = mangle(t, id);
        Sym *y = name ? scope_find(t->cur, name) : NULL;
        if (y && (y->flags & (SYM_GLOBAL | SYM_NONLOCAL)) && t->cur->type != SCOPE_MODULE && a->simple) {
            fail(t, &n->span, "annotated name '%.*s' can't be %s", (int)id.len, id.s, y->flags & SYM_GLOBAL ? "global" : "nonlocal");
            return;
        }
        if (a->simple) {
            define(t, id, SYM_ASSIGNED | SYM_ANNOT, &n->span);
        } else if (a->value) define(t, id, SYM_ASSIGNED, &n->span);
    } else {
        visit(t, a->target);
    }
    visit_annotation(t, a->annotation);
    visit_opt(t, a->value);
}

static void visit_name(Symtable *t, Node *n)
{
    AstStr id = n->Name.id;
    if (n->Name.ctx == AST_OP_Load) {
        Name *name = mangle(t, id);
        if (name) scope_add(t, t->cur, name, SYM_USED);
        if (t->cur->type >= SCOPE_FUNCTION && id.len == 5 && memcmp(id.s, "super", 5) == 0)
            scope_add(t, t->cur, name_get(t, "__class__", 9), SYM_USED);
        return;
    }
    define(t, id, n->Name.ctx == AST_OP_Del ? SYM_ASSIGNED | SYM_DELETED : SYM_ASSIGNED, &n->span);
}

static void visit_if(Symtable *t, Node *n)
{
    for (;;) { /* along an elif chain */
        visit(t, n->If.test);
        visit_seq(t, n->If.body);
        if (t->failed || n->If.orelse.n != 1 || n->If.orelse.items[0]->kind != AST_If) break;
        n = n->If.orelse.items[0];
    }
    visit_seq(t, n->If.orelse);
}

static void visit_binop(Symtable *t, Node *n)
{
    /* Down the left edge first, then the right operands on the way up. */
    int count = 0;
    Node *p = n;
    while (p->kind == AST_BinOp) p = p->BinOp.left, count++;
    Node **spine = arena_alloc(t->arena, (size_t)count * sizeof *spine);
    if (!spine) { fail_memory(t); return; }
    p = n;
    for (int i = count; i-- > 0; p = p->BinOp.left) spine[i] = p;
    visit(t, p);
    for (int i = 0; i < count && !t->failed; i++) visit(t, spine[i]->BinOp.right);
}

static void visit_statement(Symtable *t, Node *n)
{
    switch (n->kind) {
    case AST_FunctionDef: case AST_AsyncFunctionDef: visit_function(t, n); break;
    case AST_ClassDef: visit_class(t, n); break;
    case AST_Return:
        if (n->Return.value) {
            visit(t, n->Return.value);
            t->cur->returns_value = true;
            if (!t->cur->return_span) t->cur->return_span = &n->span;
        }
        break;
    case AST_Delete: visit_seq(t, n->Delete.targets); break;
    case AST_Assign: visit_seq(t, n->Assign.targets); visit(t, n->Assign.value); break;
    case AST_AugAssign: visit(t, n->AugAssign.target); visit(t, n->AugAssign.value); break;
    case AST_AnnAssign: visit_ann_assign(t, n); break;
    case AST_For: case AST_AsyncFor:
        visit(t, n->For.target); visit(t, n->For.iter); visit_seq(t, n->For.body); visit_seq(t, n->For.orelse); break;
    case AST_While: visit(t, n->While.test); visit_seq(t, n->While.body); visit_seq(t, n->While.orelse); break;
    case AST_If: visit_if(t, n); break;
    case AST_With: case AST_AsyncWith: visit_seq(t, n->With.items); visit_seq(t, n->With.body); break;
    case AST_Match: visit(t, n->Match.subject); visit_seq(t, n->Match.cases); break;
    case AST_Raise: visit_opt(t, n->Raise.exc); visit_opt(t, n->Raise.cause); break;
    case AST_Try: case AST_TryStar:
        visit_seq(t, n->Try.body); visit_seq(t, n->Try.handlers); visit_seq(t, n->Try.orelse); visit_seq(t, n->Try.finalbody); break;
    case AST_Assert: visit(t, n->Assert.test); visit_opt(t, n->Assert.msg); break;
    case AST_Import: visit_seq(t, n->Import.names); break;
    case AST_ImportFrom: visit_seq(t, n->ImportFrom.names); break;
    case AST_Global: visit_directive(t, n, n->Global.names, true); break;
    case AST_Nonlocal: visit_directive(t, n, n->Nonlocal.names, false); break;
    case AST_Expr: visit(t, n->Expr.value); break;
    default: break;
    }
}

static void visit_expression(Symtable *t, Node *n)
{
    switch (n->kind) {
    case AST_BoolOp: visit_seq(t, n->BoolOp.values); break;
    case AST_NamedExpr: visit_walrus(t, n); break;
    case AST_BinOp: visit_binop(t, n); break;
    case AST_UnaryOp: visit(t, n->UnaryOp.operand); break;
    case AST_Lambda: visit_lambda(t, n); break;
    case AST_IfExp: visit(t, n->IfExp.test); visit(t, n->IfExp.body); visit(t, n->IfExp.orelse); break;
    case AST_Dict: visit_seq(t, n->Dict.keys); visit_seq(t, n->Dict.values); break;
    case AST_Set: visit_seq(t, n->Set.elts); break;
    case AST_ListComp: case AST_SetComp: case AST_DictComp: case AST_GeneratorExp: visit_comp(t, n); break;
    case AST_Await: visit_yield(t, n, n->Await.value); break;
    case AST_Yield: visit_yield(t, n, n->Yield.value); break;
    case AST_YieldFrom: visit_yield(t, n, n->YieldFrom.value); break;
    case AST_Compare: visit(t, n->Compare.left); visit_seq(t, n->Compare.comparators); break;
    case AST_Call: visit(t, n->Call.func); visit_seq(t, n->Call.args); visit_seq(t, n->Call.keywords); break;
    case AST_FormattedValue: visit(t, n->FormattedValue.value); visit_opt(t, n->FormattedValue.format_spec); break;
    case AST_JoinedStr: visit_seq(t, n->JoinedStr.values); break;
    case AST_Attribute: visit(t, n->Attribute.value); break;
    case AST_Subscript: visit(t, n->Subscript.value); visit(t, n->Subscript.slice); break;
    case AST_Starred: visit(t, n->Starred.value); break;
    case AST_Name: visit_name(t, n); break;
    case AST_List: visit_seq(t, n->List.elts); break;
    case AST_Tuple: visit_seq(t, n->Tuple.elts); break;
    case AST_Slice: visit_opt(t, n->Slice.lower); visit_opt(t, n->Slice.upper); visit_opt(t, n->Slice.step); break;
    default: break;
    }
}

static void visit_part(Symtable *t, Node *n)
{
    switch (n->kind) {
    case AST_ExceptHandler:
        visit_opt(t, n->ExceptHandler.type);
        if (n->ExceptHandler.name.s) define(t, n->ExceptHandler.name, SYM_ASSIGNED | SYM_DELETED, &n->span);
        visit_seq(t, n->ExceptHandler.body);
        break;
    case AST_keyword: visit(t, n->keyword.value); break;
    case AST_alias: visit_alias(t, n); break;
    case AST_withitem: visit(t, n->withitem.context_expr); visit_opt(t, n->withitem.optional_vars); break;
    case AST_match_case: visit(t, n->match_case.pattern); visit_opt(t, n->match_case.guard); visit_seq(t, n->match_case.body); break;
    case AST_MatchValue: visit(t, n->MatchValue.value); break;
    case AST_MatchSequence: visit_seq(t, n->MatchSequence.patterns); break;
    case AST_MatchMapping:
        visit_seq(t, n->MatchMapping.keys); visit_seq(t, n->MatchMapping.patterns);
        if (n->MatchMapping.rest.s) define(t, n->MatchMapping.rest, SYM_ASSIGNED, &n->span);
        break;
    case AST_MatchClass: visit(t, n->MatchClass.cls); visit_seq(t, n->MatchClass.patterns); visit_seq(t, n->MatchClass.kwd_patterns); break;
    case AST_MatchStar: if (n->MatchStar.name.s) define(t, n->MatchStar.name, SYM_ASSIGNED, &n->span); break;
    case AST_MatchAs:
        visit_opt(t, n->MatchAs.pattern);
        if (n->MatchAs.name.s) define(t, n->MatchAs.name, SYM_ASSIGNED, &n->span);
        break;
    case AST_MatchOr: visit_seq(t, n->MatchOr.patterns); break;
    default: break;
    }
}

static void visit(Symtable *t, Node *n)
{
    if (t->failed) return;
    if (!compile_enter(t->vm, &t->depth)) t->failed = true;
    else {
        switch (ast_kind_category(n->kind)) {
        case ASTCAT_stmt: visit_statement(t, n); break;
        case ASTCAT_expr: visit_expression(t, n); break;
        default: visit_part(t, n); break;
        }
    }
    t->depth--;
}

/* ---- second pass ---- */

static bool is_bound(const Sym *y)
{
    return (y->flags & SYM_BOUND) && !(y->flags & (SYM_GLOBAL | SYM_NONLOCAL));
}

/* What an inlined comprehension uses and does not bind is used by the frame around it. */
static void merge_inlined(Symtable *t, Scope *s)
{
    for (Scope *k = s->first; k && !t->failed; k = k->next) {
        merge_inlined(t, k);
        if (!k->inlined) continue;
        for (Sym *y = k->syms; y; y = y->next) {
            if (is_bound(y)) continue;
            Sym *outer = scope_find(s, y->name);
            if (s->inlined && outer && is_bound(outer)) continue;
            scope_add(t, s, y->name, SYM_USED);
        }
    }
}

static const AstSpan *directive_span(const Scope *s, const Name *name)
{
    for (Directive *d = s->directives; d; d = d->next)
        if (d->name == name) return d->span;
    return &s->node->span;
}

/* Makes `name` a free variable of frame scope s; its number. */
static int add_free(Symtable *t, Scope *s, Name *name)
{
    Sym *y = scope_add(t, s, name, 0);
    if (!y) return -1;
    if (y->free >= 0) return y->free;
    if (s->nfree == s->frees_cap) {
        int cap = s->frees_cap ? s->frees_cap * 2 : 4;
        Sym **p = arena_alloc(t->arena, (size_t)cap * sizeof *p);
        if (!p) { fail_memory(t); return -1; }
        if (s->nfree) memcpy(p, s->frees, (size_t)s->nfree * sizeof *p);
        s->frees = p;
        s->frees_cap = cap;
    }
    y->free = s->nfree;
    s->frees[s->nfree++] = y;
    if (y->kind == SYM_K_UNKNOWN && !is_bound(y)) y->kind = SYM_K_FREE;
    return y->free;
}

/* Looks for a binding of `name` in the functions around s; on success the scopes between get it as a free variable. */
static bool find_outer(Symtable *t, Scope *s, Name *name)
{
    bool is_class_cell = name->len == 9 && memcmp(name->s, "__class__", 9) == 0;
    Scope *owner = NULL;
    for (Scope *p = s->parent; p; p = p->parent) {
        if (p->type == SCOPE_MODULE) return false; /* (comprehensions in a module own variables too) */
        Sym *y = scope_find(p, name);
        if (p->type == SCOPE_CLASS) {
            if (is_class_cell) {
                p->needs_class_cell = true;
                owner = p;
                break;
            }
            continue;
        }
        if (!y) continue;
        if (is_bound(y)) {
            y->kind = SYM_K_CELL;
            owner = p;
            break;
        }
        if (y->flags & SYM_GLOBAL) return false;
    }
    if (!owner) return false;
    for (Scope *p = s; p != owner; p = p->parent)
        if (!p->inlined) add_free(t, p, name);
    return true;
}

static void resolve_sym(Symtable *t, Scope *s, Sym *y)
{
    int f = y->flags;
    if (s->inlined) {
        if (is_bound(y) && y->kind == SYM_K_UNKNOWN) y->kind = SYM_K_LOCAL;
        return;
    }
    if (f & SYM_GLOBAL) {
        if (f & SYM_NONLOCAL) fail(t, directive_span(s, y->name), "name '%s' is nonlocal and global", y->name->s);
        y->kind = SYM_K_GLOBAL;
        return;
    }
    if (f & SYM_NONLOCAL) {
        if (s->type == SCOPE_MODULE) {
            fail(t, directive_span(s, y->name), "nonlocal declaration not allowed at module level");
            return;
        }
        if (!find_outer(t, s, y->name)) fail(t, directive_span(s, y->name), "no binding for nonlocal '%s' found", y->name->s);
        y->kind = SYM_K_FREE;
        return;
    }
    if (s->type == SCOPE_MODULE) {
        y->kind = f & SYM_GLOBAL_BELOW ? SYM_K_GLOBAL : SYM_K_NAME;
        return;
    }
    if (f & SYM_BOUND) {
        if (s->type == SCOPE_CLASS) y->kind = SYM_K_NAME;
        else if (y->kind == SYM_K_UNKNOWN) y->kind = SYM_K_LOCAL;
        return;
    }
    if (!(f & SYM_USED)) return; /* only passing through */
    if (find_outer(t, s, y->name)) y->kind = SYM_K_FREE;
    else y->kind = s->type == SCOPE_CLASS ? SYM_K_NAME : SYM_K_GLOBAL;
}

static void resolve(Symtable *t, Scope *s)
{
    if (!compile_enter(t->vm, &t->depth)) t->failed = true;
    for (Sym *y = s->syms; y && !t->failed; y = y->next) resolve_sym(t, s, y);
    for (Scope *k = s->first; k && !t->failed; k = k->next) resolve(t, k);
    t->depth--;
}

/* ---- registers ---- */

typedef struct RegSet { Name **names; bool *busy; int n, cap, fixed; } RegSet;

static int reg_add(Symtable *t, RegSet *r, Name *name, bool reuse)
{
    if (reuse) {
        for (int i = r->fixed; i < r->n; i++) {
            if (r->names[i] != name || r->busy[i]) continue;
            r->busy[i] = true;
            return i;
        }
    }
    if (r->n == r->cap) {
        int cap = r->cap ? r->cap * 2 : 8;
        Name **names = arena_alloc(t->arena, (size_t)cap * sizeof *names);
        bool *busy = arena_alloc(t->arena, (size_t)cap * sizeof *busy);
        if (!names || !busy) { fail_memory(t); return 0; }
        if (r->n) {
            memcpy(names, r->names, (size_t)r->n * sizeof *names);
            memcpy(busy, r->busy, (size_t)r->n * sizeof *busy);
        }
        r->names = names;
        r->busy = busy;
        r->cap = cap;
    }
    r->names[r->n] = name;
    r->busy[r->n] = true;
    return r->n++;
}

/* Comprehensions' variables: siblings share registers by name, nested ones have their own. */
static void assign_inlined(Symtable *t, Scope *s, RegSet *r)
{
    for (Scope *k = s->first; k && !t->failed; k = k->next) {
        if (!k->inlined) continue;
        for (Sym *y = k->syms; y; y = y->next)
            if (is_bound(y)) y->reg = reg_add(t, r, y->name, true);
        assign_inlined(t, k, r);
        for (Sym *y = k->syms; y; y = y->next)
            if (y->reg >= 0 && y->reg < r->n) r->busy[y->reg] = false;
    }
}

static void assign(Symtable *t, Scope *s)
{
    if (!compile_enter(t->vm, &t->depth)) t->failed = true;
    if (!s->inlined && !t->failed) {
        RegSet r = {0};
        if (s->type >= SCOPE_FUNCTION) {
            for (Sym *y = s->syms; y; y = y->next) /* parameters come first in syms: they were defined first */
                if (y->flags & SYM_PARAM) y->reg = reg_add(t, &r, y->name, false);
            for (Sym *y = s->syms; y; y = y->next)
                if (!(y->flags & SYM_PARAM) && (y->kind == SYM_K_LOCAL || y->kind == SYM_K_CELL)) y->reg = reg_add(t, &r, y->name, false);
        } else if (s->needs_class_cell) {
            Sym *y = scope_add(t, s, name_get(t, "__class__", 9), 0);
            if (y) y->reg = reg_add(t, &r, y->name, false);
        }
        r.fixed = r.n;
        assign_inlined(t, s, &r);
        s->nlocals = r.n;
        s->reg_names = r.names;
    }
    for (Scope *k = s->first; k && !t->failed; k = k->next) assign(t, k);
    t->depth--;
}

bool symtable_build(Symtable *t, Node *module)
{
    Scope *top = scope_open(t, SCOPE_MODULE, module, name_get(t, "top", 3));
    if (!top) return false;
    t->top = top;
    if (module->kind == AST_Expression) visit(t, module->Expression.body);
    else visit_seq(t, module->kind == AST_Interactive ? module->Interactive.body : module->Module.body);
    if (!t->failed) merge_inlined(t, top);
    if (!t->failed) resolve(t, top);
    if (!t->failed) assign(t, top);
    return !t->failed;
}
