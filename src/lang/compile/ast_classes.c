/* ast_classes.c: the module _ast: a class for each kind of node, made from ast.def, and for each group of kinds, all derived from AST. Operators and contexts have one
 * instance each, which all trees share. ast_objects.c makes trees of them and reads such trees. */
#include "ast_objects.h"

#include <stdio.h>

#include "lang/front/ast_fields.h"
#include "lang/object/vm.h"

typedef struct AstState {
    Type *base;    /* AST */
    Value classes; /* name -> class; of operators and contexts -> their instance */
} AstState;

/* ---- AST ---- */

static Value fields_of(VM *vm, Ref self)
{
    Value fields = obj_getattr_c(vm, REF(type_of(vm, self)), "_fields"), r = fields ? tuple_from_iter(vm, fields) : NO_VALUE;
    release(vm, fields);
    return r;
}

static bool set_by_name(VM *vm, Ref self, Ref fields, int64_t given, Ref name, Ref value)
{
    for (int64_t i = 0; i < given; i++) {
        int same = op_compare_bool(vm, as_tuple(fields)->items[i], name, CMP_EQ);
        if (same < 0) return false;
        if (same) return err_false(vm, EXC_TypeError, "%T got multiple values for argument '%U'", self, name);
    }
    return obj_setattr(vm, self, name, value);
}

static bool ast_init(VM *vm, Ref self, const Ref *args, int n, Ref kwnames)
{
    Value fields = fields_of(vm, self);
    int64_t count = fields ? as_tuple(fields)->len : 0;
    bool ok = fields != NO_VALUE;
    if (ok && n > count) ok = err_false(vm, EXC_TypeError, "%T constructor takes at most %lld positional argument%s", self, (long long)count, count == 1 ? "" : "s");
    for (int i = 0; ok && i < n; i++) ok = obj_setattr(vm, self, as_tuple(fields)->items[i], args[i]);
    for (int64_t i = 0; ok && kwnames && i < as_tuple(kwnames)->len; i++) ok = set_by_name(vm, self, fields, n, as_tuple(kwnames)->items[i], args[n + i]);
    release(vm, fields);
    return ok;
}

static Value ast_new(VM *vm, Ref cls, const Ref *args, int n, Ref kwnames) { return inst_new(vm, as_type(cls)); } /* (the arguments are __init__'s) */

static Value ast_reduce(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Value dict = obj_dict(vm, args[0]);
    if (!dict && err_occurred(vm)) return NULL;
    Value r = dict ? tuple_of(vm, 3, REF(type_of(vm, args[0])), (Ref)vm->empty_tuple, (Ref)dict) : tuple_of(vm, 2, REF(type_of(vm, args[0])), (Ref)vm->empty_tuple);
    release(vm, dict);
    return r;
}

static void ast_dealloc(VM *vm, Obj *o) { obj_free(vm, o, o->type->inst_size); }
static void ast_traverse(VM *vm, Obj *o, VisitFn visit, void *arg) {} /* (attributes are visited by themselves) */

static const NativeDef ast_methods[] = {{"__reduce__", ast_reduce, "self, /", NULL, 0}, {NULL, NULL, NULL, NULL, 0}};
static const TypeDef ast_def = {
    .name = "ast.AST", .kind = KIND_OPAQUE, .size = sizeof(Obj), .flags = TYPE_GC | TYPE_ATTRS | TYPE_BASE | TYPE_WEAKREF | TYPE_BRIEF_NAME, .s = {.new_ = ast_new, .init = ast_init},
    .dealloc = ast_dealloc, .traverse = ast_traverse, .methods = ast_methods, .text_signature = "*args, **kwargs",
};

/* ---- what a field holds, in words ---- */

static const char *const operator_lists[] = {
#define AST_OPERATOR(list, Name, text) #list,
#include "lang/front/ast.def"
};

/* The list that an operator's field takes. */
static const char *operator_list(int kind, const FieldRow *row)
{
    if (!strcmp(row->name, "ctx")) return "expr_context";
    return kind == AST_BoolOp ? "boolop" : kind == AST_UnaryOp ? "unaryop" : kind == AST_Compare ? "cmpop" : "operator";
}

static const char *content_of(int kind, const FieldRow *row)
{
    switch ((FieldType)row->type) {
    case F_ID: case F_IDS: return kind == AST_TypeIgnore ? "string" : "identifier";
    case F_OPTID: return !strcmp(row->name, "type_comment") || !strcmp(row->name, "kind") ? "string" : "identifier";
    case F_CONST: return "constant";
    case F_INT: return "int";
    case F_OP: case F_OPS: return operator_list(kind, row);
    case F_NODE: case F_OPT: case F_SEQ: break;
    }
    return ast_category_name(ast_field_category(kind, row->name));
}

static bool is_optional(int kind, const FieldRow *row)
{
    return row->type == F_OPT || row->type == F_OPTID || (kind == AST_ImportFrom && row->type == F_INT);
}

/* "Name(identifier id, expr_context ctx)" */
static void describe(StrB *b, int kind)
{
    strb_c(b, ast_kind_name(kind));
    const FieldRow *rows = ast_fields(kind);
    for (const FieldRow *row = rows; row->name; row++) {
        bool many = row->type == F_SEQ || row->type == F_IDS || row->type == F_OPS;
        strb_format(b, "%s%s%s %s", row == rows ? "(" : ", ", content_of(kind, row), many ? "*" : is_optional(kind, row) ? "?" : "", row->name);
    }
    if (rows->name) strb_char(b, ')');
}

/* ---- the classes ---- */

/* A class with these fields (a tuple, taken) and words; what else is in `ns` (taken) comes along. It stands in the module and among the classes. */
static Value add_class(VM *vm, AstState *s, Dict *module, const char *name, Ref base, Value ns, Value fields, Value doc)
{
    Value text = str_intern_c(vm, name), bases = tuple_of(vm, 1, base), home = str_intern_c(vm, "ast"), cls = NO_VALUE;
    if (ns && fields && doc && text && bases && home && dict_set_c(vm, ns, "_fields", fields) && dict_set(vm, ns, NAME(__match_args__), fields) && dict_set(vm, ns, NAME(__module__), home) &&
        dict_set(vm, ns, NAME(__doc__), doc))
        cls = type_make(vm, REF(CLASS(type)), text, bases, ns, NULL);
    if (cls && (!dict_set(vm, REF(module), text, cls) || !dict_set(vm, s->classes, text, cls))) value_clear(vm, &cls);
    release(vm, text);
    release(vm, bases);
    release(vm, home);
    release(vm, ns);
    release(vm, fields);
    release(vm, doc);
    return cls;
}

/* The namespace of a class right under AST: where its nodes stand. */
static Value place_names(VM *vm, bool placed, bool ends)
{
    static const char *const names[] = {"lineno", "col_offset", "end_lineno", "end_col_offset"};
    Value ns = dict_new(vm), attributes = tuple_new(vm, placed ? 4 : 0);
    bool ok = ns && attributes;
    for (int i = 0; ok && placed && i < 4; i++) ok = (as_tuple(attributes)->items[i] = str_intern_c(vm, names[i])) != NO_VALUE;
    for (int i = 2; ok && ends && i < 4; i++) ok = dict_set_c(vm, ns, names[i], V_NONE);
    if (ok) ok = dict_set_c(vm, ns, "_attributes", attributes);
    release(vm, attributes);
    if (!ok) value_clear(vm, &ns);
    return ns;
}

static bool category_is_placed(int category)
{
    for (int kind = 0; kind < AST__COUNT; kind++)
        if (ast_fields(kind) && (int)ast_kind_category(kind) == category) return ast_has_span(kind);
    return false;
}
static Value names_under(VM *vm, int category)
{
    bool placed = category_is_placed(category);
    return place_names(vm, placed, placed && category != ASTCAT_pattern); /* (a pattern's end is never left out) */
}

static Value field_names(VM *vm, int kind, Value ns)
{
    int64_t n = 0;
    const FieldRow *rows = ast_fields(kind);
    while (rows[n].name) n++;
    Value fields = tuple_new(vm, n);
    for (int64_t i = 0; fields && i < n; i++) {
        if (!(as_tuple(fields)->items[i] = str_intern_c(vm, rows[i].name)) || (ns && is_optional(kind, &rows[i]) && !dict_set(vm, ns, as_tuple(fields)->items[i], V_NONE))) value_clear(vm, &fields);
    }
    return fields;
}

/* Is it a group of its own, as `arg`? */
static bool stands_alone(int kind) { return !strcmp(ast_kind_name(kind), ast_category_name((int)ast_kind_category(kind))); }

static bool add_kind(VM *vm, AstState *s, Dict *module, int kind)
{
    bool alone = stands_alone(kind);
    Ref base = alone ? REF(s->base) : dict_get_c(vm, s->classes, ast_category_name((int)ast_kind_category(kind)));
    Value ns = alone ? names_under(vm, (int)ast_kind_category(kind)) : dict_new(vm);
    StrB b = STRB_INIT(vm);
    describe(&b, kind);
    Value cls = add_class(vm, s, module, ast_kind_name(kind), base, ns, field_names(vm, kind, ns), strb_take(&b));
    release(vm, cls);
    return cls != NO_VALUE;
}

/* "stmt = FunctionDef(...)\n     | ..." */
static bool add_category(VM *vm, AstState *s, Dict *module, int category)
{
    const char *name = ast_category_name(category), *between = " = ";
    char line[40];
    StrB b = STRB_INIT(vm);
    snprintf(line, sizeof line, "\n%*s | ", (int)strlen(name), "");
    strb_c(&b, name);
    for (int kind = 0; kind < AST__COUNT; kind++) {
        if (!ast_fields(kind) || (int)ast_kind_category(kind) != category) continue;
        strb_c(&b, between);
        describe(&b, kind);
        between = line;
    }
    Value cls = add_class(vm, s, module, name, REF(s->base), names_under(vm, category), tuple_new(vm, 0), strb_take(&b));
    release(vm, cls);
    return cls != NO_VALUE;
}

static const char *shown_list(const char *list) { return strcmp(list, "ctx") ? list : "expr_context"; }

/* The class of a list of operators, "boolop = And | Or", and those of its members; their instances take their place among the classes. */
static bool add_list(VM *vm, AstState *s, Dict *module, int first, int end)
{
    StrB b = STRB_INIT(vm);
    for (int op = first; op < end; op++) strb_format(&b, "%s%s", op == first ? "" : " | ", ast_op_name(op));
    Value members = strb_take(&b), doc = members ? str_format(vm, "%s = %U", shown_list(operator_lists[first]), (Ref)members) : NO_VALUE;
    release(vm, members);
    Value list = add_class(vm, s, module, shown_list(operator_lists[first]), REF(s->base), place_names(vm, false, false), tuple_new(vm, 0), doc);
    bool ok = list != NO_VALUE;
    for (int op = first; ok && op < end; op++) {
        Value cls = add_class(vm, s, module, ast_op_name(op), list, dict_new(vm), tuple_new(vm, 0), str_from_c(vm, ast_op_name(op))), one = cls ? call0(vm, cls) : NO_VALUE;
        ok = one && dict_set_c(vm, s->classes, ast_op_name(op), one);
        release(vm, one);
        release(vm, cls);
    }
    release(vm, list);
    return ok;
}

static bool give_base_its_names(VM *vm, Type *base)
{
    static const char *const names[] = {"_fields", "_attributes", "__match_args__"};
    bool ok = true;
    for (int i = 0; ok && i < 3; i++) {
        Value name = str_intern_c(vm, names[i]);
        ok = name && type_set_attr(vm, base, name, vm->empty_tuple);
        release(vm, name);
    }
    return ok;
}

static bool ast_open(VM *vm, Ref module, Dict *ns)
{
    AstState *s = as_module(module)->state;
    bool ok = (s->base = type_from_def(vm, &ast_def, NULL)) && (s->classes = dict_new(vm)) && give_base_its_names(vm, s->base) && module_add_type(vm, ns, s->base);
    for (int category = 0; ok && category < ASTCAT_type_ignore + 1; category++) {
        bool alone = false;
        for (int kind = 0; kind < AST__COUNT; kind++) alone |= ast_fields(kind) && (int)ast_kind_category(kind) == category && stands_alone(kind);
        if (!alone) ok = add_category(vm, s, ns, category);
    }
    for (int kind = 0; ok && kind < AST__COUNT; kind++) ok = !ast_fields(kind) || add_kind(vm, s, ns, kind);
    for (int op = 0, end; ok && op < AST_OP__COUNT; op = end) {
        for (end = op + 1; end < AST_OP__COUNT && !strcmp(operator_lists[end], operator_lists[op]);) end++;
        ok = add_list(vm, s, ns, op, end);
    }
    return ok;
}
static void ast_close(VM *vm, void *state)
{
    value_clear(vm, &((AstState *)state)->classes);
    release(vm, VAL(((AstState *)state)->base));
}

/* Under _symtable: raises what is wrong with the names of a tree. */
static Value m_check_names(VM *vm, const Ref *args, int n, Ref kwnames)
{
    if (!is_str(args[1]) || !is_str(args[2])) return err_raise(vm, EXC_TypeError, "filename and mode must be str");
    int mode = str_equal_c(args[2], "exec") ? LANG_EXEC : str_equal_c(args[2], "single") ? LANG_SINGLE : LANG_EVAL;
    return ast_compile_object(vm, args[0], args[1], mode, COMPILE_NAMES_ALONE);
}
static const NativeDef functions[] = {{"_check_names", m_check_names, "tree, filename, mode, /", NULL, 0}, {0}};

static const ModuleConst constants[] = {
    {"PyCF_ONLY_AST", CONST_INT, 0x400, 0, NULL}, {"PyCF_TYPE_COMMENTS", CONST_INT, 0x1000, 0, NULL}, {"PyCF_ALLOW_TOP_LEVEL_AWAIT", CONST_INT, 0x2000, 0, NULL}, {NULL, CONST_INT, 0, 0, NULL}};

const ModuleDef ast_module = {.name = "_ast", .doc = "The classes of a syntax tree's nodes.", .functions = functions, .constants = constants, .init = ast_open, .state_size = sizeof(AstState), .done = ast_close};

Ref ast_classes(VM *vm)
{
    const AstState *s = module_state(vm, &ast_module);
    return s ? (Ref)s->classes : (Ref)NULL;
}

bool ast_is_object(VM *vm, Ref o)
{
    if (!is_heap(o) || !dict_get_c(vm, REF(vm->modules), "_ast")) return false;
    const AstState *s = module_state(vm, &ast_module);
    if (!s) err_clear(vm);
    return s && type_is_subtype(type_of(vm, o), s->base);
}
