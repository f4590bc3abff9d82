/* kiwi_constraint.c: kiwisolver's Constraint: an expression that is to be zero, or on one side of it, and how much that matters. */
#include "kiwi.h"

#include <stdlib.h>

#define FN(name) static Value name(VM *vm, const Ref *args, int n, Ref kwnames)
const char *const kiwi_relations[KIWI_RELATIONS] = {"<=", ">=", "=="};

/* ---- each variable once ---- */
typedef struct Part { Ref variable; double factor; } Part;
static int by_serial(const void *a, const void *b)
{
    int64_t x = as_variable(((const Part *)a)->variable)->serial, y = as_variable(((const Part *)b)->variable)->serial;
    return (x > y) - (x < y);
}
static int64_t merge(Part *parts, int64_t n)
{
    qsort(parts, (size_t)n, sizeof *parts, by_serial);
    int64_t kept = 0;
    for (int64_t i = 0; i < n; i++)
        if (kept && parts[kept - 1].variable == parts[i].variable) parts[kept - 1].factor += parts[i].factor;
        else parts[kept++] = parts[i];
    return kept;
}
static Value terms_of(VM *vm, KiwiState *s, const Part *parts, int64_t n)
{
    Value terms = tuple_new(vm, n);
    for (int64_t i = 0; terms && i < n; i++) {
        KiwiTerm *t = (KiwiTerm *)obj_alloc(vm, s->term, sizeof *t);
        if (!t) return release(vm, terms), NULL;
        t->variable = retain(parts[i].variable);
        t->factor = parts[i].factor;
        as_tuple(terms)->items[i] = VAL(t);
    }
    return terms;
}
static Value reduced(VM *vm, KiwiState *s, Ref expression)
{
    const Tuple *terms = as_tuple(as_expression(expression)->terms);
    size_t room = (size_t)terms->len * sizeof(Part);
    Part *parts = mem_alloc(vm->mem, room);
    if (!parts) return err_no_memory(vm);
    for (int64_t i = 0; i < terms->len; i++) parts[i] = (Part){as_term(terms->items[i])->variable, as_term(terms->items[i])->factor};
    Value own = terms_of(vm, s, parts, merge(parts, terms->len));
    mem_free(vm->mem, parts, room);
    KiwiExpression *e = own ? (KiwiExpression *)obj_alloc(vm, s->expression, sizeof *e) : NULL;
    if (!e) return release(vm, own), NULL;
    e->terms = own;
    e->constant = as_expression(expression)->constant;
    return VAL(e);
}

static Value constraint_of(VM *vm, KiwiState *s, Type *type, Value expression /*reduced; taken, may be NULL*/, KiwiRelation relation, double strength)
{
    KiwiConstraint *c = expression ? (KiwiConstraint *)obj_alloc(vm, type, sizeof *c) : NULL;
    if (!c) return release(vm, expression), NULL;
    c->expression = expression;
    c->relation = relation;
    c->strength = kiwi_clipped(strength);
    c->serial = ++s->serials;
    return VAL(c);
}
Value kiwi_constraint_new(VM *vm, KiwiState *s, Type *type, Ref expression, KiwiRelation relation, double strength)
{
    return constraint_of(vm, s, type, reduced(vm, s, expression), relation, strength);
}

static bool relation_of(VM *vm, Ref v, KiwiRelation *out)
{
    if (!is_str(v)) return kiwi_wrong(vm, "str", v) != NULL;
    for (KiwiRelation r = 0; r < KIWI_RELATIONS; r++)
        if (str_equal_c(v, kiwi_relations[r])) return *out = r, true;
    return err_false(vm, EXC_ValueError, "relational operator must be '==', '<=', or '>=', not '%U'", v);
}
static Value constraint_new(VM *vm, Ref cls, const Ref *args, int n, Ref kwnames)
{
    static const char *const names[] = {"expression", "op", "strength"};
    Ref a[3];
    double strength = KIWI_REQUIRED;
    KiwiRelation relation = KIWI_EQ;
    KiwiState *s = kiwi_state(vm);
    if (!s || !args_bind(vm, "__new__", args, n, kwnames, names, 3, a)) return NULL;
    for (int i = 0; i < 2; i++)
        if (!a[i]) return err_raise(vm, EXC_TypeError, "__new__() missing required argument '%s' (pos %d)", names[i], i + 1);
    if (!is_instance_of(vm, a[0], s->expression)) return kiwi_wrong(vm, "Expression", a[0]);
    if (!relation_of(vm, a[1], &relation) || (a[2] && !kiwi_strength(vm, a[2], &strength))) return NULL;
    return kiwi_constraint_new(vm, s, as_type(cls), a[0], relation, strength);
}

static bool is_violated(const KiwiConstraint *c)
{
    const KiwiExpression *e = as_expression(c->expression);
    double worth = e->constant;
    for (int64_t i = 0; i < as_tuple(e->terms)->len; i++) {
        const KiwiTerm *t = as_term(as_tuple(e->terms)->items[i]);
        worth += t->factor * as_variable(t->variable)->value;
    }
    return c->relation == KIWI_EQ ? !kiwi_near_zero(worth) : c->relation == KIWI_LE ? worth > 0 : worth < 0;
}
static Value constraint_repr(VM *vm, Ref o)
{
    const KiwiConstraint *c = as_constraint(o);
    StrB b = STRB_INIT(vm);
    kiwi_put_expression(&b, c->expression);
    strb_format(&b, " %s 0 | strength = %g%s", kiwi_relations[c->relation], c->strength, is_violated(c) ? " (VIOLATED)" : "");
    return strb_take(&b);
}

/* constraint | strength, on either side */
static Value with_strength(VM *vm, Ref a, Ref b)
{
    KiwiState *s = kiwi_state(vm);
    if (!s) return NULL;
    Ref c = is_instance_of(vm, a, s->constraint) ? a : b, given = c == a ? b : a;
    double strength;
    if (!kiwi_strength(vm, given, &strength)) return NULL;
    return constraint_of(vm, s, s->constraint, retain(as_constraint(c)->expression), as_constraint(c)->relation, strength);
}

FN(c_expression) { return retain(as_constraint(args[0])->expression); }
FN(c_op) { return str_from_c(vm, kiwi_relations[as_constraint(args[0])->relation]); }
FN(c_strength) { return make_float_any(as_constraint(args[0])->strength); }
FN(c_violated) { return make_bool(is_violated(as_constraint(args[0]))); }
FN(no_reduce) { return err_raise(vm, EXC_TypeError, "cannot pickle '%T' object", args[0]); }

static const NativeDef methods[] = {
    {"expression", c_expression, "self, /", "What is compared with zero.", 0},
    {"op", c_op, "self, /", "How: '==', '<=' or '>='.", 0},
    {"strength", c_strength, "self, /", "How much it matters.", 0},
    {"violated", c_violated, "self, /", "Do the variables' present values contradict it?", 0},
    {"__reduce__", no_reduce, "self, /", NULL, 0},
    {0},
};
static void traverse(VM *vm, Obj *o, VisitFn visit, void *arg) { visit(((KiwiConstraint *)o)->expression, arg); }
static void dealloc(VM *vm, Obj *o)
{
    value_clear(vm, &((KiwiConstraint *)o)->expression);
    obj_free(vm, o, sizeof(KiwiConstraint));
}
const TypeDef kiwi_constraint_def = {.name = "kiwisolver.Constraint", .kind = KIND_OPAQUE, .size = sizeof(KiwiConstraint), .flags = TYPE_GC | TYPE_BASE,
    .s = {.new_ = constraint_new, .repr = constraint_repr, .nb = {[OP_OR] = with_strength}}, .dealloc = dealloc, .traverse = traverse, .methods = methods};
