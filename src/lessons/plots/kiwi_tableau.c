/* kiwi_tableau.c: the simplex tableau of kiwisolver's Solver: the incremental method that Badros, Borning and Stuckey published as Cassowary. Rows are kept solved for their basic
 * symbols; adding a constraint pivots one in, taking one out pivots its marker out, and a changed wish is repaired by the dual method.
 * Which of several equal choices is taken decides which of several best solutions comes out: always the first in the symbols' order. */
#include "kiwi.h"

bool kiwi_near_zero(double v) { return v < 0 ? -v < 1e-8 : v < 1e-8; }
Symbol tableau_symbol(Tableau *t, unsigned kind) { return ++t->made << 3 | kind; }
static bool is_pivotable(Symbol s) { return symbol_kind(s) == SYMBOL_SLACK || symbol_kind(s) == SYMBOL_ERROR; }

/* Room for `want` items of `size` bytes in a block that has room for *cap. */
static bool make_room(VM *vm, void **items, int64_t *cap, int64_t want, size_t size)
{
    if (want <= *cap) return true;
    int64_t wide = want + (want >> 1) + 4;
    void *p = mem_realloc(vm->mem, *items, (size_t)*cap * size, (size_t)wide * size);
    if (!p) return err_no_memory(vm), false;
    *items = p;
    *cap = wide;
    return true;
}

/* ---- rows ---- */
static int64_t cell_place(const KiwiRow *r, Symbol s) /* where it is or belongs */
{
    int64_t low = 0, high = r->n;
    while (low < high) {
        int64_t middle = (low + high) / 2;
        if (r->cells[middle].symbol < s) low = middle + 1;
        else high = middle;
    }
    return low;
}
static double factor_of(const KiwiRow *r, Symbol s)
{
    int64_t at = cell_place(r, s);
    return at < r->n && r->cells[at].symbol == s ? r->cells[at].factor : 0;
}
static void cell_drop(KiwiRow *r, int64_t at)
{
    r->n--;
    memmove(r->cells + at, r->cells + at + 1, (size_t)(r->n - at) * sizeof *r->cells);
}
static void symbol_drop(KiwiRow *r, Symbol s)
{
    int64_t at = cell_place(r, s);
    if (at < r->n && r->cells[at].symbol == s) cell_drop(r, at);
}

bool row_put(Tableau *t, KiwiRow *r, Symbol s, double factor)
{
    int64_t at = cell_place(r, s);
    if (at < r->n && r->cells[at].symbol == s) {
        r->cells[at].factor += factor;
        if (kiwi_near_zero(r->cells[at].factor)) cell_drop(r, at);
        return true;
    }
    if (kiwi_near_zero(factor)) return true;
    if (!make_room(t->vm, (void **)&r->cells, &r->cap, r->n + 1, sizeof *r->cells)) return false;
    memmove(r->cells + at + 1, r->cells + at, (size_t)(r->n - at) * sizeof *r->cells);
    r->cells[at] = (KiwiCell){s, factor};
    r->n++;
    return true;
}

bool row_add(Tableau *t, KiwiRow *r, const KiwiRow *other, double k)
{
    KiwiRow *spare = &t->spare;
    if (!make_room(t->vm, (void **)&spare->cells, &spare->cap, r->n + other->n, sizeof *r->cells)) return false;
    r->constant += other->constant * k;
    int64_t i = 0, j = 0, n = 0;
    while (i < r->n || j < other->n) {
        if (j >= other->n || (i < r->n && r->cells[i].symbol < other->cells[j].symbol)) {
            spare->cells[n++] = r->cells[i++];
            continue;
        }
        KiwiCell sum = {other->cells[j].symbol, other->cells[j].factor * k};
        if (i < r->n && r->cells[i].symbol == sum.symbol) sum.factor = r->cells[i++].factor + sum.factor;
        j++;
        if (!kiwi_near_zero(sum.factor)) spare->cells[n++] = sum;
    }
    KiwiRow merged = *spare;
    spare->cells = r->cells;
    spare->cap = r->cap;
    r->cells = merged.cells;
    r->cap = merged.cap;
    r->n = n;
    return true;
}

static void row_scale(KiwiRow *r, double k)
{
    r->constant *= k;
    for (int64_t i = 0; i < r->n; i++) r->cells[i].factor *= k;
}
void row_negate(KiwiRow *r) { row_scale(r, -1); }
void row_free(VM *vm, KiwiRow *r)
{
    mem_free(vm->mem, r->cells, (size_t)r->cap * sizeof *r->cells);
    r->cells = NULL;
    r->n = r->cap = 0;
}

/* 0 = the row becomes s = the rest of it. */
static void row_solve(KiwiRow *r, Symbol s)
{
    int64_t at = cell_place(r, s);
    double k = -1.0 / r->cells[at].factor;
    cell_drop(r, at);
    row_scale(r, k);
    r->basic = s;
}
static bool row_solve_instead(Tableau *t, KiwiRow *r, Symbol was, Symbol s) /* the row of `was` becomes that of s */
{
    if (!row_put(t, r, was, -1)) return false;
    row_solve(r, s);
    return true;
}
static bool row_replace(Tableau *t, KiwiRow *r, Symbol s, const KiwiRow *by)
{
    int64_t at = cell_place(r, s);
    if (at >= r->n || r->cells[at].symbol != s) return true;
    double k = r->cells[at].factor;
    cell_drop(r, at);
    return row_add(t, r, by, k);
}

/* ---- the rows of the tableau ---- */
static int64_t row_place(const Tableau *t, Symbol basic)
{
    int64_t low = 0, high = t->n;
    while (low < high) {
        int64_t middle = (low + high) / 2;
        if (t->rows[middle]->basic < basic) low = middle + 1;
        else high = middle;
    }
    return low;
}
KiwiRow *tableau_row(const Tableau *t, Symbol basic)
{
    int64_t at = row_place(t, basic);
    return basic && at < t->n && t->rows[at]->basic == basic ? t->rows[at] : NULL;
}
static void row_take_out(Tableau *t, const KiwiRow *r)
{
    int64_t at = row_place(t, r->basic);
    t->n--;
    memmove(t->rows + at, t->rows + at + 1, (size_t)(t->n - at) * sizeof *t->rows);
}
static bool row_put_in(Tableau *t, KiwiRow *r)
{
    if (!make_room(t->vm, (void **)&t->rows, &t->cap, t->n + 1, sizeof *t->rows)) return false;
    int64_t at = row_place(t, r->basic);
    memmove(t->rows + at + 1, t->rows + at, (size_t)(t->n - at) * sizeof *t->rows);
    t->rows[at] = r;
    t->n++;
    return true;
}
static void row_drop(Tableau *t, KiwiRow *r) /* that stands in no table */
{
    row_free(t->vm, r);
    mem_free(t->vm->mem, r, sizeof *r);
}
static KiwiRow *row_boxed(Tableau *t, KiwiRow *r) /* its cells moved into a row of its own */
{
    KiwiRow *own = mem_alloc(t->vm->mem, sizeof *own);
    if (!own) return err_no_memory(t->vm), NULL;
    *own = *r;
    *r = (KiwiRow){0};
    return own;
}

static bool note_infeasible(Tableau *t, Symbol s)
{
    if (!make_room(t->vm, (void **)&t->infeasible, &t->infeasible_cap, t->n_infeasible + 1, sizeof *t->infeasible)) return false;
    t->infeasible[t->n_infeasible++] = s;
    return true;
}

/* Wherever s stands, `by` takes its place. */
static bool substitute(Tableau *t, Symbol s, const KiwiRow *by)
{
    for (int64_t i = 0; i < t->n; i++) {
        if (!row_replace(t, t->rows[i], s, by)) return false;
        if (symbol_kind(t->rows[i]->basic) != SYMBOL_EXTERNAL && t->rows[i]->constant < 0 && !note_infeasible(t, t->rows[i]->basic)) return false;
    }
    return row_replace(t, &t->objective, s, by) && (!t->artificial || row_replace(t, t->artificial, s, by));
}

/* The row leaves the basis, `entering` takes its place. */
static bool pivot(Tableau *t, KiwiRow *r, Symbol entering)
{
    row_take_out(t, r);
    if (row_solve_instead(t, r, r->basic, entering) && substitute(t, entering, r) && row_put_in(t, r)) return true;
    row_drop(t, r);
    return false;
}

/* ---- the primal method ---- */
static Symbol entering_of(const KiwiRow *objective)
{
    for (int64_t i = 0; i < objective->n; i++)
        if (symbol_kind(objective->cells[i].symbol) != SYMBOL_DUMMY && objective->cells[i].factor < 0) return objective->cells[i].symbol;
    return 0;
}
static KiwiRow *leaving_of(const Tableau *t, Symbol entering) /* the first that gets in the way */
{
    double least = __DBL_MAX__;
    KiwiRow *found = NULL;
    for (int64_t i = 0; i < t->n; i++) {
        if (symbol_kind(t->rows[i]->basic) == SYMBOL_EXTERNAL) continue;
        double factor = factor_of(t->rows[i], entering);
        if (!(factor < 0)) continue;
        double ratio = -t->rows[i]->constant / factor;
        if (ratio < least) {
            least = ratio;
            found = t->rows[i];
        }
    }
    return found;
}
static bool minimize(Tableau *t, const KiwiRow *objective, bool poll)
{
    for (;;) {
        if (poll && !vm_poll(t->vm)) return false;
        Symbol entering = entering_of(objective);
        if (!entering) return true;
        KiwiRow *leaving = leaving_of(t, entering);
        if (!leaving) return err_false(t->vm, EXC_RuntimeError, "The objective is unbounded.");
        if (!pivot(t, leaving, entering)) return false;
    }
}
bool tableau_optimize(Tableau *t) { return minimize(t, &t->objective, true); }

/* ---- adding ---- */
static Symbol subject_of(const KiwiRow *r, Symbol marker, Symbol other) /* what the new row can be solved for at once; 0: nothing */
{
    for (int64_t i = 0; i < r->n; i++)
        if (symbol_kind(r->cells[i].symbol) == SYMBOL_EXTERNAL) return r->cells[i].symbol;
    if (is_pivotable(marker) && factor_of(r, marker) < 0) return marker;
    return is_pivotable(other) && factor_of(r, other) < 0 ? other : 0;
}
static bool all_dummies(const KiwiRow *r)
{
    for (int64_t i = 0; i < r->n; i++)
        if (symbol_kind(r->cells[i].symbol) != SYMBOL_DUMMY) return false;
    return true;
}

static bool row_copy(Tableau *t, KiwiRow *to, const KiwiRow *from)
{
    *to = (KiwiRow){0};
    return row_add(t, to, from, 1);
}

/* The artificial symbol that was minimized leaves the basis, where it still is in it, and all rows. */
static Added retire(Tableau *t, Symbol artificial, bool reached)
{
    KiwiRow *r = tableau_row(t, artificial);
    if (r && !r->n) {
        row_take_out(t, r);
        row_drop(t, r);
        return reached ? ADDED : ADDED_NOT;
    }
    if (r) {
        Symbol entering = 0;
        for (int64_t i = 0; i < r->n && !entering; i++)
            if (is_pivotable(r->cells[i].symbol)) entering = r->cells[i].symbol;
        if (!entering) {
            row_take_out(t, r);
            row_drop(t, r);
            return ADDED_NOT;
        }
        if (!pivot(t, r, entering)) return ADDED_RAISED;
    }
    for (int64_t i = 0; i < t->n; i++) symbol_drop(t->rows[i], artificial);
    symbol_drop(&t->objective, artificial);
    return reached ? ADDED : ADDED_NOT;
}

/* A symbol is made that takes the whole row, and made as small as it gets: zero, or the constraint contradicts the others. */
static Added add_artificially(Tableau *t, KiwiRow *row)
{
    Symbol artificial = tableau_symbol(t, SYMBOL_SLACK);
    KiwiRow goal;
    if (!row_copy(t, &goal, row)) return row_free(t->vm, &goal), ADDED_RAISED;
    KiwiRow *own = row_boxed(t, row);
    if (own) own->basic = artificial;
    bool ok = own && row_put_in(t, own);
    if (own && !ok) row_drop(t, own);
    t->artificial = &goal;
    ok = ok && minimize(t, &goal, false);
    t->artificial = NULL;
    Added done = ok ? retire(t, artificial, kiwi_near_zero(goal.constant)) : ADDED_RAISED;
    row_free(t->vm, &goal);
    return done;
}

Added tableau_add(Tableau *t, KiwiRow *row, Symbol marker, Symbol other)
{
    Symbol subject = subject_of(row, marker, other);
    if (!subject && all_dummies(row)) {
        if (!kiwi_near_zero(row->constant)) return row_free(t->vm, row), ADDED_NOT;
        subject = marker;
    }
    if (!subject) {
        Added done = add_artificially(t, row);
        row_free(t->vm, row);
        return done;
    }
    KiwiRow *own = row_boxed(t, row);
    if (!own) return row_free(t->vm, row), ADDED_RAISED;
    row_solve(own, subject);
    if (substitute(t, subject, own) && row_put_in(t, own)) return ADDED;
    row_drop(t, own);
    return ADDED_RAISED;
}

/* ---- taking out ---- */
/* The row that holds a marker most tightly: first those that bound it from above, then from below, at last a variable's. */
static KiwiRow *row_marked(const Tableau *t, Symbol marker)
{
    double above = __DBL_MAX__, below = __DBL_MAX__;
    KiwiRow *first = NULL, *second = NULL, *third = NULL;
    for (int64_t i = 0; i < t->n; i++) {
        KiwiRow *r = t->rows[i];
        double factor = factor_of(r, marker);
        if (factor == 0) continue;
        if (symbol_kind(r->basic) == SYMBOL_EXTERNAL) third = r;
        else if (factor < 0 && -r->constant / factor < above) {
            above = -r->constant / factor;
            first = r;
        } else if (factor > 0 && r->constant / factor < below) {
            below = r->constant / factor;
            second = r;
        }
    }
    return first ? first : second ? second : third;
}
bool tableau_remove(Tableau *t, Symbol marker)
{
    KiwiRow *r = tableau_row(t, marker);
    bool basic = r != NULL;
    if (!basic && !(r = row_marked(t, marker))) return err_false(t->vm, EXC_RuntimeError, "failed to find leaving row");
    row_take_out(t, r);
    bool ok = basic || (row_solve_instead(t, r, r->basic, marker) && substitute(t, marker, r));
    row_drop(t, r);
    return ok && tableau_optimize(t);
}

/* ---- the dual method ---- */
static Symbol dual_entering(const Tableau *t, const KiwiRow *r)
{
    double least = __DBL_MAX__;
    Symbol found = 0;
    for (int64_t i = 0; i < r->n; i++) {
        if (!(r->cells[i].factor > 0) || symbol_kind(r->cells[i].symbol) == SYMBOL_DUMMY) continue;
        double ratio = factor_of(&t->objective, r->cells[i].symbol) / r->cells[i].factor;
        if (ratio < least) {
            least = ratio;
            found = r->cells[i].symbol;
        }
    }
    return found;
}
static bool repair(Tableau *t)
{
    while (t->n_infeasible) {
        if (!vm_poll(t->vm)) return false;
        if (!t->n_infeasible) return true; /* a handler of the program's has reset it */
        KiwiRow *r = tableau_row(t, t->infeasible[--t->n_infeasible]);
        if (!r || kiwi_near_zero(r->constant) || !(r->constant < 0)) continue;
        Symbol entering = dual_entering(t, r);
        if (!entering) return err_false(t->vm, EXC_RuntimeError, "Dual optimize failed.");
        if (!pivot(t, r, entering)) return false;
    }
    return true;
}
bool tableau_shift(Tableau *t, Symbol marker, Symbol other, double delta)
{
    KiwiRow *r = tableau_row(t, marker);
    double sign = -1;
    if (!r) {
        r = tableau_row(t, other);
        sign = 1;
    }
    if (r) return ((r->constant += sign * delta) >= 0 || note_infeasible(t, r->basic)) && repair(t);
    for (int64_t i = 0; i < t->n; i++) {
        double factor = factor_of(t->rows[i], marker);
        if (factor == 0) continue;
        t->rows[i]->constant += delta * factor;
        if (t->rows[i]->constant < 0 && symbol_kind(t->rows[i]->basic) != SYMBOL_EXTERNAL && !note_infeasible(t, t->rows[i]->basic)) return false;
    }
    return repair(t);
}

void tableau_clear(Tableau *t)
{
    VM *vm = t->vm;
    for (int64_t i = 0; i < t->n; i++) row_drop(t, t->rows[i]);
    mem_free(vm->mem, t->rows, (size_t)t->cap * sizeof *t->rows);
    mem_free(vm->mem, t->infeasible, (size_t)t->infeasible_cap * sizeof *t->infeasible);
    row_free(vm, &t->objective);
    row_free(vm, &t->spare);
    *t = (Tableau){.vm = vm};
}
