/* cost.c: what a call costs, for the clock of simulated GPUs: floating point operations, and bytes read and written. Products, convolutions and einsum count
 * their multiplications and additions, everything else one operation a result.
 */
#include "einsum.h"
#include "infer.h"

static double sizes(const Tensor *t) { return t ? (double)t->size : 0; }

/* Multiplications for each element of a product's result: the length of the axis that is summed. */
static double product_depth(const Call *call)
{
    int at = call->op->id == OP_addmm;
    const Tensor *a = infer_in(call, at);
    if (!a || a->ndim == 0) return 1;
    bool turned = call->attrs && call->op->id != OP_linear && call->attrs[matrix_transpose_a].i && a->ndim > 1;
    return (double)a->shape[turned ? (call->op->id == OP_dot ? 0 : a->ndim - 2) : a->ndim - 1];
}

/* The side of the windows (the result, or what stands for it) times the weight of one filter. */
static double conv_products(const Call *call)
{
    bool turned = call->attrs[conv_transposed].i;
    const Tensor *out = call->out[0], *first = infer_in(call, 0), *second = infer_in(call, 1);
    const Tensor *weight = call->op->id == OP_conv_weight_grad ? out : second;
    const Tensor *windows = call->op->id == OP_conv ? (turned ? first : out) : call->op->id == OP_conv_data_grad ? (turned ? out : first) : turned ? second : first;
    return weight && windows && weight->size ? sizes(windows) * sizes(weight) / (double)weight->shape[0] : 0;
}

static const int64_t *shape_of(const void *data, int i, int *ndim)
{
    const Tensor *t = infer_in(data, i);
    *ndim = t->ndim;
    return t->shape;
}

static double einsum_products(const Call *call)
{
    Einsum e;
    EinsumError why = {0};
    double n = 1;
    if (!call->attrs[einsum_equation].text || !einsum_read(&e, call->attrs[einsum_equation].text, call->in_count, shape_of, call, &why)) return 0;
    for (int i = 0; i < EINSUM_LABELS; i++) n *= (double)e.size[i];
    return n;
}

static double attention_sources(const Call *call, int keys) { return (double)infer_in(call, keys)->shape[infer_in(call, keys)->ndim - 2]; }

static double products(const Call *call)
{
    switch (call->op->id) {
    case OP_matmul: case OP_dot: case OP_bmm: case OP_linear: case OP_addmm: return sizes(call->out[0]) * product_depth(call);
    case OP_conv: case OP_conv_data_grad: case OP_conv_weight_grad: return conv_products(call);
    case OP_einsum: return einsum_products(call);
    case OP_recurrent: return sizes(infer_in(call, 0)) * (double)infer_in(call, 1)->shape[1];
    case OP_recurrent_grad: return sizes(call->out[0]) * (double)infer_in(call, 5)->shape[1];
    case OP_attention: return sizes(infer_in(call, 0)) * attention_sources(call, 1) + sizes(call->out[0]) * attention_sources(call, 2);
    case OP_attention_grad: return (3 * sizes(infer_in(call, 1)) + 2 * sizes(infer_in(call, 0))) * attention_sources(call, 2);
    default: return 0;
    }
}

int64_t call_elements(const Call *call)
{
    int64_t n = 0;
    for (int i = 0; i < call->in_count; i++)
        if (call->in[i].tensor) n += call->in[i].tensor->size;
    for (int i = 0; i < call->out_count; i++) n += call->out[i]->size;
    return n;
}

Cost op_cost(const Call *call)
{
    Cost cost = {0, 0};
    for (int i = 0; i < call->in_count; i++)
        if (call->in[i].tensor) cost.bytes += (double)tensor_bytes(call->in[i].tensor);
    for (int i = 0; i < call->out_count; i++)
        if (call->out[i]) {
            cost.bytes += (double)tensor_bytes(call->out[i]);
            cost.flops += (double)call->out[i]->size;
        }
    if (call->out_count && call->out[0]) cost.flops += 2 * products(call);
    return cost;
}
