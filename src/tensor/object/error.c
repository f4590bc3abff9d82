/* error.c: what core refuses, as an exception of the library whose accent is spoken.
 *
 * Where core named a sentence of the library's (core/said.h), that is said; else which exception and which words is a row of the accent's table (errors in its folder: accents.h); a kind without a row is core's own sentence as the
 * library's usual exception. The first lines are the originals' (shared/placement.md tells where each text is known from).
 */
#include <stdio.h>

#include "accents.h"
#include "lang/object/exc.h"

/* The table of the library that an accent belongs to. */
static const AccentErrors *const accent_errors[ACCENT_COUNT] = {[ACCENT_MXNET] = &mxnet_errors, [ACCENT_TORCH] = &torch_errors, [ACCENT_NUMPY] = &numpy_errors, [ACCENT_MXNP] = &mxnet_errors};

bool accent_refuses(VM *vm, Accent accent, Met what)
{
    static const MetRow *const met[ACCENT_COUNT] = {[ACCENT_MXNET] = mxnet_met, [ACCENT_TORCH] = torch_met, [ACCENT_NUMPY] = numpy_met, [ACCENT_MXNP] = mxnp_met};
    const MetRow *row = &met[accent][what];
    return row->sentence && !err_false(vm, row->class, "%s", accent_errors[accent]->sentences[row->sentence]);
}

const char *dims_text(const Dims *d, const char *open, const char *between, const char *close, char *text, size_t n)
{
    size_t at = (size_t)snprintf(text, n, "%s", open);
    for (int i = 0; i < d->n && at < n; i++) at += (size_t)snprintf(text + at, n - at, "%s%lld", i ? between : "", (long long)d->d[i]);
    if (at < n) snprintf(text + at, n - at, "%s", close);
    return text;
}

Dims refused_shape(const Refused *r, int operand)
{
    const CoreError *e = r->e;
    Dims d = {.n = 0};
    if (operand >= 0 && operand < e->operand_count && e->operands[operand]) {
        d.n = e->operands[operand]->ndim;
        memcpy(d.d, e->operands[operand]->shape, sizeof *d.d * (size_t)d.n);
    }
    return d;
}

static Value refused_text(Refused *r, const char *const *sentences, const ErrorRow *row)
{
    char room[1024]; /* the longest sentence has 500 */
    Value text = row->text ? row->text(r) : NO_VALUE; /* (which class it is, it says of core's own choice of a sentence too) */
    if (r->e->said && !err_occurred(r->lib->vm)) return release(r->lib->vm, text), str_from_c(r->lib->vm, r->e->text);
    if (text || err_occurred(r->lib->vm)) return text;
    const int64_t *n = r->e->numbers;
    if (!row->sentence) return str_from_c(r->lib->vm, r->e->text);
    snprintf(room, sizeof room, sentences[row->sentence], (long long)n[0], (long long)n[1], (long long)n[2], (long long)n[3], (long long)n[4], (long long)n[5]);
    return str_from_c(r->lib->vm, room);
}

/* What the framework hides: the operands, their places, the lines, the fix. */
static void explain(Refused *r, Ref exception)
{
    VM *vm = r->lib->vm;
    Value note = r->lib->explain(r->lib, r->accent, r->e), done = note ? call_method(vm, exception, r->lib->name_add_note, (Ref[]){note}, 1) : NO_VALUE;
    release(vm, done);
    release(vm, note);
    if (err_occurred(vm)) err_clear(vm); /* no room for the explanation: the error itself counts */
}

Value tensor_raise(TensorLib *lib, Accent accent)
{
    VM *vm = lib->vm;
    CoreError *e = core_error(lib->core);
    if (err_occurred(vm)) { /* something of the language's came first */
        core_error_clear(lib->core);
        return NO_VALUE;
    }
    if (e->kind == CE_INTERRUPTED) {
        core_error_clear(lib->core);
        if (vm_poll(vm)) err_interrupt(vm);
        return NO_VALUE;
    }
    const AccentErrors *errors = accent_errors[accent];
    const ErrorRow *row = &errors->rows[e->kind];
    Refused r = {lib, accent, e, row->class != EXC_BaseException ? REF(vm->exc_types[row->class]) : errors->usual(lib)};
    Value text = refused_text(&r, errors->sentences, row), exception = text ? call1(vm, r.class, text) : NO_VALUE;
    release(vm, text);
    if (exception && lib->explain) explain(&r, exception);
    core_error_clear(lib->core);
    return exception ? err_raise_obj(vm, exception) : NO_VALUE;
}
