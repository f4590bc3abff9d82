/* ew_program.c: building and running elementwise programs (see ew.h).
 *
 * Running: the shape's axes are put in the order of the first output's strides and neighbours joined. If the last one is long, blocks are parts of its rows
 * and operands that are dense along it are used where they lie; else blocks are runs of the whole row-major order, gathered and scattered.
 */
#include <string.h>

#include "blit.h"
#include "ew.h"
#include "libm.h"

DType ew_register_type(DType d)
{
    switch (d) {
    case DT_BOOL: return DT_BOOL;
    case DT_INT64: return DT_INT64;
    case DT_FLOAT64: return DT_FLOAT64;
    case DT_FLOAT16: case DT_BFLOAT16: case DT_FLOAT32: return DT_FLOAT32;
    default: return DT_INT32;
    }
}

EwNumber ew_number(Scalar s)
{
    int64_t i = s.kind >= SCALAR_FLOAT ? (s.f >= -0x1p63 && s.f < 0x1p63 ? (int64_t)s.f : s.f > 0 ? INT64_MAX : INT64_MIN) : s.i;
    double d = scalar_as_double(s);
    return (EwNumber){.F = (float)d, .D = d, .I = (int32_t)i, .L = i, .B = s.kind >= SCALAR_FLOAT ? s.f != 0 : s.i != 0};
}

static const void *number_of(const EwNumber *k, DType type)
{
    return type == DT_FLOAT32 ? (const void *)&k->F : type == DT_FLOAT64 ? (const void *)&k->D : type == DT_INT32 ? (const void *)&k->I : type == DT_INT64 ? (const void *)&k->L : (const void *)&k->B;
}

/* ---- building ---- */
void ew_program_init(EwProgram *p, const int64_t *shape, int ndim)
{
    p->ndim = ndim;
    p->reg_count = p->step_count = p->in_count = p->out_count = 0;
    p->bad = false;
    p->accent = PLAIN_ACCENT;
    p->size = 1;
    for (int i = 0; i < ndim; i++) p->size *= p->shape[i] = shape[i];
}

static int new_register(EwProgram *p, DType type)
{
    if (p->reg_count == EW_REGS) {
        p->bad = true;
        return -1;
    }
    EwRegister *r = &p->regs[p->reg_count];
    r->type = (uint8_t)type;
    r->view = -1;
    r->number = false;
    return p->reg_count++;
}

static void set_view(EwView *to, const View *v, int reg)
{
    to->at = v->at;
    to->dtype = v->dtype;
    to->reg = reg;
    to->owned = false;
    to->view_shape = v->shape;
    to->view_strides = v->strides;
    to->view_ndim = v->ndim;
    to->shift = 0;
}

int ew_program_input(EwProgram *p, const View *v, DType type)
{
    int reg = p->in_count < EW_VIEWS ? new_register(p, type) : -1;
    if (reg < 0) {
        p->bad = true;
        return -1;
    }
    set_view(&p->in[p->in_count], v, reg);
    p->regs[reg].view = (int8_t)p->in_count++;
    return reg;
}

int ew_program_number(EwProgram *p, Scalar s, DType type)
{
    int reg = new_register(p, type);
    if (reg < 0) return -1;
    p->regs[reg].number = true;
    p->regs[reg].value = ew_number(s);
    return reg;
}

static bool gives_bool(int function)
{
    switch (function) {
    case FN_isnan: case FN_isinf: case FN_isfinite: case FN_equal: case FN_not_equal: case FN_less: case FN_less_equal: case FN_greater: case FN_greater_equal:
    case FN_logical_not: case FN_logical_and: case FN_logical_or: case FN_logical_xor: return true;
    default: return false;
    }
}

static int add_step(EwProgram *p, EwKernel kernel, int function, DType result, const int src[3], const EwNumber *k)
{
    int dst = p->step_count < EW_STEPS && kernel ? new_register(p, result) : -1;
    if (dst < 0) {
        p->bad = true;
        return -1;
    }
    EwStep *s = &p->steps[p->step_count++];
    s->kernel = kernel;
    s->function = (int16_t)function;
    s->dst = (uint8_t)dst;
    for (int i = 0; i < 3; i++) s->src[i] = (int8_t)src[i];
    s->check = 0;
    if (k) memcpy(s->k, k, sizeof s->k);
    else memset(s->k, 0, sizeof s->k);
    return dst;
}

int ew_program_step(EwProgram *p, int function, DType type, const int src[3], const EwNumber *k)
{
    return add_step(p, ew_kernel(function, type, p->accent, p->size), function, gives_bool(function) ? DT_BOOL : type, src, k);
}

int ew_program_convert(EwProgram *p, int reg, DType type)
{
    if (reg < 0 || p->regs[reg].type == type) return reg;
    return add_step(p, ew_isa()->convert[p->regs[reg].type][type], -1, type, (int[]){reg, -1, -1}, NULL);
}

int ew_program_round(EwProgram *p, int reg, DType dtype)
{
    DType type = ew_register_type(dtype);
    reg = ew_program_convert(p, reg, type);
    if (reg < 0 || type == dtype) return reg;
    reg = add_step(p, ew_isa()->convert[type][dtype], -1, dtype, (int[]){reg, -1, -1}, NULL);
    return reg < 0 ? -1 : add_step(p, ew_isa()->convert[dtype][type], -1, type, (int[]){reg, -1, -1}, NULL);
}

void ew_program_check(EwProgram *p, int check)
{
    if (p->step_count) p->steps[p->step_count - 1].check = (uint8_t)check;
}

void ew_program_output(EwProgram *p, int reg, const View *v)
{
    if (reg < 0 || p->out_count == EW_VIEWS) p->bad = true;
    else set_view(&p->out[p->out_count++], v, reg);
}

void ew_program_trim(EwProgram *p)
{
    bool needed[EW_REGS] = {false};
    int steps = p->step_count, kept = 0;
    for (int v = 0; v < p->out_count; v++) needed[p->out[v].reg] = true;
    for (int s = steps - 1; s >= 0; s--)
        for (int i = 0; needed[p->steps[s].dst] && i < 3; i++)
            if (p->steps[s].src[i] >= 0) needed[p->steps[s].src[i]] = true;
    for (int s = 0; s < steps; s++)
        if (needed[p->steps[s].dst] && kept++ != s) p->steps[kept - 1] = p->steps[s];
    p->step_count = kept;
    kept = 0;
    for (int v = 0; v < p->in_count; v++)
        if (needed[p->in[v].reg] && kept++ != v) p->in[kept - 1] = p->in[v];
    p->in_count = kept;
    for (int v = 0; v < kept; v++) p->regs[p->in[v].reg].view = (int8_t)v;
    for (int i = 0; i < p->reg_count; i++)
        if (!needed[i]) p->regs[i].number = false;
}

/* ---- laying out ---- */
/* A view's strides along the program's axes: 0 where it is broadcast. */
static void spread(const EwProgram *p, EwView *v)
{
    int behind = v->shift;
    for (int i = 0; i < p->ndim; i++) {
        int k = i - (p->ndim - v->view_ndim) + behind;
        v->strides[i] = k < 0 || k >= v->view_ndim || v->view_shape[k] == 1 ? 0 : v->view_strides[k];
    }
}

static void swap(int64_t *a, int64_t *b) { int64_t t = *a; *a = *b; *b = t; }

static void swap_axes(EwProgram *p, int i, int j)
{
    swap(&p->shape[i], &p->shape[j]);
    for (int v = 0; v < p->in_count; v++) swap(&p->in[v].strides[i], &p->in[v].strides[j]);
    for (int v = 0; v < p->out_count; v++) swap(&p->out[v].strides[i], &p->out[v].strides[j]);
}

static int64_t magnitude(int64_t x) { return x < 0 ? -x : x; }

static bool joins(const EwProgram *p, int i, int j) /* axis i with j behind it */
{
    for (int v = 0; v < p->in_count; v++)
        if (p->in[v].strides[i] != p->in[v].strides[j] * p->shape[j]) return false;
    for (int v = 0; v < p->out_count; v++)
        if (p->out[v].strides[i] != p->out[v].strides[j] * p->shape[j]) return false;
    return true;
}

static void move_axis(EwProgram *p, int to, int from)
{
    p->shape[to] = p->shape[from];
    for (int v = 0; v < p->in_count; v++) p->in[v].strides[to] = p->in[v].strides[from];
    for (int v = 0; v < p->out_count; v++) p->out[v].strides[to] = p->out[v].strides[from];
}

static bool is_whole(const EwProgram *p, const EwView *v)
{
    int64_t step = 1;
    for (int i = p->ndim - 1; i >= 0; step *= p->shape[i--])
        if (v->strides[i] != step) return false;
    return true;
}

void ew_program_lay_out(EwProgram *p)
{
    for (int v = 0; v < p->in_count; v++) spread(p, &p->in[v]);
    for (int v = 0; v < p->out_count; v++) spread(p, &p->out[v]);
    int n = 0;
    for (int i = 0; i < p->ndim; i++)
        if (p->shape[i] != 1) {
            if (n != i) move_axis(p, n, i);
            n++;
        }
    p->ndim = n;
    for (int i = 1; i < n; i++)
        for (int k = i; k > 0 && magnitude(p->out[0].strides[k - 1]) < magnitude(p->out[0].strides[k]); k--) swap_axes(p, k - 1, k);
    int last = n ? 0 : -1;
    for (int i = 1; i < n; i++) {
        if (joins(p, last, i)) {
            int64_t size = p->shape[last];
            move_axis(p, last, i);
            p->shape[last] *= size;
        } else if (++last != i) move_axis(p, last, i);
    }
    p->ndim = last + 1;
    if (p->ndim == 0) { /* one element */
        p->ndim = 1;
        p->shape[0] = 1;
        for (int v = 0; v < p->in_count; v++) p->in[v].strides[0] = 1;
        for (int v = 0; v < p->out_count; v++) p->out[v].strides[0] = 1;
    }
    for (int v = 0; v < p->in_count; v++) p->in[v].whole = is_whole(p, &p->in[v]);
    for (int v = 0; v < p->out_count; v++) p->out[v].whole = is_whole(p, &p->out[v]);
}

/* An operand that lies across an output, but not element on element, is copied first. */
static void reach(const EwProgram *p, const EwView *v, const char **low, const char **high)
{
    int64_t l, h;
    shape_extent(p->shape, v->strides, p->ndim, &l, &h);
    *low = v->at + l * (int64_t)dtype_bytes(v->dtype);
    *high = v->at + h * (int64_t)dtype_bytes(v->dtype);
}

static bool collides(const EwProgram *p, const EwView *in, const EwView *out)
{
    const char *il, *ih, *ol, *oh;
    reach(p, in, &il, &ih);
    reach(p, out, &ol, &oh);
    if (ih <= ol || oh <= il) return false;
    return in->at != out->at || dtype_bytes(in->dtype) != dtype_bytes(out->dtype) || memcmp(in->strides, out->strides, sizeof *in->strides * (size_t)p->ndim) != 0;
}

static bool part_from_outputs(EwProgram *p, Work *w)
{
    for (int v = 0; v < p->in_count; v++) {
        EwView *in = &p->in[v];
        bool bad = false;
        for (int o = 0; o < p->out_count; o++) bad |= collides(p, in, &p->out[o]);
        if (!bad) continue;
        size_t bytes = dtype_bytes(in->dtype);
        char *copy = work_scratch(w, (size_t)p->size * bytes);
        if (!copy) return false;
        ew_gather(ew_isa(), copy, in->at, bytes, p->ndim, p->shape, in->strides, 0, p->size);
        in->at = copy;
        in->owned = true;
        shape_contiguous(p->shape, p->ndim, in->strides);
        in->whole = true;
    }
    return true;
}

/* ---- running ---- */
/* Where a register is while blocks run: a slot of the thread's memory, or the memory of an input that lies as it is wanted, or of an output. */
enum { IN_PLACE = -1 };
typedef struct Run {
    const EwProgram *p;
    const EwIsa *isa;
    bool rows;                /* blocks are parts of rows */
    bool in_line;             /* blocks go unit by unit, see ew.h; else step by step */
    bool stream;              /* outputs are larger than caches: lines write past them */
    int block, slots;
    int8_t slot[EW_REGS];
    int8_t straight[EW_REGS]; /* the output that a step's result is written to at once; -1: none */
    EwLine line;
    Work *w;
    _Atomic int failed;       /* a check's number */
} Run;

typedef struct Frame {  /* one thread's registers */
    char *reg[EW_REGS];       /* where each one is in this block */
    const char *splat[EW_VIEWS];
    int64_t splat_n[EW_VIEWS];
    char *slots, *raw;
    EwLineStep line[EW_LINE_STEPS]; /* the run's, with this thread's memory */
} Frame;

static char *own_memory(const Run *r, const Frame *f, int reg)
{
    return f->slots + r->slot[reg] * (EW_BLOCK * 4);
}

static bool is_dense(const Run *r, const EwView *v) { return v->whole || (r->rows && v->strides[r->p->ndim - 1] == 1); }

static bool is_read_in_place(const Run *r, const EwView *in) { return is_dense(r, in) && in->dtype == (DType)r->p->regs[in->reg].type; }

/* The output that step s may write its result to: dense, of its type; not where an input lies that later steps still read. */
static int straight_output(const Run *r, int s)
{
    const EwProgram *p = r->p;
    int reg = p->steps[s].dst;
    for (int o = 0; o < p->out_count; o++) {
        const EwView *out = &p->out[o];
        if (out->reg != reg || out->dtype != (DType)p->regs[reg].type || !is_dense(r, out)) continue;
        bool clear = true;
        for (int v = 0; v < p->in_count && (s < p->step_count - 1 || p->out_count > 1); v++) clear &= p->in[v].at != out->at;
        if (clear) return o;
    }
    return -1;
}

/* Registers that live at different times share memory. */
static void share_slots(Run *r)
{
    const EwProgram *p = r->p;
    int last_use[EW_REGS];
    int8_t free_slots[EW_REGS];
    int free_count = 0;
    r->slots = 0;
    for (int i = 0; i < p->reg_count; i++) {
        last_use[i] = r->straight[i] = -1;
        r->slot[i] = p->regs[i].number ? (int8_t)r->slots++ : IN_PLACE;
    }
    for (int v = 0; v < p->in_count; v++) /* all inputs are bound before the first step */
        if (!is_read_in_place(r, &p->in[v])) r->slot[p->in[v].reg] = (int8_t)r->slots++;
    for (int s = 0; s < p->step_count; s++)
        for (int i = 0; i < 3; i++)
            if (p->steps[s].src[i] >= 0) last_use[p->steps[s].src[i]] = s;
    for (int v = 0; v < p->out_count; v++) last_use[p->out[v].reg] = p->step_count;
    for (int s = 0; s < p->step_count; s++) {
        int dst = p->steps[s].dst;
        if (!r->in_line) r->straight[dst] = (int8_t)straight_output(r, s);
        if (r->straight[dst] < 0) r->slot[dst] = free_count ? free_slots[--free_count] : (int8_t)r->slots++;
        for (int i = 0; i < 3; i++) {
            int src = p->steps[s].src[i];
            bool again = false;
            for (int k = 0; k < i; k++) again |= p->steps[s].src[k] == src;
            if (src < 0 || again || last_use[src] != s || r->slot[src] == IN_PLACE || p->regs[src].number || p->regs[src].view >= 0) continue;
            free_slots[free_count++] = r->slot[src];
        }
    }
}

static void bind_input(const Run *r, Frame *f, int v, int64_t first, int64_t offset, int64_t n)
{
    const EwView *in = &r->p->in[v];
    DType type = r->p->regs[in->reg].type;
    size_t bytes = dtype_bytes(in->dtype);
    int64_t step = in->strides[r->p->ndim - 1];
    const char *x = in->whole ? in->at + first * (int64_t)bytes : in->at + offset * (int64_t)bytes;
    if (r->slot[in->reg] == IN_PLACE) {
        f->reg[in->reg] = (char *)x;
        return;
    }
    char *own = f->reg[in->reg] = own_memory(r, f, in->reg);
    if (is_dense(r, in)) {
        r->isa->convert[in->dtype][type](n, own, x, NULL, NULL, NULL);
        return;
    }
    if (r->rows && step == 0) { /* one element for the whole row: often the same one as before */
        if (f->splat[v] == x && f->splat_n[v] >= n) return;
        f->splat[v] = x;
        f->splat_n[v] = n;
    }
    bool same = in->dtype == type;
    void *raw = same ? own : f->raw;
    if (r->rows) r->isa->moves->gather[bytes == 1 ? 0 : bytes == 2 ? 1 : bytes == 4 ? 2 : 3](n, raw, x, step);
    else ew_gather(r->isa, raw, in->at, bytes, r->p->ndim, r->p->shape, in->strides, first, n);
    if (!same) r->isa->convert[in->dtype][type](n, own, raw, NULL, NULL, NULL);
}

static void store(const Run *r, Frame *f, const EwView *out, int64_t first, int64_t offset, int64_t n)
{
    DType type = r->p->regs[out->reg].type;
    size_t bytes = dtype_bytes(out->dtype);
    int64_t step = out->strides[r->p->ndim - 1];
    char *o = out->whole ? out->at + first * (int64_t)bytes : out->at + offset * (int64_t)bytes;
    const char *x = f->reg[out->reg];
    if (x == o) return;
    bool dense = is_dense(r, out);
    if (dense && out->dtype == type) {
        memmove(o, x, (size_t)n * bytes);
        return;
    }
    if (dense) {
        r->isa->convert[type][out->dtype](n, o, x, NULL, NULL, NULL);
        return;
    }
    if (out->dtype != type) {
        r->isa->convert[type][out->dtype](n, f->raw, x, NULL, NULL, NULL);
        x = f->raw;
    }
    if (r->rows) r->isa->moves->scatter[bytes == 1 ? 0 : bytes == 2 ? 1 : bytes == 4 ? 2 : 3](n, o, x, step);
    else ew_scatter(r->isa, out->at, x, bytes, r->p->ndim, r->p->shape, out->strides, first, n);
}

static bool check_fails(int check, DType type, const void *x, int64_t n)
{
    int bad = 0;
    if (type == DT_INT32) for (int64_t i = 0; i < n; i++) bad |= check == 1 ? ((const int32_t *)x)[i] == 0 : ((const int32_t *)x)[i] < 0;
    else if (type == DT_INT64) for (int64_t i = 0; i < n; i++) bad |= check == 1 ? ((const int64_t *)x)[i] == 0 : ((const int64_t *)x)[i] < 0;
    return bad;
}

/* One block: n elements from `first`; offsets of inputs, then outputs, of that element. */
static void run_block(Run *r, Frame *f, int64_t first, const int64_t *offsets, int64_t n)
{
    const EwProgram *p = r->p;
    for (int v = 0; v < p->in_count; v++) bind_input(r, f, v, first, offsets[v], n);
    for (int s = 0; s < p->step_count; s++) {
        const EwStep *step = &p->steps[s];
        int straight = r->straight[step->dst];
        char *dst;
        if (straight < 0) dst = own_memory(r, f, step->dst);
        else {
            const EwView *out = &p->out[straight];
            dst = out->at + (out->whole ? first : offsets[p->in_count + straight]) * (int64_t)dtype_bytes(out->dtype);
        }
        f->reg[step->dst] = dst;
        const char *src[3];
        for (int i = 0; i < 3; i++) src[i] = step->src[i] >= 0 ? f->reg[step->src[i]] : NULL;
        if (step->check && check_fails(step->check, p->regs[step->src[1]].type, src[1], n)) {
            r->failed = step->check;
            return;
        }
        step->kernel(n, dst, src[0], src[1], src[2], step->k);
    }
    for (int v = 0; v < p->out_count; v++) store(r, f, &p->out[v], first, offsets[p->in_count + v], n);
}

/* The same, unit by unit */
static void run_line(const Run *r, Frame *f, int64_t first, const int64_t *offsets, int64_t n)
{
    const EwProgram *p = r->p;
    for (int v = 0; v < p->in_count; v++) bind_input(r, f, v, first, offsets[v], n);
    for (int s = 0; s < r->line.count; s++) {
        EwLineStep *step = &f->line[s];
        for (int i = 0; i < 4; i++) {
            int reg = step->reg[i];
            if (i == 0 && step->out >= 0) {
                const EwView *out = &p->out[step->out];
                step->by[0] = (int16_t)dtype_bytes(out->dtype);
                step->at[0] = out->at + (out->whole ? first : offsets[p->in_count + step->out]) * step->by[0];
                if (r->line.steps[s].code == LINE_STREAM) step->code = (uintptr_t)step->at[0] % 64 ? LINE_STORE : LINE_STREAM;
            } else if (reg >= 0 && p->regs[reg].view >= 0) {
                step->by[i] = (int16_t)dtype_bytes(p->regs[reg].type);
                step->at[i] = f->reg[reg];
            } else if (reg >= 0) {
                step->by[i] = 0;
                step->at[i] = own_memory(r, f, reg);
            }
        }
    }
    r->isa->lines[r->line.doubles](n, f->line, r->line.count);
}

enum { STACK_SLOTS = 8, STOPPED = 3 };
static void run_range(void *data, int64_t from, int64_t to)
{
    Run *r = data;
    const EwProgram *p = r->p;
    Frame f;
    char stack[STACK_SLOTS * EW_BLOCK * 4 + EW_BLOCK * 8] __attribute__((aligned(64)));
    memset(f.splat, 0, sizeof f.splat);
    memcpy(f.line, r->line.steps, sizeof *f.line * (size_t)r->line.count);
    char *memory = stack, *heap = NULL;
    if (r->slots > STACK_SLOTS && !(memory = heap = work_scratch(r->w, (size_t)(r->slots * 4 + 8) * EW_BLOCK))) return;
    f.raw = memory;
    f.slots = memory + EW_BLOCK * 8;
    int64_t numbers = r->in_line ? EW_LINE_UNIT : r->block;
    for (int i = 0; i < p->reg_count; i++) {
        if (!p->regs[i].number) continue;
        size_t bytes = dtype_bytes(p->regs[i].type);
        f.reg[i] = own_memory(r, &f, i);
        r->isa->moves->gather[bytes == 1 ? 0 : bytes == 4 ? 2 : 3](to - from < numbers ? to - from : numbers, f.reg[i], number_of(&p->regs[i].value, p->regs[i].type), 0);
    }
    int last = p->ndim - 1, views = p->in_count + p->out_count;
    int64_t at[MAX_DIMS], offsets[2 * EW_VIEWS], rest = from;
    for (int v = 0; v < views; v++) offsets[v] = 0;
    for (int i = last; i >= 0; i--) {
        at[i] = rest % p->shape[i];
        rest /= p->shape[i];
        for (int v = 0; v < views; v++) offsets[v] += at[i] * (v < p->in_count ? &p->in[v] : &p->out[v - p->in_count])->strides[i];
    }
    for (int64_t blocks = 1; from < to && !r->failed; blocks++) {
        if (blocks % 64 == 0 && work_stopped(r->w)) r->failed = STOPPED;
        int64_t n = to - from < r->block ? to - from : r->block;
        if (r->rows && p->shape[last] - at[last] < n) n = p->shape[last] - at[last];
        if (r->in_line) run_line(r, &f, from, offsets, n);
        else run_block(r, &f, from, offsets, n);
        from += n;
        if (!r->rows || from >= to) continue;
        int i = last;
        int64_t by = n;
        for (;; i--, by = 1) {
            at[i] += by;
            int64_t back = at[i] < p->shape[i] || i == 0 ? 0 : at[i];
            for (int v = 0; v < views; v++) offsets[v] += (by - back) * (v < p->in_count ? &p->in[v] : &p->out[v - p->in_count])->strides[i];
            if (!back) break;
            at[i] = 0;
        }
    }
    if (r->stream) r->isa->moves->stream_end();
    work_scratch_free(r->w, heap);
}

enum { GRAIN = 16384, LONG_GRAIN = 1 << 17, LONG_BLOCK = 8192 };

/* Lines pay where there is more than one step or much to do. */
static void choose_line(Run *r)
{
    const EwProgram *p = r->p;
    size_t written = 0;
    r->in_line = p->step_count > 1 || p->size >= GRAIN;
    r->stream = true;
    for (int o = 0; o < p->out_count; o++) {
        r->in_line &= is_dense(r, &p->out[o]);
        written += (size_t)p->size * dtype_bytes(p->out[o].dtype);
        for (int v = 0; v < p->in_count; v++) r->stream &= p->in[v].at != p->out[o].at; /* written where it was read: it is in the cache */
    }
    r->stream &= written >= EW_STREAM_BYTES;
    r->line.count = 0;
    if (r->in_line) r->in_line = ew_line_plan(&r->line, p, r->stream);
    if (!r->in_line) r->line.count = 0;
    r->stream &= r->in_line;
}

/* Blocks that fit in registers' memory, unless nothing of a block's length lies there. */
static void choose_block(Run *r)
{
    const EwProgram *p = r->p;
    size_t widest = 4;
    bool in_place = r->in_line;
    for (int i = 0; i < p->reg_count; i++)
        if (dtype_bytes(p->regs[i].type) > widest) widest = dtype_bytes(p->regs[i].type);
    for (int v = 0; v < p->in_count; v++) in_place &= r->slot[p->in[v].reg] == IN_PLACE;
    r->block = in_place ? LONG_BLOCK : EW_BLOCK * 4 / (int)widest;
}

bool ew_program_run(EwProgram *p, Work *w)
{
    if (p->bad) return work_fail(w, CE_NOT_IMPLEMENTED, "there is no formula for this dtype");
    if (p->size == 0) return true;
    ew_program_lay_out(p);
    if (w->elsewhere) return w->elsewhere->program(w, p);
    if (!part_from_outputs(p, w)) return false;
    Run r = {.p = p, .isa = ew_isa(), .w = w, .rows = p->ndim == 1 || p->shape[p->ndim - 1] >= 128};
    choose_line(&r);
    share_slots(&r);
    choose_block(&r);
    int64_t grain = p->size >> 22 ? LONG_GRAIN : GRAIN;
    if (p->size <= grain) run_range(&r, 0, p->size);
    else work_parallel(w, p->size, grain, run_range, &r);
    for (int v = 0; v < p->in_count; v++)
        if (p->in[v].owned) work_scratch_free(w, p->in[v].at);
    if (r.failed == 1) return work_fail(w, CE_INTEGER_DIVISION, "integer division by zero");
    if (r.failed == 2) return work_fail(w, CE_NEGATIVE_POWER, "integers to negative integer powers are not allowed");
    return !r.failed && w->error == CORE_OK;
}
