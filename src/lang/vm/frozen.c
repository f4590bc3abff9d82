/* frozen.c: the modules in Python that are in the binary: found by name, and their sources, which lie there packed: few programs ever look at one. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "lang/compile/code.h"
#include "lang/object/vm.h"

const FrozenModule *frozen_find(VM *vm, const char *name, size_t n)
{
    size_t low = 0, high = vm->frozen ? vm->frozen->count : 0;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const char *other = vm->frozen->modules[middle].name;
        int order = strncmp(name, other, n);
        if (order == 0 && other[n]) order = -1;
        if (order == 0) return &vm->frozen->modules[middle];
        if (order < 0) high = middle;
        else low = middle + 1;
    }
    return NULL;
}

const FrozenModule *frozen_named(VM *vm, Ref name)
{
    size_t n;
    const char *text = str_utf8(vm, name, &n);
    if (!text) err_clear(vm); /* lone surrogates: no module is called so */
    return text && strlen(text) == n ? frozen_find(vm, text, n) : NULL;
}

const FrozenModule *frozen_layer(VM *vm, const FrozenModule *m)
{
    char name[256];
    int n = snprintf(name, sizeof name, "%s+", m->name);
    return n > 0 && n < (int)sizeof name ? frozen_find(vm, name, (size_t)n) : NULL;
}

bool frozen_is_layer(const FrozenModule *m) { return m->name[strlen(m->name) - 1] == '+'; }

const FrozenModule *frozen_by_file(VM *vm, Ref filename)
{
    static const char before[] = "<frozen ";
    enum { BEFORE = sizeof before - 1 };
    size_t n;
    if (!is_str(filename) || !str_has_prefix_c(filename, before)) return NULL;
    const char *text = str_utf8(vm, filename, &n);
    if (!text) err_clear(vm);
    return text && n > BEFORE + 1 && text[n - 1] == '>' ? frozen_find(vm, text + BEFORE, n - BEFORE - 1) : NULL;
}

bool frozen_place(VM *vm, const FrozenModule *m, Value *file, Value *folder)
{
    *file = *folder = NO_VALUE;
    char path[512];
    const char *library = m->taken ? vm->frozen->libraries[m->taken - 1].folder : NULL;
    int n = library ? snprintf(path, sizeof path, "%s/%s%s.py", library, m->name, m->package ? "/__init__" : "") : 0;
    if (n <= 0 || n >= (int)sizeof path) return true;
    for (char *c = path + strlen(library); c < path + n - 3; c++)
        if (*c == '.') *c = '/';
    if (!access(path, R_OK) && !(*file = str_from_c(vm, path))) return false;
    if (!m->package) return true;
    *strrchr(path, '/') = 0;
    if (!(*folder = str_from_c(vm, path))) value_clear(vm, file);
    return *folder != NO_VALUE;
}

/* What follows the folder `start` in a path that is in it (or is it), without the slash between; NULL: it is elsewhere. */
static const char *below(const char *path, const char *start)
{
    size_t n = strlen(start);
    bool is = !strncmp(path, start, n) && (!n || !path[n] || path[n] == '/');
    return !is ? NULL : path[n] == '/' ? path + n + 1 : path + n;
}

bool frozen_is_library(const VM *vm, const char *folder)
{
    for (size_t i = 0; vm->frozen && i < vm->frozen->library_count; i++) {
        const FrozenLibrary *l = &vm->frozen->libraries[i];
        const char *rest = below(folder, l->folder);
        if (rest && below(rest, l->package)) return true;
    }
    return false;
}

Value frozen_source(VM *vm, const FrozenModule *m)
{
    unsigned char *text = mem_alloc(vm->mem, (size_t)m->size + 1);
    Value source = !text || !vm->frozen->unpack(m->packed, m->packed_size, text, m->size) ? err_no_memory(vm) : str_from_utf8(vm, (const char *)text, m->size);
    if (text) mem_free(vm->mem, text, (size_t)m->size + 1);
    return source;
}

Value frozen_code(VM *vm, const FrozenModule *m)
{
    size_t n;
    bool compiled = m->code && m->code->size;
    Value file = str_format(vm, "<frozen %s>", m->name), source = file && !compiled ? frozen_source(vm, m) : NO_VALUE, code = NULL;
    const char *text = source ? str_utf8(vm, source, &n) : NULL;
    if (file && compiled) code = image_read(vm, m->code, file);
    if (compiled && vm->places_ready) image_spans(m->code);
    else if (text) code = compile_source(vm, text, n, file, LANG_EXEC, true);
    release(vm, source);
    release(vm, file);
    return code;
}
