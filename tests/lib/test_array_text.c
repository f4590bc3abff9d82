/* test_array_text.c: every case of array_text.golden (make_array_text.py says what its fields mean and makes it from NumPy and PyTorch)
 * printed again and compared byte for byte; then the same under failing allocations. The generators here and there are the same.
 * Arguments: the golden file. Prints what differs; the exit code is 1 where anything did.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tensor/object/array_text.h"
#include "lang/lang.h"
#include "lib/lib.h"
#include "lang/object/mem.h"
#include "core/shape.h"
#include "lang/object/vm.h"

enum { ELEMENTS = 4096, FIELDS = 7, SHOWN = 12 /* differences printed in full */ };

typedef struct Case {
    char *what, *dtype, *shape, *data, *options, *expected;
    uint64_t seed;
    HostArray array;
    int64_t dims[MAX_DIMS], size;
    int line;
} Case;

/* ---- the elements ---- */
static const double edge_values[] = {1e-4, 0.0001220703125, 9.99e-5, 1e-5, 1e8, 99999999.0, 1e3, 1001.0, 0.1, 100.0, 1e16, 9999999999999998.0, 0.5, 1.5, 2.5,
    1e15, 65504.0, 0.99999999, 0.999999995, 1e-8, 5e-9, 123456789.0, 1e22, 1e23, 0.3, 1e-10};

static uint64_t next_number(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
    return z ^ z >> 31;
}

static double next_unit(uint64_t *state) { return (double)(next_number(state) >> 11) * 0x1p-52 - 1; }

static Scalar next_special(uint64_t *state)
{
    static const double plain[] = {NAN, INFINITY, -INFINITY, -0.0, 0, 0x1p-140};
    uint64_t pick = next_number(state) % 8;
    return scalar_float(pick < 6 ? plain[pick] : next_unit(state) * (pick == 6 ? 1 : 100000));
}

static Scalar generate(const char *name, uint64_t *state, int64_t i)
{
    double u;
    if (strcmp(name, "unit") == 0) return scalar_float(next_unit(state));
    if (strcmp(name, "spread") == 0) {
        u = next_unit(state);
        return scalar_float(ldexp(u, (int)(next_number(state) % 41) - 20));
    }
    if (strcmp(name, "whole") == 0) return scalar_int((int64_t)(next_number(state) % 2001) - 1000);
    if (strcmp(name, "cents") == 0) return scalar_float((double)((int64_t)(next_number(state) % 20001) - 10000) / 100);
    if (strcmp(name, "special") == 0) return next_special(state);
    if (strcmp(name, "index") == 0) return scalar_int(i);
    if (strcmp(name, "wide") == 0) {
        uint64_t wide = next_number(state);
        return scalar_int((int64_t)(wide >> next_number(state) % 64));
    }
    if (strcmp(name, "powers") == 0) return scalar_float(ldexp(1, (int)(next_number(state) % 60) - 30));
    if (strcmp(name, "edges") == 0) return scalar_float(edge_values[next_number(state) % (sizeof edge_values / sizeof *edge_values)]);
    if (strcmp(name, "halves") == 0) return scalar_float((double)((int64_t)(next_number(state) % 401) - 200) / 2);
    return scalar_float(next_number(state) % 6 == 0 ? NAN : next_unit(state)); /* rare */
}

static void put_bits(DType dtype, void *at, uint64_t u)
{
    uint64_t one = u;
    memcpy(at, &one, dtype_bytes(dtype)); /* the low bytes of a little-endian word */
}

static void make_elements(Case *c, char *data)
{
    uint64_t state = c->seed;
    const char *text = c->data;
    DType dtype = c->array.dtype;
    for (int64_t i = 0; i < c->size; i++) {
        char *at = data + (size_t)i * dtype_bytes(dtype), *end;
        if (*text == '=') {
            double v = strtod(text + (i == 0), &end);
            if (i) v = strtod(text + 1, &end);
            dtype_store(dtype, at, dtype_is_float(dtype) ? scalar_float(v) : scalar_int((int64_t)v));
            if (i + 1 < c->size) text = end, *end = '='; /* the comma */
        } else if (dtype == DT_BOOL) {
            *at = (char)(next_number(&state) & 1);
        } else if (strcmp(text, "bits") == 0) {
            put_bits(dtype, at, next_number(&state));
        } else {
            Scalar s = generate(text, &state, i);
            dtype_store(dtype, at, dtype_is_float(dtype) ? scalar_float(scalar_as_double(s)) : s);
        }
    }
}

/* ---- a line ---- */
static void unescape(char *s)
{
    char *to = s;
    for (; *s; s++) {
        if (*s == '\\') s++, *to++ = *s == 'n' ? '\n' : *s == 't' ? '\t' : *s;
        else *to++ = *s;
    }
    *to = 0;
}

static bool parse_line(Case *c, char *line)
{
    char *fields[FIELDS];
    line[strcspn(line, "\n")] = 0;
    for (int i = 0; i < FIELDS; i++) {
        fields[i] = line;
        char *tab = strchr(line, '\t');
        if (!tab) {
            if (i < FIELDS - 1) return false;
            break;
        }
        *tab = 0;
        line = tab + 1;
    }
    c->what = fields[0], c->dtype = fields[1], c->shape = fields[2], c->data = fields[3], c->options = fields[5], c->expected = fields[6];
    c->seed = strtoull(fields[4], NULL, 10);
    unescape(c->expected);
    c->array = (HostArray){.dtype = dtype_parse(c->dtype), .shape = c->dims};
    for (char *p = c->shape; *p && *p != '('; p += *p == 'x') c->dims[c->array.ndim++] = strtoll(p, &p, 10);
    return shape_size(c->dims, c->array.ndim, &c->size) && c->size <= ELEMENTS;
}

/* The value of an option, copied into buf; NULL: not given. */
static const char *option(const Case *c, const char *name, char *buf, size_t room)
{
    size_t length = strlen(name);
    for (const char *p = c->options; *p;) {
        size_t n = strcspn(p, ";");
        if (n > length && strncmp(p, name, length) == 0 && p[length] == '=') {
            snprintf(buf, room, "%.*s", (int)(n - length - 1), p + length + 1);
            return buf;
        }
        p += n + (p[n] == ';');
    }
    return NULL;
}

static int64_t number(const Case *c, const char *name, int64_t otherwise)
{
    char buf[64];
    const char *text = option(c, name, buf, sizeof buf);
    if (!text) return otherwise;
    return strcmp(text, "True") == 0 ? 1 : strcmp(text, "False") == 0 ? 0 : strtoll(text, NULL, 10);
}

/* ---- printing ---- */
static bool print_numbers(StrB *b, const Case *c)
{
    char buf[8];
    FloatSpec spec = FLOAT_SPEC_DEFAULT(c->array.dtype);
    const char *trim = option(c, "trim", buf, sizeof buf);
    spec.scientific = strcmp(c->what, "fs") == 0;
    if (trim) spec.trim = *trim;
    spec.unique = number(c, "unique", 1);
    spec.fractional = number(c, "fractional", 1);
    spec.plus = number(c, "sign", 0);
    spec.precision = number(c, "precision", -1);
    spec.min_digits = number(c, "min_digits", -1);
    spec.pad_left = number(c, "pad_left", 0);
    spec.pad_right = number(c, "pad_right", 0);
    spec.exp_digits = number(c, "exp_digits", -1);
    for (int64_t i = 0; i < c->size; i++) {
        const char *at = (const char *)c->array.data + (size_t)i * dtype_bytes(c->array.dtype);
        if (i) strb_char(b, '\n');
        if (strcmp(c->what, "sc") == 0 ? !array_text_scalar(b, c->array.dtype, at)
                                       : !array_text_float(b, dtype_load(c->array.dtype, at).f, &spec))
            return false;
    }
    return true;
}

static bool print_numpy(StrB *b, const Case *c)
{
    static const char *modes[] = {"maxprec", "maxprec_equal", "fixed", "unique"};
    char nan[64], inf[64], buf[64], more[2][64];
    NumpyPrint print = NUMPY_PRINT_DEFAULT;
    print.precision = number(c, "precision", print.precision);
    print.threshold = (double)number(c, "threshold", 1000);
    print.edgeitems = number(c, "edgeitems", print.edgeitems);
    print.linewidth = number(c, "linewidth", print.linewidth);
    print.suppress = number(c, "suppress", 0);
    if (option(c, "sign", buf, sizeof buf)) print.sign = *buf;
    if (option(c, "nanstr", nan, sizeof nan)) print.nanstr = nan;
    if (option(c, "infstr", inf, sizeof inf)) print.infstr = inf;
    if (option(c, "floatmode", buf, sizeof buf))
        for (int i = 0; i < 4; i++)
            if (strcmp(buf, modes[i]) == 0) print.floatmode = (FloatMode)i;
    const char *context = option(c, "context", buf, sizeof buf);
    if (strcmp(c->what, "ns") == 0) return array_text_numpy_str(b, &c->array, &print);
    if (strcmp(c->what, "nr") == 0) return array_text_numpy_repr(b, &c->array, &print, "array");
    if (strcmp(c->what, "mx") == 0) return array_text_mxnet(b, &c->array, &print, "NDArray", context ? context : "cpu(0)");
    if (strcmp(c->what, "mn") == 0) return array_text_mxnet_np(b, &c->array, &print, context);
    const char *separator = option(c, "sep", buf, sizeof buf);
    const char *prefix = option(c, "prefix", more[0], sizeof more[0]), *suffix = option(c, "suffix", more[1], sizeof more[1]);
    return array_text_numpy(b, &c->array, &print, separator ? separator : " ", prefix ? prefix : "", suffix ? suffix : "");
}

/* What torch.set_printoptions(profile=…) sets. */
static void set_profile(TorchPrint *print, const char *profile)
{
    static const struct { const char *name; TorchPrint print; } profiles[] = {
        {"default", {4, 1000, 3, 80, -1, false}},
        {"short", {2, 1000, 2, 80, -1, false}},
        {"full", {4, INFINITY, 3, 80, -1, false}},
    };
    for (size_t i = 0; i < sizeof profiles / sizeof *profiles; i++)
        if (strcmp(profiles[i].name, profile) == 0) *print = profiles[i].print;
}

static bool print_torch(StrB *b, const Case *c)
{
    char profile[16], device[32], more[64], dtype[16];
    TorchPrint print = TORCH_PRINT_DEFAULT;
    TorchSuffix suffix = TORCH_SUFFIX_NONE;
    const char *grad = option(c, "more", more, sizeof more), *list[1];
    if (option(c, "profile", profile, sizeof profile)) set_profile(&print, profile);
    print.precision = number(c, "precision", print.precision);
    if (option(c, "threshold", profile, sizeof profile)) print.threshold = (double)number(c, "threshold", 0);
    print.edgeitems = number(c, "edgeitems", print.edgeitems);
    print.linewidth = number(c, "linewidth", print.linewidth);
    print.sci_mode = (int)number(c, "sci_mode", -1);
    if (option(c, "default", dtype, sizeof dtype)) suffix.default_dtype = dtype_parse(dtype);
    suffix.device = option(c, "device", device, sizeof device);
    suffix.meta = suffix.device && strcmp(suffix.device, "meta") == 0;
    suffix.parameter = number(c, "parameter", 0);
    if (suffix.parameter) grad = "requires_grad=True";
    if (grad) list[0] = grad, suffix.more = list, suffix.count = 1;
    return array_text_torch(b, &c->array, &print, &suffix);
}

static bool print_case(StrB *b, const Case *c)
{
    if (strcmp(c->what, "t") == 0) return print_torch(b, c);
    if (strcmp(c->what, "sc") == 0 || c->what[0] == 'f') return print_numbers(b, c);
    return print_numpy(b, c);
}

/* ---- comparing ---- */
static bool agrees(const char *expected, const char *text, size_t n)
{
    char hash[64];
    uint64_t fnv = UINT64_C(0xCBF29CE484222325);
    if (*expected != '#') return strlen(expected) == n && memcmp(expected, text, n) == 0;
    for (size_t i = 0; i < n; i++) fnv = (fnv ^ (unsigned char)text[i]) * UINT64_C(0x100000001B3);
    snprintf(hash, sizeof hash, "#%zu:%016llx", n, (unsigned long long)fnv);
    return strcmp(expected, hash) == 0;
}

static bool check_case(VM *vm, const Case *c, bool show)
{
    StrB b = STRB_INIT(vm);
    size_t n = 0;
    bool ok = print_case(&b, c);
    Value text = ok ? strb_take(&b) : NULL;
    const char *utf8 = text ? str_utf8(vm, text, &n) : "(an exception)";
    if (!text) strb_drop(&b);
    ok = text && agrees(c->expected, utf8, n);
    if (!ok && show)
        printf("line %d: %s %s %s %s %llu %s\n--- expected\n%s\n--- received\n%s\n", c->line, c->what, c->dtype, c->shape, c->data,
               (unsigned long long)c->seed, c->options, c->expected, utf8);
    if (text) release(vm, text);
    return ok;
}

/* Each allocation of one printing fails in turn: it ends in MemoryError and leaves nothing behind. */
static bool check_memory(VM *vm, const Case *c)
{
    for (int64_t step = 0; step < 100; step++) {
        size_t before = mem_live(vm->mem);
        StrB b = STRB_INIT(vm);
        mem_fail_after(vm->mem, step, true);
        bool ok = print_case(&b, c) && !b.failed;
        mem_fail_after(vm->mem, -1, false);
        strb_drop(&b);
        if (ok) return mem_live(vm->mem) == before;
        if (!vm->error) return printf("line %d: failed without an exception\n", c->line), false;
        err_clear(vm);
    }
    return false;
}

int main(int argc, char **argv)
{
    static char line[1 << 16], data[ELEMENTS * 8];
    int passed = 0, failed = 0, number_of_line = 0;
    FILE *golden = argc > 1 ? fopen(argv[1], "r") : NULL;
    LangConfig config = {.modules = lib_modules, .frozen = &lib_frozen};
    VM *vm = golden ? lang_open(&config) : NULL;
    if (!vm) return printf("no golden file, or no interpreter\n"), 1;
    while (fgets(line, sizeof line, golden)) {
        Case c = {.line = ++number_of_line};
        if (!parse_line(&c, line)) {
            printf("line %d: not a case\n", c.line);
            failed++;
            continue;
        }
        make_elements(&c, data);
        c.array.data = data;
        bool ok = check_case(vm, &c, failed < SHOWN);
        if (ok && c.line % 40 == 0) ok = check_memory(vm, &c);
        ok ? passed++ : failed++;
    }
    fclose(golden);
    lang_close(vm);
    printf("%d passed, %d failed\n", passed, failed);
    return failed > 0 || passed < 1000;
}
