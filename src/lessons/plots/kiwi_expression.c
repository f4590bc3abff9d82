/* kiwi_expression.c: kiwisolver's Variable, Term and Expression, and what their operators make of two of them: sums are expressions, comparisons constraints. */
#include "kiwi.h"

#define FN(name) static Value name(VM *vm, const Ref *args, int n, Ref kwnames)

/* ---- making ---- */
static Value term_new(VM *vm, KiwiState *s, Ref variable, double factor)
{
    KiwiTerm *t = (KiwiTerm *)obj_alloc(vm, s->term, sizeof *t);
    if (!t) return NULL;
    t->variable = retain(variable);
    t->factor = factor;
    return VAL(t);
}
static Value expression_new(VM *vm, KiwiState *s, Value terms /*taken, may be NULL*/, double constant)
{
    KiwiExpression *e = terms ? (KiwiExpression *)obj_alloc(vm, s->expression, sizeof *e) : NULL;
    if (!e) return release(vm, terms), NULL;
    e->terms = terms;
    e->constant = constant;
    return VAL(e);
}

/* Arguments of a constructor: the first `needed` must be there. */
static bool bind(VM *vm, const Ref *args, int n, Ref kwnames, const char *const *names, int needed, int count, Ref *out)
{
    if (!args_bind(vm, "__new__", args, n, kwnames, names, count, out)) return false;
    for (int i = 0; i < needed; i++)
        if (!out[i]) return err_false(vm, EXC_TypeError, "__new__() missing required argument '%s' (pos %d)", names[i], i + 1);
    return true;
}
static bool put_name(VM *vm, KiwiVariable *v, Ref name)
{
    if (!is_str(name)) return kiwi_wrong(vm, "str", name) != NULL;
    Value plain = is_exact(name, CLASS(str)) ? retain(name) : str_substr(vm, name, 0, as_str(name)->len);
    if (plain) value_put(vm, &v->name, plain);
    return plain != NULL;
}

static Value variable_new(VM *vm, Ref cls, const Ref *args, int n, Ref kwnames)
{
    static const char *const names[] = {"name", "context"};
    Ref a[2];
    KiwiState *s = kiwi_state(vm);
    if (!s || !bind(vm, args, n, kwnames, names, 0, 2, a)) return NULL;
    if (a[0] && !is_str(a[0])) return kiwi_wrong(vm, "str", a[0]);
    KiwiVariable *v = (KiwiVariable *)obj_alloc(vm, as_type(cls), sizeof *v);
    if (!v) return NULL;
    v->serial = ++s->serials;
    v->context = a[1] ? retain(a[1]) : NULL;
    if (put_name(vm, v, a[0] ? a[0] : vm->empty_str)) return VAL(v);
    release(vm, VAL(v));
    return NULL;
}
static Value term_make(VM *vm, Ref cls, const Ref *args, int n, Ref kwnames)
{
    static const char *const names[] = {"variable", "coefficient"};
    Ref a[2];
    double factor = 1;
    KiwiState *s = kiwi_state(vm);
    if (!s || !bind(vm, args, n, kwnames, names, 1, 2, a)) return NULL;
    if (!is_instance_of(vm, a[0], s->variable)) return kiwi_wrong(vm, "Variable", a[0]);
    if (a[1] && !kiwi_number(vm, a[1], &factor)) return NULL;
    KiwiTerm *t = (KiwiTerm *)obj_alloc(vm, as_type(cls), sizeof *t);
    if (!t) return NULL;
    t->variable = retain(a[0]);
    t->factor = factor;
    return VAL(t);
}
static Value expression_make(VM *vm, Ref cls, const Ref *args, int n, Ref kwnames)
{
    static const char *const names[] = {"terms", "constant"};
    Ref a[2];
    double constant = 0;
    KiwiState *s = kiwi_state(vm);
    if (!s || !bind(vm, args, n, kwnames, names, 1, 2, a)) return NULL;
    Value terms = tuple_from_iter(vm, a[0]);
    if (!terms) return NULL;
    bool ok = true;
    for (int64_t i = 0; ok && i < as_tuple(terms)->len; i++)
        if (!is_instance_of(vm, as_tuple(terms)->items[i], s->term)) ok = kiwi_wrong(vm, "Term", as_tuple(terms)->items[i]) != NULL;
    ok = ok && (!a[1] || kiwi_number(vm, a[1], &constant));
    KiwiExpression *e = ok ? (KiwiExpression *)obj_alloc(vm, as_type(cls), sizeof *e) : NULL;
    if (!e) return release(vm, terms), NULL;
    e->terms = terms;
    e->constant = constant;
    return VAL(e);
}

/* ---- texts and values ---- */
static void put_term(StrB *b, Ref term)
{
    strb_format(b, "%g * ", as_term(term)->factor);
    strb_str(b, as_variable(as_term(term)->variable)->name);
}
void kiwi_put_expression(StrB *b, Ref expression)
{
    const Tuple *terms = as_tuple(as_expression(expression)->terms);
    for (int64_t i = 0; i < terms->len; i++) {
        put_term(b, terms->items[i]);
        strb_c(b, " + ");
    }
    strb_format(b, "%g", as_expression(expression)->constant);
}
static Value variable_repr(VM *vm, Ref o) { return retain(as_variable(o)->name); }
static Value term_repr(VM *vm, Ref o)
{
    StrB b = STRB_INIT(vm);
    put_term(&b, o);
    return strb_take(&b);
}
static Value expression_repr(VM *vm, Ref o)
{
    StrB b = STRB_INIT(vm);
    kiwi_put_expression(&b, o);
    return strb_take(&b);
}
static double term_worth(Ref term) { return as_term(term)->factor * as_variable(as_term(term)->variable)->value; }

/* ---- operators ---- */
/* One operand: a number, or k times a variable, a term, an expression. */
typedef struct Side { enum { SIDE_NONE, SIDE_NUMBER, SIDE_VARIABLE, SIDE_TERM, SIDE_EXPRESSION } kind; Ref v; double number, k; } Side;

static bool side_of(VM *vm, const KiwiState *s, Ref v, Side *out) /* false: raised */
{
    *out = (Side){SIDE_NONE, v, 0, 1};
    if (is_instance_of(vm, v, s->variable)) out->kind = SIDE_VARIABLE;
    else if (is_instance_of(vm, v, s->term)) out->kind = SIDE_TERM;
    else if (is_instance_of(vm, v, s->expression)) out->kind = SIDE_EXPRESSION;
    else if (is_float_any(v) || is_int(v)) {
        out->kind = SIDE_NUMBER;
        return kiwi_number(vm, v, &out->number);
    }
    return true;
}
static int64_t side_terms(const Side *a) { return a->kind == SIDE_EXPRESSION ? as_tuple(as_expression(a->v)->terms)->len : a->kind != SIDE_NUMBER; }
static Value scaled_term(VM *vm, KiwiState *s, Ref term, double k) { return k == 1 ? retain(term) : term_new(vm, s, as_term(term)->variable, as_term(term)->factor * k); }
static bool side_put(VM *vm, KiwiState *s, const Side *a, Value *out) /* its terms */
{
    if (a->kind == SIDE_VARIABLE) return (*out = term_new(vm, s, a->v, a->k)) != NULL;
    if (a->kind == SIDE_TERM) return (*out = scaled_term(vm, s, a->v, a->k)) != NULL;
    const Tuple *terms = a->kind == SIDE_EXPRESSION ? as_tuple(as_expression(a->v)->terms) : NULL;
    for (int64_t i = 0; terms && i < terms->len; i++)
        if (!(out[i] = scaled_term(vm, s, terms->items[i], a->k))) return false;
    return true;
}
static bool side_constant(const Side *a, double *out)
{
    if (a->kind == SIDE_NUMBER) *out = a->number * a->k;
    else if (a->kind == SIDE_EXPRESSION) *out = as_expression(a->v)->constant * a->k;
    else return false;
    return true;
}

static Value sum(VM *vm, KiwiState *s, const Side *a, const Side *b)
{
    if (b->kind == SIDE_EXPRESSION && a->kind != SIDE_EXPRESSION) { /* its terms come first */
        const Side *first = a;
        a = b;
        b = first;
    }
    double constant = 0, more;
    bool has = side_constant(a, &constant);
    if (side_constant(b, &more)) constant = has ? constant + more : more;
    Value terms = tuple_new(vm, side_terms(a) + side_terms(b));
    if (terms && side_put(vm, s, a, as_tuple(terms)->items) && side_put(vm, s, b, as_tuple(terms)->items + side_terms(a))) return expression_new(vm, s, terms, constant);
    release(vm, terms);
    return NULL;
}
static Value product(VM *vm, KiwiState *s, const Side *a, double k)
{
    if (a->kind == SIDE_VARIABLE) return term_new(vm, s, a->v, k);
    if (a->kind == SIDE_TERM) return term_new(vm, s, as_term(a->v)->variable, as_term(a->v)->factor * k);
    const Tuple *of = as_tuple(as_expression(a->v)->terms);
    Value terms = tuple_new(vm, of->len);
    for (int64_t i = 0; terms && i < of->len; i++)
        if (!(as_tuple(terms)->items[i] = term_new(vm, s, as_term(of->items[i])->variable, as_term(of->items[i])->factor * k))) {
            release(vm, terms);
            terms = NULL;
        }
    return expression_new(vm, s, terms, as_expression(a->v)->constant * k);
}

/* 1: both can be added and one is no number; 0: not; -1: raised */
static int sides(VM *vm, KiwiState *s, Ref a, Ref b, Side *x, Side *y)
{
    if (!s || !side_of(vm, s, a, x) || !side_of(vm, s, b, y)) return -1;
    return x->kind && y->kind;
}
static Value op_add(VM *vm, Ref a, Ref b)
{
    Side x, y;
    KiwiState *s = kiwi_state(vm);
    int can = sides(vm, s, a, b, &x, &y);
    return can < 0 ? NULL : can ? sum(vm, s, &x, &y) : V_NOTIMPL;
}
static Value op_sub(VM *vm, Ref a, Ref b)
{
    Side x, y;
    KiwiState *s = kiwi_state(vm);
    int can = sides(vm, s, a, b, &x, &y);
    y.k = -1;
    return can < 0 ? NULL : can ? sum(vm, s, &x, &y) : V_NOTIMPL;
}
static Value op_mul(VM *vm, Ref a, Ref b)
{
    Side x, y;
    KiwiState *s = kiwi_state(vm);
    int can = sides(vm, s, a, b, &x, &y);
    if (can < 0) return NULL;
    if (!can || (x.kind == SIDE_NUMBER) == (y.kind == SIDE_NUMBER)) return V_NOTIMPL;
    return x.kind == SIDE_NUMBER ? product(vm, s, &y, x.number) : product(vm, s, &x, y.number);
}
static Value op_div(VM *vm, Ref a, Ref b)
{
    Side x, y;
    KiwiState *s = kiwi_state(vm);
    int can = sides(vm, s, a, b, &x, &y);
    if (can < 0) return NULL;
    if (!can || y.kind != SIDE_NUMBER) return V_NOTIMPL;
    if (y.number == 0) return err_raise(vm, EXC_ZeroDivisionError, "float division by zero");
    return product(vm, s, &x, 1.0 / y.number);
}
static Value negated(VM *vm, Ref a)
{
    Side x;
    KiwiState *s = kiwi_state(vm);
    return s && side_of(vm, s, a, &x) ? product(vm, s, &x, -1) : NULL;
}

static Value compared(VM *vm, Ref a, Ref b, CmpOp op)
{
    static const char *const signs[] = {[CMP_LT] = "<", [CMP_NE] = "!=", [CMP_GT] = ">"};
    if (op == CMP_LT || op == CMP_NE || op == CMP_GT) return err_raise(vm, EXC_TypeError, "unsupported operand type(s) for %s: '%T' and '%T'", signs[op], a, b);
    Side x, y;
    KiwiState *s = kiwi_state(vm);
    int can = sides(vm, s, a, b, &x, &y);
    if (can <= 0) return can ? NULL : V_NOTIMPL;
    y.k = -1;
    Value difference = sum(vm, s, &x, &y);
    Value r = difference ? kiwi_constraint_new(vm, s, s->constraint, difference, op == CMP_EQ ? KIWI_EQ : op == CMP_LE ? KIWI_LE : KIWI_GE, KIWI_REQUIRED) : NULL;
    release(vm, difference);
    return r;
}

/* ---- methods ---- */
FN(v_name) { return retain(as_variable(args[0])->name); }
FN(v_set_name) { return put_name(vm, as_variable(args[0]), args[1]) ? V_NONE : NULL; }
FN(v_context) { return as_variable(args[0])->context ? retain(as_variable(args[0])->context) : V_NONE; }
FN(v_set_context)
{
    value_put(vm, &as_variable(args[0])->context, retain(args[1]));
    return V_NONE;
}
FN(v_value) { return make_float_any(as_variable(args[0])->value); }
FN(t_factor) { return make_float_any(as_term(args[0])->factor); }
FN(t_variable) { return retain(as_term(args[0])->variable); }
FN(t_value) { return make_float_any(term_worth(args[0])); }
FN(e_constant) { return make_float_any(as_expression(args[0])->constant); }
FN(e_terms) { return retain(as_expression(args[0])->terms); }
FN(e_value)
{
    const KiwiExpression *e = as_expression(args[0]);
    double worth = e->constant;
    for (int64_t i = 0; i < as_tuple(e->terms)->len; i++) worth += term_worth(as_tuple(e->terms)->items[i]);
    return make_float_any(worth);
}
FN(no_reduce) { return err_raise(vm, EXC_TypeError, "cannot pickle '%T' object", args[0]); }

static const NativeDef variable_methods[] = {
    {"name", v_name, "self, /", "What it is called in texts.", 0},
    {"setName", v_set_name, "self, name, /", "Another name.", 0},
    {"context", v_context, "self, /", "What its owner keeps with it.", 0},
    {"setContext", v_set_context, "self, context, /", "Something for its owner.", 0},
    {"value", v_value, "self, /", "What it was when a solver last wrote its variables.", 0},
    {"__reduce__", no_reduce, "self, /", NULL, 0},
    {0},
};
static const NativeDef term_methods[] = {
    {"coefficient", t_factor, "self, /", "By what the variable is multiplied.", 0},
    {"variable", t_variable, "self, /", "Its variable.", 0},
    {"value", t_value, "self, /", "The variable's value times the coefficient.", 0},
    {"__reduce__", no_reduce, "self, /", NULL, 0},
    {0},
};
static const NativeDef expression_methods[] = {
    {"constant", e_constant, "self, /", "What is added to its terms.", 0},
    {"terms", e_terms, "self, /", "Its terms, a tuple.", 0},
    {"value", e_value, "self, /", "The sum of its terms' values and the constant.", 0},
    {"__reduce__", no_reduce, "self, /", NULL, 0},
    {0},
};

static void variable_clear(VM *vm, Obj *o) { value_clear(vm, &((KiwiVariable *)o)->context); }
static void variable_traverse(VM *vm, Obj *o, VisitFn visit, void *arg)
{
    const KiwiVariable *v = (KiwiVariable *)o;
    if (v->context) visit(v->context, arg);
}
static void variable_dealloc(VM *vm, Obj *o)
{
    value_clear(vm, &((KiwiVariable *)o)->name);
    variable_clear(vm, o);
    obj_free(vm, o, sizeof(KiwiVariable));
}
static void term_traverse(VM *vm, Obj *o, VisitFn visit, void *arg) { visit(((KiwiTerm *)o)->variable, arg); }
static void term_dealloc(VM *vm, Obj *o)
{
    value_clear(vm, &((KiwiTerm *)o)->variable);
    obj_free(vm, o, sizeof(KiwiTerm));
}
static void expression_traverse(VM *vm, Obj *o, VisitFn visit, void *arg) { visit(((KiwiExpression *)o)->terms, arg); }
static void expression_dealloc(VM *vm, Obj *o)
{
    value_clear(vm, &((KiwiExpression *)o)->terms);
    obj_free(vm, o, sizeof(KiwiExpression));
}

#define OPERATORS(made, text) {.new_ = made, .repr = text, .compare = compared, .neg = negated, .nb = {[OP_ADD] = op_add, [OP_SUB] = op_sub, [OP_MUL] = op_mul, [OP_DIV] = op_div}}
const TypeDef kiwi_variable_def = {.name = "kiwisolver.Variable", .kind = KIND_OPAQUE, .size = sizeof(KiwiVariable), .flags = TYPE_GC | TYPE_BASE, .s = OPERATORS(variable_new, variable_repr),
    .dealloc = variable_dealloc, .traverse = variable_traverse, .clear = variable_clear, .methods = variable_methods};
const TypeDef kiwi_term_def = {.name = "kiwisolver.Term", .kind = KIND_OPAQUE, .size = sizeof(KiwiTerm), .flags = TYPE_GC | TYPE_BASE, .s = OPERATORS(term_make, term_repr),
    .dealloc = term_dealloc, .traverse = term_traverse, .methods = term_methods};
const TypeDef kiwi_expression_def = {.name = "kiwisolver.Expression", .kind = KIND_OPAQUE, .size = sizeof(KiwiExpression), .flags = TYPE_GC | TYPE_BASE, .s = OPERATORS(expression_make, expression_repr),
    .dealloc = expression_dealloc, .traverse = expression_traverse, .methods = expression_methods};
