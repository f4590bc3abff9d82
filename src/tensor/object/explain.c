/* explain.c: what the explanations in perch/explain.py need from below: the facts of a refused call, the syntax of the user's line, the
 * text around a site, and who watches copies.
 *
 * tensor_explain is called when an error of core becomes an exception, and never otherwise. Whatever goes wrong in here leaves the
 * original error as it is, without a drawing.
 */
#include "lang/front/arena.h"
#include "lang/front/ast.h"
#include "lang/object/mem.h"
#include "lang/front/parse.h"
#include "lang/types/frame_names.h"
#include "tensor_lib.h"

/* ---- a syntax tree as tuples: (kind, line, column, end line, end column, field, …); columns in bytes ---- */
enum { SYNTAX_DEPTH = 150 };
typedef struct Syntax { VM *vm; int depth; } Syntax;
static Value node_value(Syntax *s, const Node *n);

static Value seq_value(Syntax *s, const NodeSeq *q)
{
    Value t = tuple_new(s->vm, q->n);
    for (int i = 0; t && i < q->n; i++) {
        Value v = q->items[i] ? node_value(s, q->items[i]) : V_NONE;
        if (!v) value_clear(s->vm, &t);
        else as_tuple(t)->items[i] = v;
    }
    return t;
}

static Value id_value(Syntax *s, AstStr id) { return id.s ? str_from_utf8(s->vm, id.s, id.len) : V_NONE; }

static Value ids_value(Syntax *s, const AstStrSeq *q)
{
    Value t = tuple_new(s->vm, q->n);
    for (int i = 0; t && i < q->n; i++)
        if (!(as_tuple(t)->items[i] = id_value(s, q->items[i]))) value_clear(s->vm, &t);
    return t;
}

static Value ops_value(Syntax *s, const AstOpSeq *q)
{
    Value t = tuple_new(s->vm, q->n);
    for (int i = 0; t && i < q->n; i++)
        if (!(as_tuple(t)->items[i] = str_from_c(s->vm, ast_op_text(q->items[i])))) value_clear(s->vm, &t);
    return t;
}

/* What may stand in an index or an argument; bytes, large and imaginary numbers are an Ellipsis here. */
static Value const_value(Syntax *s, const AstConst *c)
{
    switch (c->kind) {
    case ACONST_NONE: return V_NONE;
    case ACONST_TRUE: return V_TRUE;
    case ACONST_FALSE: return V_FALSE;
    case ACONST_INT: return int_from_i64(s->vm, c->i);
    case ACONST_FLOAT: return make_float_any(c->f);
    case ACONST_STR: return str_from_utf8(s->vm, c->s, c->len);
    default: return V_ELLIPSIS;
    }
}

#define AF_NODE(f) ok = ok && (items[n] = node_value(s, of->f)) && ++n;
#define AF_OPT(f) ok = ok && (items[n] = of->f ? node_value(s, of->f) : V_NONE) && ++n;
#define AF_SEQ(f) ok = ok && (items[n] = seq_value(s, &of->f)) && ++n;
#define AF_ID(f) ok = ok && (items[n] = id_value(s, of->f)) && ++n;
#define AF_OPTID(f) AF_ID(f)
#define AF_IDS(f) ok = ok && (items[n] = ids_value(s, &of->f)) && ++n;
#define AF_CONST(f) ok = ok && (items[n] = const_value(s, &of->f)) && ++n;
#define AF_INT(f) ok = ok && (items[n] = make_small(of->f)) && ++n;
#define AF_OPS(f) ok = ok && (items[n] = ops_value(s, &of->f)) && ++n;
#define AF_OP(f, list) ok = ok && (items[n] = str_from_c(s->vm, ast_op_text(of->f))) && ++n;
static Value node_value(Syntax *s, const Node *node)
{
    VM *vm = s->vm;
    if (s->depth >= SYNTAX_DEPTH) return err_raise(vm, EXC_RecursionError, "too deep to be explained");
    s->depth++;
    Value items[16] = {str_from_c(vm, ast_kind_name(node->kind)), make_small(node->lineno), make_small(node->col_offset), make_small(node->end_lineno), make_small(node->end_col_offset)};
    int n = 5;
    bool ok = items[0] != NO_VALUE;
    switch (node->kind) {
#define AST_NODE(Name, category, has_span, fields)                                        \
    case AST_##Name: {                                                                    \
        const struct Ast##Name *of __attribute__((unused)) = &node->Name;                 \
        fields                                                                            \
        break;                                                                            \
    }
#include "lang/front/ast.def"
    default: break;
    }
    s->depth--;
    if (ok) return tuple_take(vm, items, n);
    for (int i = 0; i < n; i++) release(vm, items[i]);
    return NO_VALUE;
}

/* syntax(text, statement=False): the tree of an expression, or of statements; None where it is not one */
static Value fn_syntax(VM *vm, const Ref *args, int n, Ref kwnames)
{
    if (!is_str(args[0])) return err_raise(vm, EXC_TypeError, "expected str, not %T", args[0]);
    size_t size;
    const char *text = str_utf8(vm, args[0], &size);
    if (!text) return NO_VALUE;
    Arena a;
    arena_init(&a, lang_mem(vm));
    SyntaxErr why;
    bool statement = args[1] && op_truth(vm, args[1]) > 0;
    Node *tree = parse_source(&a, &(ParseInput){.src = text, .len = size, .mode = statement ? PARSE_FILE : PARSE_EVAL, .is_text = true, .max_int_digits = -1}, &why);
    Syntax s = {vm, 0};
    Value v = !tree ? V_NONE : statement ? seq_value(&s, &tree->Module.body) : node_value(&s, tree->Expression.body);
    arena_free(&a);
    return v;
}

/* site_source(n): the source that holds a site's line, or None */
static Value fn_site_source(VM *vm, const Ref *args, int n, Ref kwnames)
{
    int64_t site;
    if (!num_index_i64(vm, args[0], &site)) return NO_VALUE;
    Value text = site > 0 ? lang_site_source(vm, (uint32_t)site) : NO_VALUE;
    return text || err_occurred(vm) ? text : V_NONE;
}

/* visible(text, lines=False): as it may stand on a screen (str_visible.c) */
static Value fn_visible(VM *vm, const Ref *args, int n, Ref kwnames)
{
    if (!is_str(args[0])) return err_raise(vm, EXC_TypeError, "a str is wanted, not %T", args[0]);
    return str_visible(vm, args[0], args[1] && op_truth(vm, args[1]) > 0);
}

/* attributes(o): a dict of what an instance holds itself. (Asking for its __dict__ would make its attributes slower from then on.) */
static Value fn_attributes(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Ref o = args[0];
    if (!is_heap(o) || is_type(o) || is_module(o) || !(as_obj(o)->type->flags & TYPE_ATTRS)) return dict_new(vm);
    Attrs *a = obj_attrs(as_obj(o));
    if (!a->shape) return a->dict ? retain(REF(a->dict)) : dict_new(vm);
    uint32_t count = a->shape->count;
    Value names = tuple_new(vm, count), d = names ? dict_new(vm) : NO_VALUE;
    bool ok = d != NO_VALUE;
    for (const Shape *s = a->shape; ok && s && s->count && s->name; s = s->parent) as_tuple(names)->items[s->count - 1] = retain(REF(s->name));
    for (uint32_t i = 0; ok && i < count; i++) {
        Ref name = as_tuple(names)->items[i];
        if (name && a->shape && a->shape->count == count && a->values[i]) ok = dict_set(vm, d, name, a->values[i]);
    }
    release(vm, names);
    if (!ok) value_clear(vm, &d);
    return d;
}

/* prelude(name): what a name of the scope behind the builtins stands for; Ellipsis: nothing */
static Value fn_prelude(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Ref have = vm->prelude ? dict_get_str(vm, REF(vm->prelude), args[0]) : NULL;
    if (have) return retain(have);
    Value v = vm->prelude_find && is_str(args[0]) ? vm->prelude_find(vm, args[0]) : NO_VALUE;
    return v || err_occurred(vm) ? v : V_ELLIPSIS;
}

/* ---- the facts of an error ---- */
static Value dims_value(VM *vm, const Dims *d)
{
    Value t = tuple_new(vm, d->n);
    for (int i = 0; t && i < d->n; i++)
        if (!(as_tuple(t)->items[i] = int_from_i64(vm, d->d[i]))) value_clear(vm, &t);
    return t;
}

static Value operands_value(TensorLib *lib, Accent accent, const CoreError *e)
{
    VM *vm = lib->vm;
    Value t = tuple_new(vm, e->operand_count);
    for (int i = 0; t && i < e->operand_count; i++) {
        Value v = e->operands[i] ? tensor_show(lib, accent, tensor_retain(e->operands[i])) : V_NONE;
        if (!v) value_clear(vm, &t);
        else as_tuple(t)->items[i] = v;
    }
    return t;
}

Value tensor_explain(TensorLib *lib, Accent accent, const CoreError *e)
{
    VM *vm = lib->vm;
    if (lib->explaining || lib->closing || !vm->frame) return NO_VALUE;
    lib->explaining = true;
    NamesBefore before;
    frame_names_begin(vm, &before);
    Value module = import_module(vm, "perch.explain"), note = NO_VALUE;
    Value draw = module ? obj_getattr_c(vm, module, "draw") : NO_VALUE;
    Value facts[10] = {
        make_small(accent_library(accent)), str_from_c(vm, core_error_info[e->kind].code), str_from_c(vm, core_error_info[e->kind].title), str_from_c(vm, e->op ? e->op->name : ""),
        make_small(e->site), e->replayed ? V_NONE : make_bool(e->late), operands_value(lib, accent, e), NO_VALUE, NO_VALUE, NO_VALUE,
    };
    facts[7] = tuple_of(vm, 2, (Ref)make_small(e->wrong[0]), (Ref)make_small(e->wrong[1]));
    facts[8] = tuple_new(vm, ERROR_NUMBERS);
    for (int i = 0; facts[8] && i < ERROR_NUMBERS; i++) as_tuple(facts[8])->items[i] = int_from_i64(vm, e->numbers[i]);
    Value shapes[2] = {dims_value(vm, &e->shapes[0]), dims_value(vm, &e->shapes[1])};
    if (shapes[0] && shapes[1]) facts[9] = tuple_of(vm, 2, (Ref)shapes[0], (Ref)shapes[1]);
    bool whole = draw != NO_VALUE;
    for (int i = 0; i < 10; i++) whole = whole && facts[i];
    if (whole && !err_occurred(vm)) note = call(vm, draw, as_refs(facts), 10, NULL);
    for (int i = 0; i < 10; i++) release(vm, facts[i]);
    for (int i = 0; i < 2; i++) release(vm, shapes[i]);
    release(vm, draw);
    release(vm, module);
    frame_names_end(vm, &before);
    lib->explaining = false;
    if (err_occurred(vm)) {
        bool stop = err_matches(vm, EXC_KeyboardInterrupt);
        err_clear(vm);
        if (stop) lang_interrupt(vm); /* it is for the program, behind this error */
    }
    if (note && !is_str(note)) value_clear(vm, &note);
    return note;
}

Value tensor_explained_of(VM *vm, const char *code, const Ref *operands, int n, int accent)
{
    TensorLib *lib = tensor_lib(vm);
    Value error = err_take(vm);
    if (lib && error && !lib->explaining) {
        lib->explaining = true;
        NamesBefore before;
        frame_names_begin(vm, &before);
        Value attach = import_attr(vm, "perch.explain", "attach"), text = attach ? str_from_c(vm, code) : NO_VALUE;
        Value given = text ? tuple_new(vm, n) : NO_VALUE, wrong = given ? tuple_of(vm, 2, (Ref)make_small(0), (Ref)make_small(1)) : NO_VALUE;
        for (int i = 0; given && i < n; i++) as_tuple(given)->items[i] = retain(operands[i]);
        Value done = wrong ? call(vm, attach, (Ref[]){error, text, given, wrong, accent < 0 ? (Ref)V_NONE : (Ref)make_small(accent_library((Accent)accent))}, 5, NO_VALUE) : NO_VALUE;
        release(vm, wrong);
        release(vm, done);
        release(vm, given);
        release(vm, text);
        release(vm, attach);
        frame_names_end(vm, &before);
        lib->explaining = false;
    }
    if (err_occurred(vm)) err_clear(vm);
    err_put(vm, error);
    return NO_VALUE;
}

Value tensor_explained(VM *vm, const char *code) { return tensor_explained_of(vm, code, NULL, 0, -1); }

const NativeDef tensor_explain_functions[] = {
    {"syntax", fn_syntax, "text, statement=False", "The tree of an expression, as tuples; None where it is none.", 0},
    {"visible", fn_visible, "text, lines=False", "A program's text without what acts on a screen or a page; lines: line feeds and tabs stay.", 0},
    {"site_source", fn_site_source, "n", "The source in which a site stands, or None.", 0},
    {"attributes", fn_attributes, "o", "What an instance holds itself, as a dict.", 0},
    {"prelude", fn_prelude, "name", "What a name behind the builtins stands for, or Ellipsis.", 0},
    {NULL, NULL, NULL, NULL, 0},
};
