/* ew.c: the kernel of every elementwise op: a program of one call (ew.h), and two shorter ways: operands that need nothing but the formula's loop, and copies.
 *
 * Here is decided which formula an op becomes for a dtype and an accent, which numbers it takes, and what it must refuse.
 */
#include <float.h>
#include <math.h>
#include <string.h>

#include "ew.h"
#include "kernels.h"
#include "libm.h"
#include "run.h"

/* ---- what an op becomes ---- */
static DType compute_type(const Op *op, DType compute)
{
    DType type = ew_register_type(compute);
    if (type != DT_BOOL) return type;
    return op->id == OP_bit_not || op->id == OP_where ? DT_BOOL : DT_INT32; /* 1 + 1 is stored as true */
}

DType ew_operand_type(const Op *op, DType compute, int i)
{
    switch (op->id) {
    case OP_logical_not: case OP_logical_and: case OP_logical_or: case OP_logical_xor: return DT_BOOL;
    case OP_where: return i == 0 ? DT_BOOL : compute_type(op, compute);
    case OP_masked_fill: return i == 1 ? DT_BOOL : compute_type(op, compute);
    default: return compute_type(op, compute);
    }
}

static double largest_of(DType d)
{
    return d == DT_FLOAT16 ? 65504 : d == DT_BFLOAT16 ? 0x1.FEp127 : d == DT_FLOAT32 ? FLT_MAX : DBL_MAX;
}

static bool is_nan(Scalar s) { return s.kind == SCALAR_FLOAT && isnan(s.f); }

static void call_numbers(const Op *op, Accent accent, const Attr *attrs, DType dtype, EwNumber *k)
{
    memset(k, 0, 3 * sizeof *k);
    if (!op->attr_count || !attrs || op->id == OP_cast) return;
    Scalar s[3];
    for (int i = 0; i < 3; i++) s[i] = attrs[value_value + i].number;
    if (op->id == OP_nan_to_num) {
        if (is_nan(s[0])) s[0] = scalar_float(0);
        if (is_nan(s[1])) s[1] = scalar_float(largest_of(dtype));
        if (is_nan(s[2])) s[2] = scalar_float(-largest_of(dtype));
    }
    if (op->id == OP_clip && accent_rules(accent)->clip_cuts_bounds && dtype_is_integer(dtype)) /* a bound is cut to the tensor's dtype */
        for (int i = 0; i < 2; i++)
            if (!is_nan(s[i])) {
                int64_t cut = 0;
                dtype_store(dtype, &cut, s[i]);
                s[i] = dtype_load(dtype, &cut);
            }
    for (int i = 0; i < 3; i++) k[i] = ew_number(s[i]);
    if (op->id != OP_clip) return;
    if (is_nan(s[0])) k[0] = (EwNumber){.F = -HUGE_VALF, .D = -HUGE_VAL, .I = INT32_MIN, .L = INT64_MIN};
    if (is_nan(s[1])) k[1] = (EwNumber){.F = HUGE_VALF, .D = HUGE_VAL, .I = INT32_MAX, .L = INT64_MAX};
    if (s[0].kind != SCALAR_BOOL && k[0].L < INT32_MIN) k[0].I = INT32_MIN;
    if (s[0].kind != SCALAR_BOOL && k[0].L > INT32_MAX) k[0].I = INT32_MAX;
    if (s[1].kind != SCALAR_BOOL && k[1].L < INT32_MIN) k[1].I = INT32_MIN;
    if (s[1].kind != SCALAR_BOOL && k[1].L > INT32_MAX) k[1].I = INT32_MAX;
}

/* The formula that an accent has instead of the usual one. */
static int own_function(int id, Accent accent, bool integer)
{
    static const struct Own { uint16_t id; uint8_t formula; bool integer; int16_t function; } own[] = {
        {OP_sign, FORMULA_SIGN_ZERO, false, FN_sign_zero}, {OP_mod, FORMULA_MOD_SIGNED, false, FN_mod_signed}, {OP_mod, FORMULA_MOD_OR_ZERO, false, FN_mod_or_zero}, {OP_clip, FORMULA_CLIP_HIGH_FIRST, false, FN_clip_high_first},
        {OP_clip, FORMULA_CLIP_HIGH_FIRST, true, FN_clip_high_first}, {OP_round, FORMULA_ROUND_DOWN, false, FN_round_down}, {OP_shift_left, FORMULA_SHIFT_WRAPPED, true, FN_shift_left_wrapped}, {OP_shift_right, FORMULA_SHIFT_WRAPPED, true, FN_shift_right_wrapped},
    };
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        if (own[i].id == id && own[i].formula & accent_rules(accent)->formulas && own[i].integer == integer) return own[i].function;
    return id;
}

/* x to the power of a number that has a shorter formula; FN_COUNT: none */
static int power_of(double y)
{
    return y == 2 ? FN_square : y == 3 ? FN_cube : y == 0.5 ? FN_sqrt : y == -0.5 ? FN_rsqrt : y == -1 ? FN_reciprocal : FN_COUNT;
}

int ew_program_call(EwProgram *p, const Op *op, Accent accent, DType compute, const int *in, const Attr *attrs, DType out_dtype)
{
    DType type = ew_operand_type(op, compute, op->id == OP_where ? 1 : 0);
    bool integer = type == DT_INT32 || type == DT_INT64;
    int function = own_function(op->id, accent, integer), src[3] = {-1, -1, -1};
    for (int i = 0; i < 3 && i < op->in_count; i++) src[i] = in[i];
    EwNumber k[3];
    call_numbers(op, accent, attrs, out_dtype, k);
    switch (op->id) {
    case OP_copy: case OP_cast: case OP_conj: return in[0]; /* (a real number is its own conjugate) */
    case OP_bit_not:
        if (type == DT_BOOL) function = FN_logical_not;
        break;
    case OP_power:
        if (!integer && in[1] >= 0 && p->regs[in[1]].number) {
            double y = p->regs[in[1]].value.D;
            if (y == 1) return in[0];
            int shorter = power_of(y);
            if (accent_rules(accent)->power_rounds_once && (shorter == FN_cube || shorter == FN_rsqrt)) shorter = FN_COUNT; /* NumPy rounds once */
            if (shorter != FN_COUNT) function = shorter, src[1] = -1;
        }
        break;
    default: break;
    }
    p->accent = accent;
    int reg = ew_program_step(p, function, type, src, k);
    if (!integer) return reg;
    if (accent_rules(accent)->division_by_zero_raises && (function == FN_floor_divide || function == FN_trunc_divide || function == FN_mod || function == FN_fmod)) ew_program_check(p, 1);
    if (accent_rules(accent)->negative_power_raises && function == FN_power) ew_program_check(p, 2);
    return reg;
}

/* It takes part as that dtype holds it: 2.7 beside float16 is 2.699, 256 beside int8 is 0. Exponents of integers stay whole, and one that float32 has no number
 * for stays another than 0. */
int ew_program_operand(EwProgram *p, const Op *op, DType compute, Scalar s, int i)
{
    DType type = ew_operand_type(op, compute, i);
    if (type != DT_BOOL && compute != DT_BOOL && (op->id != OP_power || dtype_is_float(compute))) {
        int64_t cut = 0;
        dtype_store(compute, &cut, s);
        Scalar held = dtype_load(compute, &cut);
        if (op->id == OP_power && compute == DT_FLOAT32 && held.f == 0 && scalar_as_double(s) != 0) held.f = copysign(0x1p-149, scalar_as_double(s));
        s = held;
    }
    return ew_program_number(p, s, type);
}

/* ---- the short way: contiguous operands of the register type ---- */
typedef struct Direct {
    EwKernel kernel;
    char *out;
    const char *in[3];
    int bytes, out_bytes;
    const EwNumber *k;
} Direct;

static void direct_part(void *data, int64_t from, int64_t to)
{
    const Direct *d = data;
    const char *in[3];
    for (int i = 0; i < 3; i++) in[i] = d->in[i] ? d->in[i] + from * d->bytes : NULL;
    d->kernel(to - from, d->out + from * d->out_bytes, in[0], in[1], in[2], d->k);
}

static bool is_comparison(int f) { return (f >= FN_equal && f <= FN_greater_equal) || (f >= FN_isnan && f <= FN_isfinite); }

/* May the kernel be called as it stands, whatever the accent? */
static bool is_plain(const Op *op, DType type)
{
    int f = op->id;
    if (op->attr_count || f == FN_sign || f == FN_prelu || f == FN_power || f == FN_where || f == FN_mod || f == FN_round || f == FN_shift_left || f == FN_shift_right) return false;
    return type == DT_FLOAT32 || type == DT_FLOAT64 || ((type == DT_INT32 || type == DT_INT64) && !(f >= FN_floor_divide && f <= FN_fmod));
}

enum { FEW = 64, DIRECT_GRAIN = 32768 };

/* false: not for this way */
static bool run_direct(Work *w)
{
    static const EwNumber none[3];
    const View *out = &w->out[0];
    DType type = w->compute;
    if (type >= DTYPE_COUNT || !is_plain(w->op, type) || !out->contiguous) return false;
    if (out->dtype != (is_comparison(w->op->id) ? DT_BOOL : type)) return false;
    int64_t n = out->size;
    if (n >= EW_STREAM_BYTES / (int64_t)dtype_bytes(out->dtype)) return false; /* a line writes past the caches */
    size_t bytes = dtype_bytes(type), out_bytes = dtype_bytes(out->dtype);
    char few[FEW * 8] __attribute__((aligned(64)));
    bool used = false;
    Direct d = {.out = out->at, .bytes = (int)bytes, .out_bytes = (int)out_bytes, .k = none};
    for (int i = 0; i < w->in_count; i++) {
        const View *v = &w->in[i];
        if (!v->present) {
            if (n > FEW || used) return false;
            used = true;
            EwNumber k = ew_number(w->numbers[i]);
            if (type == DT_FLOAT32) for (int64_t j = 0; j < n; j++) ((float *)few)[j] = k.F;
            else if (type == DT_FLOAT64) for (int64_t j = 0; j < n; j++) ((double *)few)[j] = k.D;
            else if (type == DT_INT32) for (int64_t j = 0; j < n; j++) ((int32_t *)few)[j] = k.I;
            else for (int64_t j = 0; j < n; j++) ((int64_t *)few)[j] = k.L;
            d.in[i] = few;
            continue;
        }
        if (v->dtype != type || !v->contiguous || v->size != n) return false;
        if (n && (v->at != out->at || bytes != out_bytes)) {
            const char *end = v->at + (size_t)n * bytes, *out_end = out->at + (size_t)n * out_bytes;
            if (v->at < out_end && (const char *)out->at < end) return false;
        }
        d.in[i] = v->at;
    }
    d.kernel = ew_kernel(w->op->id, type, w->accent, n);
    if (!d.kernel) return false;
    if (n <= DIRECT_GRAIN) d.kernel(n, d.out, d.in[0], d.in[1], d.in[2], none);
    else work_parallel(w, n, DIRECT_GRAIN, direct_part, &d);
    return true;
}

/* n of one element or number, for the loop to read */
static void spread(const QuickOperand *o, DType dtype, void *few, int64_t n)
{
    double d = o->number ? scalar_as_double(*o->number) : dtype == DT_FLOAT32 ? (double)*(const float *)o->at : *(const double *)o->at;
    if (dtype == DT_FLOAT32) for (int64_t i = 0; i < n; i++) ((float *)few)[i] = (float)d;
    else for (int64_t i = 0; i < n; i++) ((double *)few)[i] = d;
}

bool cpu_ew_quick(const Op *op, DType dtype, const QuickOperand in[2], void *out, int64_t n)
{
    static const EwNumber none[3];
    if (!is_plain(op, dtype) || is_comparison(op->id) || n > DIRECT_GRAIN) return false;
    EwKernel kernel = ew_isa()->functions[dtype][op->id];
    if (!kernel) return false;
    char few[FEW * 8] __attribute__((aligned(64)));
    const void *x[2] = {in[0].at, in[1].at};
    for (int i = 0; i < 2; i++) {
        if (!in[i].number && !in[i].one) continue;
        if (n > FEW) return false;
        spread(&in[i], dtype, few, n);
        x[i] = few;
    }
    kernel(n, out, x[0], x[1], NULL, none);
    return true;
}

/* ---- copies ---- */
static bool overlap(const View *a, const View *b)
{
    int64_t al, ah, bl, bh, bytes = (int64_t)dtype_bytes(a->dtype);
    shape_extent(a->shape, a->strides, a->ndim, &al, &ah);
    shape_extent(b->shape, b->strides, b->ndim, &bl, &bh);
    return a->at + al * bytes < b->at + bh * bytes && b->at + bl * bytes < a->at + ah * bytes;
}

static bool run_copy(Work *w)
{
    const View *in = &w->in[0], *out = &w->out[0];
    if (!in->present || in->dtype != out->dtype || !shape_same(in->shape, in->ndim, out->shape, out->ndim) || (out->size && overlap(in, out))) return false;
    if (in->contiguous && out->contiguous && out->size < 1 << 16) {
        if (out->size) memcpy(out->at, in->at, (size_t)out->size * dtype_bytes(out->dtype));
    } else ew_copy(w, out->at, out->strides, in->at, in->strides, out->shape, out->ndim, dtype_bytes(out->dtype));
    return true;
}

/* ---- any call ---- */
static bool moves(const Op *op) { return op->id == OP_copy || op->id == OP_cast || op->id == OP_conj; }

static void build(Work *w, EwProgram *p)
{
    const Op *op = w->op;
    const View *out = &w->out[0];
    int in[3] = {-1, -1, -1};
    ew_program_init(p, out->shape, out->ndim);
    for (int i = 0; i < w->in_count && i < 3; i++) {
        const View *v = &w->in[i];
        if (moves(op)) in[i] = v->present ? ew_program_input(p, v, ew_register_type(v->dtype)) : ew_program_number(p, w->numbers[i], ew_register_type(out->dtype));
        else if (v->present) in[i] = ew_program_input(p, v, ew_operand_type(op, w->compute, i));
        else in[i] = ew_program_operand(p, op, w->compute, w->numbers[i], i);
    }
    const View *weight = &w->in[1];
    if (op->id == OP_prelu && weight->present && weight->ndim == 1 && weight->size != 1 && out->ndim >= 2) p->in[p->regs[in[1]].view].shift = out->ndim - 2;
    ew_program_output(p, ew_program_call(p, op, w->accent, w->compute, in, w->attrs, out->dtype), out);
}

bool cpu_ew_program(Work *w, EwProgram *p)
{
    build(w, p);
    if (p->bad) return work_fail(w, CE_DTYPE_UNSUPPORTED, "%s has no such dtype", w->op->name);
    ew_program_lay_out(p);
    return true;
}

bool cpu_ew(Work *w)
{
    if (run_direct(w)) return true;
    if (moves(w->op) && run_copy(w)) return true;
    EwProgram p;
    build(w, &p);
    return ew_program_run(&p, w);
}
