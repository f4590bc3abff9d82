/* grad_product.c: gradients of products. For out = A B with A of (m, k) and B of (k, n), g of (m, n): dA = g B', dB = A' g; flags say which operand is given turned. */
#include <string.h>

#include "grad_work.h"

static V product(GradWork *w, V a, bool ta, V b, bool tb)
{
    Attr attrs[matrix_ATTRS] = {[matrix_transpose_a] = {.i = ta}, [matrix_transpose_b] = {.i = tb}, [matrix_alpha] = {.number = scalar_int(1)}, [matrix_beta] = {.number = scalar_int(0)}};
    return op2_with(w, OP_matmul, a, b, attrs);
}
static V left_gradient(GradWork *w, V g, V b, bool ta, bool tb) { return ta ? product(w, b, tb, g, true) : product(w, g, false, b, !tb); }
static V right_gradient(GradWork *w, V g, V a, bool ta, bool tb) { return tb ? product(w, g, true, a, ta) : product(w, a, !ta, g, false); }

static V rows_of(GradWork *w, V a, int64_t columns)
{
    if (w->failed) return a;
    int64_t shape[2] = {1, columns};
    for (int i = 0; i < a.tensor->ndim - 1; i++) shape[0] *= a.tensor->shape[i]; /* (no columns: there are rows all the same) */
    return view_reshape(w, a, shape, 2);
}

static int64_t last_of(V a) { return a.tensor->ndim ? a.tensor->shape[a.tensor->ndim - 1] : 1; }

GRADIENT(matmul)
{
    V a = saved_in(w, 0), b = saved_in(w, 1), g = grad_out(w, 0);
    if (w->failed) return;
    int an = a.tensor->ndim, bn = b.tensor->ndim;
    bool ta = attrs_of(w)[matrix_transpose_a].i && an > 1, tb = attrs_of(w)[matrix_transpose_b].i && bn > 1;
    if (an == 1) {
        a = view_unsqueeze(w, a, 0);
        g = view_unsqueeze(w, g, bn == 1 ? 0 : g.tensor->ndim - 1);
    }
    if (bn == 1) {
        b = view_unsqueeze(w, b, 1);
        if (!w->failed) g = view_unsqueeze(w, g, g.tensor->ndim);
    }
    if (w->failed) return;
    if (wanted(w, 0)) give(w, 0, left_gradient(w, g, b, ta, tb));
    if (!wanted(w, 1)) return;
    V gb;
    if (bn <= 2 && an > 2 && !ta && a.tensor->size && g.tensor->size) /* one tall product instead of a sum of many */
        gb = right_gradient(w, rows_of(w, g, last_of(g)), rows_of(w, a, last_of(a)), false, tb);
    else
        gb = right_gradient(w, g, a, ta, tb);
    if (bn == 1 && !w->failed) gb = view_select(w, gb, gb.tensor->ndim - 1, 0);
    give(w, 1, gb);
}

GRADIENT(bmm)
{
    V g = grad_out(w, 0);
    bool ta = attrs_of(w)[matrix_transpose_a].i, tb = attrs_of(w)[matrix_transpose_b].i;
    if (wanted(w, 0)) give(w, 0, left_gradient(w, g, saved_in(w, 1), ta, tb));
    if (wanted(w, 1)) give(w, 1, right_gradient(w, g, saved_in(w, 0), ta, tb));
}

/* The last axis of a (the first when turned) with the first of b (the last when turned): both as matrices. */
GRADIENT(dot)
{
    V a = saved_in(w, 0), b = saved_in(w, 1), g = grad_out(w, 0);
    if (w->failed) return;
    if (a.tensor->ndim == 0 || b.tensor->ndim == 0) {
        if (wanted(w, 0)) give(w, 0, mul(w, g, b));
        if (wanted(w, 1)) give(w, 1, mul(w, g, a));
        return;
    }
    bool ta = attrs_of(w)[matrix_transpose_a].i, tb = attrs_of(w)[matrix_transpose_b].i;
    if (accent_rules((Accent)w->node->accent)->dots_last && b.tensor->ndim > 2) {
        core_fail(w->c, CE_NO_GRAD_FUNCTION, "NumPy's dot of more than two dimensions has no gradient");
        w->failed = true;
        return;
    }
    int64_t k = ta ? a.tensor->shape[0] : last_of(a), m = k ? a.tensor->size / k : 0, n = k ? b.tensor->size / k : 0;
    V am = view_reshape(w, a, ta ? (int64_t[]){k, m} : (int64_t[]){m, k}, 2), bm = view_reshape(w, b, tb ? (int64_t[]){n, k} : (int64_t[]){k, n}, 2);
    V gm = view_reshape(w, g, (int64_t[]){m, n}, 2);
    if (wanted(w, 0)) give(w, 0, view_reshape(w, left_gradient(w, gm, bm, ta, tb), input(w, 0)->shape, input(w, 0)->ndim));
    if (wanted(w, 1)) give(w, 1, view_reshape(w, right_gradient(w, gm, am, ta, tb), input(w, 1)->shape, input(w, 1)->ndim));
}

GRADIENT(linear)
{
    V x = saved_in(w, 0), weight = saved_in(w, 1), g = grad_out(w, 0);
    if (w->failed) return;
    if (weight.tensor->ndim == 1) { /* one row, and no last axis in the result */
        weight = view_unsqueeze(w, weight, 0);
        g = view_unsqueeze(w, g, g.tensor->ndim);
    }
    if (w->failed) return;
    V g2 = rows_of(w, g, last_of(g));
    if (wanted(w, 0)) give(w, 0, view_reshape(w, product(w, g2, false, weight, false), input(w, 0)->shape, input(w, 0)->ndim));
    if (wanted(w, 1)) {
        V gw = product(w, g2, true, rows_of(w, x, last_of(x)), false);
        give(w, 1, view_reshape(w, gw, input(w, 1)->shape, input(w, 1)->ndim));
    }
    if (w->node->in_count > 2 && wanted(w, 2)) {
        int64_t rows = 0;
        V sum = sum_axes(w, g2, &rows, 1, false);
        if (input(w, 2)->ndim == 0 || (input(w, 2)->shape[0] == 1 && !w->failed && sum.tensor->size != 1)) sum = sum_axes(w, sum, &rows, 1, input(w, 2)->ndim == 1);
        give(w, 2, sum);
    }
}

GRADIENT(addmm)
{
    V g = grad_out(w, 0), scaled = mul(w, g, num(attr_number(w, matrix_alpha)));
    bool tb = attrs_of(w)[matrix_transpose_a].i, tc = attrs_of(w)[matrix_transpose_b].i;
    if (wanted(w, 0)) give(w, 0, mul(w, g, num(attr_number(w, matrix_beta))));
    if (wanted(w, 1)) give(w, 1, left_gradient(w, scaled, saved_in(w, 2), tb, tc));
    if (wanted(w, 2)) give(w, 2, right_gradient(w, scaled, saved_in(w, 1), tb, tc));
}

GRADIENT(outer)
{
    V g = grad_out(w, 0);
    for (int i = 0; i < 2; i++) {
        if (!wanted(w, i)) continue;
        V other = saved_in(w, 1 - i);
        if (w->failed) return;
        V column = view_reshape(w, other, (int64_t[]){other.tensor->size, 1}, 2);
        V flat = i == 0 ? product(w, g, false, column, false) : product(w, g, true, column, false);
        give(w, i, view_reshape(w, flat, input(w, i)->shape, input(w, i)->ndim));
    }
}

/* ---- einsum ---- */
/* Axes as letters, '.' for the ellipsis. */
typedef struct Terms { int count; char in[MAX_INPUTS_FIXED][2 * MAX_DIMS], out[2 * MAX_DIMS]; } Terms;

static bool letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

static bool parse(const char *text, Terms *t)
{
    char *to = t->in[0];
    int n = 0;
    bool arrow = false;
    memset(t, 0, sizeof *t);
    t->count = 1;
    for (const char *s = text; *s; s++) {
        if (*s == ',') {
            if (t->count == MAX_INPUTS_FIXED) return false;
            to = t->in[t->count++];
            n = 0;
        } else if (s[0] == '-' && s[1] == '>') {
            arrow = true;
            to = t->out;
            n = 0;
            s++;
        } else if (strncmp(s, "...", 3) == 0) {
            to[n++] = '.';
            s += 2;
        } else if (letter(*s))
            to[n++] = *s;
        if (n >= 2 * MAX_DIMS - 1) return false;
    }
    if (arrow) return true;
    /* the letters that occur once, in the alphabet's order, behind the ellipsis */
    n = 0;
    for (int i = 0; i < t->count; i++)
        if (strchr(t->in[i], '.') && n == 0) t->out[n++] = '.';
    static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    for (const char *a = alphabet; *a; a++) {
        int seen = 0;
        for (int i = 0; i < t->count; i++)
            for (const char *s = t->in[i]; *s; s++) seen += *s == *a;
        if (seen == 1) t->out[n++] = *a;
    }
    return true;
}

static char *write_term(char *to, const char *term)
{
    for (; *term; term++) {
        if (*term == '.') {
            memcpy(to, "...", 3);
            to += 3;
        } else
            *to++ = *term;
    }
    return to;
}

/* Where axis number `at` of the term lies among an operand's axes. */
static int place_of(const char *term, int ndim, int at)
{
    int letters = 0, place = 0;
    for (const char *s = term; *s; s++) letters += *s != '.';
    for (int i = 0; i < at; i++) place += term[i] == '.' ? ndim - letters : 1;
    return place;
}

/* The gradient of operand i: out's gradient with the others, summed to those of the operand's letters that they have; the rest is spread; a letter that stood
 * twice is laid on the diagonal. */
static void einsum_operand(GradWork *w, const Terms *t, int i)
{
    const InputInfo *x = input(w, i);
    char equation[16 * 2 * MAX_DIMS], *e = equation, have[2 * MAX_DIMS] = "", whole[2 * MAX_DIMS] = "";
    V in[MAX_INPUTS_FIXED];
    int n = 0, known = 0, all = 0;
    for (const char *s = t->in[i]; *s; s++) {
        if (strchr(whole, *s)) continue;
        whole[all++] = *s;
        bool found = strchr(t->out, *s) != NULL;
        for (int k = 0; k < t->count && !found; k++) found = k != i && strchr(t->in[k], *s);
        if (found) have[known++] = *s;
    }
    e = write_term(e, t->out);
    in[n++] = grad_out(w, 0);
    for (int k = 0; k < t->count; k++) {
        if (k == i) continue;
        *e++ = ',';
        e = write_term(e, t->in[k]);
        in[n++] = saved_in(w, k);
    }
    memcpy(e, "->", 2);
    e = write_term(e + 2, have);
    *e = 0;
    Attr attrs[einsum_ATTRS] = {[einsum_equation] = {.text = equation}};
    V g = grad_call(w, OP_einsum, in, n, attrs);
    if (w->failed) return;
    /* axes that only this operand had, then the sizes that broadcasting had stretched are given's to sum */
    int letters = 0, at = 0;
    for (const char *l = t->in[i]; *l; l++) letters += *l != '.';
    bool dots = strchr(have, '.') != NULL; /* else the result has lost the ellipsis's axes */
    int ellipsis = dots ? g.tensor->ndim - known + 1 : x->ndim - letters;
    int64_t shape[MAX_DIMS], small[MAX_DIMS];
    int dims = 0;
    for (int k = 0; k < all; k++) {
        if (whole[k] == '.') {
            int place = place_of(t->in[i], x->ndim, (int)(strchr(t->in[i], '.') - t->in[i]));
            for (int d = 0; d < ellipsis; d++, dims++) {
                small[dims] = dots ? g.tensor->shape[at++] : 1;
                shape[dims] = dots ? small[dims] : x->shape[place + d];
            }
            continue;
        }
        const char *first = strchr(t->in[i], whole[k]);
        int64_t size = x->shape[place_of(t->in[i], x->ndim, (int)(first - t->in[i]))];
        bool there = strchr(have, whole[k]) != NULL;
        small[dims] = there ? g.tensor->shape[at++] : 1;
        shape[dims] = there ? small[dims] : size;
        dims++;
    }
    g = view_expand(w, view_reshape(w, g, small, dims), shape, dims);
    if (all < (int)strlen(t->in[i]) && !w->failed) { /* a letter twice */
        int64_t packed[MAX_DIMS], strides[MAX_DIMS] = {0};
        shape_contiguous(x->shape, x->ndim, packed);
        for (int k = 0, d = 0; k < all; k++) {
            int wide = whole[k] == '.' ? ellipsis : 1;
            for (const char *s = t->in[i]; *s; s++)
                if (*s == whole[k])
                    for (int j = 0; j < wide; j++) strides[d + j] += packed[place_of(t->in[i], x->ndim, (int)(s - t->in[i])) + j];
            d += wide;
        }
        Attr lay[window_ATTRS] = {[window_sizes] = {.ints = {x->shape, x->ndim}}, [window_strides] = {.ints = {strides, dims}}, [window_offset] = {.i = 0}};
        g = op1_with(w, OP_strided_grad, g, lay);
    }
    give(w, i, g);
}

GRADIENT(einsum)
{
    Terms t;
    if (w->node->in_count > MAX_INPUTS_FIXED || !parse(attrs_of(w)[einsum_equation].text, &t)) {
        core_fail(w->c, CE_NOT_IMPLEMENTED, "einsum: gradients go through %d operands at most", MAX_INPUTS_FIXED);
        w->failed = true;
        return;
    }
    for (int i = 0; i < w->node->in_count; i++)
        if (wanted(w, i)) einsum_operand(w, &t, i);
}
