/* ufunc_resolve.c: which loop a call takes, and which dtypes its operands are computed in.
 *
 * Numbers: the first loop whose inputs all operands become safely, where single numbers among arrays of no lower kind count by their value (NumPy 1's rule). Dates and spans of time have rules
 * by ufunc, which also say the units; texts are only compared.
 */
#include <math.h>

#include "loop.h"

static Num letter_num(char letter)
{
    for (int i = 0; i < NP_NUMS; i++)
        if (np_elements[i].letter == letter) return (Num)i;
    return NP_NONE;
}
static Num loop_num(const LoopRow *row, int i)
{
    static uint8_t table[128]; /* by letter: the number + 1; always the same, so that threads may fill it at once */
    uint8_t known = table[(unsigned char)row->types[i] & 127];
    if (!known) table[(unsigned char)row->types[i] & 127] = known = (uint8_t)(letter_num(row->types[i]) + 1);
    return (Num)(known - 1);
}

const LoopRow *ufunc_loop_of(const Ufunc *u, const Num *nums)
{
    int all = ufunc_nargs(u);
    for (int i = 0; i < u->n_loops; i++) {
        int k = 0;
        while (k < all && (nums[k] == NP_NONE || nums[k] == loop_num(&u->loops[i], k))) k++;
        if (k == all) return &u->loops[i];
    }
    return NULL;
}

void resolved_drop(VM *vm, const Ufunc *u, Resolved *r)
{
    for (int i = 0; i < ufunc_nargs(u); i++) {
        descr_release(vm, r->descrs[i]);
        r->descrs[i] = NULL;
    }
}

static bool values_count(NdArray *const *ops, int n);

/* ---- refusals ---- */
static Value dtypes_tuple(VM *vm, const Ufunc *u, NdArray *const *ops, bool classes)
{
    Value t = tuple_new(vm, ufunc_nargs(u));
    for (int i = 0; t && i < ufunc_nargs(u); i++) {
        Ref d = i < u->nin ? REF(ops[i]->descr) : V_NONE;
        as_tuple(t)->items[i] = retain(i < u->nin && classes ? REF(as_obj(d)->type) : d);
    }
    return t;
}
/* Where single numbers count by their value, all operands have met in one dtype. */
static Value met_tuple(VM *vm, Np *np, const Ufunc *u, NdArray *const *ops)
{
    Descr *met = descr_result(vm, np, ops, u->nin, NULL, 0);
    Value t = met ? tuple_new(vm, ufunc_nargs(u)) : NO_VALUE;
    for (int i = 0; t && i < ufunc_nargs(u); i++) as_tuple(t)->items[i] = retain(REF(as_obj(REF(met))->type));
    descr_release(vm, met);
    return t;
}
static bool raise_no_loop(VM *vm, Np *np, const Ufunc *u, NdArray *const *ops, bool classes)
{
    bool met = classes && u->nin == 2 && u->resolver == BY_UNIFORM && values_count(ops, u->nin);
    Value dtypes = met ? met_tuple(vm, np, u, ops) : dtypes_tuple(vm, u, ops, classes);
    if (dtypes) np_raise_python(vm, np, PY_UFUNC_NO_LOOP, (Ref[]){REF(u), dtypes}, 2);
    release(vm, dtypes);
    return false;
}
static bool raise_pair(VM *vm, Np *np, const Ufunc *u, NdArray *const *ops)
{
    Value dtypes = tuple_of(vm, 2, REF(ops[0]->descr), REF(ops[1]->descr));
    if (dtypes) np_raise_python(vm, np, PY_UFUNC_BINARY, (Ref[]){REF(u), dtypes}, 2);
    release(vm, dtypes);
    return false;
}
static bool raise_unsupported(VM *vm, const Ufunc *u, Casting casting)
{
    return err_false(vm, EXC_TypeError, "ufunc '%s' not supported for the input types, and the inputs could not be safely coerced to any supported types according to the casting rule ''%s''",
        u->name, casting_name(casting));
}
static bool raise_cast(VM *vm, Np *np, const Ufunc *u, Descr *from, Descr *to, Casting casting, int i /*among all operands*/, bool input)
{
    Value rule = str_from_c(vm, casting_name(casting));
    if (rule) np_raise_python(vm, np, input ? PY_UFUNC_INPUT_CAST : PY_UFUNC_OUTPUT_CAST, (Ref[]){REF(u), rule, REF(from), REF(to), make_small(i)}, 5);
    release(vm, rule);
    return false;
}

bool resolve_check_casts(VM *vm, Np *np, const Ufunc *u, NdArray *const *ops, const Resolved *r, Casting casting)
{
    for (int i = 0; i < u->nin; i++) {
        if (ops[i]->descr == r->descrs[i]) continue;
        if (!array_can_cast(vm, ops[i], r->descrs[i], casting)) return err_occurred(vm) ? false : raise_cast(vm, np, u, ops[i]->descr, r->descrs[i], casting, i, true);
    }
    for (int i = u->nin; i < ufunc_nargs(u); i++) {
        if (!ops[i] || ops[i]->descr == r->descrs[i]) continue;
        if (!descr_can_cast(vm, r->descrs[i], ops[i]->descr, casting)) return err_occurred(vm) ? false : raise_cast(vm, np, u, r->descrs[i], ops[i]->descr, casting, i, false);
    }
    return true;
}

/* ---- numbers ---- */
static int kind_order(Num n)
{
    if (n == NP_BOOL) return 0;
    return num_is_integer(n) ? 1 : num_is_float(n) || num_is_complex(n) ? 2 : 3;
}
/* Do single numbers count by their value? They do beside arrays of no lower kind. */
static bool values_count(NdArray *const *ops, int n)
{
    int array = -1, scalar = -1;
    for (int i = 0; i < n; i++) {
        int order = kind_order(ops[i]->descr->num), *most = ops[i]->ndim ? &array : &scalar;
        if (order > *most) *most = order;
    }
    return array >= 0 && scalar >= 0 && array >= scalar;
}
/* The number that arrays share and single numbers beside them certainly become; NP_NONE: it has to be looked for. */
static Num common_number(NdArray *const *ops, int n)
{
    Num shared = NP_NONE;
    bool by_value = values_count(ops, n);
    for (int i = 0; i < n; i++) {
        if (by_value && !ops[i]->ndim) continue;
        if (shared != NP_NONE && shared != ops[i]->descr->num) return NP_NONE;
        shared = (Num)ops[i]->descr->num;
    }
    if (!by_value) return shared;
    for (int i = 0; i < n; i++) {
        Num s = (Num)ops[i]->descr->num;
        if (ops[i]->ndim || s == shared) continue;
        bool real = s <= NP_LONG || s == NP_FLOAT || s == NP_DOUBLE || s == NP_HALF;
        bool fits = shared == NP_DOUBLE ? real : shared == NP_CDOUBLE ? real || s == NP_CFLOAT : shared == NP_LONG ? s < NP_LONG : false;
        if (shared == NP_FLOAT && s == NP_DOUBLE && array_is_behaved(ops[i])) fits = !(fabs(*(const double *)ops[i]->data) > 3.4e38) || isinf(*(const double *)ops[i]->data);
        if (shared == NP_FLOAT && s == NP_LONG && array_is_behaved(ops[i])) fits = *(const int64_t *)ops[i]->data > -32768 && *(const int64_t *)ops[i]->data < 65536;
        if (!fits) return NP_NONE;
    }
    return shared;
}
static bool becomes(VM *vm, Np *np, NdArray *op, Num to, bool by_value, Casting casting)
{
    Num from = (Num)op->descr->num;
    if (from == to) return true;
    if (by_value && !op->ndim && num_is_number(from)) return array_can_cast(vm, op, descr_shared(np, to), casting);
    if (num_is_number(from) && num_is_number(to)) return casting == CASTING_SAFE ? num_casts_safely(from, to) : false;
    return descr_can_cast(vm, op->descr, descr_shared(np, to), casting);
}
static const LoopRow *search(VM *vm, Np *np, const Ufunc *u, NdArray *const *ops, const Num *fixed, Casting casting)
{
    bool objects = false, by_value = values_count(ops, u->nin);
    Casting inputs = casting > CASTING_SAFE ? CASTING_SAFE : casting;
    for (int i = 0; i < u->nin; i++) objects |= ops[i]->descr->num == NP_OBJECT;
    for (int l = 0; l < u->n_loops; l++) {
        const LoopRow *row = &u->loops[l];
        bool fits = true;
        for (int i = 0; fits && i < ufunc_nargs(u); i++) {
            Num to = loop_num(row, i);
            if (fixed && fixed[i] != NP_NONE) fits = fixed[i] == to;
            else if (i >= u->nin) continue;
            else if (to == NP_OBJECT && !objects && u->n_loops > 1) fits = false;
            else fits = becomes(vm, np, ops[i], to, by_value, inputs);
        }
        if (err_occurred(vm)) return NULL;
        if (fits) return row;
    }
    return NULL;
}

static bool take_loop(VM *vm, Np *np, const Ufunc *u, NdArray *const *ops, const LoopRow *row, Resolved *out)
{
    out->loop = row;
    for (int i = 0; i < ufunc_nargs(u); i++) {
        Num num = loop_num(row, i);
        bool own = i < u->nin && ops[i]->descr->num == num && (num_is_time(num) || num_is_flexible(num));
        out->descrs[i] = own ? descr_canonical(vm, ops[i]->descr) : descr_retain(descr_shared(np, num)); /* (its unit, its size) */
        if (!out->descrs[i]) return false;
    }
    return true;
}

/* ---- dates and spans of time ---- */
static Descr *time_as(VM *vm, Np *np, const Descr *d, Num num) { return descr_time(vm, np, num, d->time); }
/* A span of the unit that both have in common (beside a date years are as good as days; whether a span of years goes there is the cast's question). Numbers have the other one's unit. */
static Descr *common_span(VM *vm, Np *np, Descr *a, Descr *b)
{
    if (!num_is_time((Num)a->num) || !num_is_time((Num)b->num)) return time_as(vm, np, num_is_time((Num)a->num) ? a : b, NP_TIMEDELTA);
    Descr *both = descr_promote(vm, a, b), *span = both ? time_as(vm, np, both, NP_TIMEDELTA) : NULL;
    descr_release(vm, both);
    return span;
}
static bool take_times(VM *vm, Np *np, const Ufunc *u, const char *types, Descr *span /*taken; NULL: raised*/, Resolved *out)
{
    Num nums[UFUNC_OPERANDS];
    bool ok = span != NULL;
    for (int i = 0; i < ufunc_nargs(u); i++) nums[i] = letter_num(types[i]);
    out->loop = ok ? ufunc_loop_of(u, nums) : NULL;
    for (int i = 0; ok && i < ufunc_nargs(u); i++) {
        out->descrs[i] = num_is_time(nums[i]) ? time_as(vm, np, span, nums[i]) : descr_retain(descr_shared(np, nums[i]));
        ok = out->descrs[i] != NULL;
    }
    descr_release(vm, span);
    return ok && out->loop;
}
static char time_letter(const Descr *d) /* M, m, q (whole numbers), d (others), or 0 */
{
    if (d->num == NP_DATETIME) return 'M';
    if (d->num == NP_TIMEDELTA) return 'm';
    if (d->num == NP_BOOL || num_is_integer((Num)d->num)) return 'q';
    return num_is_float((Num)d->num) ? 'd' : 0;
}
/* Rows: the two operands, as time_letter says, and the loop's types. */
typedef struct TimeRule { Resolver resolver; char a, b; const char *types; } TimeRule;
static const TimeRule time_rules[] = {
    {BY_ADD, 'm', 'm', "mmm"}, {BY_ADD, 'M', 'm', "MmM"}, {BY_ADD, 'm', 'M', "mMM"}, {BY_ADD, 'm', 'q', "mmm"}, {BY_ADD, 'q', 'm', "mmm"}, {BY_ADD, 'M', 'q', "MmM"}, {BY_ADD, 'q', 'M', "mMM"},
    {BY_SUBTRACT, 'm', 'm', "mmm"}, {BY_SUBTRACT, 'M', 'm', "MmM"}, {BY_SUBTRACT, 'M', 'M', "MMm"}, {BY_SUBTRACT, 'm', 'q', "mmm"}, {BY_SUBTRACT, 'q', 'm', "mmm"}, {BY_SUBTRACT, 'M', 'q', "MmM"},
    {BY_MULTIPLY, 'm', 'q', "mqm"}, {BY_MULTIPLY, 'm', 'd', "mdm"}, {BY_MULTIPLY, 'q', 'm', "qmm"}, {BY_MULTIPLY, 'd', 'm', "dmm"},
    {BY_DIVIDE, 'm', 'm', "mmd"}, {BY_DIVIDE, 'm', 'q', "mqm"}, {BY_DIVIDE, 'm', 'd', "mdm"},
    {BY_FLOOR_DIVIDE, 'm', 'm', "mmq"}, {BY_FLOOR_DIVIDE, 'm', 'q', "mqm"}, {BY_FLOOR_DIVIDE, 'm', 'd', "mdm"},
    {BY_REMAINDER, 'm', 'm', "mmm"}, {BY_DIVMOD, 'm', 'm', "mmqm"},
};
static bool resolve_times(VM *vm, Np *np, const Ufunc *u, NdArray *const *ops, Resolved *out)
{
    char a = time_letter(ops[0]->descr), b = time_letter(ops[1]->descr);
    for (size_t i = 0; i < sizeof time_rules / sizeof *time_rules; i++) {
        const TimeRule *rule = &time_rules[i];
        if (rule->resolver == u->resolver && rule->a == a && rule->b == b) return take_times(vm, np, u, rule->types, common_span(vm, np, ops[0]->descr, ops[1]->descr), out);
    }
    return raise_pair(vm, np, u, ops);
}
/* All operands become one dtype. */
static bool resolve_uniform_times(VM *vm, Np *np, const Ufunc *u, NdArray *const *ops, Casting casting, Resolved *out)
{
    bool dates = false;
    for (int i = 0; i < u->nin; i++) dates |= ops[i]->descr->num == NP_DATETIME;
    Descr *all = NULL;
    for (int i = 0; i < u->nin; i++) {
        Descr *own = ops[i]->descr;
        if (!dates && u->nin == 2 && num_is_integer((Num)own->num)) { /* whole numbers beside spans count in their unit; a number beside an array of them in none, and the spans do not fit it */
            if (ops[i]->ndim || !ops[1 - i]->ndim) continue;
            own = descr_shared(np, NP_TIMEDELTA);
            descr_release(vm, all);
            all = descr_retain(own);
            break;
        }
        Descr *next = all ? descr_promote(vm, all, own) : descr_retain(own);
        descr_release(vm, all);
        if (!(all = next)) return false;
    }
    if (all && !descr_is_native(all)) {
        Descr *native = descr_ordered(vm, all, '=');
        descr_release(vm, all);
        all = native;
    }
    if (!all) return false;
    Num nums[UFUNC_OPERANDS];
    for (int i = 0; i < ufunc_nargs(u); i++) nums[i] = i < u->nin ? (Num)all->num : NP_NONE;
    out->loop = ufunc_loop_of(u, nums);
    for (int i = 0; out->loop && i < ufunc_nargs(u); i++) {
        Num num = loop_num(out->loop, i);
        out->descrs[i] = descr_retain(num == all->num ? all : descr_shared(np, num));
    }
    descr_release(vm, all);
    if (!out->loop) return raise_no_loop(vm, np, u, ops, u->resolver == BY_COMPARISON);
    return resolve_check_casts(vm, np, u, ops, out, casting);
}

/* ---- texts: compared by characters, shorter ones as if filled up with zeros ---- */
static uint32_t text_at(const char *at, int64_t i, int64_t bytes, bool wide)
{
    if (i * (wide ? 4 : 1) >= bytes) return 0;
    uint32_t c;
    if (!wide) return (uint8_t)at[i];
    memcpy(&c, at + 4 * i, sizeof c);
    return c;
}
static int text_order(const char *a, int64_t a_bytes, const char *b, int64_t b_bytes, bool wide)
{
    int64_t n = (a_bytes > b_bytes ? a_bytes : b_bytes) / (wide ? 4 : 1);
    for (int64_t i = 0; i < n; i++) {
        uint32_t x = text_at(a, i, a_bytes, wide), y = text_at(b, i, b_bytes, wide);
        if (x != y) return x < y ? -1 : 1;
    }
    return 0;
}
#define TEXT_LOOP(name, test)                                                                                       \
    static bool text_##name(LOOP_ARGS)                                                                              \
    {                                                                                                               \
        const Resolved *r = data;                                                                                   \
        const char *a = args[0], *b = args[1];                                                                      \
        char *o = args[2];                                                                                          \
        bool wide = r->descrs[0]->num == NP_UNICODE;                                                                \
        for (int64_t i = 0; i < count[0]; i++, a += steps[0], b += steps[1], o += steps[2]) {                       \
            int order = text_order(a, r->descrs[0]->size, b, r->descrs[1]->size, wide);                             \
            *o = order test 0;                                                                                      \
        }                                                                                                           \
        return true;                                                                                                \
    }
TEXT_LOOP(equal, ==)
TEXT_LOOP(not_equal, !=)
TEXT_LOOP(less, <)
TEXT_LOOP(less_equal, <=)
TEXT_LOOP(greater, >)
TEXT_LOOP(greater_equal, >=)
static const struct { const char *name; LoopRow rows[2]; } text_loops[] = {
#define TEXTS(name) {#name, {{"SS?", text_##name, NULL}, {"UU?", text_##name, NULL}}},
    TEXTS(equal) TEXTS(not_equal) TEXTS(less) TEXTS(less_equal) TEXTS(greater) TEXTS(greater_equal)};

static bool is_text(const NdArray *a) { return a->descr->num == NP_STRING || a->descr->num == NP_UNICODE; }
static bool resolve_texts(VM *vm, Np *np, const Ufunc *u, NdArray *const *ops, bool wide, Resolved *out)
{
    for (size_t i = 0; i < sizeof text_loops / sizeof *text_loops; i++) {
        if (strcmp(text_loops[i].name, u->name) != 0) continue;
        out->loop = &text_loops[i].rows[wide];
        for (int k = 0; k < 2; k++) {
            Descr *own = ops[k]->descr;
            if (own->num != (wide ? NP_UNICODE : NP_STRING)) out->descrs[k] = descr_adapted(vm, descr_shared(np, wide ? NP_UNICODE : NP_STRING), ops[k]);
            else out->descrs[k] = descr_is_native(own) ? descr_retain(own) : descr_ordered(vm, own, '=');
            if (!out->descrs[k]) return false;
        }
        out->descrs[2] = descr_retain(descr_shared(np, NP_BOOL));
        return true;
    }
    return raise_no_loop(vm, np, u, ops, true);
}

/* ---- all of them ---- */
static bool resolve_free(VM *vm, Np *np, const Ufunc *u, NdArray *const *ops, Casting casting, Resolved *out);
static bool resolve_fixed(VM *vm, Np *np, const Ufunc *u, NdArray *const *ops, const Num *fixed, Casting casting, Resolved *out)
{
    if (u->resolver == BY_COMPARISON && fixed[0] == NP_NONE && fixed[1] == NP_NONE && fixed[2] == NP_BOOL) /* says nothing of what is compared */
        return resolve_free(vm, np, u, ops, casting, out) && resolve_check_casts(vm, np, u, ops, out, casting);
    if (u->resolver == BY_COMPARISON && fixed[0] == fixed[1] && (fixed[0] == NP_STRING || fixed[0] == NP_UNICODE))
        return resolve_texts(vm, np, u, ops, fixed[0] == NP_UNICODE, out) && resolve_check_casts(vm, np, u, ops, out, casting);
    Num wanted[UFUNC_OPERANDS], same = NP_NONE;
    bool inputs = false;
    for (int i = 0; i < ufunc_nargs(u); i++) {
        wanted[i] = fixed[i];
        if (i < u->nin && fixed[i] != NP_NONE) inputs = true;
        if (i >= u->nin && fixed[i] != NP_NONE) same = fixed[i];
    }
    const LoopRow *row = NULL;
    if (!inputs) { /* an output's dtype alone: the loop that computes in it throughout */
        for (int i = 0; i < ufunc_nargs(u); i++) wanted[i] = i < u->nin ? same : fixed[i];
        row = ufunc_loop_of(u, wanted);
    } else row = ufunc_loop_of(u, fixed);
    if (inputs && row)
        for (int i = 0; i < u->nin; i++)
            if (fixed[i] == NP_NONE) row = NULL;
    if (!row && !(row = search(vm, np, u, ops, fixed, casting))) {
        if (err_occurred(vm)) return false;
        row = ufunc_loop_of(u, fixed);
    }
    if (!row) return err_false(vm, EXC_TypeError, "No loop matching the specified signature and casting was found for ufunc %s", u->name);
    return take_loop(vm, np, u, ops, row, out) && resolve_check_casts(vm, np, u, ops, out, casting);
}

static bool refuse(VM *vm, Np *np, const Ufunc *u, NdArray *const *ops, Casting casting)
{
    bool booleans = ops[0]->descr->num == NP_BOOL;
    switch (u->resolver) {
    case BY_SUBTRACT:
        if (booleans) return err_false(vm, EXC_TypeError, "numpy boolean subtract, the `-` operator, is not supported, use the bitwise_xor, the `^` operator, or the logical_xor function instead.");
        return raise_no_loop(vm, np, u, ops, false);
    case BY_NEGATIVE:
        if (booleans) return err_false(vm, EXC_TypeError, "The numpy boolean negative, the `-` operator, is not supported, use the `~` operator or the logical_not function instead.");
        return raise_no_loop(vm, np, u, ops, true);
    case BY_ADD: case BY_MULTIPLY: return raise_no_loop(vm, np, u, ops, false);
    case BY_UNIFORM: {
        bool numbers = true; /* they meet in a dtype, for which there is no loop */
        for (int i = 0; i < u->nin; i++) numbers &= num_is_number((Num)ops[i]->descr->num);
        return raise_no_loop(vm, np, u, ops, numbers || u->nin == 1);
    }
    case BY_COMPARISON: case BY_ABSOLUTE: return raise_no_loop(vm, np, u, ops, true);
    case BY_ISNAT: return err_false(vm, EXC_TypeError, "ufunc 'isnat' is only defined for np.datetime64 and np.timedelta64.");
    default:
        if (u->signature) return raise_no_loop(vm, np, u, ops, false);
        return raise_unsupported(vm, u, casting > CASTING_SAFE ? CASTING_SAFE : casting);
    }
}

/* Whole numbers, some of them single: the loop of the dtype in which they meet by value, which may have no sign. */
static const LoopRow *meeting_loop(VM *vm, Np *np, const Ufunc *u, NdArray *const *ops)
{
    bool uniform = u->resolver == BY_ADD || u->resolver == BY_SUBTRACT || u->resolver == BY_MULTIPLY || u->resolver == BY_UNIFORM;
    if (!uniform || u->nin < 2 || !values_count(ops, u->nin)) return NULL;
    for (int i = 0; i < u->nin; i++)
        if (!num_is_integer((Num)ops[i]->descr->num)) return NULL;
    Descr *met = descr_result(vm, np, ops, u->nin, NULL, 0);
    if (!met) return NULL;
    Num nums[UFUNC_OPERANDS];
    for (int i = 0; i < ufunc_nargs(u); i++) nums[i] = i < u->nin ? (Num)met->num : NP_NONE;
    descr_release(vm, met);
    return ufunc_loop_of(u, nums);
}
static bool whole_number(const NdArray *a) { return a->descr->num == NP_BOOL || num_is_integer((Num)a->descr->num); }
static bool resolve_free(VM *vm, Np *np, const Ufunc *u, NdArray *const *ops, Casting casting, Resolved *out)
{
    bool times = false, objects = false, logical = u->identity == IDENTITY_TRUE || u->identity == IDENTITY_FALSE;
    for (int i = 0; i < u->nin; i++) {
        times |= num_is_time((Num)ops[i]->descr->num);
        objects |= ops[i]->descr->num == NP_OBJECT;
    }
    if (times && objects && u->nin == 2 && (u->resolver == BY_ADD || (u->resolver >= BY_SUBTRACT && u->resolver <= BY_DIVMOD))) return raise_pair(vm, np, u, ops);
    if (times && !objects) {
        if (logical) return take_loop(vm, np, u, ops, &u->loops[0], out);
        if (u->nin == 2 && (u->resolver == BY_ADD || (u->resolver >= BY_SUBTRACT && u->resolver <= BY_DIVMOD))) return resolve_times(vm, np, u, ops, out) && resolve_check_casts(vm, np, u, ops, out, casting);
        if (u->resolver == BY_UNIFORM || u->resolver == BY_COMPARISON) return resolve_uniform_times(vm, np, u, ops, casting, out);
    }
    if (u->resolver == BY_COMPARISON && !logical && is_text(ops[0]) && is_text(ops[1]) && ops[0]->descr->num == ops[1]->descr->num) return resolve_texts(vm, np, u, ops, ops[0]->descr->num == NP_UNICODE, out);
    if (u->resolver == BY_ISNAT && !times) return refuse(vm, np, u, ops, casting);
    Num common = common_number(ops, u->nin), nums[UFUNC_OPERANDS];
    const LoopRow *row = NULL;
    if (u->resolver == BY_DIVIDE && whole_number(ops[0]) && whole_number(ops[1])) common = NP_DOUBLE; /* however small they are */
    if (common != NP_NONE) {
        for (int i = 0; i < UFUNC_OPERANDS; i++) nums[i] = i < u->nin ? common : NP_NONE;
        row = ufunc_loop_of(u, nums);
    }
    if (u->resolver == BY_SUBTRACT && ops[0]->descr->num == NP_BOOL && ops[1]->descr->num == NP_BOOL) return refuse(vm, np, u, ops, casting);
    if ((u->resolver == BY_NEGATIVE || u->resolver == BY_UNIFORM) && u->nin == 1 && ops[0]->descr->num == NP_BOOL && !row) return refuse(vm, np, u, ops, casting);
    if (!row) row = meeting_loop(vm, np, u, ops);
    if (!row && !err_occurred(vm)) row = search(vm, np, u, ops, NULL, casting);
    if (!row) return err_occurred(vm) ? false : refuse(vm, np, u, ops, casting);
    return take_loop(vm, np, u, ops, row, out);
}

static void outputs_follow_time(VM *vm, const Ufunc *u, Resolved *out)
{
    for (int i = u->nin; i < ufunc_nargs(u); i++) {
        Descr *d = out->descrs[i];
        if (!d || !num_is_time((Num)d->num) || d->time.unit != UNIT_GENERIC) continue;
        for (int k = 0; k < u->nin; k++)
            if (out->descrs[k]->num == d->num) {
                out->descrs[i] = descr_retain(out->descrs[k]);
                descr_release(vm, d);
                break;
            }
    }
}

bool ufunc_resolve(VM *vm, Np *np, const Ufunc *u, NdArray *const *ops, const Num *fixed, Casting casting, Resolved *out)
{
    memset(out, 0, sizeof *out);
    bool ok = fixed ? resolve_fixed(vm, np, u, ops, fixed, casting, out) : resolve_free(vm, np, u, ops, casting, out);
    if (ok) outputs_follow_time(vm, u, out);
    if (ok && !fixed) {
        bool outs = false;
        for (int i = u->nin; i < ufunc_nargs(u); i++) outs |= ops[i] != NULL;
        ok = !outs && casting == CASTING_SAME_KIND ? true : resolve_check_casts(vm, np, u, ops, out, casting);
    }
    if (!ok) resolved_drop(vm, u, out);
    return ok;
}
