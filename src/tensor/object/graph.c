/* graph.c: _tensor's functions about graphs of a GPU's work, known by their numbers, and about what tensors on several GPUs become together. */
#include "core/graph.h"
#include "core/bundle.h"
#include "core/together.h"
#include "accents.h"
#include "tensor_lib.h"

static Value raised(TensorLib *lib) { return tensor_raise(lib, core_accent(lib->core)); }

/* NULL: raised */
static Graph *graph_arg(TensorLib *lib, Ref v)
{
    int64_t id;
    if (!lib || !num_index_i64(lib->vm, v, &id)) return NULL;
    Graph *g = graph_find(lib->core, (uint64_t)id);
    if (!g) err_raise(lib->vm, EXC_ValueError, "there is no graph %d", (int)id);
    return g;
}

static Value fn_new(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = tensor_lib(vm);
    Graph *g = lib ? graph_new(lib->core) : NULL;
    return g ? int_from_u64(vm, graph_id(g)) : lib ? raised(lib)
                                                   : NO_VALUE;
}

static Value fn_free(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Graph *g = graph_arg(tensor_lib(vm), args[0]);
    if (!g) return NO_VALUE;
    graph_free(g);
    return V_NONE;
}

static Value fn_reset(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Graph *g = graph_arg(tensor_lib(vm), args[0]);
    if (!g) return NO_VALUE;
    graph_reset(g);
    return V_NONE;
}

/* graph_begin(id, gpu, with) */
static Value fn_begin(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = tensor_lib(vm);
    Graph *g = graph_arg(lib, args[0]), *with = g && !is_none(args[2]) ? graph_arg(lib, args[2]) : NULL;
    int64_t gpu;
    if (!g || (!with && !is_none(args[2])) || !num_index_i64(vm, args[1], &gpu)) return NO_VALUE;
    Device *d = device_gpu(lib->core, (int)gpu);
    return d && graph_begin(g, d, with) ? V_NONE : raised(lib);
}

static Value fn_end(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = tensor_lib(vm);
    Graph *g = graph_arg(lib, args[0]);
    if (!g) return NO_VALUE;
    return graph_end(g) ? V_NONE : raised(lib);
}

static Value fn_replay(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = tensor_lib(vm);
    Graph *g = graph_arg(lib, args[0]);
    if (!g) return NO_VALUE;
    core_set_site(lib->core, lang_site(vm));
    return graph_replay(g) ? V_NONE : raised(lib);
}

/* graph_calls(id) -> how many calls were written down, or None where there is nothing to replay */
static Value fn_calls(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Graph *g = graph_arg(tensor_lib(vm), args[0]);
    if (!g) return NO_VALUE;
    return graph_is_there(g) ? make_small(graph_calls(g)) : V_NONE;
}

/* graph_sums(gpu) -> (graphs, bytes) */
static Value fn_sums(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = tensor_lib(vm);
    int64_t gpu;
    size_t bytes = 0;
    if (!lib || !num_index_i64(vm, args[0], &gpu)) return NO_VALUE;
    int count = gpu >= 0 && gpu < device_gpu_count(lib->core) ? graph_sums(lib->core, (int)gpu, &bytes) : 0;
    Value items[] = {make_small(count), int_from_i64(vm, (int64_t)bytes)};
    return tuple_take(vm, items, 2);
}

static Value graph_rows(VM *vm, bool (*row_of)(const Core *c, int i, ReplayGraphRow *out))
{
    TensorLib *lib = tensor_lib(vm);
    Value list = lib ? list_new(vm, 0) : NO_VALUE;
    ReplayGraphRow r;
    for (int i = 0; list && row_of(lib->core, i, &r); i++) {
        Value items[] = {make_small(r.site), make_small(r.gpu), make_small(r.steps), make_small(r.calls), int_from_i64(vm, (int64_t)r.bytes), int_from_i64(vm, (int64_t)r.launches),
                         int_from_i64(vm, (int64_t)r.plain), r.why ? str_from_c(vm, r.why) : V_NONE, make_bool(r.never)};
        Value row = tuple_take(vm, items, sizeof items / sizeof *items);
        if (!row || !list_append_take(vm, list, row)) value_clear(vm, &list);
    }
    return list;
}

/* replay_graphs() -> [(site, gpu, steps, calls, bytes, launches, plain, why, never)]: recorded steps of GPUs, the newest first */
static Value fn_replay_graphs(VM *vm, const Ref *args, int n, Ref kwnames) { return (void)args, (void)n, (void)kwnames, graph_rows(vm, replay_graph_row); }
/* pass_graphs(): the same of backward passes */
static Value fn_pass_graphs(VM *vm, const Ref *args, int n, Ref kwnames) { return (void)args, (void)n, (void)kwnames, graph_rows(vm, bundle_row); }

static Value fn_capturing(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = tensor_lib(vm);
    int64_t gpu;
    if (!lib || !num_index_i64(vm, args[0], &gpu)) return NO_VALUE;
    if (gpu < 0 || gpu >= device_gpu_count(lib->core)) return V_FALSE;
    return make_bool(device_gpu(lib->core, (int)gpu)->captures != CAPTURES_NOT);
}

static bool tensors_arg(VM *vm, Ref list, Tensor *out[TOGETHER_MOST], int64_t n)
{
    if (!is_list(list) || as_list(list)->len != n) return false;
    for (int64_t i = 0; i < n; i++) {
        if (!is_tensor(as_list(list)->items[i])) return false;
        out[i] = tensor_of(as_list(list)->items[i]);
    }
    return true;
}

/* together(kind, inputs, outputs, root=0, sum=0) -> was it done? Not: the caller copies and adds. */
static Value fn_together(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = tensor_lib(vm);
    Tensor *in[TOGETHER_MOST], *out[TOGETHER_MOST];
    int64_t kind, root = 0, sum = 0;
    if (!lib || !num_index_i64(vm, args[0], &kind) || (args[3] && !num_index_i64(vm, args[3], &root)) || (args[4] && !num_index_i64(vm, args[4], &sum))) return NO_VALUE;
    int64_t count = is_list(args[1]) ? as_list(args[1])->len : 0;
    if (count > TOGETHER_MOST || !tensors_arg(vm, args[1], in, count) || !tensors_arg(vm, args[2], out, count)) return V_FALSE;
    bool done;
    core_set_site(lib->core, lang_site(vm));
    if (!core_among(lib->core, (TogetherKind)kind, (TogetherSum)sum, (int)root, in, out, (int)count, &done)) return raised(lib);
    return make_bool(done);
}

static Value fn_nccl_version(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = tensor_lib(vm);
    return lib ? make_small(device_nccl_version(lib->core)) : NO_VALUE;
}

const NativeDef tensor_graph_functions[] = {
    {"graph_new", fn_new, "", "The number of a new graph, which is of nothing yet.", 0},
    {"graph_free", fn_free, "id", "It goes, and with it its memory, as far as no tensor lies there.", 0},
    {"graph_reset", fn_reset, "id", "It is of nothing again.", 0},
    {"graph_begin", fn_begin, "id, gpu, other", "From now on what the GPU is given is written down, in memory of its own or of another graph's.", 0},
    {"graph_end", fn_end, "id", "No longer.", 0},
    {"graph_replay", fn_replay, "id", "All of it, once more.", 0},
    {"graph_calls", fn_calls, "id", "How many calls of ops it is, or None: there is nothing to replay.", 0},
    {"graph_sums", fn_sums, "gpu", "How many graphs are written down there, and how many bytes they keep.", 0},
    {"pass_graphs", fn_pass_graphs, "", "Backward passes on GPUs: the line that asked for one, and the rest as replay_graphs.", 0},
    {"replay_graphs", fn_replay_graphs, "", "Recorded steps that run on GPUs: the line of the first call, GPU, steps, calls in a graph, its bytes, launches, runs call by call, why not a graph, and whether that stays so.", 0},
    {"capturing", fn_capturing, "gpu", "Is what it is given written down, not done?", 0},
    {"together", fn_together, "kind, inputs, outputs, root=0, sum=0", "By a library for several cards: True; False: nothing was done.", 0},
    {"nccl_version", fn_nccl_version, "", "That of NCCL for real cards; 0: it is not there.", 0},
    {0},
};
