/* ew.h: elementwise programs: steps over blocks of registers that stay in the nearest cache.
 *
 * A program reads views (broadcast to one shape), converts each block to a register type, runs its steps on the block and stores what it must; one call is a
 * program of one step, a fused chain of calls a longer one, with the same results: ew_program_round cuts a register to what a narrower dtype would hold.
 * Register types are FLOAT32, FLOAT64, INT32, INT64 and BOOL; ew_register_type tells which one a dtype computes in.
 *
 *     EwProgram p; ew_program_init(&p, shape, ndim);
 *     int a = ew_program_input(&p, &view, DT_FLOAT32), b = ew_program_number(&p, scalar, DT_FLOAT32);
 *     int s = ew_program_step(&p, FN_add, DT_FLOAT32, (int[]){a, b, -1}, NULL);
 *     ew_program_output(&p, s, &out_view);
 *     ok = ew_program_run(&p, work);
 *
 * Functions that give a register give -1 when the program is full or there is no such formula; run then fails. Views are borrowed until run has returned.
 */
#ifndef PERCH_CORE_CPU_EW_H
#define PERCH_CORE_CPU_EW_H

#include "functions.h"
#include "work.h"

typedef struct EwNumber { float F; double D; int32_t I; int64_t L; uint8_t B; } EwNumber; /* one number in every register type */
EwNumber ew_number(Scalar s);

/* n elements; out may be a, b or c. k: the numbers of the call. */
typedef void (*EwKernel)(int64_t n, void *out, const void *a, const void *b, const void *c, const EwNumber *k);

enum { EW_REGS = 48, EW_STEPS = 24, EW_VIEWS = 12, EW_BLOCK = 1024 };
typedef struct EwView {
    char *at;
    DType dtype;
    int reg;
    bool owned;       /* a copy in scratch: the operand lay across an output */
    const int64_t *view_shape, *view_strides;
    int view_ndim, shift; /* shift: axes of the program behind the view's last one (prelu's weight) */
    int64_t strides[MAX_DIMS];
    bool whole;       /* lies without gaps over the whole shape */
} EwView;
typedef struct EwStep {
    EwKernel kernel;
    uint8_t dst;
    int8_t src[3];
    uint8_t check;    /* fails where b is: 1 zero, 2 negative */
    int16_t function; /* what the kernel computes, of dst's type; -1: it converts */
    EwNumber k[3];
} EwStep;
typedef struct EwRegister { uint8_t type; int8_t view; bool number; EwNumber value; } EwRegister;
typedef struct EwProgram {
    int ndim, reg_count, step_count, in_count, out_count;
    bool bad;
    Accent accent;    /* whose kernels steps take, see ew_kernel */
    int64_t size, shape[MAX_DIMS];
    EwRegister regs[EW_REGS];
    EwStep steps[EW_STEPS];
    EwView in[EW_VIEWS], out[EW_VIEWS];
} EwProgram;

DType ew_register_type(DType d);
/* The kernel of a formula: libm.h's for NumPy's accent, PyTorch's own swift one for many elements; NULL: there is none. */
EwKernel ew_kernel(int function, DType type, Accent accent, int64_t size);
void ew_program_init(EwProgram *p, const int64_t *shape, int ndim);
int ew_program_input(EwProgram *p, const View *v, DType type);
int ew_program_number(EwProgram *p, Scalar s, DType type);
/* src: as many registers as the formula takes, of `type` or, where it wants them, BOOL; k: its numbers or NULL. */
int ew_program_step(EwProgram *p, int function, DType type, const int src[3], const EwNumber *k);
int ew_program_round(EwProgram *p, int reg, DType dtype);   /* as if stored in dtype and read again */
int ew_program_convert(EwProgram *p, int reg, DType type);  /* another register type */
void ew_program_check(EwProgram *p, int check);             /* of the last step, see EwStep */
void ew_program_output(EwProgram *p, int reg, const View *v);
void ew_program_trim(EwProgram *p);                         /* without the steps and inputs that no output needs */
void ew_program_lay_out(EwProgram *p);                      /* axes in the order of the first output's strides, joined where they can be; run does it itself */
bool ew_program_run(EwProgram *p, Work *w);
/* The steps of one elementwise call over registers that stand for its operands (in[i] of in_type[i]); the register of its result. */
int ew_program_call(EwProgram *p, const Op *op, Accent accent, DType compute, const int *in, const Attr *attrs, DType out_dtype);
/* A number as operand of a call that computes in `compute`. */
int ew_program_operand(EwProgram *p, const Op *op, DType compute, Scalar s, int i);
/* The register type that operand i of op wants. */
DType ew_operand_type(const Op *op, DType compute, int i);

/* ---- lines: a program's steps for a unit of elements that stays in vector registers, see isa/line.h ---- */
enum EwLineCode {
    LINE_LOAD, LINE_STORE, LINE_STREAM,  /* the value at hand from [1], to [0], to [0] past the caches */
    LINE_CALL,                           /* kernel: to [0] of [1], [2], [3]; the value at hand is lost */
    LINE_COPY, LINE_COPY_STREAM,         /* elements of `bytes`, to [0] from [1] */
    LINE_SQUARE, LINE_NEGATE, LINE_RELU, LINE_EXP, LINE_SIGMOID, LINE_SILU, LINE_TANH, /* of the value at hand; the last four are swift ones */
    LINE_ADD, LINE_SUBTRACT, LINE_MULTIPLY, LINE_DIVIDE, LINE_MAXIMUM, LINE_MINIMUM, LINE_SLOPE, /* of it and [1]; the last is sigmoid's gradient */
    LINE_ADD_TO, LINE_SUBTRACT_FROM, LINE_MULTIPLY_INTO, LINE_DIVIDE_INTO, /* of [1] and it: which of two NaN comes first decides its bits */
    LINE_BY_NUMBER = 32                  /* added to these: k's first number for [1] */
};
typedef struct EwLineStep {
    uint8_t code, bytes;
    int8_t reg[4];          /* whose memory at[] is; -1: none */
    int8_t out;             /* at[0] is this output's memory; -1: its register's own */
    EwKernel kernel;
    const EwNumber *k;
    char *at[4];
    int16_t by[4];          /* bytes from element to element; 0: every unit uses the same memory */
} EwLineStep;
enum { EW_LINE_STEPS = 4 * EW_STEPS + 2 * EW_VIEWS, EW_LINE_UNIT = 128 }; /* a unit is never longer */
typedef struct EwLine {
    int count;
    bool doubles;           /* which arithmetic is done in registers; the rest by kernels */
    EwLineStep steps[EW_LINE_STEPS];
} EwLine;
/* Lays the program out as a line; outputs lie without gaps in every block; stream: they are written past the caches. false: it does not fit. */
bool ew_line_plan(EwLine *line, const EwProgram *p, bool stream);

/* ---- what is compiled for each vector unit: cpu/isa ---- */
typedef struct EwMoves { /* by log2 of the element's bytes */
    void (*gather[5])(int64_t n, void *to, const void *from, int64_t stride);
    void (*scatter[5])(int64_t n, void *to, const void *from, int64_t stride);
    /* to[i * to_stride + j] = from[j * from_stride + i], i < n, j < m */
    void (*turn[5])(int64_t n, int64_t m, void *to, int64_t to_stride, const void *from, int64_t from_stride);
    /* bytes written past the caches, for results of EW_STREAM_BYTES and more; stream_end on the same thread before another reads them */
    void (*stream)(int64_t bytes, void *to, const void *from);
    void (*stream_end)(void);
} EwMoves;
enum { EW_STREAM_BYTES = 16 << 20, EW_EXACT = 32768 };
/* Reductions add to accumulators of double (floats) or int64 (integers); see isa/red.c. */
typedef struct RedKernel {
    void (*inner)(int64_t n, const void *x, void *acc, const void *shift, double p);
    void (*outer)(int64_t rows, int64_t stride, int64_t n, const void *x, void *acc, const void *shift, double p);
} RedKernel;
enum RedFunction { RED_SUM, RED_NANSUM, RED_PROD, RED_MAX, RED_MIN, RED_COUNT_NONZERO, RED_ABS, RED_SQUARE, RED_ABSMAX, RED_ABSMIN, RED_POWER, RED_DEVIATION, RED_EXP, RED_COUNT };
struct DrawLoops;
struct CellLoops;
struct StepLoops;
typedef struct EwIsa {
    const char *name;
    const EwKernel *functions[DTYPE_COUNT];              /* by register type; each has FN_COUNT */
    const EwKernel *swift;                               /* of float, for PyTorch's accent on more than EW_EXACT elements: within 2.5 units, where there is one */
    const EwKernel (*convert)[DTYPE_COUNT];              /* [from][to], where one of them is a register type */
    const EwMoves *moves;
    void (*const *lines)(int64_t n, const EwLineStep *steps, int count); /* of float and double */
    const struct DrawLoops *draw;                        /* random numbers (draw_loops.h) */
    const struct CellLoops *cells;                       /* recurrent cells of float and double (cells.h) */
    const struct StepLoops *steps;                       /* optimizers' steps of float and double (step.h) */
    const RedKernel (*reduce)[3];                        /* [RedFunction][float, double, int64] */
    void (*largest[3])(int64_t n, const void *x, bool smallest, int64_t *at); /* where the first largest (NaN wins) is; float, double, int64 */
} EwIsa;
const EwIsa *ew_isa(void);          /* the best this machine runs */
const EwIsa *ew_isa_named(const char *name); /* for tests: NULL where it does not run */

/* Strided memory: what walks more than one axis */
void ew_gather(const EwIsa *isa, void *to, const char *from, size_t bytes, int ndim, const int64_t *shape, const int64_t *strides, int64_t first, int64_t n);
void ew_scatter(const EwIsa *isa, char *to, const void *from, size_t bytes, int ndim, const int64_t *shape, const int64_t *strides, int64_t first, int64_t n);
/* Same shape, same dtype; `to` and `from` do not overlap. Transposes go by tiles. */
void ew_copy(Work *w, char *to, const int64_t *to_strides, const char *from, const int64_t *from_strides, const int64_t *shape, int ndim, size_t bytes);
/* n contiguous elements from one dtype to another, any two. */
void ew_convert(const EwIsa *isa, int64_t n, void *to, DType to_dtype, const void *from, DType from_dtype);

#endif
