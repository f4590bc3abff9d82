/* array_text_torch.c: the repr of tensors as PyTorch 1.13 writes it.
 *
 * One format for all elements that are shown, chosen from those that are finite and not zero: whole numbers with a bare point,
 * `precision` digits behind it, or exponents; half types are looked at as float32 (which changes no value). The width is that of
 * the widest of those numbers only: a wider zero, nan or inf sticks out. A line holds a fixed number of elements.
 */
#include "array_text_impl.h"
#include "lang/text/text_impl.h"
#include "lang/object/vm.h"

#include <math.h>
#include <string.h>

typedef struct Torch Torch;
struct Torch {
    VM *vm;
    StrB *b, word;
    const TorchPrint *print;
    Walk walk;
    bool floating, failed, any, whole, scientific;
    double largest, smallest;
    int64_t width;
    Torch *imaginary; /* of complex tensors: the format of the imaginary parts; this one is that of the real parts */
};

/* ---- the format ---- */
/* The text of one element into t->word, unpadded. */
static bool spell_float(Torch *t, double x, char kind, int64_t precision, bool point)
{
    t->word.len = 0;
    if (isnan(x)) return strb_ascii(&t->word, "nan", 3), !t->word.failed;
    if (signbit(x)) strb_char(&t->word, '-');
    if (isinf(x)) return strb_ascii(&t->word, "inf", 3), !t->word.failed;
    if (!float_digits(&t->word, fabs(x), kind, precision, false)) return false;
    if (point) strb_char(&t->word, '.');
    return !t->word.failed;
}

static bool spell(Torch *t, const char *at)
{
    DType dtype = t->walk.a->dtype;
    if (t->floating) {
        double x = array_text_load(dtype, at);
        if (t->scientific) return spell_float(t, x, 'e', t->print->precision, false);
        return t->whole ? spell_float(t, x, 'f', 0, true) : spell_float(t, x, 'f', t->print->precision, false);
    }
    t->word.len = 0;
    return array_text_scalar(&t->word, dtype, at);
}

static void measure_range(void *ctx, const char *at)
{
    Torch *t = ctx;
    double x = array_text_load(t->walk.a->dtype, at), size = fabs(x);
    if (!isfinite(x) || x == 0) return;
    if (!t->any || size > t->largest) t->largest = size;
    if (!t->any || size < t->smallest) t->smallest = size;
    t->any = true;
    t->whole &= x == ceil(x);
}

static void measure_width(void *ctx, const char *at)
{
    Torch *t = ctx;
    if (t->failed) return;
    if (t->floating) {
        double x = array_text_load(t->walk.a->dtype, at);
        if (!isfinite(x) || x == 0) return;
    }
    if (!spell(t, at)) t->failed = true;
    else if (t->word.len > t->width) t->width = t->word.len;
}

static bool choose(Torch *t)
{
    VM *vm = t->vm;
    t->floating = dtype_is_float(t->walk.a->dtype);
    t->width = 1;
    t->whole = true;
    if (!t->floating) return walk_shown(vm, &t->walk, measure_width, t) && !t->failed;
    if (!walk_shown(vm, &t->walk, measure_range, t)) return false;
    if (!t->any) return true; /* not even a sci_mode that was asked for is looked at */
    t->scientific = t->largest / t->smallest > 1000 || t->largest > 1e8 || (!t->whole && t->smallest < 1e-4);
    if (t->print->sci_mode >= 0 && t->print->width_as_shown) t->scientific = t->print->sci_mode;
    if (!walk_shown(vm, &t->walk, measure_width, t) || t->failed) return false;
    if (t->print->sci_mode >= 0) t->scientific = t->print->sci_mode; /* 1.13: the width stays as it was */
    return true;
}

/* ---- rows ---- */
static bool add_element(Torch *t, const char *at)
{
    if (!spell(t, at)) return false;
    strb_fill(t->b, ' ', t->width - t->word.len);
    strb_ascii(t->b, t->word.data, (size_t)t->word.len);
    if (!t->imaginary) return !t->b->failed;
    Torch *other = t->imaginary; /* unpadded, with its sign */
    if (!spell(other, (const char *)other->walk.a->data + (at - (const char *)t->walk.a->data))) return false;
    if (*(const char *)other->word.data != '-') strb_char(t->b, '+');
    strb_ascii(t->b, other->word.data, (size_t)other->word.len);
    strb_char(t->b, 'j');
    return !t->b->failed;
}

static bool add_vector(Torch *t, int64_t base, int64_t indent)
{
    const Walk *walk = &t->walk;
    int axis = walk->a->ndim - 1;
    int64_t count = walk->a->shape[axis], room = t->print->linewidth - indent, done = 0;
    int64_t each = t->width + 2 + (t->imaginary ? t->imaginary->width + 1 : 0), per_line = room > 0 ? room / each : 1;
    bool cut = walk_cuts(walk, axis);
    if (per_line < 1) per_line = 1;
    strb_char(t->b, '[');
    for (int64_t i = 0; i < count; i++, done++) {
        bool dots = cut && done == walk->edge;
        if (done) {
            strb_char(t->b, ',');
            strb_char(t->b, done % per_line ? ' ' : '\n');
            if (done % per_line == 0) strb_fill(t->b, ' ', indent + 1);
        }
        if (dots) {
            strb_ascii(t->b, " ...", 4);
            i = (walk->edge ? count - walk->edge : 0) - 1;
        } else if (!add_element(t, walk_at(walk, base + i))) {
            return false;
        }
        if ((done & 1023) == 1023 && !walk_check(t->vm)) return false;
    }
    strb_char(t->b, ']');
    return !t->b->failed;
}

static bool add_rows(Torch *t, int axis, int64_t base, int64_t indent)
{
    const Walk *walk = &t->walk;
    int dims = walk->a->ndim - axis;
    if (dims == 1) return add_vector(t, base, indent);
    int64_t count = walk->a->shape[axis];
    bool cut = walk_cuts(walk, axis);
    strb_char(t->b, '[');
    for (int64_t i = 0; i < count; i++) {
        if (i) {
            strb_char(t->b, ',');
            strb_fill(t->b, '\n', dims - 1);
            strb_fill(t->b, ' ', indent + 1);
        }
        if (cut && i == walk->edge) {
            strb_ascii(t->b, "...", 3);
            i = count - walk->edge - 1;
            cut = false;
            continue;
        }
        if (!add_rows(t, axis + 1, base + i * walk->strides[axis], indent + 1)) return false;
        if ((i & 255) == 255 && !walk_check(t->vm)) return false;
    }
    strb_char(t->b, ']');
    return !t->b->failed;
}

static bool add_values(Torch *t, int64_t indent)
{
    const HostArray *a = t->walk.a;
    if (t->walk.summary && a->ndim > 1 && t->walk.edge == 0)
        return err_raise(t->vm, EXC_RuntimeError, "stack expects a non-empty TensorList"), false;
    if (!choose(t) || (t->imaginary && !choose(t->imaginary))) return false;
    return a->ndim ? add_rows(t, 0, 0, indent) : add_element(t, t->walk.a->data);
}

/* ---- what follows the values ---- */
typedef struct Tail {
    StrB *b;
    int64_t column, indent, linewidth;
} Tail;

/* A comma, and a new line where a suffix of this length does not fit. */
static void begin_suffix(Tail *t, int64_t length)
{
    strb_char(t->b, ',');
    if (t->column + length + 2 > t->linewidth) {
        strb_char(t->b, '\n');
        strb_fill(t->b, ' ', t->indent);
        t->column = t->indent + length;
    } else {
        strb_char(t->b, ' ');
        t->column += length + 2;
    }
}

static void add_suffix(Tail *t, const char *name, const char *value, const char *close)
{
    begin_suffix(t, array_text_chars(name) + array_text_chars(value) + array_text_chars(close));
    strb_c(t->b, name);
    strb_c(t->b, value);
    strb_c(t->b, close);
}

static void add_size(Tail *t, const HostArray *a)
{
    StrB text = STRB_INIT(t->b->vm);
    array_text_tuple(&text, a->shape, a->ndim);
    begin_suffix(t, 5 + text.len);
    strb_ascii(t->b, "size=", 5);
    strb_ascii(t->b, text.data, (size_t)text.len);
    if (text.failed) t->b->failed = true;
    strb_drop(&text);
}

static void add_suffixes(Tail *t, const HostArray *a, const TorchSuffix *s, bool empty)
{
    bool implied = a->dtype == s->default_dtype || (!empty && !s->meta && a->dtype == dtype_complex_of(s->default_dtype)) || (!empty && !s->meta && (a->dtype == DT_INT64 || a->dtype == DT_BOOL));
    if (s->device) add_suffix(t, "device='", s->device, "'");
    if (s->meta || (empty && a->ndim != 1)) add_size(t, a);
    if (!implied) add_suffix(t, "dtype=torch.", dtype_info[a->dtype].torch_name, "");
    for (int i = 0; i < s->count; i++) add_suffix(t, s->more[i], "", "");
}

bool array_text_torch(StrB *b, const HostArray *a, const TorchPrint *print, const TorchSuffix *suffix)
{
    Torch t = {.vm = b->vm, .b = b, .word = STRB_INIT(b->vm), .print = print};
    if (!text_walk_open(b->vm, &t.walk, a, print->threshold, print->edgeitems)) return false;
    if (suffix->parameter) strb_c(b, "Parameter containing:\n");
    const char *word = suffix->word ? suffix->word : "tensor";
    Tail tail = {b, 0, array_text_chars(word) + 1, print->linewidth};
    int64_t start = b->len;
    strb_c(b, word);
    strb_char(b, '(');
    bool empty = t.walk.size == 0, ok = true;
    HostArray parts[2];
    Torch imaginary = t;
    if (dtype_is_complex(a->dtype) && !suffix->meta && !empty) {
        if (!array_text_parts(b->vm, a, parts)) return false;
        t.walk.a = &parts[0];
        imaginary.walk.a = &parts[1];
        t.imaginary = &imaginary;
    }
    if (suffix->meta) strb_ascii(b, "...", 3);
    else if (empty) strb_ascii(b, "[]", 2);
    else ok = add_values(&t, tail.indent);
    strb_drop(&t.word);
    if (t.imaginary) {
        strb_drop(&imaginary.word);
        array_text_parts_drop(b->vm, parts);
    }
    if (!ok || b->failed) return false;
    tail.column = array_text_column(b, start) + 2; /* the original counts two characters more than there are */
    add_suffixes(&tail, a, suffix, empty);
    strb_char(b, ')');
    return !b->failed;
}
