/* freeze.c: freeze OUTPUT.inc OUTPUT.bin: a program of the build. It compiles the modules that are frozen into it as source and writes their code
 * for perch itself: its bytes, and in C where they lie (CodeImage of module.h). The same modules always give the same output. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "lang/compile/code.h"
#include "lang/lang.h"
#include "lib/lib.h"
#include "lang/object/vm.h"

typedef struct Frozen { /* what is written: C that says where things lie, and the bytes themselves */
    FILE *c, *bytes;
    unsigned long at;
    uLong sum;
} Frozen;

/* Where they begin, counted in bytes; a multiple of 8. */
static unsigned long put(Frozen *out, const void *bytes, size_t size)
{
    static const unsigned char none[8];
    unsigned long at = out->at;
    size_t rest = (8 - size % 8) % 8;
    fwrite(bytes, 1, size, out->bytes);
    fwrite(none, 1, rest, out->bytes);
    out->sum = crc32(crc32(out->sum, bytes, (uInt)size), none, (uInt)rest);
    out->at += size + rest;
    return at;
}

/* The spans are packed; 0: they could not be. */
static uLongf put_spans(Frozen *out, const StrB *spans, unsigned long *at)
{
    size_t size = (size_t)spans->len;
    uLongf packed_size = compressBound(size);
    unsigned char *flat = malloc(size), *packed = malloc(packed_size);
    bool ok = flat && packed;
    if (ok) image_spans_flat((const Span *)(const void *)spans->data, size / sizeof(Span), flat);
    ok = ok && compress2(packed, &packed_size, flat, size, 9) == Z_OK;
    if (ok) *at = put(out, packed, packed_size);
    free(flat);
    free(packed);
    return ok ? packed_size : 0;
}

/* A book in a module (pydoc's topics) has nothing to gain from being compiled beforehand, and its text would lie in the binary twice, here unpacked. */
static bool is_prose(const StrB *data, const StrB *ins)
{
    enum { LARGE = 256 << 10, PART = 16 };
    return data->len > LARGE && ins->len * PART < data->len;
}

static bool freeze(VM *vm, const FrozenModule *fm, int number, Frozen *out)
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
    if (ok && is_prose(&data, &ins)) fprintf(out->c, "static const CodeImage code%d;\n", number);
    else if (ok) {
        unsigned long ins_at = put(out, ins.data, (size_t)ins.len), data_at = put(out, data.data, (size_t)data.len), spans_at = 0;
        uLongf packed = put_spans(out, &spans, &spans_at);
        ok = packed != 0;
        fprintf(out->c, "static struct Span *spans%d;\n", number);
        fprintf(out->c, "static const CodeImage code%d = {(const uint64_t *)(const void *)(frozen_code_bytes + %lu), frozen_code_bytes + %lu, %lld, frozen_code_bytes + %lu, %lu, %lld, &spans%d, lib_unpack};\n",
                number, ins_at, data_at, (long long)data.len, spans_at, packed, (long long)(spans.len / (int64_t)sizeof(Span)), number);
    }
    strb_drop(&data);
    strb_drop(&ins);
    strb_drop(&spans);
    release(vm, code);
    return ok;
}

/* Where the code is what it was, its files stay as they are: what is made of them is not made again. */
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

/* PATH.new to PATH. */
static bool keep(const char *fresh, const char *path)
{
    if (same_bytes(fresh, path)) return !remove(fresh);
    return !rename(fresh, path);
}

static bool freeze_all(Frozen *out)
{
    LangConfig config = {.script_dir = "", .modules = lib_modules, .frozen = &lib_frozen, .open_streams = lib_open_streams};
    VM *vm = lang_open(&config);
    if (!vm) return fputs("freeze: out of memory\n", stderr), false;
    bool ok = true;
    fputs("#define CODE(i) &code##i\nextern const unsigned char frozen_code_bytes[];\n", out->c);
    for (size_t i = 0; ok && i < lib_frozen.count; i++)
        if (!freeze(vm, &lib_frozen.modules[i], (int)i, out)) {
            fprintf(stderr, "freeze: %s: ", lib_frozen.modules[i].name);
            lang_print_error(vm);
            ok = false;
        }
    lang_close(vm);
    return ok;
}

int main(int argc, char **argv)
{
    enum { LONGEST = 4096 };
    char c[LONGEST], bytes[LONGEST];
    if (argc != 3 || snprintf(c, sizeof c, "%s.new", argv[1]) >= LONGEST || snprintf(bytes, sizeof bytes, "%s.new", argv[2]) >= LONGEST)
        return fputs("usage: freeze OUTPUT.inc OUTPUT.bin\n", stderr), 2;
    Frozen out = {.c = fopen(c, "w"), .bytes = fopen(bytes, "wb"), .sum = crc32(0, NULL, 0)};
    bool ok = out.c && out.bytes && freeze_all(&out);
    if (ok) fprintf(out.c, "INCLUDE_BYTES(frozen_code_bytes, \"%s\", \"%08lx\");\n", argv[2], out.sum);
    if (out.c && (ferror(out.c) | fclose(out.c))) ok = false;
    if (out.bytes && (ferror(out.bytes) | fclose(out.bytes))) ok = false;
    if (ok && keep(bytes, argv[2]) && keep(c, argv[1])) return 0;
    remove(c);
    remove(bytes);
    return 1;
}
