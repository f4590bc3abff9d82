/* module.c: the module _tensor: opens the world of tensors for a VM when a program first needs it, and closes it.
 *
 * Its functions stand by noun in call.c, grad.c, device.c and text.c; the packages in py/ are built on them.
 */
#include <stdlib.h>

#include "std/std.h"
#include "core/ledger.h"
#include "lang/object/mem.h"
#include "core/rng.h"
#include "accents.h"

typedef struct TensorState { TensorLib *lib; } TensorState;

static bool interrupted(void *data) { return ((VM *)data)->breaker & BREAK_CALLED; }
static uint32_t asks(void *data) { return lang_site(data); }

static bool reserve(void *data, size_t bytes) { return mem_reserve(data, bytes); }
static void unreserve(void *data, size_t bytes) { mem_unreserve(data, bytes); }

TensorLib *tensor_lib(VM *vm)
{
    TensorState *s = module_state(vm, &tensor_module);
    return s ? s->lib : NULL;
}

static void release_values(TensorLib *lib)
{
    VM *vm = lib->vm;
    torch_judge_close(lib);
    torch_answers_close(lib);
    Value *all[] = {&lib->torch_home_said, &lib->mxnet_error, &lib->torch_memory_error, &lib->context, &lib->numpy_classes, &lib->numpy_dtypes, &lib->name_add_note,
                    &lib->name_dtype_number, &lib->op_ids, &lib->node_words, &lib->function_modes, &lib->mode_rows, &lib->anomaly, &lib->after_backward, &lib->pack_saved, &lib->unpack_saved, &lib->print_names[0], &lib->print_names[1]};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) value_clear(vm, all[i]);
    for (int i = 0; i < DTYPE_COUNT; i++) value_clear(vm, &lib->torch_dtypes[i]);
}

void tensor_lib_let_go(TensorLib *lib)
{
    if (!lib->closing || lib->living) return;
    size_t left = core_close(lib->core);
    (void)left;
    mem_free(lib->vm->mem, lib, sizeof *lib);
}

static void let_type_go(VM *vm, Type **t)
{
    Type *old = *t;
    *t = NULL;
    if (old) release(vm, VAL(old));
}

static bool before_fork(VM *vm) { return core_before_fork(vm->core) || (tensor_raise(tensor_lib(vm), core_accent(vm->core)), false); }
static void after_fork(VM *vm) { core_after_fork(vm->core); }

static void tensor_done(VM *vm, void *state)
{
    TensorLib *lib = ((TensorState *)state)->lib;
    if (!lib) return;
    vm->before_fork = NULL;
    vm->after_fork = NULL;
    __atomic_store_n(&vm->core, NULL, __ATOMIC_RELEASE);
    ((TensorState *)state)->lib = NULL;
    lib->living++; /* it outlives what is released here */
    release_values(lib);
    tensor_notes_close(lib);
    for (int i = 0; i < ACCENT_COUNT; i++) let_type_go(vm, &lib->types[i]);
    let_type_go(vm, &lib->context_type);
    let_type_go(vm, &lib->device_type);
    let_type_go(vm, &lib->dtype_type);
    let_type_go(vm, &lib->torch_size_type);
    let_type_go(vm, &lib->torch_stream_type);
    let_type_go(vm, &lib->mxnet_door_type);
    let_type_go(vm, &lib->replay_type);
    lib->closing = true;
    lib->living--;
    tensor_lib_let_go(lib);
}

static bool tensor_noticed(VM *vm, void *state)
{
    (void)vm;
    TensorLib *lib = ((TensorState *)state)->lib;
    return lib && core_at_work(lib->core);
}

static bool open_types(TensorLib *lib, Dict *ns)
{
    VM *vm = lib->vm;
    for (int i = 0; i < ACCENT_COUNT; i++) {
        if (!(lib->types[i] = type_from_def(vm, &ndarray_def[i], i == ACCENT_MXNP ? lib->types[ACCENT_MXNET] : NULL))) return false;
        lib->types[i]->flags &= ~(uint32_t)TYPE_IMMUTABLE; /* the packages add methods in Python */
    }
    return (lib->context_type = type_from_def(vm, &context_def, NULL)) && (lib->device_type = type_from_def(vm, &torch_device_def, NULL))
           && (lib->dtype_type = type_from_def(vm, &torch_dtype_def, NULL)) && module_add_type(vm, ns, lib->types[ACCENT_MXNET])
           && module_add_type(vm, ns, lib->types[ACCENT_TORCH]) && module_add_type(vm, ns, lib->types[ACCENT_NUMPY])
           && (lib->replay_type = type_from_def(vm, &tensor_replay_def, NULL)) && module_add_type(vm, ns, lib->replay_type) && module_add_type(vm, ns, lib->context_type) && module_add_type(vm, ns, lib->device_type) && module_add_type(vm, ns, lib->dtype_type);
}

static bool add_functions(VM *vm, Dict *ns, const NativeDef *rows)
{
    for (; rows->name; rows++) {
        Value f = native_new(vm, rows, NULL, V_NONE);
        if (!f || !module_add(vm, ns, rows->name, f)) return false;
    }
    return true;
}

/* In a session somebody may ask what ran; a program alone pays nothing for it. PERCH_LEDGER=0 or 1 says otherwise. */
static bool writes_down(const VM *vm)
{
    const char *asked = getenv("PERCH_LEDGER");
    if (asked && *asked) return strcmp(asked, "0") != 0;
    for (const ModuleDef *const *m = vm->module_defs; m && *m; m++)
        if (strcmp((*m)->name, "_session") == 0) return true;
    return false;
}

static bool tensor_init(VM *vm, Ref module, Dict *ns)
{
    TensorLib *lib = mem_zalloc(vm->mem, sizeof *lib);
    if (!lib) return err_no_memory(vm), false;
    lib->vm = vm;
    const char *clock = getenv("PERCH_CLOCK"), *threads = getenv("PERCH_THREADS"); /* the command line sets them: children inherit them */
    const char *conv = getenv("PERCH_CONV");
    const char *omp = getenv("OMP_NUM_THREADS"); /* a list: how many on each level, of which there is one here */
    int wanted = threads && *threads ? atoi(threads) : omp ? atoi(omp) : 0;
    CoreConfig config = {.model_clock = clock && strcmp(clock, "model") == 0, .threads = wanted, .fast_conv = conv && strcmp(conv, "fast") == 0, .interrupted = interrupted, .interrupted_data = vm, .asks = asks, .asks_data = vm,
                         .reserve = reserve, .unreserve = unreserve, .reserve_data = vm->mem, .keep_idle = mem_limit(vm->mem) / 16,
                         .words = {[ACCENT_MXNET] = mxnet_sentences, [ACCENT_TORCH] = torch_sentences, [ACCENT_NUMPY] = numpy_sentences}};
    lib->core = core_open(&config);
    if (!lib->core) {
        mem_free(vm->mem, lib, sizeof *lib);
        return err_no_memory(vm), false;
    }
    core_set_owner(lib->core, lib);
    if (writes_down(vm) && !ledger_open(lib->core)) core_error_clear(lib->core); /* without memory for it: a session without these views */
    __atomic_store_n(&vm->core, lib->core, __ATOMIC_RELEASE);
    vm->before_fork = before_fork;
    vm->after_fork = after_fork;
    uint64_t seed; /* as the originals: MXNet begins with 0 each time, NumPy and PyTorch anywhere */
    if (lib_seed_given(&seed)) rng_seed(lib->core, seed);
    else {
        rng_begin(lib->core, ACCENT_NUMPY, (uint32_t)lib_start_seed());
        rng_begin(lib->core, ACCENT_TORCH, lib_start_seed() >> 11);
    }
    lib->explain = tensor_explain;
    lang_keep_sites(vm);
    core_mode(lib->core)->grad[ACCENT_TORCH] = true;
    torch_modes_open(lib);
    lib->numpy_print = NUMPY_PRINT_DEFAULT;
    lib->torch_print = TORCH_PRINT_DEFAULT;
    ((TensorState *)as_module(module)->state)->lib = lib;
    return (lib->name_add_note = str_intern_c(vm, "add_note")) && (lib->name_dtype_number = str_intern_c(vm, "_dtype_number")) && open_types(lib, ns)
           && tensor_hooks_open(lib) && add_functions(vm, ns, torch_modes_functions) && add_functions(vm, ns, tensor_call_functions) && add_functions(vm, ns, tensor_grad_functions)
           && add_functions(vm, ns, tensor_device_functions) && add_functions(vm, ns, tensor_graph_functions) && add_functions(vm, ns, tensor_text_functions)
           && add_functions(vm, ns, tensor_explain_functions) && add_functions(vm, ns, tensor_notes_functions) && add_functions(vm, ns, tensor_ledger_functions)
           && add_functions(vm, ns, tensor_undo_functions) && add_functions(vm, ns, tensor_decompose_functions) && tensor_notes_open(lib) && tensor_mxnet_open(lib)
           && tensor_torch_open(lib) && tensor_numpy_open(lib) && tensor_mxnp_open(lib);
}

const ModuleDef tensor_module = {
    .name = "_tensor",
    .doc = "Tensors, devices and gradients under the accents mxnet, torch and numpy.",
    .init = tensor_init,
    .state_size = sizeof(TensorState),
    .done = tensor_done,
    .noticed = tensor_noticed,
};
