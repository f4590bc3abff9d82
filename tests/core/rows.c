/* rows.c: a call or more of every differentiable row of ops.def, with operands and attributes that fit: what the gradients' test and the
 * op matrix try.
 */
#include "core/optimizer.h"
#include "core/recurrent.h"
#include "rows.h"

#define VALUE(a, b) ((Attr[value_ATTRS]){[value_value] = {.number = scalar_float(a)}, [value_other] = {.number = scalar_float(b)}})
#define REDUCE(keep, dd, ord, ...) ((Attr[reduce_ATTRS]){[reduce_axes] = {.ints = {(const int64_t[]){__VA_ARGS__}, sizeof((int64_t[]){__VA_ARGS__}) / 8}}, [reduce_keepdims] = {.i = keep}, [reduce_dtype] = {.i = DT_NONE}, [reduce_ddof] = {.f = dd}, [reduce_order] = {.f = ord}})
#define REDUCE_ALL(dd, ord) ((Attr[reduce_ATTRS]){[reduce_axes] = {.ints = INTS_ABSENT}, [reduce_dtype] = {.i = DT_NONE}, [reduce_ddof] = {.f = dd}, [reduce_order] = {.f = ord}})
#define AXIS(a) ((Attr[axis_ATTRS]){[axis_axis] = {.i = a}, [axis_dtype] = {.i = DT_NONE}, [axis_count] = {.i = 2}, [axis_descending] = {.i = 1}})
#define LIST(family, name, ...) [family##_##name] = {.ints = {(const int64_t[]){__VA_ARGS__}, sizeof((int64_t[]){__VA_ARGS__}) / 8}}
#define SLICE(a, s, l, st) ((Attr[slice_ATTRS]){[slice_axis] = {.i = a}, [slice_start] = {.i = s}, [slice_length] = {.i = l}, [slice_step] = {.i = st}})
#define INDEX(a, d, acc) ((Attr[index_ATTRS]){[index_axis] = {.i = a}, [index_depth] = {.i = d}, [index_padding] = {.i = -1}, [index_accumulate] = {.i = acc}})
#define DIAGONAL(k, a, b) ((Attr[diagonal_ATTRS]){[diagonal_offset] = {.i = k}, [diagonal_axis1] = {.i = a}, [diagonal_axis2] = {.i = b}})

void rows_of_one_operand(TryRow try_op)
{
    static const struct { OpId op; double low, high; } plain[] = {
        {OP_copy, -2, 2}, {OP_negative, -2, 2}, {OP_abs, -2, 2}, {OP_square, -2, 2}, {OP_sqrt, 0.5, 3}, {OP_rsqrt, 0.5, 3}, {OP_cbrt, 0.5, 3}, {OP_rcbrt, 0.5, 3},
        {OP_reciprocal, 0.5, 2}, {OP_exp, -2, 2}, {OP_exp2, -2, 2}, {OP_expm1, -2, 2}, {OP_log, 0.5, 3}, {OP_log2, 0.5, 3}, {OP_log10, 0.5, 3}, {OP_log1p, -0.5, 2},
        {OP_sin, -2, 2}, {OP_cos, -2, 2}, {OP_tan, -1, 1}, {OP_arcsin, -0.8, 0.8}, {OP_arccos, -0.8, 0.8}, {OP_arctan, -2, 2}, {OP_sinh, -2, 2}, {OP_cosh, -2, 2},
        {OP_tanh, -2, 2}, {OP_arcsinh, -2, 2}, {OP_arccosh, 1.3, 3}, {OP_arctanh, -0.8, 0.8}, {OP_erf, -2, 2}, {OP_erfc, -2, 2}, {OP_erfinv, -0.8, 0.8},
        {OP_floor, 0.1, 0.9}, {OP_frac, 0.1, 0.9}, {OP_degrees, -2, 2}, {OP_radians, -2, 2}, {OP_relu, -2, 2}, {OP_relu6, -2, 8}, {OP_sigmoid, -3, 3},
        {OP_log_sigmoid, -3, 3}, {OP_hard_swish, -4, 4}, {OP_softsign, -2, 2}, {OP_silu, -3, 3}, {OP_mish, -3, 3}, {OP_gelu, -3, 3}, {OP_gelu_tanh, -3, 3}, {OP_selu, -2, 2}};
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++) {
        try_op(plain[i].op, NULL, "f2,3", plain[i].low, plain[i].high, 0);
        try_op(plain[i].op, NULL, "f", plain[i].low, plain[i].high, 0);
    }
    try_op(OP_lgamma, NULL, "f4", 0.5, 3, ROW_ONCE);
    try_op(OP_gamma, NULL, "f4", 0.5, 3, ROW_ONCE);
    try_op(OP_digamma, NULL, "f3,4", 0.5, 3, 0);
    for (int n = 0; n < 4; n++) try_op(OP_polygamma, VALUE(n, 0), "f5", 0.7, 3, 0);
    try_op(OP_hard_sigmoid, VALUE(0.2, 0.5), "f6", -4, 4, 0);
    try_op(OP_softplus, VALUE(2, 20), "f6", -2, 2, 0);
    try_op(OP_elu, VALUE(1.3, 0), "f6", -2, 2, 0);
    try_op(OP_leaky_relu, VALUE(0.1, 0), "f6", -2, 2, 0);
    try_op(OP_hard_tanh, VALUE(-1, 1), "f6", -2, 2, 0);
    try_op(OP_threshold, VALUE(0.3, 7), "f6", -2, 2, 0);
    try_op(OP_clip, VALUE(-1, NAN), "f6", -2, 2, 0);
    try_op(OP_smooth_l1, VALUE(1, 0), "f6", -2, 2, 0);
    try_op(OP_nan_to_num, VALUE(0, 0), "f6", -2, 2, 0);
    try_op(OP_cast, (Attr[]){{.i = DT_FLOAT64}}, "f6", -2, 2, 0);
}

void rows_of_two_and_three_operands(TryRow try_op)
{
    static const struct { OpId op; double low, high; } plain[] = {
        {OP_add, -2, 2}, {OP_subtract, -2, 2}, {OP_multiply, -2, 2}, {OP_divide, 0.5, 2}, {OP_mod, 1.1, 1.9}, {OP_fmod, 1.1, 1.9}, {OP_power, 0.5, 2}, {OP_maximum, -2, 2},
        {OP_minimum, -2, 2}, {OP_fmax, -2, 2}, {OP_fmin, -2, 2}, {OP_hypot, 0.5, 2}, {OP_arctan2, 0.5, 2}, {OP_logaddexp, -2, 2}, {OP_copysign, 0.5, 2}, {OP_relu_grad, -2, 2}, {OP_sigmoid_grad, -2, 2}, {OP_tanh_grad, -2, 2}, {OP_overwrite, -2, 2}};
    static const char *const shapes[] = {"f2,3 f2,3", "f2,3 f3", "f2,1 f1,3", "f3 f", "f2,3 f1", "f2 n1.5"};
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
        for (size_t k = 0; k < sizeof shapes / sizeof *shapes; k++) {
            if (plain[i].op == OP_relu_grad && k == 5) continue;
            try_op(plain[i].op, NULL, shapes[k], plain[i].low, plain[i].high, 0);
        }
    try_op(OP_subtract, NULL, "n1.5 f4", -2, 2, 0);
    try_op(OP_divide, NULL, "n1.5 f4", 0.5, 2, 0);
    try_op(OP_power, NULL, "n1.5 f4", -2, 2, 0);
    try_op(OP_power, NULL, "f4 n3", -2, 2, 0);
    try_op(OP_power, NULL, "f4 n2", -2, 2, 0);
    try_op(OP_prelu, NULL, "f2,3 f1", -2, 2, 0);
    try_op(OP_prelu, NULL, "f2,3,2 f3", -2, 2, 0);
    try_op(OP_where, NULL, "b2,3 f2,3 f3", -2, 2, 0);
    try_op(OP_where, NULL, "b3 f2,1 n1.5", -2, 2, 0);
    try_op(OP_addcmul, VALUE(0.7, 0), "f2,3 f3 f2,1", -2, 2, 0);
    try_op(OP_addcdiv, VALUE(0.7, 0), "f2,3 f3 f2,1", 0.5, 2, 0);
    try_op(OP_lerp, NULL, "f2,3 f3 f2,1", -2, 2, 0);
    try_op(OP_masked_fill, VALUE(0.7, 0), "f2,3 b3", -2, 2, 0);
    try_op(OP_fill, VALUE(0.7, 0), "f2,3", -2, 2, ROW_ONCE);
}

void rows_of_views_and_moves(TryRow try_op)
{
#define A(family, ...) ((Attr[family##_ATTRS]){__VA_ARGS__})
    try_op(OP_alias, NULL, "f2,3", -2, 2, 0);
    try_op(OP_reshape, A(shape, LIST(shape, shape, 3, -1)), "f2,3", -2, 2, 0);
    try_op(OP_view, A(shape, LIST(shape, shape, 6)), "f2,3", -2, 2, 0);
    try_op(OP_transpose, A(axes, LIST(axes, axes, 1, 2, 0)), "f2,3,2", -2, 2, 0);
    try_op(OP_transpose, A(axes, [axes_axes] = {.ints = INTS_ABSENT}), "f2,3,2", -2, 2, 0);
    try_op(OP_expand, A(shape, LIST(shape, shape, 2, 2, 3)), "f2,1", -2, 2, 0);
    try_op(OP_expand, A(shape, LIST(shape, shape, 4, -1)), "f3", -2, 2, 0);
    try_op(OP_squeeze, A(axes, LIST(axes, axes, 1)), "f2,1,3", -2, 2, 0);
    try_op(OP_unsqueeze, A(axes, LIST(axes, axes, 0, -1)), "f2,3", -2, 2, 0);
    try_op(OP_slice, SLICE(1, 1, 2, 2), "f2,5", -2, 2, 0);
    try_op(OP_slice, SLICE(0, 4, 3, -2), "f5", -2, 2, 0);
    try_op(OP_select, SLICE(-1, -1, 0, 1), "f2,3", -2, 2, 0);
    try_op(OP_as_strided, A(window, LIST(window, sizes, 3, 2), LIST(window, strides, 1, 2), [window_offset] = {.i = 1}), "f6", -2, 2, 0);
    try_op(OP_diagonal, DIAGONAL(1, 0, 1), "f3,4", -2, 2, 0);
    try_op(OP_diagonal, DIAGONAL(-1, -1, 0), "f3,2,4", -2, 2, 0);
    try_op(OP_unfold_axis, SLICE(1, 0, 3, 1), "f2,5", -2, 2, 0);
    try_op(OP_flip, A(axes, LIST(axes, axes, 1)), "f2,3", -2, 2, 0);
    try_op(OP_roll, A(roll, LIST(roll, shifts, 1, -2), LIST(roll, axes, 0, 1)), "f2,3", -2, 2, 0);
    try_op(OP_roll, A(roll, LIST(roll, shifts, 2), [roll_axes] = {.ints = INTS_ABSENT}), "f2,3", -2, 2, 0);
    try_op(OP_tile, A(shape, LIST(shape, shape, 2, 1, 3)), "f2,3", -2, 2, 0);
    try_op(OP_repeat, SLICE(1, 0, 3, 1), "f2,3", -2, 2, 0);
    try_op(OP_concat, A(join, [join_axis] = {.i = 1}), "f2,3 f2,1 f2,2", -2, 2, 0);
    try_op(OP_stack, A(join, [join_axis] = {.i = 1}), "f2,3 f2,3", -2, 2, 0);
    static const char *const modes[] = {"constant", "edge", "reflect", "wrap"};
    for (int i = 0; i < 4; i++) try_op(OP_pad, A(pad, LIST(pad, widths, 1, 0, 2, 2), [pad_mode] = {.text = modes[i]}, [pad_value] = {.number = scalar_float(3)}), "f2,3", -2, 2, 0);
    try_op(OP_pad, A(pad, LIST(pad, widths, 1, -1), [pad_value] = {.number = scalar_float(3)}), "f4", -2, 2, 0);
    try_op(OP_tril, DIAGONAL(0, 0, 1), "f3,3", -2, 2, 0);
    try_op(OP_triu, DIAGONAL(1, 0, 1), "f2,3,3", -2, 2, 0);
    try_op(OP_diag_embed, DIAGONAL(1, -2, -1), "f2,3", -2, 2, 0);
    try_op(OP_slice_grad, SLICE(1, 1, 6, 2), "f2,2", -2, 2, 0);
    try_op(OP_strided_grad, A(window, LIST(window, sizes, 2, 3), LIST(window, strides, 1, 2), [window_offset] = {.i = 0}), "f2,3", -2, 2, 0);
    try_op(OP_strided_set, A(window, LIST(window, sizes, 2, 3), LIST(window, strides, 2), [window_offset] = {.i = 1}), "f2,3 f2", -2, 2, 0);
}

void rows_of_reductions(TryRow try_op)
{
    static const OpId plain[] = {OP_sum, OP_nansum, OP_mean, OP_prod, OP_max, OP_min, OP_norm, OP_var, OP_std, OP_logsumexp};
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++) {
        try_op(plain[i], REDUCE_ALL(1, 2), "f2,3", 0.5, 2, 0);
        try_op(plain[i], REDUCE(false, 1, 2, 1), "f2,3,2", -2, 2, 0);
        try_op(plain[i], REDUCE(true, 0, 2, 0, -1), "f2,3,2", -2, 2, 0);
    }
    try_op(OP_sum, REDUCE_ALL(0, 0), "f", -2, 2, 0);
    try_op(OP_norm, REDUCE(false, 0, 1, 1), "f2,3", -2, 2, 0);
    try_op(OP_norm, REDUCE(false, 0, 3, 1), "f2,3", 0.5, 2, 0);
    try_op(OP_norm, REDUCE(false, 0, INFINITY, 1), "f2,3", -2, 2, 0);
    for (int a = 0; a < 2; a++) {
        try_op(OP_max_axis, AXIS(a), "f2,3", -2, 2, 0);
        try_op(OP_min_axis, AXIS(a), "f2,3", -2, 2, 0);
        try_op(OP_median_axis, AXIS(a), "f2,3", -2, 2, 0);
        try_op(OP_cumsum, AXIS(a), "f2,3", -2, 2, 0);
        try_op(OP_cumprod, AXIS(a), "f2,3", 0.5, 2, 0);
        try_op(OP_sort, AXIS(a), "f2,3", -2, 2, 0);
        try_op(OP_topk, AXIS(a), "f2,3", -2, 2, 0);
    }
}

void rows_of_indexing(TryRow try_op)
{
    try_op(OP_gather, INDEX(1, 0, 0), "f3,4 i2,3:4", -2, 2, 0);
    try_op(OP_scatter, INDEX(1, 0, 1), "f3,4 i2,3:4 f2,3", -2, 2, 0);
    try_op(OP_scatter, INDEX(0, 0, 1), "f3,4 i2,3:3 f3,4", -2, 2, 0);
    try_op(OP_take, INDEX(0, 0, 0), "f3,2 i2,2:3", -2, 2, 0);
    try_op(OP_take, INDEX(1, 0, 0), "f2,3 i4:3", -2, 2, 0);
    try_op(OP_take_grad, INDEX(0, 3, 0), "f4,2 i4:3", -2, 2, 0);
    try_op(OP_embedding, INDEX(0, 0, 0), "i2,2:3 f3,2", -2, 2, 0);
    try_op(OP_pick, INDEX(1, 0, 0), "f3,4 i3:4", -2, 2, 0);
    try_op(OP_index_get, INDEX(0, 0, 0), "f3,4 i2:3", -2, 2, 0);
    try_op(OP_index_get, INDEX(0, 0, 0), "f3,4,2 i2:3 i2,1:4", -2, 2, 0);
    try_op(OP_index_get, INDEX(0, 0, 0), "f3,4,2 - i2:4", -2, 2, 0);
    try_op(OP_index_get, INDEX(0, 0, 0), "f3,4,2 i3:3 - i3:2", -2, 2, 0);
    try_op(OP_index_put, INDEX(0, 0, 1), "f3,4 f2,4 i2:3", -2, 2, 0);
    try_op(OP_index_put, INDEX(0, 0, 1), "f3,4 f i2:3 i2:4", -2, 2, 0);
    try_op(OP_index_put, INDEX(0, 0, 0), "f3,4 f3,1 - i1:4", -2, 2, 0);
    try_op(OP_masked_select, NULL, "f2,3 b2,3", -2, 2, 0);
    try_op(OP_masked_select, NULL, "f2,3 b3", -2, 2, 0);
    try_op(OP_sequence_mask, (Attr[sequence_ATTRS]){[sequence_axis] = {.i = 1}, [sequence_value] = {.number = scalar_float(-3)}}, "f2,4,2 i2:4", -2, 2, 0);
}

#define MATRIX(ta, tb) ((Attr[matrix_ATTRS]){[matrix_transpose_a] = {.i = ta}, [matrix_transpose_b] = {.i = tb}, [matrix_alpha] = {.number = scalar_float(0.7)}, [matrix_beta] = {.number = scalar_float(1.3)}})
void rows_of_products(TryRow try_op)
{
    static const char *const pairs[] = {"f2,3 f3,4", "f3 f3", "f2,3 f3", "f3 f3,2", "f2,2,3 f3,2", "f2,2,3 f2,3,2", "f2,1,2,3 f2,3,2", "f3 f2,3,2", "f2,2,3 f3"};
    try_op(OP_conj, NULL, "f2,3", -2, 2, 0);
    try_op(OP_make_complex, NULL, "f2,3 f3", -2, 2, 0);
    for (int n = 4; n < 8; n++) try_op(OP_fft, (Attr[fft_ATTRS]){[fft_axis] = {.i = n % 2 ? -1 : 0}, [fft_length] = {.i = n}, [fft_inverse] = {.i = n > 5}, [fft_scale] = {.f = 0.5}}, "f3,5", -2, 2, 0);
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) try_op(OP_matmul, MATRIX(0, 0), pairs[i], -2, 2, 0);
    try_op(OP_matmul, MATRIX(1, 0), "f3,2 f3,4", -2, 2, 0);
    try_op(OP_matmul, MATRIX(0, 1), "f2,3 f4,3", -2, 2, 0);
    try_op(OP_matmul, MATRIX(1, 1), "f2,3,2 f2,4,3", -2, 2, 0);
    try_op(OP_bmm, MATRIX(0, 0), "f2,2,3 f2,3,2", -2, 2, 0);
    try_op(OP_bmm, MATRIX(1, 1), "f2,3,2 f2,2,3", -2, 2, 0);
    try_op(OP_dot, MATRIX(0, 0), "f3 f3", -2, 2, 0);
    try_op(OP_linear, NULL, "f2,3 f4,3 f4", -2, 2, 0);
    try_op(OP_linear, NULL, "f2,2,3 f4,3 -", -2, 2, 0);
    try_op(OP_linear, NULL, "f3 f4,3 f4", -2, 2, 0);
    try_op(OP_addmm, MATRIX(0, 0), "f4 f2,3 f3,4", -2, 2, 0);
    try_op(OP_addmm, MATRIX(0, 0), "f2,4 f2,3 f3,4", -2, 2, 0);
    try_op(OP_outer, NULL, "f2 f3", -2, 2, 0);
#define EINSUM(text_) ((Attr[einsum_ATTRS]){[einsum_equation] = {.text = text_}})
    try_op(OP_einsum, EINSUM("ij,jk->ik"), "f2,3 f3,2", -2, 2, 0);
    try_op(OP_einsum, EINSUM("bij,bjk"), "f2,2,3 f2,3,2", -2, 2, 0);
    try_op(OP_einsum, EINSUM("ij->i"), "f2,3", -2, 2, 0);
    try_op(OP_einsum, EINSUM("ii->i"), "f3,3", -2, 2, 0);
    try_op(OP_einsum, EINSUM("...ij,...jk->...ik"), "f2,2,3 f3,2", -2, 2, 0);
    try_op(OP_einsum, EINSUM("i,j,k->ijk"), "f2 f2 f3", -2, 2, 0);
}

#define INTS2(family, name, a, b) [family##_##name] = {.ints = {(const int64_t[]){a, b}, 2}}
void rows_of_networks(TryRow try_op)
{
#define CONV(k, s, p, g, t) ((Attr[conv_ATTRS]){INTS2(conv, kernel, k, k), INTS2(conv, stride, s, s), INTS2(conv, pad, p, p), INTS2(conv, dilate, 1, 1), [conv_groups] = {.i = g}, INTS2(conv, output_pad, 0, 0), [conv_transposed] = {.i = t}})
    try_op(OP_conv, CONV(2, 1, 0, 1, 0), "f1,2,3,3 f2,2,2,2 f2", -2, 2, 0);
    try_op(OP_conv, CONV(3, 2, 1, 2, 0), "f2,2,3,3 f2,1,3,3 -", -2, 2, 0);
    try_op(OP_conv, CONV(2, 2, 0, 1, 1), "f1,2,2,2 f2,1,2,2 f1", -2, 2, 0);
#define POOL(k, s, p) ((Attr[pool_ATTRS]){INTS2(pool, kernel, k, k), INTS2(pool, stride, s, s), INTS2(pool, pad, p, p), INTS2(pool, dilate, 1, 1), [pool_count_pad] = {.i = 1}, [pool_output] = {.ints = INTS_ABSENT}})
    try_op(OP_max_pool, POOL(2, 1, 0), "f1,2,3,3", -2, 2, 0);
    try_op(OP_avg_pool, POOL(2, 2, 1), "f1,2,4,4", -2, 2, 0);
#define ADAPTIVE(a, b) ((Attr[pool_ATTRS]){[pool_kernel] = {.ints = INTS_ABSENT}, [pool_stride] = {.ints = INTS_ABSENT}, [pool_pad] = {.ints = INTS_ABSENT}, [pool_dilate] = {.ints = INTS_ABSENT}, INTS2(pool, output, a, b)})
    try_op(OP_adaptive_avg_pool, ADAPTIVE(2, 1), "f1,2,3,3", -2, 2, 0);
    try_op(OP_adaptive_max_pool, ADAPTIVE(2, 1), "f1,2,3,3", -2, 2, 0);
#define NORM(tr, gr, ax) ((Attr[norm_ATTRS]){[norm_axis] = {.i = 1}, [norm_eps] = {.f = 1e-3}, [norm_momentum] = {.f = 0.1}, [norm_training] = {.i = tr}, [norm_groups] = {.i = gr}, LIST(norm, axes, ax)})
    try_op(OP_batch_norm, NORM(1, 1, -1), "f3,2,2 f2 f2 - -", 0.5, 2, 0);
    try_op(OP_batch_norm, NORM(0, 1, -1), "f3,2,2 f2 f2 i2:3 i2:3", 0.5, 2, 0);
    try_op(OP_layer_norm, NORM(1, 1, -1), "f3,4 f4 f4", 0.5, 2, 0);
    try_op(OP_group_norm, NORM(1, 2, -1), "f2,4,2 f4 f4", 0.5, 2, 0);
#define SOFTMAX(a) ((Attr[softmax_ATTRS]){[softmax_axis] = {.i = a}, [softmax_temperature] = {.f = 1}, [softmax_dtype] = {.i = DT_NONE}})
    try_op(OP_softmax, SOFTMAX(-1), "f2,3", -2, 2, 0);
    try_op(OP_softmax, SOFTMAX(0), "f3,2", -2, 2, 0);
    try_op(OP_log_softmax, SOFTMAX(1), "f2,3,2", -2, 2, 0);
#define ATTENTION(s, c) ((Attr[attention_ATTRS]){[attention_scale] = {.f = s}, [attention_causal] = {.i = c}})
    try_op(OP_attention, ATTENTION(0.5, 0), "f2,3,4 f2,5,4 f2,5,3 -", -1, 1, 0);
    try_op(OP_attention, ATTENTION(0.7, 1), "f4,3 f4,3 f4,2 -", -1, 1, 0);
    try_op(OP_attention, ATTENTION(0.7, 1), "f2,2,3,2 f2,2,4,2 f2,2,4,2 f3,4", -1, 1, 0);
    try_op(OP_attention, ATTENTION(1, 0), "f2,3,2 f2,3,2 f2,3,2 b2,1,3", -1, 1, 0);
#define LOSS(r) ((Attr[loss_ATTRS]){[loss_axis] = {.i = 1}, [loss_reduction] = {.text = r}, [loss_ignore] = {.i = -100}, [loss_beta] = {.f = 1}})
    try_op(OP_cross_entropy, LOSS("mean"), "f3,4 i3:4 -", -2, 2, 0);
    Attr smooth[loss_ATTRS];
    memcpy(smooth, LOSS("mean"), sizeof smooth);
    smooth[loss_smoothing].f = 0.2;
    try_op(OP_cross_entropy, smooth, "f3,4 i3:4 -", -2, 2, 0);
    try_op(OP_cross_entropy, LOSS("none"), "f3,4 i3:4 -", -2, 2, 0);
    try_op(OP_nll, LOSS("sum"), "f3,4 i3:4 -", -2, 2, 0);
#define RECURRENT(m, r) ((Attr[recurrent_ATTRS]){[recurrent_mode] = {.i = m}, [recurrent_reverse] = {.i = r}})
    for (int reverse = 0; reverse < 2; reverse++) {
        try_op(OP_recurrent, RECURRENT(RECURRENT_TANH, reverse), "f3,2,4 f2,4 - f4,4 f4", -1, 1, 0);
        try_op(OP_recurrent, RECURRENT(RECURRENT_RELU, reverse), "f3,2,4 f2,4 - f4,4 -", 0.1, 1, 0);
        try_op(OP_recurrent, RECURRENT(RECURRENT_LSTM, reverse), "f3,2,8 f2,2 f2,2 f8,2 f8", -1, 1, 0);
        try_op(OP_recurrent, RECURRENT(RECURRENT_GRU, reverse), "f3,2,6 f2,2 - f6,2 f6", -1, 1, 0);
    }
    try_op(OP_recurrent, RECURRENT(RECURRENT_LSTM, 1), "f2,3,12 f3,3 f3,3 f12,3 -", -1, 1, 0);
    try_op(OP_recurrent, RECURRENT(RECURRENT_GRU, 1), "f2,3,9 f3,3 - f9,3 -", -1, 1, 0);
    try_op(OP_recurrent, RECURRENT(RECURRENT_LSTM, 0), "f1,2,4 f2,1 f2,1 f4,1 -", -1, 1, 0);
}

void rows_of_the_rest(TryRow try_op)
{
    static const OpId one[] = {OP_sign, OP_ceil, OP_round, OP_round_away, OP_trunc, OP_logical_not, OP_bit_not, OP_isnan, OP_isinf, OP_isfinite};
    for (size_t i = 0; i < sizeof one / sizeof *one; i++) {
        try_op(one[i], NULL, "f3,4", 0.5, 3, 0);
        try_op(one[i], NULL, "f", 0.5, 3, 0);
    }
    static const OpId two[] = {OP_floor_divide, OP_trunc_divide, OP_equal, OP_not_equal, OP_less, OP_less_equal, OP_greater, OP_greater_equal, OP_logical_and, OP_logical_or,
                               OP_logical_xor, OP_bit_and, OP_bit_or, OP_bit_xor, OP_shift_left, OP_shift_right};
    for (size_t i = 0; i < sizeof two / sizeof *two; i++) {
        try_op(two[i], NULL, "f3,4 f3,4", 1, 4, 0);
        try_op(two[i], NULL, "f3,1 f4", 1, 4, 0);
        try_op(two[i], NULL, "f3,4 n2", 1, 4, 0);
    }
    try_op(OP_any, REDUCE(false, 0, 0, 1), "f2,3,2", -1, 2, 0);
    try_op(OP_all, REDUCE_ALL(0, 0), "f2,3,2", -1, 2, 0);
    try_op(OP_count_nonzero, REDUCE(false, 0, 0, 0), "f2,3,2", -1, 2, 0);
    try_op(OP_argmax, AXIS(1), "f2,5", -9, 9, 0);
    try_op(OP_argmin, AXIS(0), "f4,5", -9, 9, 0);
    try_op(OP_unique, ((Attr[axis_ATTRS]){[axis_flat] = {.i = 1}, [axis_dtype] = {.i = DT_NONE}}), "f3,4", 0, 4, 0);
    try_op(OP_nonzero, NULL, "f3,4", -1, 2, 0);
    try_op(OP_bincount, ((Attr[bins_ATTRS]){[bins_count] = {.i = 0}}), "i9:5 -", 0, 1, 0);
    try_op(OP_bincount, ((Attr[bins_ATTRS]){[bins_count] = {.i = 7}}), "i9:5 f9", 0, 1, 0);
    try_op(OP_histogram, ((Attr[bins_ATTRS]){[bins_count] = {.i = 4}, [bins_low] = {.f = 0}, [bins_high] = {.f = 2}}), "f3,4", -1, 3, 0);
    try_op(OP_searchsorted, AXIS(0), "i5:1 f3,2", 0, 4, 0);
    try_op(OP_one_hot, INDEX(-1, 5, 0), "i3,2:5", 0, 1, 0);
    try_op(OP_random_bernoulli, ((Attr[random_ATTRS]){[random_shape] = {.ints = INTS_ABSENT}, [random_dtype] = {.i = DT_NONE}}), "f3,4", 0, 1, 0);
    try_op(OP_random_poisson_each, ((Attr[random_ATTRS]){[random_shape] = {.ints = INTS_ABSENT}, [random_dtype] = {.i = DT_NONE}}), "f3,4", 0, 1, 0);
    try_op(OP_random_multinomial, ((Attr[random_ATTRS]){LIST(random, shape, 4), [random_dtype] = {.i = DT_INT64}, [random_replace] = {.i = 1}}), "f5", 0.1, 1, 0);
    try_op(OP_dropout, ((Attr[dropout_ATTRS]){[dropout_p] = {.f = 0.5}, [dropout_training] = {.i = 0}, [dropout_axes] = {.ints = INTS_ABSENT}}), "f3,4", -1, 1, 0);
    try_op(OP_interpolate, ((Attr[resize_ATTRS]){INTS2(resize, size, 5, 4), [resize_mode] = {.text = "bilinear"}}), "f1,2,3,3", -1, 1, 0);
    try_op(OP_interpolate, ((Attr[resize_ATTRS]){INTS2(resize, size, 2, 6), [resize_mode] = {.text = "nearest"}}), "f1,2,3,3", -1, 1, 0);
    try_op(OP_lp_pool, ((Attr[pool_ATTRS]){INTS2(pool, kernel, 2, 2), INTS2(pool, stride, 1, 1), INTS2(pool, pad, 0, 0), INTS2(pool, dilate, 1, 1), [pool_divisor] = {.i = 2}, [pool_output] = {.ints = INTS_ABSENT}}), "f1,2,3,3", 0.1, 1, 0);
    try_op(OP_softmax_output, LOSS("null"), "f3,4 i3:4", -1, 1, 0);
#define STEPS(r, d, fl) ((Attr[step_ATTRS]){[step_rule] = {.i = r}, [step_rate] = {.f = -0.1}, [step_first] = {.f = 0.9}, [step_second] = {.f = 0.8}, [step_eps] = {.f = 1e-3}, [step_decay] = {.f = d}, [step_root] = {.f = 0.7}, [step_flags] = {.i = fl}})
    try_op(OP_optimizer_step, STEPS(STEP_SGD, 0, 0), "f3,4 f3,4 - -", -1, 1, 0);
    try_op(OP_optimizer_step, STEPS(STEP_SGD, 0.1, STEP_AHEAD), "f3,4 f3,4 f3,4 -", -1, 1, 0);
    try_op(OP_optimizer_step, STEPS(STEP_ADAM, 0.1, STEP_MAXIMIZE), "f3,4 f3,4 f3,4 f3,4", 0, 1, 0);
    try_op(OP_optimizer_step, STEPS(STEP_ADAM, 0.9, STEP_DECOUPLED), "f5 f5 f5 f5", 0, 1, 0);
}
