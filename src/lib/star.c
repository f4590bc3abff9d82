/* star.c: what `from MODULE import *` brings of modules that would say it wrongly by themselves (star_names.def): those of which names come when they are asked for, and those of which the
 * original has no list, so that what its files happen to import comes, too. */
#include <stdlib.h>
#include <string.h>

#include "lib.h"
#include "tensor/torch/torch.h"

typedef struct {
    const char *module, *names;
} Star;

static const Star rows[] = {
#define STAR(module, names) {module, names},
#include "star_names.def"
#undef STAR
};

static int by_module(const void *key, const void *row) { return strcmp(key, ((const Star *)row)->module); }

const char *lib_star_names(const char *module)
{
    if (!strcmp(module, "torch") && torch_two(TORCH_FLAG_STAR_DTYPES)) module = "torch 2";
    const Star *row = bsearch(module, rows, sizeof rows / sizeof rows[0], sizeof rows[0], by_module);
    return row ? row->names : NULL;
}
