/* infer_contrib.c: what the operators of mx.nd.contrib (and ROIPooling) know of shapes and dtypes before they run: boxes, regions, resizing, attention, copies by index. */
#include "infer.h"

#define NEED(fits, ...) do { if (!(fits)) return mx_refuse_said(c->lib, __VA_ARGS__); } while (0)
typedef long long Long;

static int64_t last(const Tensor *t) { return t->shape[t->ndim - 1]; }

/* MXNet's number of a dtype, as its texts have it. */
static const char *type_flag(const Tensor *t)
{
    static const char *const numbers[DTYPE_COUNT] = {[DT_FLOAT32] = "0", [DT_FLOAT64] = "1", [DT_FLOAT16] = "2", [DT_UINT8] = "3", [DT_INT32] = "4", [DT_INT8] = "5", [DT_INT64] = "6", [DT_BOOL] = "7", [DT_BFLOAT16] = "12"};
    return numbers[t->dtype] ? numbers[t->dtype] : "-1"; /* (MXNet has no other) */
}

/* Are all inputs there? */
static bool given(const Inferred *c)
{
    char wanted[16], have[16];
    int n = 0;
    for (int i = 0; i < c->n; i++) n += c->in[i] != NULL;
    snprintf(wanted, sizeof wanted, "%d", c->n);
    snprintf(have, sizeof have, "%d", n);
    NEED(n == c->n, MXNET_SAYS(NUM_INPUTS), have, wanted, c->op->own, wanted, have);
    return true;
}

static bool floats(const Inferred *c)
{
    const Tensor *t = c->in[0];
    NEED(dtype_is_float((DType)t->dtype), MXNET_SAYS(FLOATS_ALONE), dtype_info[t->dtype].name);
    return true;
}

/* All inputs in float32: older operators know no other. */
static bool singles(const Inferred *c)
{
    for (int i = 0; i < c->n; i++) NEED(c->in[i]->dtype == DT_FLOAT32, MXNET_SAYS(CROP_DTYPE), type_flag(c->in[i]));
    return true;
}

/* The numbers of a parameter that is a tuple of them; absent: `usual` of them, each 0. */
static int count_of(const Inferred *c, const char *name, int usual)
{
    Ref v = infer_param(c, name);
    return !v ? usual : is_tuple(v) ? (int)as_tuple(v)->len : 1;
}

static double number_of(const Inferred *c, const char *name, int i, double absent)
{
    Ref v = infer_param(c, name), one = v && is_tuple(v) ? as_tuple(v)->items[i] : v;
    return !one ? absent : is_small(one) ? (double)small_of(one) : is_float(one) ? float_of(one) : absent;
}

/* ---- boxes ---- */
static bool boxes_of_pair(const Inferred *c, const Tensor *t, char letter, const char *name)
{
    NEED(t->ndim >= 2, MXNET_SAYS(IOU_AXES), letter, t->ndim, name, t->ndim);
    NEED(last(t) == 4, MXNET_SAYS(IOU_LAST), letter, (Long)last(t), name, (Long)last(t));
    return true;
}

static bool infer_iou(Inferred *c)
{
    if (!given(c)) return false;
    return boxes_of_pair(c, c->in[0], 'l', "lhs") && boxes_of_pair(c, c->in[1], 'r', "rhs") && infer_dtypes_alike(c) && floats(c);
}

static bool infer_nms(Inferred *c)
{
    const Tensor *t = c->in[0];
    char room[DIMS_ROOM];
    if (!given(c)) return false;
    NEED(t->ndim >= 2, MXNET_SAYS(NMS_AXES), infer_shown_shape(t, room));
    Long width = last(t), first = infer_int(c, "coord_start", 2), end = first + 3, score = infer_int(c, "score_index", 1), id = infer_int(c, "id_index", -1);
    int expected = id >= 0 ? 6 : 5;
    NEED(width >= expected, MXNET_SAYS(NMS_WIDTH), width, expected, width, expected);
    NEED(score >= 0 && score < width, MXNET_SAYS(NMS_INDEX), "score_index", "score_index", "score_index", score, width);
    NEED(score < first || score > end, MXNET_SAYS(NMS_MEETS), "score_index", "score_index", "score_index", score, first, end);
    NEED(first >= 0 && end < width, MXNET_SAYS(NMS_COORDINATES), first, end, width);
    if (id < 0) return floats(c);
    NEED(id < width, MXNET_SAYS(NMS_INDEX), "id_index", "id_index", "id_index", id, width);
    NEED(id < first || id > end, MXNET_SAYS(NMS_MEETS), "id_index", "id_index", "id_index", id, first, end);
    NEED(id != score, MXNET_SAYS(NMS_TWICE), id, score, id, score);
    return floats(c);
}

static bool infer_prior(Inferred *c)
{
    const Tensor *t = c->in[0];
    if (!given(c)) return false;
    NEED(t->ndim >= 4, MXNET_SAYS(PRIOR_AXES), t->ndim);
    NEED(count_of(c, "steps", 2) == 2, MXNET_SAYS(PRIOR_STEPS), count_of(c, "steps", 2));
    if (!singles(c)) return false;
    NEED(count_of(c, "sizes", 1) > 0, MXNET_SAYS(PRIOR_NONE), "sizes");
    NEED(count_of(c, "ratios", 1) > 0, MXNET_SAYS(PRIOR_NONE), "ratios");
    NEED(count_of(c, "offsets", 2) == 2, MXNET_SAYS(PRIOR_OFFSETS), count_of(c, "offsets", 2));
    for (int i = 0; i < 2; i++) {
        double at = number_of(c, "offsets", i, 0.5);
        NEED(at >= 0, MXNET_SAYS(PRIOR_LOW), i, at);
        NEED(at <= 1, MXNET_SAYS(PRIOR_HIGH), i, at);
    }
    double both = (double)((float)number_of(c, "steps", 0, -1) * (float)number_of(c, "steps", 1, -1));
    NEED(both >= 0, MXNET_SAYS(PRIOR_ONE_STEP), both);
    return true;
}

static bool infer_detection(Inferred *c)
{
    const Tensor *chances = c->in[0], *moves = c->in[1], *anchors = c->in[2];
    char room[DIMS_ROOM];
    if (!given(c)) return false;
    NEED(chances->ndim == 3, MXNET_SAYS(FOUND_AXES), 'c', 3, chances->ndim, 3, infer_shown_shape(chances, room));
    NEED(moves->ndim == 2, MXNET_SAYS(FOUND_AXES), 'l', 2, moves->ndim, 2, infer_shown_shape(moves, room));
    NEED(anchors->ndim == 3, MXNET_SAYS(FOUND_AXES), 'a', 3, anchors->ndim, 3, infer_shown_shape(anchors, room));
    NEED(chances->shape[2] == anchors->shape[1], MXNET_SAYS(FOUND_ANCHORS), (Long)chances->shape[2], (Long)anchors->shape[1]);
    NEED(chances->shape[2] * 4 == moves->shape[1], MXNET_SAYS(FOUND_MOVES), (Long)chances->shape[2] * 4, (Long)moves->shape[1]);
    NEED(anchors->shape[2] == 4, MXNET_SAYS(FOUND_BOX), (Long)anchors->shape[2]);
    if (!singles(c)) return false;
    NEED(anchors->size == anchors->shape[1] * 4, MXNET_SAYS(CODED_BATCH), (Long)anchors->size, (Long)anchors->shape[1] * 4);
    NEED(count_of(c, "variances", 4) == 4, MXNET_SAYS(FOUND_VARIANCES), count_of(c, "variances", 4), "Variance size must be 4");
    return true;
}

static bool infer_target(Inferred *c)
{
    const Tensor *anchors = c->in[0], *label = c->in[1], *guess = c->in[2];
    if (!given(c)) return false;
    NEED(anchors->ndim == 3, MXNET_SAYS(TARGET_ANCHOR_AXES), anchors->ndim);
    NEED(anchors->shape[0] == 1, MXNET_SAYS(TARGET_ANCHORS), (Long)anchors->shape[0]);
    NEED(anchors->shape[2] == 4, MXNET_SAYS(TARGET_BOX), (Long)anchors->shape[2]);
    NEED(label->ndim == 3, MXNET_SAYS(TARGET_LABEL_AXES), label->ndim);
    NEED(label->shape[2] >= 5, MXNET_SAYS(TARGET_LABEL_WIDTH), (Long)label->shape[2]);
    NEED(guess->ndim == 3, MXNET_SAYS(TARGET_GUESS_AXES), guess->ndim);
    NEED(guess->shape[2] == anchors->shape[1], MXNET_SAYS(TARGET_GUESSES), (Long)guess->shape[2], (Long)anchors->shape[1]);
    if (!singles(c)) return false;
    NEED(count_of(c, "variances", 4) == 4, MXNET_SAYS(FOUND_VARIANCES), count_of(c, "variances", 4), "");
    double ratio = number_of(c, "negative_mining_ratio", 0, -1), limit = number_of(c, "negative_mining_thresh", 0, 0.5);
    NEED(ratio <= 0 || limit > 0, MXNET_SAYS(TARGET_MINING), limit);
    return true;
}

static bool coded(const Inferred *c, const Tensor *t, char letter, const char *how, int least, const char *name, int said)
{
    NEED(how[0] == '=' ? t->ndim == least : t->ndim >= least, MXNET_SAYS(CODED_AXES), letter, how, least, t->ndim, least, name, least, said ? said : t->ndim);
    return true;
}

static bool coded_boxes(const Inferred *c, const Tensor *t, const char *name)
{
    NEED(last(t) == 4, MXNET_SAYS(CODED_LAST), (Long)last(t), name, (Long)last(t));
    return true;
}

static bool infer_encode(Inferred *c)
{
    char room[DIMS_ROOM];
    if (!given(c)) return false;
    if (!coded(c, c->in[0], 's', "==", 2, "samples", 0) || !coded(c, c->in[1], 'm', ">=", 2, "matches", 0)) return false;
    if (!coded(c, c->in[2], 'a', ">=", 3, "matches", 0) || !coded_boxes(c, c->in[2], "anchors")) return false;
    if (!coded(c, c->in[3], 'r', ">=", 3, "refs", 3) || !coded_boxes(c, c->in[3], "anchors")) return false; /* (the words are the original's) */
    for (int i = 4; i < 6; i++) NEED(c->in[i]->ndim == 1 && c->in[i]->shape[0] == 4, MXNET_SAYS(CODED_FOUR), infer_shown_shape(c->in[i], room));
    return infer_dtypes_alike(c);
}

static bool infer_decode(Inferred *c)
{
    const Tensor *t = c->in[0], *anchors = c->in[1];
    if (!given(c)) return false;
    if (!coded(c, t, 'd', "==", 3, "data", 0)) return false;
    NEED(last(t) == 4, MXNET_SAYS(CODED_LAST), (Long)last(t), "data", (Long)last(t));
    if (!coded(c, anchors, 'a', ">=", 3, "anchors", 0) || !coded_boxes(c, anchors, "anchors") || !infer_dtypes_alike(c) || !floats(c)) return false;
    NEED(anchors->size == t->shape[1] * 4, MXNET_SAYS(CODED_BATCH), (Long)anchors->size, (Long)t->shape[1] * 4);
    return true;
}

static bool infer_matching(Inferred *c)
{
    const Tensor *t = c->in[0];
    if (!given(c)) return false;
    NEED(t->ndim >= 2, MXNET_SAYS(MATCHED_AXES), t->ndim, t->ndim);
    return floats(c);
}

/* ---- regions and sizes ---- */
static bool regions(const Inferred *c, const char *suffix)
{
    const Tensor *t = c->in[0], *boxes = c->in[1];
    if (!given(c)) return false;
    NEED(t->ndim == 4, MXNET_SAYS(REGION_DATA), suffix, t->ndim);
    NEED(boxes->ndim == 2, MXNET_SAYS(REGION_AXES), suffix, boxes->ndim);
    NEED(boxes->shape[1] == 5, MXNET_SAYS(REGION_FIVE), suffix, (Long)boxes->shape[1]);
    if (infer_int(c, "position_sensitive", 0)) {
        int64_t parts = (int64_t)number_of(c, "pooled_size", 0, 1) * (int64_t)number_of(c, "pooled_size", 1, 1);
        NEED(parts > 0 && t->shape[1] % parts == 0, MXNET_SAYS(REGION_CHANNELS), (Long)(parts > 0 ? t->shape[1] % parts : 0));
    }
    NEED(t->dtype == boxes->dtype, MXNET_SAYS(REGION_DTYPE), type_flag(t), type_flag(boxes));
    return floats(c);
}
static bool infer_align(Inferred *c) { return regions(c, ""); }
static bool infer_pooling(Inferred *c) { return regions(c, "U"); }

static bool infer_adaptive(Inferred *c)
{
    for (int i = count_of(c, "output_size", 0); i-- > 0;) {
        double size = number_of(c, "output_size", i, 1);
        NEED(size >= 0, MXNET_SAYS(SIZE_NEGATIVE), (Long)size);
    }
    const Tensor *t = c->in[0];
    return given(c) && ((t->ndim > 2 || infer_index_of(c, 2, t->ndim)) && (t->ndim > 3 || infer_index_of(c, 3, t->ndim)) && floats(c));
}

static bool infer_resize(Inferred *c)
{
    const Tensor *t = c->in[0];
    if (!t) return given(c);
    Ref mode = infer_param(c, "mode"), height = infer_param(c, "scale_height"), width = infer_param(c, "scale_width");
    bool scaled = (height && !is_none(height)) || (width && !is_none(width)), like = mode && str_equal_c(mode, "like"), odd = mode && str_equal_c(mode, "odd_scale");
    if (like) NEED(c->in[1], MXNET_SAYS(NUM_INPUTS), "1", "2", c->op->own, "2", "1");
    if (t->ndim < 4 && !(infer_index_of(c, 3, t->ndim))) return false;
    if (like && c->in[1]->ndim < 4 && !infer_index_of(c, 3, c->in[1]->ndim)) return false;
    if (odd || (scaled && (!mode || str_equal_c(mode, "size")))) NEED(height && width && !is_none(height) && !is_none(width), "%s", MXNET_SAYS(ABSENT_SCALE));
    return floats(c);
}

/* ---- attention ---- */
typedef struct Heads { const char *letters, *name, *layout, *colon; } Heads;
static bool heads_axes(const Inferred *c, const Tensor *t, Heads h)
{
    NEED(t->ndim == 3, MXNET_SAYS(HEADS_AXES), h.letters, t->ndim, h.name, h.layout, h.colon, t->ndim);
    return true;
}
static bool heads_dtype(const Inferred *c)
{
    NEED(c->in[0]->dtype == DT_FLOAT32 || tensor_device(c->in[0])->kind != DEVICE_CPU, MXNET_SAYS(HEADS_DTYPE), type_flag(c->in[0]));
    return true;
}

static bool infer_self_scores(Inferred *c) { return given(c) && heads_axes(c, c->in[0], (Heads){"qkv", "queries_keys_values", "seq_length-batch-proj_dim", ":"}) && heads_dtype(c); }

static bool infer_self_values(Inferred *c)
{
    const Tensor *t = c->in[0], *attention = c->in[1];
    if (!given(c)) return false;
    if (!heads_axes(c, t, (Heads){"qkv", "queries_keys_values", "seq_length-batch-3*proj_dim", ":"}) || !heads_axes(c, attention, (Heads){"att", "attention", "batch-seq_length-seq_length", ":"})) return false;
    for (int i = 1; i < 3; i++)
        NEED(t->shape[0] == attention->shape[i], MXNET_SAYS(HEADS_SEQUENCE), "qkv", i, (Long)t->shape[0], (Long)attention->shape[i], "queries_keys_values", "and", i, " should be the same", (Long)t->shape[0],
             (Long)attention->shape[i]);
    return heads_dtype(c);
}

static bool infer_pair_scores(Inferred *c)
{
    const Tensor *q = c->in[0], *kv = c->in[1];
    if (!given(c)) return false;
    if (!heads_axes(c, q, (Heads){"q", "queries", "seq_length-batch-proj_dim", ""}) || !heads_axes(c, kv, (Heads){"kv", "queries", "seq_length-batch-2*proj_dim", ""})) return false;
    NEED(q->shape[2] * 2 == kv->shape[2], MXNET_SAYS(HEADS_DEPTH), (Long)q->shape[2] * 2, (Long)kv->shape[2], (Long)q->shape[2], (Long)kv->shape[2]);
    NEED(q->shape[1] == kv->shape[1], MXNET_SAYS(HEADS_BATCH), (Long)q->shape[1], (Long)kv->shape[1], (Long)q->shape[1], (Long)kv->shape[1]);
    return heads_dtype(c);
}

static bool infer_pair_values(Inferred *c)
{
    const Tensor *kv = c->in[0], *attention = c->in[1];
    if (!given(c)) return false;
    if (!heads_axes(c, kv, (Heads){"kv", "keys_values", "seq_length-batch-2*proj_dim", ""}) || !heads_axes(c, attention, (Heads){"att", "attention", "batch-seq_length-seq_length", ""})) return false;
    Long length = kv->shape[0], seen = attention->shape[2], heads = infer_int(c, "heads", 1);
    NEED(length == seen, MXNET_SAYS(HEADS_SEQUENCE), "kv", 2, length, seen, "keys_values", "should be equal to", 2, "", length, seen);
    NEED(kv->shape[1] * heads == attention->shape[0], MXNET_SAYS(HEADS_COUNT), (Long)kv->shape[1] * heads, (Long)attention->shape[0], (Long)attention->shape[1], (Long)kv->shape[1]);
    return heads_dtype(c);
}

/* ---- the others ---- */
static bool infer_mask(Inferred *c)
{
    const Tensor *t = c->in[0], *index = c->in[1];
    if (!given(c)) return false;
    if (!t->ndim || !index->ndim) return true;
    Long axis = infer_int(c, "axis", 0);
    NEED(axis == 0, MXNET_SAYS(MASK_AXIS), axis);
    NEED(t->shape[0] == index->shape[0], MXNET_SAYS(MASK_SIZE), (Long)t->shape[0], (Long)index->shape[0]);
    return true;
}

static bool infer_copy(Inferred *c)
{
    const Tensor *old = c->in[0], *places = c->in[1], *rows = c->in[2];
    if (!given(c)) return false;
    NEED(places->ndim == 1, MXNET_SAYS(COPY_PLACES), places->ndim);
    NEED(old->ndim == rows->ndim, MXNET_SAYS(COPY_AXES), old->ndim, rows->ndim);
    for (int i = 1; i < old->ndim; i++) NEED(old->shape[i] == rows->shape[i], MXNET_SAYS(COPY_SHAPE), (Long)old->shape[i], (Long)rows->shape[i]);
    NEED(places->shape[0] == rows->shape[0], MXNET_SAYS(COPY_COUNT), (Long)places->shape[0], (Long)rows->shape[0]);
    return true;
}

static bool infer_close(Inferred *c)
{
    const Tensor *a = c->in[0], *b = c->in[1];
    return given(c) && ((a->ndim == b->ndim && tensor_same_shape(a, b)) || infer_not_found(c));
}

static const struct { const char *own; Infer infer; } rows[] = {
    {"box_iou", infer_iou}, {"box_nms", infer_nms}, {"MultiBoxPrior", infer_prior}, {"MultiBoxDetection", infer_detection}, {"MultiBoxTarget", infer_target}, {"box_encode", infer_encode},
    {"box_decode", infer_decode}, {"bipartite_matching", infer_matching}, {"ROIAlign", infer_align}, {"AdaptiveAvgPooling2D", infer_adaptive}, {"BilinearResize2D", infer_resize},
    {"interleaved_matmul_selfatt_qk", infer_self_scores}, {"interleaved_matmul_selfatt_valatt", infer_self_values}, {"interleaved_matmul_encdec_qk", infer_pair_scores},
    {"interleaved_matmul_encdec_valatt", infer_pair_values}, {"boolean_mask", infer_mask}, {"index_copy", infer_copy}, {"allclose", infer_close},
};

Infer infer_of_contrib(const OperatorRow *op)
{
    if (strcmp(op->own, "ROIPooling") == 0) return infer_pooling;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (strcmp(rows[i].own, op->own + sizeof CONTRIB - 1) == 0) return rows[i].infer;
    return NULL;
}
