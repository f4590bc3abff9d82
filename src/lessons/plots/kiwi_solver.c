/* kiwi_solver.c: kiwisolver's Solver: which constraints and wishes there are, and what the tableau's symbols mean. */
#include "kiwi.h"

#define FN(name) static Value name(VM *vm, const Ref *args, int n, Ref kwnames)

/* What it keeps of a variable, a constraint or a wish, in the order of their serials. */
typedef struct Entry {
    Value of;             /* the variable or constraint */
    Value constraint;     /* of a wish: its own; else NULL */
    Symbol marker, other; /* a variable's symbol is its marker */
    double constant;      /* of a wish: the value that was suggested last */
} Entry;
typedef struct Entries { Entry *at; int64_t n, cap; bool of_constraints; } Entries;
typedef struct KiwiSolver { Obj head; Tableau t; Entries variables, constraints, wishes; } KiwiSolver;
static KiwiSolver *as_solver(Ref v) { return (KiwiSolver *)BITS(v); }

/* ---- entries ---- */
static int64_t serial_of(const Entries *es, Ref v) { return es->of_constraints ? as_constraint(v)->serial : as_variable(v)->serial; }
static int64_t place(const Entries *es, Ref of)
{
    int64_t low = 0, high = es->n, serial = serial_of(es, of);
    while (low < high) {
        int64_t middle = (low + high) / 2;
        if (serial_of(es, es->at[middle].of) < serial) low = middle + 1;
        else high = middle;
    }
    return low;
}
static Entry *find(const Entries *es, Ref of)
{
    int64_t at = place(es, of);
    return at < es->n && es->at[at].of == of ? &es->at[at] : NULL;
}
static bool put(VM *vm, Entries *es, Ref of, Entry e)
{
    if (es->n == es->cap) {
        int64_t cap = es->cap + (es->cap >> 1) + 8;
        Entry *at = mem_realloc(vm->mem, es->at, (size_t)es->cap * sizeof *at, (size_t)cap * sizeof *at);
        if (!at) return err_no_memory(vm), false;
        es->at = at;
        es->cap = cap;
    }
    int64_t at = place(es, of);
    memmove(es->at + at + 1, es->at + at, (size_t)(es->n - at) * sizeof *es->at);
    e.of = retain(of);
    es->at[at] = e;
    es->n++;
    return true;
}
static void drop(VM *vm, Entries *es, Ref of)
{
    Entry *e = find(es, of);
    if (!e) return;
    Entry gone = *e;
    es->n--;
    memmove(e, e + 1, (size_t)(es->n - (e - es->at)) * sizeof *e);
    release(vm, gone.constraint);
    release(vm, gone.of);
}
static void drop_all(VM *vm, Entries *es)
{
    Entries gone = *es;
    *es = (Entries){.of_constraints = gone.of_constraints};
    for (int64_t i = 0; i < gone.n; i++) {
        release(vm, gone.at[i].constraint);
        release(vm, gone.at[i].of);
    }
    mem_free(vm->mem, gone.at, (size_t)gone.cap * sizeof *gone.at);
}

/* ---- from constraints to rows ---- */
static Symbol symbol_of(KiwiSolver *s, VM *vm, Ref variable) /* 0: raised */
{
    Entry *known = find(&s->variables, variable);
    if (known) return known->marker;
    Symbol made = tableau_symbol(&s->t, SYMBOL_EXTERNAL);
    return put(vm, &s->variables, variable, (Entry){.marker = made}) ? made : 0;
}
static bool put_terms(VM *vm, KiwiSolver *s, Ref expression, KiwiRow *row)
{
    const Tuple *terms = as_tuple(as_expression(expression)->terms);
    for (int64_t i = 0; i < terms->len; i++) {
        const KiwiTerm *t = as_term(terms->items[i]);
        if (kiwi_near_zero(t->factor)) continue;
        Symbol symbol = symbol_of(s, vm, t->variable);
        if (!symbol) return false;
        const KiwiRow *basic = tableau_row(&s->t, symbol);
        if (basic ? !row_add(&s->t, row, basic, t->factor) : !row_put(&s->t, row, symbol, t->factor)) return false;
    }
    return true;
}
/* What makes it an equality: a symbol that takes up the slack; and where it is only a wish, others that may miss it, for their price. */
static bool put_slack(KiwiSolver *s, const KiwiConstraint *c, KiwiRow *row, Entry *tag)
{
    Tableau *t = &s->t;
    bool required = !(c->strength < KIWI_REQUIRED);
    if (c->relation == KIWI_EQ && required) return row_put(t, row, tag->marker = tableau_symbol(t, SYMBOL_DUMMY), 1);
    double sign = c->relation == KIWI_GE || c->relation == KIWI_EQ ? -1 : 1;
    tag->marker = tableau_symbol(t, c->relation == KIWI_EQ ? SYMBOL_ERROR : SYMBOL_SLACK);
    if (!row_put(t, row, tag->marker, sign)) return false;
    if (required) return true;
    tag->other = tableau_symbol(t, SYMBOL_ERROR);
    return row_put(t, row, tag->other, -sign) && (c->relation != KIWI_EQ || row_put(t, &t->objective, tag->marker, c->strength)) && row_put(t, &t->objective, tag->other, c->strength);
}

static bool add(VM *vm, KiwiSolver *s, Ref constraint, Entry *tag)
{
    const KiwiConstraint *c = as_constraint(constraint);
    if (find(&s->constraints, constraint)) return kiwi_raise(vm, KIWI_DuplicateConstraint, constraint) != NULL;
    KiwiRow row = {.constant = as_expression(c->expression)->constant};
    *tag = (Entry){0};
    if (!put_terms(vm, s, c->expression, &row) || !put_slack(s, c, &row, tag)) return row_free(vm, &row), false;
    if (row.constant < 0) row_negate(&row);
    Added done = tableau_add(&s->t, &row, tag->marker, tag->other);
    if (done == ADDED_NOT) kiwi_raise(vm, KIWI_UnsatisfiableConstraint, constraint);
    return done == ADDED && put(vm, &s->constraints, constraint, *tag) && tableau_optimize(&s->t);
}

static bool forget_price(KiwiSolver *s, Symbol error, double strength)
{
    if (symbol_kind(error) != SYMBOL_ERROR) return true;
    const KiwiRow *row = tableau_row(&s->t, error);
    return row ? row_add(&s->t, &s->t.objective, row, -strength) : row_put(&s->t, &s->t.objective, error, -strength);
}
static bool take_out(VM *vm, KiwiSolver *s, Ref constraint)
{
    Entry *e = find(&s->constraints, constraint);
    if (!e) return kiwi_raise(vm, KIWI_UnknownConstraint, constraint) != NULL;
    Entry tag = *e;
    double strength = as_constraint(constraint)->strength;
    drop(vm, &s->constraints, constraint);
    return forget_price(s, tag.marker, strength) && forget_price(s, tag.other, strength) && tableau_remove(&s->t, tag.marker);
}

/* ---- methods ---- */
static KiwiSolver *asked(VM *vm, const Ref *args, bool of_constraint) /* NULL: the argument is of the wrong type */
{
    KiwiState *s = kiwi_state(vm);
    if (!s) return NULL;
    if (is_instance_of(vm, args[1], of_constraint ? s->constraint : s->variable)) return as_solver(args[0]);
    kiwi_wrong(vm, of_constraint ? "Constraint" : "Variable", args[1]);
    return NULL;
}
FN(s_add)
{
    KiwiSolver *s = asked(vm, args, true);
    Entry tag;
    return s && add(vm, s, args[1], &tag) ? V_NONE : NULL;
}
FN(s_remove)
{
    KiwiSolver *s = asked(vm, args, true);
    return s && take_out(vm, s, args[1]) ? V_NONE : NULL;
}
FN(s_has)
{
    KiwiSolver *s = asked(vm, args, true);
    return s ? make_bool(find(&s->constraints, args[1]) != NULL) : NULL;
}

static Value wish_of(VM *vm, Ref variable, double strength) /* variable == 0, of this strength */
{
    KiwiState *state = kiwi_state(vm);
    Value term = state ? call1(vm, REF(state->term), variable) : NULL;
    Value terms = term ? tuple_of(vm, 1, term) : NULL;
    Value expression = terms ? call1(vm, REF(state->expression), terms) : NULL;
    Value wish = expression ? kiwi_constraint_new(vm, state, state->constraint, expression, KIWI_EQ, strength) : NULL;
    release(vm, term);
    release(vm, terms);
    release(vm, expression);
    return wish;
}
FN(s_add_edit)
{
    double strength;
    if (!kiwi_count(vm, n - 1, 2, 2)) return NULL;
    KiwiSolver *s = asked(vm, args, false);
    if (!s || !kiwi_strength(vm, args[2], &strength)) return NULL;
    if (find(&s->wishes, args[1])) return kiwi_raise(vm, KIWI_DuplicateEditVariable, args[1]);
    strength = kiwi_clipped(strength);
    if (strength == KIWI_REQUIRED) {
        Value text = str_from_c(vm, "A required strength cannot be used in this context.");
        if (text) kiwi_raise(vm, KIWI_BadRequiredStrength, text);
        release(vm, text);
        return NULL;
    }
    Value wish = wish_of(vm, args[1], strength);
    Entry tag;
    bool ok = wish && add(vm, s, wish, &tag);
    tag.constraint = wish;
    if (ok && put(vm, &s->wishes, args[1], tag)) return V_NONE;
    release(vm, wish);
    return NULL;
}
FN(s_remove_edit)
{
    KiwiSolver *s = asked(vm, args, false);
    Entry *e = s ? find(&s->wishes, args[1]) : NULL;
    if (!e) return s ? kiwi_raise(vm, KIWI_UnknownEditVariable, args[1]) : NULL;
    Value wish = retain(e->constraint);
    drop(vm, &s->wishes, args[1]);
    bool ok = take_out(vm, s, wish);
    release(vm, wish);
    return ok ? V_NONE : NULL;
}
FN(s_has_edit)
{
    KiwiSolver *s = asked(vm, args, false);
    return s ? make_bool(find(&s->wishes, args[1]) != NULL) : NULL;
}
FN(s_suggest)
{
    double value;
    if (!kiwi_count(vm, n - 1, 2, 2)) return NULL;
    KiwiSolver *s = asked(vm, args, false);
    if (!s || !kiwi_number(vm, args[2], &value)) return NULL;
    Entry *e = find(&s->wishes, args[1]);
    if (!e) return kiwi_raise(vm, KIWI_UnknownEditVariable, args[1]);
    double delta = value - e->constant;
    e->constant = value;
    return tableau_shift(&s->t, e->marker, e->other, delta) ? V_NONE : NULL;
}
FN(s_update)
{
    KiwiSolver *s = as_solver(args[0]);
    for (int64_t i = 0; i < s->variables.n; i++) {
        const KiwiRow *row = tableau_row(&s->t, s->variables.at[i].marker);
        as_variable(s->variables.at[i].of)->value = row ? row->constant : 0;
    }
    return V_NONE;
}
static void empty(VM *vm, KiwiSolver *s)
{
    tableau_clear(&s->t);
    drop_all(vm, &s->wishes);
    drop_all(vm, &s->constraints);
    drop_all(vm, &s->variables);
}
FN(s_reset)
{
    empty(vm, as_solver(args[0]));
    return V_NONE;
}

/* ---- its inside as a text ---- */
static void put_symbol(StrB *b, Symbol s)
{
    static const char letters[] = {'i', 'v', 's', 'e', 'd'};
    strb_format(b, "%c%lld", letters[symbol_kind(s)], (int64_t)(s >> 3));
}
static void put_row(StrB *b, const KiwiRow *r)
{
    for (int64_t i = 0; i < r->n; i++) {
        strb_format(b, " + %g * ", r->cells[i].factor);
        put_symbol(b, r->cells[i].symbol);
    }
    strb_char(b, '\n');
}
static void put_title(StrB *b, const char *title)
{
    strb_c(b, title);
    strb_char(b, '\n');
    strb_fill(b, '-', (int64_t)strlen(title));
    strb_char(b, '\n');
}
static void put_constraint(StrB *b, const KiwiConstraint *c)
{
    kiwi_put_expression(b, c->expression);
    strb_format(b, " %s 0  | strength = %g\n", kiwi_relations[c->relation], c->strength);
}
static Value text_of(VM *vm, const KiwiSolver *s)
{
    StrB b = STRB_INIT(vm);
    put_title(&b, "Objective");
    put_row(&b, &s->t.objective);
    strb_char(&b, '\n');
    put_title(&b, "Tableau");
    for (int64_t i = 0; i < s->t.n; i++) {
        put_symbol(&b, s->t.rows[i]->basic);
        strb_c(&b, " | ");
        put_row(&b, s->t.rows[i]);
    }
    strb_char(&b, '\n');
    put_title(&b, "Infeasible");
    for (int64_t i = 0; i < s->t.n_infeasible; i++) {
        put_symbol(&b, s->t.infeasible[i]);
        strb_char(&b, '\n');
    }
    strb_char(&b, '\n');
    put_title(&b, "Variables");
    for (int64_t i = 0; i < s->variables.n; i++) {
        strb_str(&b, as_variable(s->variables.at[i].of)->name);
        strb_c(&b, " = ");
        put_symbol(&b, s->variables.at[i].marker);
        strb_char(&b, '\n');
    }
    strb_char(&b, '\n');
    put_title(&b, "Edit Variables");
    for (int64_t i = 0; i < s->wishes.n; i++) {
        strb_str(&b, as_variable(s->wishes.at[i].of)->name);
        strb_char(&b, '\n');
    }
    strb_char(&b, '\n');
    put_title(&b, "Constraints");
    for (int64_t i = 0; i < s->constraints.n; i++) put_constraint(&b, as_constraint(s->constraints.at[i].of));
    strb_c(&b, "\n\n");
    return strb_take(&b);
}
FN(s_dumps) { return text_of(vm, as_solver(args[0])); }
FN(s_dump) /* to the process's output, as a literal: so it always was */
{
    Value text = text_of(vm, as_solver(args[0])), literal = text ? op_repr(vm, text) : NULL;
    size_t size = 0;
    const char *utf8 = literal ? str_utf8(vm, literal, &size) : NULL;
    if (utf8) vm_write(vm, 1, utf8, size);
    release(vm, text);
    release(vm, literal);
    return utf8 ? V_NONE : NULL;
}
FN(no_reduce) { return err_raise(vm, EXC_TypeError, "cannot pickle '%T' object", args[0]); }

/* ---- the type ---- */
static Value solver_new(VM *vm, Ref cls, const Ref *args, int n, Ref kwnames)
{
    if (n || (kwnames && as_tuple(kwnames)->len)) return err_raise(vm, EXC_TypeError, "Solver.__new__ takes no arguments");
    KiwiSolver *s = (KiwiSolver *)obj_alloc(vm, as_type(cls), sizeof *s);
    if (!s) return NULL;
    s->t.vm = vm;
    s->constraints.of_constraints = true;
    return VAL(s);
}
static void visit_all(const Entries *es, VisitFn visit, void *arg)
{
    for (int64_t i = 0; i < es->n; i++) {
        visit(es->at[i].of, arg);
        if (es->at[i].constraint) visit(es->at[i].constraint, arg);
    }
}
static void traverse(VM *vm, Obj *o, VisitFn visit, void *arg)
{
    const KiwiSolver *s = (KiwiSolver *)o;
    visit_all(&s->variables, visit, arg);
    visit_all(&s->constraints, visit, arg);
    visit_all(&s->wishes, visit, arg);
}
static void clear(VM *vm, Obj *o) { empty(vm, (KiwiSolver *)o); }
static void dealloc(VM *vm, Obj *o)
{
    clear(vm, o);
    obj_free(vm, o, sizeof(KiwiSolver));
}
static const NativeDef methods[] = {
    {"addConstraint", s_add, "self, constraint, /", "One more thing that must hold, or is wished for.", 0},
    {"removeConstraint", s_remove, "self, constraint, /", "It need not hold any more.", 0},
    {"hasConstraint", s_has, "self, constraint, /", "Was it added?", 0},
    {"addEditVariable", s_add_edit, "self, *args", "A variable for which values will be suggested, and how much these matter.", NATIVE_RAW},
    {"removeEditVariable", s_remove_edit, "self, variable, /", "No values will be suggested for it any more.", 0},
    {"hasEditVariable", s_has_edit, "self, variable, /", "Can values be suggested for it?", 0},
    {"suggestValue", s_suggest, "self, *args", "The value that a variable should have.", NATIVE_RAW},
    {"updateVariables", s_update, "self, /", "Gives the variables the values that were found.", 0},
    {"reset", s_reset, "self, /", "Forgets everything.", 0},
    {"dump", s_dump, "self, /", "Prints what is inside.", 0},
    {"dumps", s_dumps, "self, /", "What is inside, as a text.", 0},
    {"__reduce__", no_reduce, "self, /", NULL, 0},
    {0},
};
const TypeDef kiwi_solver_def = {.name = "kiwisolver.Solver", .kind = KIND_OPAQUE, .size = sizeof(KiwiSolver), .flags = TYPE_GC | TYPE_BASE, .s = {.new_ = solver_new},
    .dealloc = dealloc, .traverse = traverse, .clear = clear, .methods = methods};
