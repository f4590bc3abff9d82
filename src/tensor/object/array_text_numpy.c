/* array_text_numpy.c: str() and repr() of arrays as NumPy 1.24 writes them, and MXNet's NDArray, which shows its values through NumPy.
 *
 * A format is chosen from the elements that are shown (all of them, or the corners of a summary): the widest one gives the column,
 * the range decides on exponents. Then the rows are written; a line is broken before the element that would not fit.
 */
#include "array_text_impl.h"
#include "lang/object/vm.h"

#include <math.h>
#include <string.h>

typedef struct Numpy Numpy;
struct Numpy {
    VM *vm;
    StrB *b;
    StrB scratch; /* of the number being written */
    const NumpyPrint *print;
    const char *separator;
    Walk walk;
    char kind;
    int64_t separator_chars, linewidth;
    /* integers */
    int64_t width;
    /* floats */
    FloatSpec spec;
    FloatParts parts;
    int64_t finite, others;
    double largest, smallest; /* of the absolute values that are neither 0 nor infinite */
    bool minus, minus_inf, failed;
    int64_t left, right, exp_digits; /* the widest part before and behind the point, and the longest exponent */
    /* complex numbers: a format for each part */
    Numpy *real, *imaginary;
    StrB word;
};

/* ---- the format ---- */
static void measure_int(void *ctx, const char *at)
{
    Numpy *n = ctx;
    char buf[24];
    int64_t length = array_text_int(n->walk.a->dtype, at, buf);
    if (length > n->width) n->width = length;
}

static void measure_range(void *ctx, const char *at)
{
    Numpy *n = ctx;
    double x = array_text_load(n->walk.a->dtype, at), size = fabs(x);
    if (!isfinite(x)) {
        n->others++;
        n->minus_inf |= isinf(x) && x < 0;
        return;
    }
    n->finite++;
    n->minus |= signbit(x) != 0;
    if (size == 0) return;
    if (n->largest == 0 || size > n->largest) n->largest = size;
    if (n->smallest == 0 || size < n->smallest) n->smallest = size;
}

static void measure_parts(void *ctx, const char *at)
{
    Numpy *n = ctx;
    double x = array_text_load(n->walk.a->dtype, at);
    if (!isfinite(x) || n->failed) return;
    if (!float_split(&n->parts, x, &n->spec)) {
        n->failed = true;
        return;
    }
    int64_t left = n->parts.n_whole + (n->parts.negative || n->spec.plus), right = float_fraction(&n->parts);
    int64_t exponent = float_exponent_length(&n->parts, &n->spec);
    if (left > n->left) n->left = left;
    if (right > n->right) n->right = right;
    if (exponent > n->exp_digits) n->exp_digits = exponent;
}

/* The quotient as the array's own type has it: it may overflow, and a half rounds to 1000 sooner. */
static double ratio(DType dtype, double a, double b)
{
    if (dtype == DT_FLOAT64) return a / b;
    float quotient = (float)a / (float)b;
    return dtype == DT_FLOAT16 ? half_to_float(half_from_float(quotient)) : quotient;
}

static bool wants_exponents(const Numpy *n)
{
    if (n->largest == 0) return false;
    if (n->largest >= 1e8) return true;
    return !n->print->suppress && (n->smallest < 0.0001 || ratio(n->walk.a->dtype, n->largest, n->smallest) > 1000);
}

static void widen_for_others(Numpy *n)
{
    int64_t behind = n->right + 1; /* the point */
    int64_t nan = array_text_chars(n->print->nanstr) - behind;
    int64_t inf = array_text_chars(n->print->infstr) + (n->print->sign != '-' || n->minus_inf) - behind;
    if (n->left < nan) n->left = nan;
    if (n->left < inf) n->left = inf;
}

static bool choose_float(Numpy *n)
{
    const NumpyPrint *print = n->print;
    FloatSpec *s = &n->spec;
    *s = FLOAT_SPEC_DEFAULT(n->walk.a->dtype);
    s->plus = print->sign == '+';
    s->trim = '.';
    if (!walk_shown(n->vm, &n->walk, measure_range, n)) return false;
    if (n->finite) {
        bool fixed = print->floatmode == FLOATMODE_FIXED;
        s->precision = print->floatmode == FLOATMODE_UNIQUE ? -1 : print->precision;
        s->unique = !fixed || s->precision < 0;
        if (fixed) s->trim = 'k';
        s->scientific = wants_exponents(n);
        if (!walk_shown(n->vm, &n->walk, measure_parts, n) || n->failed) return false;
        if (s->scientific) {
            s->trim = 'k';
            s->precision = s->min_digits = n->right;
            s->exp_digits = n->exp_digits;
        } else if (fixed || print->floatmode == FLOATMODE_MAXPREC_EQUAL) {
            s->trim = 'k';
            s->precision = s->min_digits = n->right;
        } else {
            s->min_digits = 0;
        }
        if (s->scientific) n->right += n->exp_digits + 2; /* only blanks before nan and inf need it */
    }
    if (print->sign == ' ' && !n->minus) n->left++;
    if (n->others) widen_for_others(n);
    s->pad_left = n->left;
    s->pad_right = s->scientific ? 0 : n->right;
    return true;
}

static bool choose(Numpy *n)
{
    n->kind = dtype_info[n->walk.a->dtype].kind;
    if (n->kind == 'B') return true;
    if (n->kind == 'F') return choose_float(n);
    if (n->kind == 'C') return choose(n->real) && choose(n->imaginary);
    return walk_shown(n->vm, &n->walk, measure_int, n);
}

/* ---- one element: first its length, then its text ---- */
typedef struct Word {
    int64_t length, blanks;
    const char *text; /* NULL: n->parts */
    bool ascii;
    char sign, buf[24];
} Word;

static void word_of_special(Numpy *n, Word *w, double x)
{
    w->text = isnan(x) ? n->print->nanstr : n->print->infstr;
    w->ascii = false;
    w->sign = isinf(x) && x < 0 ? '-' : n->spec.plus ? '+' : 0;
    w->length = array_text_chars(w->text) + (w->sign != 0);
    w->blanks = n->left + n->right + 1 - w->length;
}

static bool word_of_pair(Numpy *n, const char *at);

static bool word_of(Numpy *n, Word *w, const char *at)
{
    DType dtype = n->walk.a->dtype;
    w->blanks = w->sign = 0;
    w->ascii = true;
    w->text = w->buf;
    if (n->kind == 'F') {
        double x = array_text_load(dtype, at);
        if (isfinite(x)) {
            w->text = NULL;
            if (!float_split(&n->parts, x, &n->spec)) return false;
            w->length = float_length(&n->parts, &n->spec);
            return true;
        }
        word_of_special(n, w, x);
    } else if (n->kind == 'C') {
        if (!word_of_pair(n, at)) return false;
        w->text = n->word.data;
        w->length = n->word.len;
        return true;
    } else if (n->kind == 'B') {
        bool yes = dtype_load(dtype, at).i != 0;
        w->text = yes ? "True" : "False";
        w->length = yes ? 4 : 5;
        w->blanks = yes && n->walk.a->ndim > 0;
    } else {
        w->length = array_text_int(dtype, at, w->buf);
        w->blanks = n->width - w->length;
    }
    if (w->blanks > 0) w->length += w->blanks;
    return true;
}

static bool add_word(Numpy *n, const Word *w);

/* The parts one behind the other in n->word; the j stands before the blanks that follow the second. */
static bool word_of_pair(Numpy *n, const char *at)
{
    int64_t index = (at - (const char *)n->walk.a->data) / (int64_t)dtype_bytes(n->walk.a->dtype);
    Word part;
    n->word.len = 0;
    Numpy *halves[2] = {n->real, n->imaginary};
    for (int i = 0; i < 2; i++) {
        halves[i]->b = &n->word;
        if (!word_of(halves[i], &part, walk_at(&halves[i]->walk, index)) || !add_word(halves[i], &part)) return false;
    }
    int64_t end = n->word.len, blanks = 0;
    while (end > 0 && ((const char *)n->word.data)[end - 1] == ' ') end--, blanks++;
    n->word.len = end;
    strb_char(&n->word, 'j');
    strb_fill(&n->word, ' ', blanks);
    return !n->word.failed;
}

static bool add_word(Numpy *n, const Word *w)
{
    if (!w->text) return float_write(n->b, &n->parts, &n->spec);
    strb_fill(n->b, ' ', w->blanks);
    if (w->sign) strb_char(n->b, (unsigned char)w->sign);
    if (w->ascii) strb_ascii(n->b, w->text, (size_t)(w->length - (w->blanks > 0 ? w->blanks : 0)));
    else strb_c(n->b, w->text);
    return !n->b->failed;
}

/* ---- rows ---- */
typedef struct Line {
    int64_t origin; /* what column 0 would be in the builder; the first line's indent is another's text */
    int64_t start;  /* of what may be stripped */
    int64_t indent, width;
} Line;

/* A new line where `length` more characters do not fit, unless that would not help. */
static void make_room(Numpy *n, Line *line, int64_t length)
{
    int64_t column = n->b->len - line->origin;
    if (column + length <= line->width || column <= line->indent) return;
    array_text_strip(n->b, line->start);
    strb_char(n->b, '\n');
    line->origin = line->start = n->b->len;
    strb_fill(n->b, ' ', line->indent);
}

static bool add_elements(Numpy *n, int64_t base, int64_t indent, int64_t width)
{
    const Walk *walk = &n->walk;
    int axis = walk->a->ndim - 1;
    int64_t count = walk->a->shape[axis], lead = walk_cuts(walk, axis) ? walk->edge : 0;
    int64_t tail = n->separator_chars > 1 ? n->separator_chars : 1; /* room for the separator or the bracket */
    Line line = {n->b->len - indent, n->b->len, indent, width - tail};
    for (int64_t i = 0; i < count; i++) {
        if (i == lead && walk_cuts(walk, axis)) {
            make_room(n, &line, 3);
            strb_ascii(n->b, "...", 3);
            strb_c(n->b, n->separator);
            i = walk->edge > 0 ? count - walk->edge : count - 1;
        }
        Word word;
        if (!word_of(n, &word, walk_at(walk, base + i))) return false;
        make_room(n, &line, word.length);
        if (!add_word(n, &word)) return false;
        if (i + 1 < count) strb_c(n->b, n->separator);
        if ((i & 1023) == 1023 && !walk_check(n->vm)) return false;
    }
    return !n->b->failed;
}

static void break_rows(Numpy *n, int axis, int64_t indent)
{
    int64_t start = n->b->len;
    strb_c(n->b, n->separator);
    array_text_strip(n->b, start);
    strb_fill(n->b, '\n', n->walk.a->ndim - axis - 1);
    strb_fill(n->b, ' ', indent);
}

static bool add_rows(Numpy *n, int axis, int64_t base, int64_t indent, int64_t width)
{
    const Walk *walk = &n->walk;
    strb_char(n->b, '[');
    if (axis + 1 == walk->a->ndim) {
        if (!add_elements(n, base, indent, width)) return false;
    } else {
        bool cut = walk_cuts(walk, axis);
        int64_t count = walk->a->shape[axis], lead = cut ? walk->edge : -1;
        for (int64_t i = 0; i < count; i++) {
            if (i == lead) {
                strb_ascii(n->b, "...", 3);
                break_rows(n, axis, indent);
                i = walk->edge > 0 ? count - walk->edge : count - 1;
            }
            if (!add_rows(n, axis + 1, base + i * walk->strides[axis], indent + 1, width - 1)) return false;
            if (i + 1 < count) break_rows(n, axis, indent);
            if ((i & 255) == 255 && !walk_check(n->vm)) return false;
        }
    }
    strb_char(n->b, ']');
    return !n->b->failed;
}

static bool add_array(Numpy *n, int64_t indent)
{
    if (!choose(n)) return false;
    if (n->walk.a->ndim) return add_rows(n, 0, 0, indent, n->linewidth);
    Word word;
    return word_of(n, &word, walk_at(&n->walk, 0)) && add_word(n, &word);
}

bool array_text_numpy(StrB *b, const HostArray *a, const NumpyPrint *print, const char *separator, const char *prefix,
                      const char *suffix)
{
    Numpy n = {.vm = b->vm, .b = b, .scratch = STRB_INIT(b->vm), .print = print, .separator = separator};
    if (!text_walk_open(b->vm, &n.walk, a, print->threshold, print->edgeitems)) return false;
    if (n.walk.size == 0) {
        strb_ascii(b, "[]", 2);
        return !b->failed;
    }
    n.parts.scratch = &n.scratch;
    n.linewidth = print->linewidth - array_text_chars(suffix);
    size_t bytes = strlen(separator);
    while (bytes > 0 && strchr(" \t\n\r\v\f", separator[bytes - 1])) bytes--;
    n.separator_chars = array_text_chars(separator) - (int64_t)(strlen(separator) - bytes);
    HostArray parts[2];
    Numpy real = n, imaginary = n;
    NumpyPrint signed_print = *print;
    bool pairs = dtype_is_complex(a->dtype);
    if (pairs) {
        if (!array_text_parts(b->vm, a, parts)) return false;
        real.walk.a = &parts[0];
        imaginary.walk.a = &parts[1];
        real.parts.scratch = &real.scratch;
        imaginary.parts.scratch = &imaginary.scratch;
        signed_print.sign = '+';
        imaginary.print = &signed_print;
        n.real = &real;
        n.imaginary = &imaginary;
        n.word = STRB_INIT(b->vm);
    }
    bool ok = add_array(&n, 1 + array_text_chars(prefix));
    strb_drop(&n.scratch);
    if (pairs) {
        strb_drop(&real.scratch);
        strb_drop(&imaginary.scratch);
        strb_drop(&n.word);
        array_text_parts_drop(b->vm, parts);
    }
    return ok && !b->failed;
}

bool array_text_numpy_str(StrB *b, const HostArray *a, const NumpyPrint *print)
{
    if (a->ndim == 0) return array_text_scalar(b, a->dtype, a->data); /* the options do not reach scalars */
    return array_text_numpy(b, a, print, " ", "", "");
}

/* ---- repr ---- */
static bool shape_holds(const HostArray *a)
{
    for (int i = 0; i < a->ndim; i++)
        if (a->shape[i] == 0) return false;
    return true;
}

/* The dtypes that an array of Python numbers has anyway. */
static bool dtype_goes_unsaid(const HostArray *a)
{
    return (a->dtype == DT_BOOL || a->dtype == DT_INT64 || a->dtype == DT_FLOAT64 || a->dtype == DT_COMPLEX128) && shape_holds(a);
}

/* name(values ... without the closing bracket; the column reached is the caller's to ask for */
static bool open_repr(StrB *b, const HostArray *a, const NumpyPrint *print, const char *name, const char *suffix)
{
    char prefix[128];
    size_t bytes = strlen(name);
    if (bytes > sizeof prefix - 2) bytes = sizeof prefix - 2;
    memcpy(prefix, name, bytes);
    memcpy(prefix + bytes, "(", 2);
    strb_c(b, prefix);
    if (shape_holds(a) || (a->ndim == 1 && a->shape[0] == 0)) return array_text_numpy(b, a, print, ", ", prefix, suffix);
    strb_c(b, "[], shape=");
    array_text_tuple(b, a->shape, a->ndim);
    return !b->failed;
}

bool array_text_numpy_repr(StrB *b, const HostArray *a, const NumpyPrint *print, const char *name)
{
    int64_t start = b->len;
    bool unsaid = dtype_goes_unsaid(a);
    const char *dtype = dtype_info[a->dtype].name;
    if (!open_repr(b, a, print, name, unsaid ? ")" : ",")) return false;
    strb_char(b, unsaid ? ')' : ',');
    if (unsaid) return !b->failed;
    int64_t last = array_text_column(b, start);
    if (last + (int64_t)strlen("dtype=)") + (int64_t)strlen(dtype) + 1 > print->linewidth) {
        strb_char(b, '\n');
        strb_fill(b, ' ', array_text_chars(name) + 1);
    } else {
        strb_char(b, ' ');
    }
    strb_c(b, "dtype=");
    strb_c(b, dtype);
    strb_char(b, ')');
    return !b->failed;
}

/* ---- MXNet ---- */
bool array_text_mxnet(StrB *b, const HostArray *a, const NumpyPrint *print, const char *name, const char *context)
{
    char buf[24];
    strb_char(b, '\n');
    if (!array_text_numpy_str(b, a, print)) return false;
    strb_ascii(b, "\n<", 2);
    strb_c(b, name);
    strb_char(b, ' ');
    for (int i = 0; i < a->ndim; i++) {
        if (i) strb_char(b, 'x');
        strb_ascii(b, buf, (size_t)array_text_int(DT_INT64, &a->shape[i], buf));
    }
    strb_ascii(b, " @", 2);
    strb_c(b, context);
    strb_char(b, '>');
    return !b->failed;
}

/* MXNet edits the text that NumPy made, so lines are as long as NumPy's dtype left them. */
bool array_text_mxnet_np(StrB *b, const HostArray *a, const NumpyPrint *print, const char *context)
{
    if (a->dtype != DT_FLOAT32 && !dtype_goes_unsaid(a)) {
        if (!array_text_numpy_repr(b, a, print, "array")) return false;
        b->len--;
    } else {
        if (!open_repr(b, a, print, "array", a->dtype == DT_FLOAT32 ? "," : ")")) return false;
        if (a->dtype == DT_INT64 || a->dtype == DT_FLOAT64) {
            strb_c(b, ", dtype=");
            strb_c(b, dtype_info[a->dtype].name);
        }
    }
    if (context) {
        strb_c(b, ", ctx=");
        strb_c(b, context);
    }
    strb_char(b, ')');
    return !b->failed;
}
