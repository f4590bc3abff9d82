/* test_conv.c: convolutions in 1 to 3 dimensions and their gradients against plain sums; oneDNN and own loops. */
#include "net.h"

typedef struct Shape {
    int dims;
    int64_t batch, in_channels, out_channels, groups, in[3], kernel[3], stride[3], pad[3], dilate[3];
} Shape;

static const Shape shapes[] = {
    {1, 2, 3, 4, 1, {11}, {3}, {1}, {0}, {1}},
    {1, 3, 4, 6, 2, {12}, {4}, {2}, {3}, {2}},
    {2, 2, 1, 6, 1, {12, 12}, {5, 5}, {1, 1}, {0, 0}, {1, 1}},
    {2, 5, 3, 16, 1, {9, 11}, {3, 3}, {2, 2}, {1, 1}, {1, 1}},
    {2, 7, 16, 32, 1, {6, 6}, {3, 3}, {1, 1}, {1, 1}, {1, 1}},
    {2, 2, 8, 8, 8, {7, 6}, {3, 2}, {1, 2}, {1, 0}, {1, 1}},
    {2, 1, 4, 6, 2, {10, 9}, {3, 3}, {2, 1}, {2, 2}, {2, 3}},
    {2, 3, 16, 16, 1, {5, 5}, {1, 1}, {2, 2}, {0, 0}, {1, 1}},
    /* few channels, stride 1: read in place (conv_direct.c); a batch of several pieces; margins wider than the kernel; rows of all lengths */
    {2, 70, 1, 6, 1, {28, 30}, {5, 5}, {1, 1}, {2, 2}, {1, 1}},
    {2, 5, 6, 16, 1, {14, 14}, {5, 5}, {1, 1}, {0, 0}, {1, 1}},
    {2, 3, 2, 9, 1, {13, 40}, {3, 4}, {1, 1}, {5, 0}, {1, 2}},
    {2, 2, 17, 3, 1, {9, 21}, {3, 3}, {1, 1}, {1, 2}, {2, 1}},
    {2, 33, 3, 7, 1, {3, 3}, {2, 2}, {1, 1}, {1, 1}, {1, 1}},
    {2, 2, 5, 1, 1, {1, 70}, {1, 3}, {1, 1}, {0, 1}, {1, 1}},
    {1, 9, 3, 11, 1, {50}, {5}, {1}, {2}, {2}},
    /* and many images: as many at once as a vector has lanes (conv_abreast.c), strides, a last group that is not full, several pieces */
    {2, 40, 6, 16, 1, {10, 9}, {5, 5}, {1, 1}, {0, 1}, {1, 1}},
    {2, 31, 3, 7, 1, {9, 11}, {3, 2}, {2, 1}, {1, 1}, {1, 2}},
    {2, 16, 4, 3, 1, {5, 5}, {5, 5}, {1, 1}, {2, 2}, {1, 1}},
    {1, 64, 2, 5, 1, {20}, {3}, {2}, {1}, {1}},
    /* fewer images than lanes: some positions of each in a vector */
    {2, 4, 4, 6, 1, {13, 15}, {5, 5}, {1, 1}, {2, 2}, {1, 1}},
    {2, 4, 6, 16, 1, {14, 14}, {5, 5}, {1, 1}, {0, 0}, {1, 1}},
    {2, 11, 4, 5, 1, {7, 12}, {3, 3}, {2, 1}, {1, 1}, {1, 2}},
    {2, 8, 5, 7, 1, {6, 31}, {2, 4}, {1, 1}, {1, 3}, {2, 1}},
    {3, 2, 2, 4, 1, {5, 6, 7}, {3, 2, 3}, {2, 1, 2}, {1, 0, 1}, {1, 2, 1}},
};

/* 3 x 3, stride 1, many channels: tile by tile (conv_winograd.c): odd sides, all margins, bands, lots of small images, rows shorter and longer than a vector, several pieces */
static const Shape tiled[] = {
    {2, 4, 32, 64, 1, {13, 9}, {3, 3}, {1, 1}, {1, 1}, {1, 1}},
    {2, 5, 64, 32, 1, {8, 8}, {3, 3}, {1, 1}, {0, 0}, {1, 1}},
    {2, 3, 32, 96, 1, {7, 7}, {3, 3}, {1, 1}, {2, 2}, {1, 1}},
    {2, 1, 32, 32, 1, {5, 90}, {3, 3}, {1, 1}, {1, 1}, {1, 1}},
    {2, 1, 32, 32, 1, {90, 5}, {3, 3}, {1, 1}, {1, 0}, {1, 1}},
    {2, 60, 32, 32, 1, {2, 2}, {3, 3}, {1, 1}, {1, 1}, {1, 1}},
    {2, 9, 32, 32, 1, {16, 16}, {3, 3}, {1, 1}, {1, 1}, {1, 1}},
    {2, 9, 160, 128, 1, {6, 6}, {3, 3}, {1, 1}, {1, 1}, {1, 1}},
};

static int64_t out_size(const Shape *s, int i) { return (s->in[i] + 2 * s->pad[i] - s->dilate[i] * (s->kernel[i] - 1) - 1) / s->stride[i] + 1; }

/* Visits every product of the convolution: y[yi] += x[xi] * w[wi]. */
static void visit(const Shape *s, double *x, double *weight, double *y, int kind)
{
    int64_t in[3] = {1, 1, 1}, out[3] = {1, 1, 1}, k[3] = {1, 1, 1}, st[3] = {1, 1, 1}, pad[3] = {0}, dil[3] = {1, 1, 1};
    for (int i = 0; i < s->dims; i++) {
        int to = 3 - s->dims + i;
        in[to] = s->in[i], out[to] = out_size(s, i), k[to] = s->kernel[i], st[to] = s->stride[i], pad[to] = s->pad[i], dil[to] = s->dilate[i];
    }
    int64_t cg = s->in_channels / s->groups, og = s->out_channels / s->groups;
    for (int64_t n = 0; n < s->batch; n++)
        for (int64_t o = 0; o < s->out_channels; o++)
            for (int64_t p = 0; p < out[0] * out[1] * out[2]; p++)
                for (int64_t c = 0; c < cg; c++)
                    for (int64_t q = 0; q < k[0] * k[1] * k[2]; q++) {
                        int64_t op[3] = {p / (out[1] * out[2]), p / out[2] % out[1], p % out[2]}, kp[3] = {q / (k[1] * k[2]), q / k[2] % k[1], q % k[2]}, ip[3];
                        bool inside = true;
                        for (int i = 0; i < 3; i++) ip[i] = op[i] * st[i] - pad[i] + kp[i] * dil[i], inside = inside && ip[i] >= 0 && ip[i] < in[i];
                        if (!inside) continue;
                        int64_t xi = (((n * s->in_channels + o / og * cg + c) * in[0] + ip[0]) * in[1] + ip[1]) * in[2] + ip[2];
                        int64_t wi = (o * cg + c) * k[0] * k[1] * k[2] + q, yi = (n * s->out_channels + o) * out[0] * out[1] * out[2] + p;
                        if (kind == 0) y[yi] += x[xi] * weight[wi];
                        else if (kind == 1) x[xi] += y[yi] * weight[wi];
                        else weight[wi] += y[yi] * x[xi];
                    }
}

static void attrs_of(const Shape *s, Attr *attrs, bool transposed, const int64_t *extra)
{
    attrs[conv_kernel].ints = (Ints){s->kernel, s->dims};
    attrs[conv_stride].ints = (Ints){s->stride, s->dims};
    attrs[conv_pad].ints = (Ints){s->pad, s->dims};
    attrs[conv_dilate].ints = (Ints){s->dilate, s->dims};
    attrs[conv_groups].i = s->groups;
    attrs[conv_output_pad].ints = (Ints){extra, extra ? s->dims : -1};
    attrs[conv_transposed].i = transposed;
}

static double *zeros(int64_t n) { return calloc((size_t)n + 1, sizeof(double)); }

static void one(Core *c, const Shape *s, DType d, int layout, uint64_t *state)
{
    int64_t xs[5] = {s->batch, s->in_channels}, ws[5] = {s->out_channels, s->in_channels / s->groups}, ys[5] = {s->batch, s->out_channels}, extra[3];
    for (int i = 0; i < s->dims; i++) {
        xs[2 + i] = s->in[i], ws[2 + i] = s->kernel[i], ys[2 + i] = out_size(s, i);
        extra[i] = s->in[i] - ((ys[2 + i] - 1) * s->stride[i] - 2 * s->pad[i] + s->dilate[i] * (s->kernel[i] - 1) + 1);
    }
    int n = s->dims + 2;
    Tensor *x = net_relaid(c, net_tensor(c, d, xs, n, state), layout), *weight = net_relaid(c, net_tensor(c, d, ws, n, state), layout);
    Tensor *y = net_relaid(c, net_tensor(c, d, ys, n, state), layout), *bias = net_tensor(c, d, SHAPE(s->out_channels), state);
    double *vx = net_values(c, x), *vw = net_values(c, weight), *vy = net_values(c, y), *vb = net_values(c, bias), tolerance = net_tolerance(d) * 4;
    double *rx = zeros(x->size), *rw = zeros(weight->size), *ry = zeros(y->size);
    Attr attrs[MAX_ATTRS];
    attrs_of(s, attrs, false, NULL);
    char what[80];
    snprintf(what, sizeof what, "%dd conv %s layout %d, %d to %d channels of %d", s->dims, dtype_info[d].name, layout, (int)s->in_channels, (int)s->out_channels, (int)s->in[0]);
    int64_t plane = y->size / (s->batch * s->out_channels);
    for (int64_t i = 0; i < y->size; i++) ry[i] = vb[i / plane % s->out_channels];
    visit(s, vx, vw, ry, 0);
    visit(s, rx, vw, vy, 1);
    visit(s, vx, rw, vy, 2);
    Tensor *out = net_call(c, OP_conv, 3, (Tensor *[]){x, weight, bias}, attrs, NULL);
    CHECK(net_close(c, what, out, ry, tolerance));
    tensor_release(c, out);
    out = net_call(c, OP_conv_data_grad, 3, (Tensor *[]){y, weight, x}, attrs, NULL);
    CHECK(net_close(c, what, out, rx, tolerance));
    tensor_release(c, out);
    out = net_call(c, OP_conv_weight_grad, 3, (Tensor *[]){y, x, weight}, attrs, NULL);
    CHECK(net_close(c, what, out, rw, tolerance * 2));
    tensor_release(c, out);
    attrs_of(s, attrs, true, extra); /* transposed: what was the data gradient */
    bool possible = true;
    for (int i = 0; i < s->dims; i++) possible = possible && extra[i] >= 0;
    if (possible) {
        out = net_call(c, OP_conv, 3, (Tensor *[]){y, weight, NULL}, attrs, NULL);
        CHECK(net_close(c, what, out, rx, tolerance));
        tensor_release(c, out);
        for (int64_t i = 0; i < y->size; i++) ry[i] -= vb[i / plane % s->out_channels];
        out = net_call(c, OP_conv_data_grad, 3, (Tensor *[]){x, weight, y}, attrs, NULL);
        CHECK(net_close(c, what, out, ry, tolerance));
        tensor_release(c, out);
        out = net_call(c, OP_conv_weight_grad, 3, (Tensor *[]){x, y, weight}, attrs, NULL);
        CHECK(net_close(c, what, out, rw, tolerance * 2));
        tensor_release(c, out);
    }
    tensor_release(c, x);
    tensor_release(c, weight);
    tensor_release(c, y);
    tensor_release(c, bias);
    free(vx), free(vw), free(vy), free(vb), free(rx), free(rw), free(ry);
}

/* The fastest sums, as PERCH_CONV=fast has them. */
static Core *fast_core(void)
{
    CoreConfig config = {.gpus = "sim:2,mem=64M", .threads = 2, .seed = 1, .fast_conv = true};
    Core *c = core_open(&config);
    core_set_accent(c, ACCENT_TORCH);
    return c;
}

CASE(convolutions_agree_with_plain_sums)
{
    static const DType dtypes[] = {DT_FLOAT32, DT_FLOAT64, DT_FLOAT16, DT_BFLOAT16, DT_INT32};
    for (int fast = 0; fast < 2; fast++) {
        Core *c = fast ? fast_core() : open_core();
        uint64_t state = 21;
        for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
            for (size_t d = 0; d < 5; d++) one(c, &shapes[i], dtypes[d], (int)(i + d) % 3, &state);
        close_core(c);
    }
}

CASE(convolutions_by_tiles_agree_with_plain_sums)
{
    Core *c = fast_core();
    uint64_t state = 22;
    for (size_t i = 0; i < sizeof tiled / sizeof *tiled; i++) one(c, &tiled[i], DT_FLOAT32, (int)i % 3, &state);
    close_core(c);
}

CASE(convolutions_by_tiles_keep_infinity_where_it_is_seen)
{
    Core *c = fast_core();
    uint64_t state = 5;
    Attr attrs[MAX_ATTRS];
    const Shape *s = &tiled[6];
    attrs_of(s, attrs, false, NULL);
    Tensor *x = net_tensor(c, DT_FLOAT32, SHAPE(9, 32, 16, 16), &state), *weight = net_tensor(c, DT_FLOAT32, SHAPE(32, 32, 3, 3), &state);
    double *values = net_values(c, x);
    values[4 * 16 + 7] = INFINITY;
    Tensor *wide = tensor_from_host(c, device_cpu(c), DT_FLOAT64, x->shape, 4, values), *odd_x = tensor_to(c, wide, device_cpu(c), DT_FLOAT32, false, 0);
    Tensor *out = net_call(c, OP_conv, 3, (Tensor *[]){odd_x, weight, NULL}, attrs, NULL);
    double *y = net_values(c, out);
    int64_t odd = 0;
    for (int64_t i = 0; i < out->size; i++) odd += !isfinite(y[i]);
    CHECK(odd == 32 * 9);
    free(y);
    free(values);
    tensor_release(c, wide);
    tensor_release(c, odd_x);
    tensor_release(c, x);
    tensor_release(c, weight);
    tensor_release(c, out);
    close_core(c);
}

CASE(convolution_without_a_batch_and_its_errors)
{
    Core *c = open_core();
    uint64_t state = 4;
    Attr attrs[MAX_ATTRS];
    attrs_of(&shapes[2], attrs, false, NULL);
    Tensor *x = net_tensor(c, DT_FLOAT32, SHAPE(1, 12, 12), &state), *weight = net_tensor(c, DT_FLOAT32, SHAPE(6, 1, 5, 5), &state);
    Tensor *out = net_call(c, OP_conv, 3, (Tensor *[]){x, weight, NULL}, attrs, NULL);
    CHECK(out && out->ndim == 3 && out->shape[0] == 6 && out->shape[1] == 8);
    tensor_release(c, out);
    Tensor *wrong = net_tensor(c, DT_FLOAT32, SHAPE(1, 3, 12, 12), &state), *small = net_tensor(c, DT_FLOAT32, SHAPE(1, 1, 2, 2), &state), *flat = net_tensor(c, DT_FLOAT32, SHAPE(3), &state);
    CHECK(raises(c, net_call(c, OP_conv, 3, (Tensor *[]){wrong, weight, NULL}, attrs, NULL), CE_SHAPE_MISMATCH));
    CHECK(raises(c, net_call(c, OP_conv, 3, (Tensor *[]){small, weight, NULL}, attrs, NULL), CE_BAD_WINDOW));
    CHECK(raises(c, net_call(c, OP_conv, 3, (Tensor *[]){flat, weight, NULL}, attrs, NULL), CE_BAD_NDIM));
    CHECK(raises(c, net_call(c, OP_conv, 3, (Tensor *[]){x, weight, flat}, attrs, NULL), CE_SHAPE_MISMATCH));
    tensor_release(c, x);
    tensor_release(c, weight);
    tensor_release(c, wrong);
    tensor_release(c, small);
    tensor_release(c, flat);
    close_core(c);
}
