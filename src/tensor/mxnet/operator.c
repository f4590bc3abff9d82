/* operator.c: an operator reads the parameters that it was called with: in the order in which MXNet comes upon them, refused in its words. */
#include "operator.h"

#include <stdarg.h>
#include <stdlib.h>

#define READS OPERATOR_READS
#define TELLS OPERATOR_TELLS
#define STARRED OPERATOR_STARRED
const OperatorRow operator_rows[] = {
#define OPERATOR(name_, own_, inputs_, how, counted_) {.name = #name_, .own = own_, .inputs = inputs_, .counted = counted_, .flags = how, .operator_ = true},
#define PARAM(name_, type_, required_, words_, low_, high_) {.name = name_, .type = PARAMETER_##type_, .required = required_, .words = words_, .low = low_, .high = high_},
#include "operators.def"
#undef OPERATOR
#undef PARAM
    {.name = NULL},
};
#undef READS
#undef TELLS
#undef STARRED

const OperatorRow *operator_find(const char *name)
{
    for (const OperatorRow *row = operator_rows; row->name; row++)
        if (row->operator_ && strcmp(row->name, name) == 0) return row;
    return NULL;
}

int operator_parameters(const OperatorRow *op)
{
    int n = 0;
    while (op[n + 1].name && !op[n + 1].operator_) n++;
    return n;
}

Value mx_refuse(TensorLib *lib, Value text)
{
    VM *vm = lib->vm;
    Value error = text ? call1(vm, lib->mxnet_error ? (Ref)lib->mxnet_error : REF(vm->exc_types[EXC_RuntimeError]), text) : NO_VALUE;
    release(vm, text);
    return error ? err_raise_obj(vm, error) : NO_VALUE;
}
bool mx_refuse_said(TensorLib *lib, const char *words, ...)
{
    char text[1024];
    va_list ap;
    va_start(ap, words);
    vsnprintf(text, sizeof text, words, ap);
    va_end(ap);
    mx_refuse(lib, str_from_c(lib->vm, text));
    return false;
}

bool mx_drawn(TensorLib *lib, const char *code, const Tensor *a, const Tensor *b)
{
    if (!a || !b || !err_occurred(lib->vm)) return false;
    Value error = err_take(lib->vm), shown[2] = {mx_show(lib, tensor_retain((Tensor *)a)), NO_VALUE};
    if (shown[0]) shown[1] = mx_show(lib, tensor_retain((Tensor *)b));
    if (err_occurred(lib->vm)) err_clear(lib->vm);
    err_put(lib->vm, error);
    if (shown[0] && shown[1]) tensor_explained_of(lib->vm, code, as_refs(shown), 2, ACCENT_MXNET);
    release(lib->vm, shown[0]);
    release(lib->vm, shown[1]);
    return false;
}

/* ---- the order in which C++'s unordered_map, which MXNet keeps them in, gives its keys back ---- */
static uint64_t hash_of(const char *s)
{
    const uint64_t mul = 0xc6a4a7935bd1e995u;
    size_t n = strlen(s), whole = n & ~(size_t)7;
    uint64_t h = 0xc70f6907u ^ (n * mul), k;
    for (size_t i = 0; i < whole; i += 8) {
        memcpy(&k, s + i, 8);
        k *= mul;
        h = (h ^ (k ^ k >> 47) * mul) * mul;
    }
    if (n & 7) {
        k = 0;
        for (size_t i = n & 7; i-- > 0;) k = k << 8 | (unsigned char)s[whole + i];
        h = (h ^ k) * mul;
    }
    h = (h ^ h >> 47) * mul;
    return h ^ h >> 47;
}

static void map_order(const OperatorRow *op, const Given *given, int n, int *order)
{
    static const int sizes[] = {2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67};
    int buckets = 0, at = 0, room = n + (n && *op->counted && given[n - 1].row && strcmp(given[n - 1].key, op->counted) == 0 ? 0 : 1); /* one more than was said */
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes && !buckets; i++)
        if (sizes[i] >= room) buckets = sizes[i];
    for (int i = 0; i < n; i++) { /* each goes in front of its bucket's first, else in front of all */
        uint64_t bucket = hash_of(given[i].key) % (uint64_t)buckets;
        int put = 0;
        while (put < at && hash_of(given[order[put]].key) % (uint64_t)buckets != bucket) put++;
        if (put == at) put = 0;
        memmove(order + put + 1, order + put, sizeof *order * (size_t)(at++ - put));
        order[put] = i;
    }
}

/* ---- refusals ---- */
static bool put_text(StrB *b, const Given *g)
{
    DType d = DT_NONE;
    if (!g->dtype) return strb_to_str(b, g->value);
    if (is_str(g->value)) return strb_str(b, g->value), true;
    if (!tensor_dtype(tensor_lib(b->vm), g->value, &d)) return false;
    strb_c(b, d == DT_NONE ? "float64" : dtype_info[d].name);
    return true;
}

/* "…, in operator topk(name="", k="2.5")", when it tells. */
static Value told(TensorLib *lib, const OperatorRow *op, const Given *given, const int *order, int n, StrB *b)
{
    bool ok = true;
    if (op->flags & OPERATOR_TELLS) {
        strb_format(b, ", in operator %s(name=\"\"", op->own);
        for (int i = 0; ok && i < n; i++) {
            strb_format(b, ", %s=\"", given[order[i]].key);
            ok = put_text(b, &given[order[i]]);
            strb_c(b, "\"");
        }
        strb_c(b, ")");
    }
    if (ok) return mx_refuse(lib, strb_take(b));
    strb_drop(b);
    return NO_VALUE;
}

static bool refuse_text(TensorLib *lib, const OperatorRow *op, const Given *given, const int *order, int n, int which, Reading how)
{
    StrB b = STRB_INIT(lib->vm);
    const Given *g = &given[which];
    bool ok = true;
    if (!g->row) strb_format(&b, MXNET_SAYS(PARAMETER_UNKNOWN), g->key);
    else if (g->row->type == PARAMETER_WORD) {
        strb_c(&b, "MXNetError: Invalid Input: '");
        ok = put_text(&b, g);
        strb_format(&b, "', valid values are: %s", g->row->words);
    } else if (how == READ_TRAILING) {
        Value text = op_str(lib->vm, g->value);
        const char *shown = text ? str_utf8(lib->vm, text, NULL) : NULL;
        char *end = NULL;
        ok = shown != NULL;
        if (ok) (void)!(strtod(shown, &end) > 0), strb_format(&b, MXNET_SAYS(PARAMETER_TRAILING), end);
        release(lib->vm, text);
    } else {
        strb_format(&b, "MXNetError: Invalid Parameter format for %s expect %s but value='", g->key, parameter_words(g->row));
        ok = put_text(&b, g);
        strb_c(&b, "'");
    }
    if (ok) return told(lib, op, given, order, n, &b), false;
    strb_drop(&b);
    return false;
}

static double as_number(Ref v) { return is_small(v) ? (double)small_of(v) : is_float(v) ? float_of(v) : 0; }

static bool is_shape(const OperatorRow *row) { return row->type == PARAMETER_SHAPE || row->type == PARAMETER_SHAPE_OF_MAY_BE || row->type == PARAMETER_SHAPE_OR_NONE; }
static int64_t sizes_of(Ref v) { return is_tuple(v) ? as_tuple(v)->len : is_small(v) ? 1 : -1; }
static Ref size_at(Ref v, int64_t i) { return is_tuple(v) ? as_tuple(v)->items[i] : v; }

/* Too many or too few sizes, or a zero among those where none may be. */
static bool beyond_shape(const OperatorRow *row, Ref v)
{
    int64_t n = sizes_of(v);
    if (n < 0) return false;
    if (*row->low && n != strtol(row->low, NULL, 10)) return true;
    for (int64_t i = 0; *row->high && i < n; i++)
        if (size_at(v, i) == make_small(0)) return true;
    return false;
}

static bool beyond(const OperatorRow *row, Ref v)
{
    if (!*row->low && !*row->high) return false;
    if (is_shape(row)) return beyond_shape(row, v);
    double x = as_number(v);
    return (*row->low && x < strtod(row->low, NULL)) || (*row->high && x > strtod(row->high, NULL));
}

static bool refuse_shape(TensorLib *lib, const OperatorRow *op, const Given *given, const int *order, int n, const OperatorRow *row, Ref v)
{
    StrB b = STRB_INIT(lib->vm), shape = STRB_INIT(lib->vm);
    int64_t count = sizes_of(v);
    for (int64_t i = 0; i < count; i++) strb_format(&shape, i ? ",%S" : "%S", size_at(v, i));
    Value shown = strb_take(&shape);
    if (!shown) return false;
    if (*row->low && count != strtol(row->low, NULL, 10)) strb_format(&b, MXNET_SAYS(PARAMETER_SIZES), shown, row->name, row->low);
    else strb_format(&b, MXNET_SAYS(PARAMETER_NONZERO), shown, row->name);
    release(lib->vm, shown);
    return told(lib, op, given, order, n, &b), false;
}

static bool refuse_bounds(TensorLib *lib, const OperatorRow *op, const Given *given, const int *order, int n, int which, Ref v)
{
    StrB b = STRB_INIT(lib->vm);
    const OperatorRow *row = given[which].row;
    if (is_shape(row)) return refuse_shape(lib, op, given, order, n, row, v);
    char value[40];
    snprintf(value, sizeof value, "%g", as_number(v));
    if (is_small(v)) snprintf(value, sizeof value, "%lld", (long long)small_of(v));
    if (*row->low && *row->high) strb_format(&b, MXNET_SAYS(PARAMETER_BOUNDS), value, row->name, row->low, row->high);
    else strb_format(&b, *row->low ? MXNET_SAYS(PARAMETER_LOW) : MXNET_SAYS(PARAMETER_HIGH), value, row->name, *row->low ? row->low : row->high);
    return told(lib, op, given, order, n, &b), false;
}

/* Required ones that are absent: the first by name. */
static bool all_there(TensorLib *lib, const OperatorRow *op, const Given *given, int n)
{
    int order[OPERATOR_MAX];
    const OperatorRow *missing = NULL;
    int count = operator_parameters(op);
    for (const OperatorRow *row = op + 1; row <= op + count; row++) {
        bool there = !row->required || strcmp(row->name, op->counted) == 0;
        for (int i = 0; !there && i < n; i++) there = given[i].row == row;
        if (!there && (!missing || strcmp(row->name, missing->name) < 0)) missing = row;
    }
    if (!missing) return true;
    map_order(op, given, n, order);
    StrB b = STRB_INIT(lib->vm);
    strb_format(&b, "MXNetError: Required parameter %s of %s is not presented", missing->name, missing->type == PARAMETER_WORD ? "int" : parameter_words(missing));
    return told(lib, op, given, order, n, &b), false;
}

bool operator_reads(TensorLib *lib, const OperatorRow *op, const Given *given, int n, Value *other)
{
    VM *vm = lib->vm;
    int order[OPERATOR_MAX];
    bool plain = true;
    for (int i = 0; i < n; i++) other[i] = NO_VALUE;
    if (!(op->flags & OPERATOR_READS)) return true;
    for (int i = 0; plain && i < n; i++) /* most are as they should be: then no order is needed */
        plain = given[i].row && (!given[i].dtype || is_str(given[i].value)) && parameter_read(vm, given[i].row, given[i].value, &other[i]) == READ_SAME && !beyond(given[i].row, given[i].value);
    if (!plain) {
        for (int i = 0; i < n; i++) value_clear(vm, &other[i]);
        if (err_occurred(vm)) return false;
        map_order(op, given, n, order);
        for (int k = 0; k < n; k++) {
            const Given *g = &given[order[k]];
            Value name = NO_VALUE;
            if (g->row && g->dtype) {
                StrB b = STRB_INIT(vm);
                if (!put_text(&b, g)) return strb_drop(&b), false;
                name = strb_take(&b);
                if (!name) return false;
            }
            Reading how = !g->row ? READ_BAD : parameter_read(vm, g->row, name ? (Ref)name : g->value, &other[order[k]]);
            if (name && how == READ_SAME) other[order[k]] = retain(name);
            release(vm, name);
            if (how == READ_RAISED) return false;
            if (how == READ_BAD || how == READ_TRAILING) return refuse_text(lib, op, given, order, n, order[k], how);
            Ref now = other[order[k]] ? (Ref)other[order[k]] : g->value;
            if (beyond(g->row, now)) return refuse_bounds(lib, op, given, order, n, order[k], now);
        }
    }
    return all_there(lib, op, given, n);
}
