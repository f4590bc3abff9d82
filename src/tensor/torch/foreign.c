/* foreign.c: devices that PyTorch knows by name and that are never here (foreign.def): torch.device('mps') is a value as any, a tensor there is refused in its words. */
#include <ctype.h>

#include "torch.h"

typedef enum Copies { COPY_STRIDED, COPY_EMPTY, COPY_LINKED } Copies;
static const struct Foreign {
    const char *word, *backend;
    Copies copies;
    const char *missed;
    ExcId error;
    const char *generator;
} foreign[] = {
#define FOREIGN(word, backend, copies, missed, error, generator) {word, backend, copies, missed, error, generator},
#include "foreign.def"
};

static const struct Foreign *row_of(const char *word)
{
    for (size_t i = 0; i < sizeof foreign / sizeof *foreign; i++)
        if (!strcmp(foreign[i].word, word)) return &foreign[i];
    return NULL;
}

const char *torch_foreign_word(const char *kind)
{
    const struct Foreign *row = torch_knows_device(kind) ? row_of(kind) : NULL;
    return row ? row->word : NULL;
}

void torch_refuse_foreign(VM *vm, const char *word, int index, ForeignUse use)
{
    static const char empty[] = "empty.memory_format", strided[] = "empty_strided";
    const struct Foreign *row = row_of(word);
    bool copied = use == FOREIGN_COPY;
    if (row->missed && torch_two(TORCH_FLAG_DRIVER_MISSED)) err_raise(vm, row->error, "%s", row->missed);
    else if (copied && index < 0 && row->copies != COPY_LINKED) err_raise(vm, EXC_RuntimeError, TORCH_SAYS(DEVICE_UNLINKED), word);
    else if (row->backend)
        err_raise(vm, EXC_NotImplementedError, TORCH_SAYS(SPARSE_BACKEND), use == FOREIGN_LIKE || (copied && row->copies == COPY_STRIDED) ? strided : empty, row->backend);
    else if (!strcmp(word, "mkldnn") && torch_two(TORCH_FLAG_DRIVER_MISSED)) err_raise(vm, EXC_NotImplementedError, TORCH_SAYS(DEVICE_DEPRECATED), word);
    else err_raise(vm, EXC_RuntimeError, TORCH_SAYS(DEVICE_GRANDFATHERED), word);
    tensor_explained(vm, "P0118");
}

static Value fn_generator_refused(VM *vm, const Ref *args, int n, Ref kwnames)
{
    size_t size;
    const char *word = str_utf8(vm, args[0], &size);
    const struct Foreign *row = word ? row_of(word) : NULL;
    if (!word) return NO_VALUE;
    Value shown = torch_two(TORCH_FLAG_DRIVER_MISSED) && row && row->generator ? str_from_c(vm, row->generator) : NO_VALUE;
    if (shown || err_occurred(vm)) return shown;
    char large[32];
    for (size_t i = 0; i <= size && i < sizeof large; i++) large[i] = (char)toupper((unsigned char)word[i]);
    large[sizeof large - 1] = 0;
    return str_format(vm, torch_two(TORCH_FLAG_DRIVER_MISSED) ? TORCH_SAYS(GENERATOR_NOT) : TORCH_SAYS(GENERATOR_KIND), large);
}

const NativeDef torch_foreign_functions[] = {
    {"_generator_refused", fn_generator_refused, "kind", "What torch.Generator says of such a device.", 0},
    {NULL, NULL, NULL, NULL, 0},
};
