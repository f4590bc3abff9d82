/* nodes.c: what PyTorch calls the step that made a tensor: grad_fn=<AddBackward0>. nodes.def has the words; which overload it was is read off the operands and attributes. */
#include "tensor/object/accents.h"
#include "torch.h"
#include "core/op_more.h"
#include "core/recurrent.h"

/* Besides 0, 1 and 2: which overload, or which word. */
enum Overload {
    REVERSED = 3,  /* a number before the tensor: rsub; 1 / x is a reciprocal times 1 */
    SECOND_TENSOR, /* 1 where the second operand is no number */
    THIRD_TENSOR,
    BARE,          /* the word alone */
    GIVEN_AXES, GIVEN_AXIS,
    SCATTERED,     /* added up it has a name of its own */
    EXTREME,       /* MaxBackward1 of all, AmaxBackward0 over axes */
    TRANSFORM,     /* of complex or of real numbers */
    PRODUCT, LAYER, CONTRACTED, WINDOWS, CLASSES, MARGINS, RESIZED,
    BY_CUDNN,      /* on a GPU: CudnnRnn */
};
typedef struct NodeWord { uint16_t op; uint8_t overload; const char *word; } NodeWord;
static const NodeWord words[] = {
#define NODE(op, word, overload) {OP_##op, overload, word},
#include "nodes.def"
};
static const char *const said[] = {
#define SAID(name) name,
#include "nodes.def"
};

static const NodeWord *word_of(uint16_t op)
{
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (words[i].op == op) return &words[i];
    return NULL;
}

const char *torch_node_said(const char *name)
{
    for (size_t i = 0; i < sizeof said / sizeof *said; i++)
        if (strcmp(said[i], name) == 0) return said[i];
    return NULL;
}

Value torch_named(Value v, const char *node)
{
    if (v && tensor_of(v)->grad && tensor_of(v)->grad->node) tensor_of(v)->grad->node->shown_name = node;
    return v;
}

/* an_op -> AnOp */
static void in_humps(const char *p, char *out, size_t room)
{
    size_t n = 0;
    bool upper = true;
    for (; *p && n + 1 < room; p++) {
        if (*p == '_') upper = true;
        else {
            out[n++] = upper && *p >= 'a' && *p <= 'z' ? (char)(*p - 32) : *p;
            upper = false;
        }
    }
    out[n] = 0;
}

void torch_op_word(uint16_t op, char *out, size_t room)
{
    const NodeWord *w = word_of(op);
    if (!w) in_humps(op_get((OpId)op)->name, out, room);
    else snprintf(out, room, w->word, 2); /* (windows are told as over two axes) */
}

static bool over_axes(const GradNode *n) { return n->attrs && n->attr_count > reduce_axes && n->attrs[reduce_axes].ints.count > 0; }
static bool is_number(const GradNode *n, int i) { return i < n->in_count && n->inputs[i].number; }

static void product_word(const GradNode *n, char *out, size_t room)
{
    int a = n->inputs[0].ndim, b = n->inputs[1].ndim;
    snprintf(out, room, "%sBackward0", a == 1 && b == 1 ? "Dot" : a == 2 && b == 1 ? "Mv" : a > 2 || b > 2 ? "UnsafeView" : "Mm");
}

/* With a bias or without; of a vector, a matrix or a batch of them. */
static void layer_word(const GradNode *n, char *out, size_t room)
{
    bool bias = n->inputs[2].present;
    int dims = n->inputs[0].ndim;
    if (bias && dims != 2 && torch_two(TORCH_FLAG_LAYER_VIEWED)) return (void)snprintf(out, room, "%s", n->inputs[0].apart ? "AddBackward0" : "UnsafeViewBackward0");
    if (bias && (dims > 3 || (dims == 3 && n->inputs[0].apart))) dims = 1; /* a product, and the bias added to it */
    snprintf(out, room, "%s", dims == 2 ? bias ? "AddmmBackward0" : "MmBackward0" : dims == 1 ? bias ? "AddBackward0" : "SqueezeBackward3" : bias ? "ViewBackward0" : "UnsafeViewBackward0");
}

/* Products of matrices end with a view; one operand is summed or turned, and what has nothing to sum is a product element by element. */
static void contracted_word(const GradNode *n, char *out, size_t room)
{
    const char *equation = n->attrs ? n->attrs[einsum_equation].text : "", *arrow = strstr(equation, "->");
    bool sums = false;
    for (const char *p = equation; *p && p != arrow; p++) /* without an arrow what stands twice is summed */
        sums |= *p >= 'A' && (arrow ? !strchr(arrow, *p) : strchr(p + 1, *p) != NULL);
    snprintf(out, room, "%s", n->in_count == 1 ? sums ? "SumBackward1" : "PermuteBackward0" : sums ? "ViewBackward0" : "MulBackward0");
}

static void windows_word(const GradNode *n, const char *word, char *out, size_t room)
{
    bool adaptive = n->op->id == OP_adaptive_avg_pool || n->op->id == OP_adaptive_max_pool, whole = adaptive;
    Ints sizes = n->attrs ? n->attrs[adaptive ? pool_output : pool_kernel].ints : (Ints){NULL, 2};
    int dims = sizes.count;
    for (int i = 0; i < dims && sizes.d; i++) whole &= sizes.d[i] == 1;
    if (dims == 1) snprintf(out, room, "SqueezeBackward1");
    else if (whole && n->op->id == OP_adaptive_avg_pool) snprintf(out, room, "MeanBackward1");
    else {
        char name[48];
        snprintf(name, sizeof name, word, dims);
        snprintf(out, room, "%sBackward0", name);
    }
}

static void margins_word(const GradNode *n, char *out, size_t room)
{
    const char *mode = n->attrs && n->attrs[pad_mode].text ? n->attrs[pad_mode].text : "constant";
    int dims = 0;
    Ints widths = n->attrs ? n->attrs[pad_widths].ints : (Ints){NULL, 0};
    for (int i = 0; i + 1 < widths.count; i += 2) dims += widths.d[i] || widths.d[i + 1];
    if (strcmp(mode, "constant") == 0) snprintf(out, room, "ConstantPadNdBackward0");
    else if (strcmp(mode, "wrap") == 0 || strcmp(mode, "circular") == 0) snprintf(out, room, "CopySlices");
    else snprintf(out, room, "%sPad%dDBackward0", strcmp(mode, "reflect") == 0 ? "Reflection" : "Replication", n->inputs[0].ndim > 2 && n->inputs[0].ndim - 2 > dims ? n->inputs[0].ndim - 2 : dims);
}

static void resized_word(const GradNode *n, char *out, size_t room)
{
    static const char *const linear[] = {"Linear", "Bilinear", "Trilinear"};
    const char *mode = n->attrs && n->attrs[resize_mode].text ? n->attrs[resize_mode].text : "nearest";
    int dims = n->inputs[0].ndim - 2;
    char word[24];
    if (strcmp(mode, "cubic") == 0) mode = "bicubic";
    if (strstr(mode, "linear") && dims >= 1 && dims <= 3) snprintf(word, sizeof word, "%s", linear[dims - 1]);
    else if (strcmp(mode, "nearest-exact") == 0) snprintf(word, sizeof word, "NearestExact");
    else in_humps(mode, word, sizeof word);
    snprintf(out, room, "Upsample%s%dDBackward1", word, dims);
}

/* PyTorch 2 gives an LSTM on a CPU to oneDNN. */
static bool by_onednn(const GradNode *n)
{
    return torch_two(TORCH_FLAG_RECURRENT_ONEDNN) && n->inputs[0].dtype == DT_FLOAT32 && n->attrs && n->attrs[recurrent_mode].i == RECURRENT_LSTM;
}

static void node_word(const GradNode *n, char *out, size_t room)
{
    uint16_t op = n->op->id;
    const NodeWord *w = word_of(op);
    int overload = w ? w->overload : 0;
    bool axes = strcmp(family_name[n->op->family], "reduce") == 0 && over_axes(n);
    char word[48];
    switch (overload) {
    case PRODUCT: product_word(n, out, room); return;
    case LAYER: layer_word(n, out, room); return;
    case CONTRACTED: contracted_word(n, out, room); return;
    case WINDOWS: windows_word(n, w->word, out, room); return;
    case MARGINS: margins_word(n, out, room); return;
    case RESIZED: resized_word(n, out, room); return;
    case TRANSFORM: snprintf(out, room, "Fft%sBackward0", dtype_is_complex((DType)n->inputs[0].dtype) ? "C2C" : "R2C"); return;
    case BY_CUDNN: snprintf(out, room, "%sBackward0", n->device->kind == DEVICE_GPU ? "CudnnRnn" : by_onednn(n) ? "MkldnnRnnLayer" : w->word); return;
    case BARE: snprintf(out, room, "%s", w->word); return;
    case EXTREME: snprintf(out, room, axes ? "A%s" "Backward0" : "%sBackward1", axes ? op == OP_max ? "max" : "min" : w->word); return;
    case CLASSES: snprintf(out, room, "NllLoss%sBackward0", n->inputs[0].ndim > 2 ? "2D" : ""); return;
    case REVERSED: overload = is_number(n, 0) && op == OP_subtract; break;
    case SECOND_TENSOR: overload = !is_number(n, 1); break;
    case THIRD_TENSOR: overload = n->in_count > 2 && !is_number(n, 2); break;
    case SCATTERED:
        overload = 0;
        if (n->attrs && n->attrs[index_accumulate].i) return (void)snprintf(out, room, "ScatterAddBackward0");
        break;
    case GIVEN_AXES: overload = n->attrs && n->attrs[axes_axes].ints.count > 0; break;
    case GIVEN_AXIS: overload = n->attrs && !n->attrs[axis_flat].i; break;
    default: overload = w ? overload : axes; break;
    }
    torch_op_word(op, word, sizeof word);
    if (op == OP_subtract && overload) snprintf(word, sizeof word, "Rsub");
    if (op == OP_divide && is_number(n, 0)) snprintf(word, sizeof word, "Mul");
    snprintf(out, room, "%sBackward%d", word, overload);
}

void torch_node_text(const GradNode *n, char *out, size_t room)
{
    char word[96];
    if (n->shown_name) snprintf(out, room, "%s", torch_renamed(n->shown_name));
    else if (n->op) {
        node_word(n, word, sizeof word);
        snprintf(out, room, "%s", torch_renamed(word));
    }
    else
        snprintf(out, room, "%s", !n->custom_name ? "Custom" : strcmp(n->custom_name, "to_copy") == 0 ? "ToCopyBackward0" : strcmp(n->custom_name, "copy_slices") == 0 ? "CopySlices" : n->custom_name);
}

void tensor_node_word(const GradNode *n, char *out, size_t room)
{
    if (n->op && n->op->id == OP_linear) snprintf(out, room, "%sBackward0", n->inputs[2].present && n->inputs[0].ndim == 2 ? "Addmm" : "Mm"); /* its view gives no NaN */
    else if (n->op && n->op->id == OP_matmul && n->inputs[0].ndim > 2) snprintf(out, room, "%sBackward0", n->inputs[1].ndim > 2 ? "Bmm" : "Mm");
    else torch_node_text(n, out, room);
}

/* ---- gradients that are themselves differentiated ---- */
typedef struct Back { uint16_t op; const char *forward, *names[3]; } Back;
static const Back backs[] = {
#define BACK(op, forward, a, b, c) {OP_##op, forward, {a, b, c}},
#include "backs.def"
#undef BACK
};

/* A layer's: by how many dimensions its input has. */
static const char *layer_back(const GradNode *n, int input)
{
    int dims = n->inputs[0].ndim;
    if (input == 1) return "TBackward0";
    if (n->inputs[2].present && dims != 2 && torch_two(TORCH_FLAG_LAYER_VIEWED)) return "ViewBackward0";
    if (input == 2) return dims == 1 ? "MulBackward0" : "ViewBackward0";
    return dims == 1 ? "SqueezeBackward1" : dims == 2 ? "MmBackward0" : torch_renamed("ReshapeAliasBackward0");
}

const char *torch_gradient_word(const GradNode *n, int input)
{
    if (n->accent != ACCENT_TORCH || !n->op || input > 2) return NULL;
    if (n->op->id == OP_linear) return layer_back(n, input);
    char text[64] = "";
    for (size_t i = 0; i < sizeof backs / sizeof *backs; i++) {
        if (backs[i].op != n->op->id) continue;
        if (!*text) torch_node_text(n, text, sizeof text);
        if (!backs[i].forward || strcmp(backs[i].forward, text) == 0) return backs[i].names[input] ? torch_renamed(backs[i].names[input]) : NULL;
    }
    return NULL;
}
