/* freeze.c: freeze OUTPUT.inc: a program of the build. It compiles the modules that are frozen into it as source and writes their code
 * as C data (CodeImage of module.h) for perch itself. The same modules always give the same output. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "lang/compile/code.h"
#include "lang/lang.h"
#include "lib/lib.h"
#include "lang/object/vm.h"

static void write_numbers(FILE *out, const char *type, const char *name, int number, const StrB *b, size_t size)
{
    fprintf(out, "static const %s %s%d[] = {", type, name, number);
    for (size_t at = 0; at + size <= (size_t)b->len; at += size) {
        uint64_t wide;
        uint32_t narrow;
        if (size == 8) memcpy(&wide, (const char *)b->data + at, 8);
        else memcpy(&narrow, (const char *)b->data + at, 4), wide = narrow;
        fprintf(out, at % 128 ? "%#llx," : "%#llx,\n", (unsigned long long)wide);
    }
    fputs("};\n", out);
}

static void write_bytes(FILE *out, const char *name, int number, const StrB *b)
{
    fprintf(out, "static const unsigned char %s%d[] = {", name, number);
    for (int64_t i = 0; i < b->len; i++) fprintf(out, i % 32 ? "%u," : "%u,\n", ((const unsigned char *)b->data)[i]);
    fputs("};\n", out);
}

static bool write_spans(FILE *out, int number, const StrB *spans)
{
    size_t size = (size_t)spans->len;
    uLongf packed_size = compressBound(size);
    unsigned char *flat = malloc(size), *packed = malloc(packed_size);
    bool ok = flat && packed;
    if (ok) image_spans_flat((const Span *)(const void *)spans->data, size / sizeof(Span), flat);
    ok = ok && compress2(packed, &packed_size, flat, size, 9) == Z_OK;
    fprintf(out, "static const unsigned char packed%d[] = {", number);
    for (uLongf i = 0; ok && i < packed_size; i++) fprintf(out, i % 32 ? "%u," : "%u,\n", packed[i]);
    fputs("};\n", out);
    free(flat);
    free(packed);
    return ok;
}

/* A book in a module (pydoc's topics) has nothing to gain from being compiled beforehand, and its text would lie in the binary twice, here unpacked. */
static bool is_prose(const StrB *data, const StrB *ins)
{
    enum { LARGE = 256 << 10, PART = 16 };
    return data->len > LARGE && ins->len * PART < data->len;
}

static bool freeze(VM *vm, const FrozenModule *fm, int number, FILE *out)
{
    if (fm->code) return true; /* LATE: compiled when it is imported (cpython.txt) */
    StrB data = STRB_INIT(vm), ins = STRB_INIT(vm), spans = STRB_INIT(vm);
    char name[256];
    snprintf(name, sizeof name, "<frozen %s>", fm->name);
    size_t n;
    Value source = frozen_source(vm, fm);
    const char *text = source ? str_utf8(vm, source, &n) : NULL;
    Value code = text ? lang_compile(vm, text, n, name, LANG_EXEC) : NO_VALUE;
    release(vm, source);
    bool ok = code && image_write(vm, code, &data, &ins, &spans);
    if (ok && is_prose(&data, &ins)) fprintf(out, "static const CodeImage code%d;\n", number);
    else if (ok) {
        write_numbers(out, "uint64_t", "ins", number, &ins, 8);
        write_bytes(out, "data", number, &data);
        ok = write_spans(out, number, &spans);
        fprintf(out, "static struct Span *spans%d;\nstatic const CodeImage code%d = {ins%d, data%d, %lld, packed%d, sizeof packed%d, %lld, &spans%d, lib_unpack};\n", number, number, number, number,
                (long long)data.len, number, number, (long long)(spans.len / (int64_t)sizeof(Span)), number);
    }
    strb_drop(&data);
    strb_drop(&ins);
    strb_drop(&spans);
    release(vm, code);
    return ok;
}

/* Where the code is what it was, its file stays as it is: what is made of it is not made again (a minute of the C compiler's). */
static bool same_bytes(const char *a, const char *b)
{
    FILE *one = fopen(a, "r"), *other = fopen(b, "r");
    static char x[1 << 16], y[1 << 16];
    size_t n = 1, m = 1;
    bool same = one && other;
    while (same && n) {
        n = fread(x, 1, sizeof x, one);
        m = fread(y, 1, sizeof y, other);
        same = n == m && !memcmp(x, y, n);
    }
    if (one) fclose(one);
    if (other) fclose(other);
    return same;
}

int main(int argc, char **argv)
{
    char fresh[4096];
    FILE *out = argc == 2 && snprintf(fresh, sizeof fresh, "%s.new", argv[1]) < (int)sizeof fresh ? fopen(fresh, "w") : NULL;
    if (!out) return fputs("usage: freeze OUTPUT.inc\n", stderr), 2;
    LangConfig config = {.script_dir = "", .modules = lib_modules, .frozen = &lib_frozen, .open_streams = lib_open_streams};
    VM *vm = lang_open(&config);
    if (!vm) return fputs("freeze: out of memory\n", stderr), 1;
    int status = 0;
    fputs("#define CODE(i) &code##i\n", out);
    for (size_t i = 0; !status && i < lib_frozen.count; i++)
        if (!freeze(vm, &lib_frozen.modules[i], (int)i, out)) {
            fprintf(stderr, "freeze: %s: ", lib_frozen.modules[i].name);
            status = (lang_print_error(vm), 1);
        }
    lang_close(vm);
    if (fclose(out)) status = 1;
    if (status || same_bytes(fresh, argv[1])) remove(fresh);
    else if (rename(fresh, argv[1])) status = 1;
    return status;
}
