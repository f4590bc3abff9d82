/* ast_objects.c: the syntax tree as objects of the module `ast`, and back: ast.parse() and compile(tree). The classes are ast_classes.c's,
 * in a dict by name; operators and contexts stand there as the one instance that each has.
 * A tree from a program is checked as far as the compiler relies on it: categories, missing fields, empty bodies.
 */
#include "ast_objects.h"

#include "lang/front/arena.h"
#include "lang/front/ast_fields.h"
#include "lang/object/vm.h"

static const char *const category_names[] = {"mod", "stmt", "expr", "comprehension", "excepthandler", "arguments", "arg", "keyword", "alias",
                                             "withitem", "match_case", "pattern", "type_ignore"};
static const char *const span_names[] = {"lineno", "col_offset", "end_lineno", "end_col_offset"};

/* ---- the tree to objects ---- */

static Value to_object(VM *vm, const Node *n, Ref classes);

static Value seq_to_list(VM *vm, const NodeSeq *s, Ref classes)
{
    Value list = list_new(vm, s->n);
    for (int i = 0; list && i < s->n; i++) {
        Value v = s->items[i] ? to_object(vm, s->items[i], classes) : V_NONE;
        if (!v || !list_append_take(vm, list, v)) value_clear(vm, &list);
    }
    return list;
}

static Value name_to_str(VM *vm, AstStr s)
{
    Value v = str_from_utf8(vm, s.s, s.len);
    return v ? str_intern(vm, v) : NO_VALUE;
}

static Value const_to_object(VM *vm, const AstConst *k)
{
    switch (k->kind) {
    case ACONST_TRUE: return V_TRUE;
    case ACONST_FALSE: return V_FALSE;
    case ACONST_ELLIPSIS: return V_ELLIPSIS;
    case ACONST_INT: return int_from_i64(vm, k->i);
    case ACONST_BIGINT: return int_from_digits(vm, k->s, k->len, k->base);
    case ACONST_FLOAT: return make_float(k->f);
    case ACONST_IMAG: return complex_new(vm, 0.0, k->f);
    case ACONST_STR: return str_from_utf8(vm, k->s, k->len);
    case ACONST_BYTES: return bytes_from(vm, k->s, (int64_t)k->len);
    case ACONST_OBJECT: return retain((Ref)k->object);
    default: return V_NONE;
    }
}

static Value op_to_object(VM *vm, int op, Ref classes)
{
    Ref v = dict_get_c(vm, classes, ast_op_name(op));
    return v ? retain(v) : NO_VALUE;
}

static Value field_to_object(VM *vm, const FieldRow *row, const char *at, Ref classes)
{
    switch ((FieldType)row->type) {
    case F_NODE: return to_object(vm, *(Node *const *)(const void *)at, classes);
    case F_OPT: {
        const Node *n = *(Node *const *)(const void *)at;
        return n ? to_object(vm, n, classes) : V_NONE;
    }
    case F_SEQ: return seq_to_list(vm, (const NodeSeq *)(const void *)at, classes);
    case F_ID: return name_to_str(vm, *(const AstStr *)(const void *)at);
    case F_OPTID: return ((const AstStr *)(const void *)at)->s ? name_to_str(vm, *(const AstStr *)(const void *)at) : V_NONE;
    case F_IDS: {
        const AstStrSeq *s = (const AstStrSeq *)(const void *)at;
        Value list = list_new(vm, s->n);
        for (int i = 0; list && i < s->n; i++) {
            Value v = name_to_str(vm, s->items[i]);
            if (!v || !list_append_take(vm, list, v)) value_clear(vm, &list);
        }
        return list;
    }
    case F_CONST: return const_to_object(vm, (const AstConst *)(const void *)at);
    case F_INT: return make_small(*(const int *)(const void *)at);
    case F_OPS: {
        const AstOpSeq *s = (const AstOpSeq *)(const void *)at;
        Value list = list_new(vm, s->n);
        for (int i = 0; list && i < s->n; i++) {
            Value v = op_to_object(vm, s->items[i], classes);
            if (!v || !list_append_take(vm, list, v)) value_clear(vm, &list);
        }
        return list;
    }
    case F_OP: return op_to_object(vm, *(const uint8_t *)at, classes);
    }
    return NO_VALUE;
}

static bool set_take(VM *vm, Ref o, const char *name, Value v)
{
    Value key = v ? str_intern_c(vm, name) : NO_VALUE;
    bool ok = key && obj_setattr(vm, o, key, v);
    release(vm, key);
    release(vm, v);
    return ok;
}

static Value to_object(VM *vm, const Node *n, Ref classes)
{
    Ref cls = dict_get_c(vm, classes, ast_kind_name(n->kind));
    if (!cls) return err_occurred(vm) ? NO_VALUE : err_raise(vm, EXC_SystemError, "ast has no class %s", ast_kind_name(n->kind));
    if (!rec_enter(vm, " during ast construction")) return NULL;
    Value o = call0(vm, cls);
    bool ok = o != NULL;
    const char *body = (const char *)n + offsetof(Node, Module);
    for (const FieldRow *row = ast_fields(n->kind); ok && row->name; row++)
        ok = set_take(vm, o, row->name, field_to_object(vm, row, body + row->offset, classes));
    if (ast_has_span(n->kind)) {
        const int span[] = {n->lineno, n->col_offset, n->end_lineno, n->end_col_offset};
        for (int i = 0; ok && i < 4; i++) ok = set_take(vm, o, span_names[i], make_small(span[i]));
    }
    rec_leave(vm);
    if (!ok) value_clear(vm, &o);
    return o;
}

Value ast_tree_objects(VM *vm, struct Node *tree, void *unused)
{
    Value classes = retain(ast_classes(vm)), r = classes ? to_object(vm, tree, classes) : NO_VALUE;
    release(vm, classes);
    return r;
}

/* ---- objects to a tree ---- */

typedef struct Build {
    VM *vm;
    Arena *arena;
    Value kept; /* a list: constants that the tree has as objects */
} Build;

static bool is_one_of(const char *name, const char *words)
{
    size_t n = strlen(name);
    for (const char *at = words; (at = strstr(at, name)); at += n)
        if ((at == words || at[-1] == ' ') && (at[n] == ' ' || !at[n])) return true;
    return false;
}

const char *ast_category_name(int category) { return category_names[category]; }

/* What may stand in a field. */
int ast_field_category(int kind, const char *name)
{
    int own = (int)ast_kind_category(kind);
    if (is_one_of(name, "body orelse finalbody"))
        return own == ASTCAT_expr || kind == AST_Expression ? ASTCAT_expr : ASTCAT_stmt;
    if (is_one_of(name, "handlers")) return ASTCAT_excepthandler;
    if (!strcmp(name, "args")) return kind == AST_Call ? ASTCAT_expr : kind == AST_arguments ? ASTCAT_arg : ASTCAT_arguments;
    if (is_one_of(name, "posonlyargs kwonlyargs vararg kwarg")) return ASTCAT_arg;
    if (!strcmp(name, "keywords")) return ASTCAT_keyword;
    if (!strcmp(name, "names")) return ASTCAT_alias;
    if (!strcmp(name, "items")) return ASTCAT_withitem;
    if (!strcmp(name, "cases")) return ASTCAT_match_case;
    if (is_one_of(name, "pattern patterns kwd_patterns")) return ASTCAT_pattern;
    if (!strcmp(name, "type_ignores")) return ASTCAT_type_ignore;
    if (!strcmp(name, "generators")) return ASTCAT_comprehension;
    return ASTCAT_expr;
}

/* The row of the list whose class the object's class is, or derives from; -1. */
static int find_name(Build *b, Ref o, const char *(*name_of)(int), int count)
{
    Type *t = type_of(b->vm, o);
    Ref classes = ast_classes(b->vm);
    if (!classes) err_clear(b->vm);
    for (int64_t i = 0; classes && t->mro && i < t->mro->len; i++) {
        Type *c = as_type(t->mro->items[i]);
        Ref ours = dict_get_str(b->vm, classes, REF(c->name));
        if (!ours || (ours != REF(c) && (is_type(ours) || type_of(b->vm, ours) != c))) continue;
        for (int k = 0; k < count; k++)
            if (str_equal_c(REF(c->name), name_of(k))) return k;
    }
    return -1;
}

static Node *to_node(Build *b, Ref o, int category);

/* 1: *v is the attribute; 0: there is none (or None); -1: raised. */
static int fetch(Build *b, Ref o, const char *name, Value *v)
{
    Value key = str_intern_c(b->vm, name);
    int r = key ? obj_lookup_attr(b->vm, o, key, v) : -1;
    release(b->vm, key);
    return r;
}

static void *room(Build *b, size_t n)
{
    void *p = arena_alloc(b->arena, n ? n : 1);
    if (!p) err_no_memory(b->vm);
    else memset(p, 0, n);
    return p;
}

static bool to_name(Build *b, Ref v, AstStr *out)
{
    if (!is_str(v)) return err_false(b->vm, EXC_TypeError, "AST identifier must be of type str");
    size_t n;
    const char *s = str_utf8(b->vm, v, &n);
    if (!s || !(out->s = arena_dup(b->arena, s, n))) return s ? (err_no_memory(b->vm), false) : false;
    out->len = (uint32_t)n;
    return true;
}

/* May stand in a Constant; a tuple or a frozenset if all in it may. */
static bool is_constant(VM *vm, Ref v)
{
    if (is_none(v) || v == V_ELLIPSIS || is_bool(v) || is_int_exact(vm, v)) return true;
    Type *t = type_of(vm, v);
    if (t == CLASS(float) || t == CLASS(complex) || t == CLASS(str) || t == CLASS(bytes)) return true;
    if (t != CLASS(tuple) && t != CLASS(frozenset)) return err_false(vm, EXC_TypeError, "got an invalid type in Constant: %T", v);
    if (!rec_enter(vm, " during compilation")) return false;
    Value items = tuple_from_iter(vm, v);
    bool ok = items != NO_VALUE;
    for (int64_t i = 0; ok && i < as_tuple(items)->len; i++) ok = is_constant(vm, as_tuple(items)->items[i]);
    release(vm, items);
    rec_leave(vm);
    return ok;
}

static bool to_const(Build *b, Ref v, AstConst *k)
{
    VM *vm = b->vm;
    int64_t i;
    if (is_none(v)) k->kind = ACONST_NONE;
    else if (is_bool(v)) k->kind = v == V_TRUE ? ACONST_TRUE : ACONST_FALSE;
    else if (v == V_ELLIPSIS) k->kind = ACONST_ELLIPSIS;
    else if (is_int_exact(vm, v) && int_fits_i64(v, &i) && i >= 0) *k = (AstConst){.kind = ACONST_INT, .base = 10, .i = i};
    else if (is_float_any(v) && type_of(vm, v) == CLASS(float)) *k = (AstConst){.kind = ACONST_FLOAT, .f = float_any_of(v)};
    else if (type_of(vm, v) == CLASS(str)) {
        AstStr s = {0};
        if (!to_name(b, v, &s)) return false;
        *k = (AstConst){.kind = ACONST_STR, .len = s.len, .s = s.s};
    } else if (type_of(vm, v) == CLASS(bytes)) {
        const char *s = arena_dup(b->arena, (const char *)as_bytes(v)->data, (size_t)as_bytes(v)->len);
        if (!s) return err_no_memory(vm), false;
        *k = (AstConst){.kind = ACONST_BYTES, .len = (size_t)as_bytes(v)->len, .s = s};
    } else if (is_kind(v, KIND_COMPLEX) && type_of(vm, v) == CLASS(complex) && ((Complex *)BITS(v))->re == 0) *k = (AstConst){.kind = ACONST_IMAG, .f = ((Complex *)BITS(v))->im};
    else {
        if (!is_constant(vm, v) || (!b->kept && !(b->kept = list_new(vm, 0))) || !list_append(vm, b->kept, v)) return false;
        *k = (AstConst){.kind = ACONST_OBJECT, .object = (const void *)BITS(v)};
    }
    return true;
}

static bool to_op(Build *b, Ref v, uint8_t *out)
{
    int op = find_name(b, v, ast_op_name, AST_OP__COUNT);
    if (op < 0) return err_false(b->vm, EXC_TypeError, "expected some sort of operator, but got %R", v);
    *out = (uint8_t)op;
    return true;
}

static bool to_field(Build *b, int kind, const FieldRow *row, Ref v, char *at)
{
    VM *vm = b->vm;
    int category = ast_field_category(kind, row->name);
    switch ((FieldType)row->type) {
    case F_NODE:
    case F_OPT: return (*(Node **)(void *)at = to_node(b, v, category)) != NULL;
    case F_ID:
    case F_OPTID: return to_name(b, v, (AstStr *)(void *)at);
    case F_CONST: return to_const(b, v, (AstConst *)(void *)at);
    case F_OP: return to_op(b, v, (uint8_t *)at);
    case F_INT: {
        int64_t i;
        if (!is_int(v) || !int_fits_i64(v, &i) || i < (strcmp(row->name, "level") ? -1 : INT32_MIN) || i > INT32_MAX) return err_false(vm, EXC_ValueError, "invalid integer value: %R", v);
        *(int *)(void *)at = (int)i;
        return true;
    }
    default: break;
    }
    if (!is_list(v)) return err_false(vm, EXC_TypeError, "%s field \"%s\" must be a list, not a %T", ast_kind_name(kind), row->name, v);
    Value items = tuple_from(vm, as_refs(as_list(v)->items), as_list(v)->len); /* an attribute's getter may change the list */
    int n = items ? (int)as_tuple(items)->len : 0;
    bool ok = items != NULL;
    if (row->type == F_SEQ) {
        Node **out = ok ? room(b, (size_t)n * sizeof *out) : NULL;
        bool holes = (kind == AST_Dict && !strcmp(row->name, "keys")) || !strcmp(row->name, "kw_defaults");
        ok = out != NULL;
        for (int i = 0; ok && i < n; i++) {
            Ref item = as_tuple(items)->items[i];
            if (is_none(item) && holes) continue;
            if (is_none(item) && (category == ASTCAT_expr || category == ASTCAT_stmt)) {
                ok = err_false(vm, EXC_ValueError, "None disallowed in %s list", category == ASTCAT_expr ? "expression" : "statement");
                break;
            }
            ok = (out[i] = to_node(b, item, category)) != NULL;
        }
        *(NodeSeq *)(void *)at = (NodeSeq){out, n};
        if (ok && !n && category == ASTCAT_stmt && !strcmp(row->name, "body") && ast_kind_category(kind) != ASTCAT_mod)
            ok = err_false(vm, EXC_ValueError, "empty body on %s", ast_kind_name(kind));
    } else if (row->type == F_IDS) {
        AstStr *out = ok ? room(b, (size_t)n * sizeof *out) : NULL;
        ok = out != NULL;
        for (int i = 0; ok && i < n; i++) ok = to_name(b, as_tuple(items)->items[i], &out[i]);
        *(AstStrSeq *)(void *)at = (AstStrSeq){out, n};
    } else {
        uint8_t *out = ok ? room(b, (size_t)n) : NULL;
        ok = out != NULL;
        for (int i = 0; ok && i < n; i++) ok = to_op(b, as_tuple(items)->items[i], &out[i]);
        *(AstOpSeq *)(void *)at = (AstOpSeq){out, n};
    }
    release(vm, items);
    return ok;
}

static const char *kind_name(int kind) { return ast_kind_name(kind); }

/* Where a node stands; its end may be missing. */
static bool take_span(Build *b, Ref o, int kind, Node *n)
{
    VM *vm = b->vm;
    int span[4] = {1, 0, 0, 0};
    for (int i = 0; i < 4 && ast_has_span(kind); i++) {
        Value v = NULL;
        int64_t at = 0;
        int found = fetch(b, o, span_names[i], &v);
        if (found < 0) return false;
        if (!v && i < 2) return err_false(vm, EXC_TypeError, "required field \"%s\" missing from %s", span_names[i], category_names[ast_kind_category(kind)]);
        bool number = v && is_int(v) && int_fits_i64(v, &at);
        if (v && !number && !(i > 1 && is_none(v))) {
            err_raise(vm, EXC_ValueError, "invalid integer value: %R", (Ref)v);
            release(vm, v);
            return false;
        }
        span[i] = number && at > INT32_MIN && at < INT32_MAX ? (int)at : span[i & 1];
        release(vm, v);
    }
    n->lineno = span[0];
    n->col_offset = span[1];
    n->end_lineno = span[2];
    n->end_col_offset = span[3];
    return true;
}

static Node *build(Build *b, Ref o, int kind)
{
    VM *vm = b->vm;
    Node *n = room(b, sizeof *n);
    if (!n) return NULL;
    n->kind = (uint8_t)kind;
    bool groups = strcmp(ast_kind_name(kind), category_names[ast_kind_category(kind)]); /* of these CPython reads the place before the fields */
    if (groups && !take_span(b, o, kind, n)) return NULL;
    char *body = (char *)n + offsetof(Node, Module);
    for (const FieldRow *row = ast_fields(kind); row->name; row++) {
        Value v = NULL;
        int found = fetch(b, o, row->name, &v);
        bool optional = row->type == F_OPT || row->type == F_OPTID;
        if (found < 0) return NULL;
        if (row->type == F_CONST ? !v : optional && (!v || is_none(v))) {
            if (row->type != F_CONST) {
                release(vm, v);
                continue;
            }
        }
        if ((!v || is_none(v)) && !strcmp(row->name, "level")) continue;
        if (!v) return (Node *)BITS(err_raise(vm, EXC_TypeError, "required field \"%s\" missing from %s", row->name, ast_kind_name(kind)));
        if (is_none(v) && row->type == F_NODE) {
            release(vm, v);
            return (Node *)BITS(err_raise(vm, EXC_ValueError, "field '%s' is required for %s", row->name, ast_kind_name(kind)));
        }
        bool ok = to_field(b, kind, row, v, body + row->offset);
        release(vm, v);
        if (!ok) return NULL;
    }
    if (!groups && !take_span(b, o, kind, n)) return NULL;
    return n;
}

static Node *to_node(Build *b, Ref o, int category)
{
    int kind = find_name(b, o, kind_name, AST__COUNT);
    if (kind < 0 && category == ASTCAT_stmt) { /* CPython looks at the place first */
        Value v = NULL;
        int found = fetch(b, o, "lineno", &v);
        release(b->vm, v);
        if (found < 0) return NULL;
        if (!found) return (Node *)BITS(err_raise(b->vm, EXC_TypeError, "required field \"lineno\" missing from stmt"));
    }
    if (kind < 0 || (int)ast_kind_category(kind) != category)
        return (Node *)BITS(err_raise(b->vm, EXC_TypeError, "expected some sort of %s, but got %R", category_names[category], o));
    if (!rec_enter(b->vm, " during compilation")) return NULL;
    Node *n = build(b, o, kind);
    rec_leave(b->vm);
    return n;
}

Value ast_compile_object(VM *vm, Ref o, Ref filename, int mode, int how)
{
    static const int wanted[] = {[LANG_EXEC] = AST_Module, [LANG_SINGLE] = AST_Interactive, [LANG_EVAL] = AST_Expression};
    Arena arena;
    arena_init(&arena, vm->mem);
    Build b = {vm, &arena, NO_VALUE};
    Value code = NO_VALUE;
    int kind = find_name(&b, o, kind_name, AST__COUNT);
    if (kind != wanted[mode]) err_raise(vm, EXC_TypeError, "expected %s node, got %T", ast_kind_name(wanted[mode]), o);
    else {
        Node *tree = to_node(&b, o, ASTCAT_mod);
        if (tree && ast_check(vm, tree)) code = compile_tree(vm, tree, filename, NULL, mode, how);
    }
    release(vm, b.kept);
    arena_free(&arena);
    return code;
}
