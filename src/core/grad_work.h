/* grad_work.h: what gradient functions are written in: values that are freed by themselves, and errors that pass through.
 *
 *     GRADIENT(tanh) { V y = saved_out(w, 0); give(w, 0, mul(w, grad_out(w, 0), sub(w, num(1), mul(w, y, y)))); }
 *
 * A V is a borrowed tensor or a number. Every function makes its result in the GradWork, which lets all of them go at the end; after an error all of
 * them return nothing and give does nothing. give sums a gradient down to the operand's shape, dtype and place.
 */
#ifndef PERCH_CORE_GRAD_WORK_H
#define PERCH_CORE_GRAD_WORK_H

#include "core_impl.h"
#include "grad.h"

typedef Arg V;
enum { GRAD_TEMPS = 64 };
typedef struct GradWork {
    Core *c;
    GradNode *node;
    Tensor *const *g;
    Tensor **in;
    bool failed;
    int count;
    Tensor *temps[GRAD_TEMPS];
} GradWork;

#define GRADIENT(name)                                                                                          \
    static void name##_gradient(GradWork *w);                                                                   \
    bool grad_##name(Core *c, GradNode *n, Tensor *const *g, Tensor **in);                                      \
    bool grad_##name(Core *c, GradNode *n, Tensor *const *g, Tensor **in)                                       \
    {                                                                                                           \
        GradWork w;                                                                                             \
        w.c = c;                                                                                                \
        w.node = n;                                                                                             \
        w.g = g;                                                                                                \
        w.in = in;                                                                                              \
        w.failed = false;                                                                                       \
        w.count = 0;                                                                                            \
        name##_gradient(&w);                                                                                    \
        return grad_work_close(&w);                                                                             \
    }                                                                                                           \
    static void name##_gradient(GradWork *w)

bool grad_work_close(GradWork *w);
V keep_temp(GradWork *w, Tensor *t);         /* takes t; NULL: failed */
void give(GradWork *w, int i, V g);          /* the gradient of operand i */
V grad_out(GradWork *w, int i);              /* the gradient of output i; zeros where none arrived */
V saved_in(GradWork *w, int i);              /* operand i: a tensor, or the number that stood there */
V saved_out(GradWork *w, int i);
static inline bool wanted(const GradWork *w, int i) { return grad_wanted(w->node, i); }
static inline bool has_grad(const GradWork *w, int i) { return w->g[i] != NULL; }
static inline V num(double x) { return arg_number(scalar_float(x)); }
static inline const Attr *attrs_of(const GradWork *w) { return w->node->attrs; }
static inline const InputInfo *input(const GradWork *w, int i) { return &w->node->inputs[i]; }
static inline double attr_number(const GradWork *w, int i) { return scalar_as_double(w->node->attrs[i].number); }

V grad_call(GradWork *w, OpId op, const V *in, int n, const Attr *attrs); /* the first output */
bool grad_call_all(GradWork *w, OpId op, const V *in, int n, const Attr *attrs, V *out); /* all of them */
static inline V op1(GradWork *w, OpId op, V a) { return grad_call(w, op, &a, 1, NULL); }
static inline V op2(GradWork *w, OpId op, V a, V b) { V in[2] = {a, b}; return grad_call(w, op, in, 2, NULL); }
static inline V op1_with(GradWork *w, OpId op, V a, const Attr *attrs) { return grad_call(w, op, &a, 1, attrs); }
static inline V op2_with(GradWork *w, OpId op, V a, V b, const Attr *attrs) { V in[2] = {a, b}; return grad_call(w, op, in, 2, attrs); }
static inline V add(GradWork *w, V a, V b) { return op2(w, OP_add, a, b); }
static inline V sub(GradWork *w, V a, V b) { return op2(w, OP_subtract, a, b); }
static inline V mul(GradWork *w, V a, V b) { return op2(w, OP_multiply, a, b); }
static inline V over(GradWork *w, V a, V b) { return op2(w, OP_divide, a, b); }
static inline V neg(GradWork *w, V a) { return op1(w, OP_negative, a); }
V select_where(GradWork *w, V condition, V a, V b);
/* a where the comparison holds, else 0 */
static inline V where_or_zero(GradWork *w, V condition, V a) { return select_where(w, condition, a, num(0)); }

/* views and sums, by plain arguments */
V view_reshape(GradWork *w, V a, const int64_t *shape, int n);
V view_expand(GradWork *w, V a, const int64_t *shape, int n);
V view_unsqueeze(GradWork *w, V a, int64_t axis);
V view_select(GradWork *w, V a, int64_t axis, int64_t index);
V view_slice(GradWork *w, V a, int64_t axis, int64_t start, int64_t length);
V sum_axes(GradWork *w, V a, const int64_t *axes, int n, bool keep);
V fill_like(GradWork *w, V a, double value);

#endif
