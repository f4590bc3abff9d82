/* product.c: plans products of matrices: the core's own planners (matmul, linear, addmm, einsum …) come here with a Gemm over the operands' strides. */
#include "plan.h"

static int64_t whole(Scalar s) { return s.kind >= SCALAR_FLOAT ? (int64_t)s.f : s.i; }

bool gpu_gemm(Work *w, GpuWork *g, const Gemm *m)
{
    GpuProduct p = {.a = m->a.at, .b = m->b.at, .add = m->d.at, .out = m->c.at, .rows = m->m, .columns = m->n, .inner = m->k, .batches = 1,
                    .a_row = m->a.rs, .a_column = m->a.cs, .b_row = m->b.rs, .b_column = m->b.cs, .add_row = m->d.rs, .add_column = m->d.cs, .out_row = m->c.rs, .out_column = m->c.cs,
                    .alpha = scalar_as_double(m->alpha), .beta = scalar_as_double(m->beta), .alpha_im = m->alpha.kind == SCALAR_COMPLEX ? m->alpha.im : 0, .beta_im = m->beta.kind == SCALAR_COMPLEX ? m->beta.im : 0,
                    .whole_alpha = whole(m->alpha), .whole_beta = whole(m->beta),
                    .a_dtype = (uint8_t)m->a.dtype, .b_dtype = (uint8_t)m->b.dtype, .add_dtype = (uint8_t)m->d.dtype, .out_dtype = (uint8_t)m->c.dtype, .bool_or = m->bool_or};
    for (int i = 0; i < m->batch_dims; i++) {
        if (m->batch[i] == 1) continue;
        if (p.batch_axes == GPU_DIMS) return gpu_too_many_axes(w);
        int k = p.batch_axes++;
        p.batches *= p.batch_shape[k] = m->batch[i];
        p.a_batch[k] = m->batch_strides[0][i];
        p.b_batch[k] = m->batch_strides[1][i];
        p.out_batch[k] = m->batch_strides[2][i];
        p.add_batch[k] = m->batch_strides[3][i];
    }
    bool done = false;
    if (!p.rows || !p.columns || !p.batches) return true;
    if (!gpu_blas(w, g, &p, &done)) return false;
    if (!done) gpu_run_product(g->stream, &p);
    return true;
}
