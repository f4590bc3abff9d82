/* device.c: _tensor's functions about devices: what there is, memory, waiting, events; sites; seeds. */
#include "core/rng.h"
#include "core/sim/net.h"
#include "accents.h"
#include "tensor_lib.h"

enum { MAX_THREADS = 4096 }; /* a pool of more helps no machine there is */

/* GPU i, or the CPU for -1; NULL: raised */
static Device *device_arg(TensorLib *lib, Ref v)
{
    int64_t i;
    if (!lib || !num_index_i64(lib->vm, v, &i)) return NULL;
    if (i < 0) return device_cpu(lib->core);
    Device *d = i > 1 << 16 ? device_gpu(lib->core, 1 << 16) : device_gpu(lib->core, (int)i);
    if (!d) tensor_raise(lib, core_accent(lib->core));
    return d;
}

static Value fn_gpu_count(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = tensor_lib(vm);
    return lib ? make_small(device_gpu_count(lib->core)) : NO_VALUE;
}

/* gpu_versions() -> (CUDA's, cuDNN's; 0: not there), or None where no real card is driven */
static Value fn_gpu_versions(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = tensor_lib(vm);
    GpuVersions v;
    if (!lib) return NO_VALUE;
    return device_gpu_versions(lib->core, &v) ? tuple_of(vm, 2, (Ref)make_small(v.cuda), (Ref)make_small(v.cudnn)) : V_NONE;
}

static bool put(VM *vm, Ref d, const char *name, Value v /*taken*/)
{
    bool ok = v && dict_set_c(vm, d, name, v);
    release(vm, v);
    return ok;
}

static Value fn_gpu_info(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Device *device = device_arg(tensor_lib(vm), args[0]);
    if (!device) return NO_VALUE;
    const DeviceInfo *i = &device->info;
    Value d = dict_new(vm), cc = tuple_of(vm, 2, (Ref)make_small(i->capability[0]), (Ref)make_small(i->capability[1]));
    bool ok = d && put(vm, d, "name", str_from_c(vm, i->name)) && put(vm, d, "simulated", make_bool(i->simulated)) && put(vm, d, "why", str_from_c(vm, i->why))
              && put(vm, d, "memory", int_from_u64(vm, i->memory)) && put(vm, d, "capability", cc ? retain(cc) : NO_VALUE) && put(vm, d, "processors", make_small(i->processors))
              && put(vm, d, "flops", make_float(i->flops[0])) && put(vm, d, "bandwidth", make_float(i->bandwidth)) && put(vm, d, "link", str_from_c(vm, i->link))
              && put(vm, d, "link_bandwidth", make_float(i->link_bandwidth)) && put(vm, d, "physical", make_small(i->physical))
              && put(vm, d, "broken", make_bool(device->broken));
    release(vm, cc);
    if (!ok) value_clear(vm, &d);
    return d;
}

/* net() -> (name, bytes a second, seconds a message) of the network between ranks that was asked for; None */
static Value fn_net(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = tensor_lib(vm);
    const NetModel *m;
    if (!lib) return NO_VALUE;
    if (!net_asked(lib->core, &m)) return tensor_raise(lib, core_accent(lib->core));
    if (!m) return V_NONE;
    Value items[] = {str_from_c(vm, m->key), make_float(m->bandwidth), make_float(m->latency)};
    if (items[0]) return tuple_take(vm, items, 3);
    return NO_VALUE;
}

/* net_spend(tensor, kind, ranks, bytes): a simulated GPU's tensor was part of such a call of ranks */
static Value fn_net_spend(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = tensor_lib(vm);
    int64_t kind, ranks, bytes;
    if (!lib || !num_index_i64(vm, args[1], &kind) || !num_index_i64(vm, args[2], &ranks) || !num_index_i64(vm, args[3], &bytes)) return NO_VALUE;
    if (!is_tensor(args[0])) return err_raise(vm, EXC_TypeError, "expected a tensor, not %T", args[0]);
    if (kind < NET_MESSAGE || kind >= DIST_KINDS || ranks < 1 || ranks > INT32_MAX || bytes < 0) return err_raise(vm, EXC_ValueError, "there is no such call of ranks");
    if (!net_spend(tensor_of(args[0]), (int)kind, (int)ranks, (uint64_t)bytes, lang_site(vm))) return tensor_raise(lib, (Accent)as_obj(args[0])->aux);
    return V_NONE;
}

static Value fn_memory(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Device *device = device_arg(tensor_lib(vm), args[0]);
    if (!device) return NO_VALUE;
    const MemoryStats *m = &device->memory;
    Value d = dict_new(vm);
    bool ok = d && put(vm, d, "allocated", int_from_u64(vm, m->allocated)) && put(vm, d, "allocated_peak", int_from_u64(vm, m->allocated_peak))
              && put(vm, d, "reserved", int_from_u64(vm, m->reserved)) && put(vm, d, "reserved_peak", int_from_u64(vm, m->reserved_peak))
              && put(vm, d, "limit", int_from_u64(vm, m->limit ? m->limit : device->info.memory)) && put(vm, d, "free", int_from_u64(vm, device_room(device))) && put(vm, d, "allocations", int_from_u64(vm, m->allocations))
              && put(vm, d, "frees", int_from_u64(vm, m->frees)) && put(vm, d, "retries", int_from_u64(vm, m->retries)) && put(vm, d, "failures", int_from_u64(vm, m->failures))
              && put(vm, d, "calls", int_from_u64(vm, device->calls)) && put(vm, d, "copies_in", int_from_u64(vm, device->copies_in))
              && put(vm, d, "copies_out", int_from_u64(vm, device->copies_out));
    if (!ok) value_clear(vm, &d);
    return d;
}

static Value fn_empty_cache(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Device *d = device_arg(tensor_lib(vm), args[0]);
    if (!d) return NO_VALUE;
    device_cache_empty(d);
    return V_NONE;
}

static Value fn_is_lost(VM *vm, const Ref *args, int n, Ref kwnames)
{
    return make_bool(is_tensor(args[0]) && tensor_device(tensor_of(args[0]))->wrecked);
}

/* reset(i) -> (GPUs of that card, values, bytes that are lost) */
static Value fn_reset(VM *vm, const Ref *args, int n, Ref kwnames)
{
    CardReset lost;
    TensorLib *lib = tensor_lib(vm);
    Device *d = device_arg(lib, args[0]);
    if (!d) return NO_VALUE;
    if (d->kind == DEVICE_CPU) return err_raise(vm, EXC_ValueError, "the CPU is not reset");
    if (!device_reset(lib->core, d->index, &lost)) return tensor_raise(lib, core_accent(lib->core));
    Value items[] = {make_small(lost.gpus), int_from_u64(vm, lost.values), int_from_u64(vm, lost.bytes)};
    return tuple_take(vm, items, 3);
}

static Value fn_reset_peak(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Device *d = device_arg(tensor_lib(vm), args[0]);
    if (!d) return NO_VALUE;
    device_reset_peak(d);
    return V_NONE;
}

static Value fn_wait(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = tensor_lib(vm);
    Device *d = device_arg(lib, args[0]);
    if (!d) return NO_VALUE;
    return device_wait(d) ? V_NONE : tensor_raise(lib, core_accent(lib->core));
}

static Value fn_wait_all(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = tensor_lib(vm);
    if (!lib) return NO_VALUE;
    return device_wait_all(lib->core) ? V_NONE : tensor_raise(lib, core_accent(lib->core));
}

static Value fn_idle(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Device *d = device_arg(tensor_lib(vm), args[0]);
    return d ? make_bool(!d->driver->idle || d->driver->idle(d)) : NO_VALUE;
}

static Value fn_event(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Device *d = device_arg(tensor_lib(vm), args[0]);
    return d ? int_from_u64(vm, d->driver->record ? d->driver->record(d) : 0) : NO_VALUE;
}

static Value fn_reached(VM *vm, const Ref *args, int n, Ref kwnames)
{
    int64_t event;
    Device *d = device_arg(tensor_lib(vm), args[0]);
    if (!d || !num_index_i64(vm, args[1], &event)) return NO_VALUE;
    return make_bool(!d->driver->reached || d->driver->reached(d, (uint64_t)event));
}

static Value fn_wait_for(VM *vm, const Ref *args, int n, Ref kwnames)
{
    int64_t event;
    TensorLib *lib = tensor_lib(vm);
    Device *d = device_arg(lib, args[0]), *other = d ? device_arg(lib, args[1]) : NULL;
    if (!other || !num_index_i64(vm, args[2], &event)) return NO_VALUE;
    if (d != other && d->driver->wait_for) d->driver->wait_for(d, other, (uint64_t)event);
    return V_NONE;
}

static Value fn_clock(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Device *d = device_arg(tensor_lib(vm), args[0]);
    if (!d) return NO_VALUE;
    return d->driver->clock ? make_float(d->driver->clock(d)) : V_NONE;
}

/* stamp(i) -> the number of a piece of nothing whose time is measured, or None where no real card is */
static Value fn_stamp(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Device *d = device_arg(tensor_lib(vm), args[0]);
    if (!d) return NO_VALUE;
    return d->driver->stamp ? int_from_u64(vm, d->driver->stamp(d)) : V_NONE;
}

/* stamped(i, number) -> when that was reached, in seconds of time.monotonic; None where it is not known */
static Value fn_stamped(VM *vm, const Ref *args, int n, Ref kwnames)
{
    int64_t number;
    double start, end;
    TensorLib *lib = tensor_lib(vm);
    Device *d = device_arg(lib, args[0]);
    if (!d || !num_index_i64(vm, args[1], &number)) return NO_VALUE;
    return d->driver->spent && d->driver->spent(d, (uint64_t)number, &start, &end) ? make_float(end) : V_NONE;
}

/* torch's current GPU; set when a number is given */
static Value fn_current(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = tensor_lib(vm);
    if (!lib) return NO_VALUE;
    int before = lib->torch_current;
    if (args[0] && !is_none(args[0])) {
        core_set_accent(lib->core, ACCENT_TORCH);
        Device *d = device_arg(lib, args[0]);
        if (!d) return NO_VALUE;
        if (d->kind == DEVICE_GPU) lib->torch_current = d->index;
    }
    return make_small(before);
}

/* made_on_gpu(on): torch's tensors without device= are made on the current GPU. */
static Value fn_made_on_gpu(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = tensor_lib(vm);
    int on = lib ? op_truth(vm, args[0]) : -1;
    if (on < 0) return NO_VALUE;
    lib->torch_on_gpu = on > 0;
    return V_NONE;
}

static Value fn_is_made_on_gpu(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = tensor_lib(vm);
    return lib ? make_bool(lib->torch_on_gpu) : NO_VALUE;
}

/* home(device): where torch's tensors without device= are made, a torch.device (here or not: what is made asks) or None; the one before. */
static Value fn_home(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = tensor_lib(vm);
    Device *device = NULL;
    if (!lib) return NO_VALUE;
    Value before = lib->torch_home_said ? retain(REF(lib->torch_home_said)) : V_NONE;
    if (!args[0]) return before;
    bool said = !is_none(args[0]);
    if (said && !tensor_device_arg(lib, ACCENT_TORCH, args[0], &device)) {
        device = NULL;
        err_clear(vm);
    }
    release(vm, lib->torch_home_said);
    lib->torch_home = device;
    lib->torch_home_said = said ? retain(args[0]) : NO_VALUE;
    return before;
}

/* MXNet's current context */
static Value fn_context(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = tensor_lib(vm);
    if (!lib) return NO_VALUE;
    Value before = lib->context ? retain(lib->context) : place_new(lib, ACCENT_MXNET, DEVICE_CPU, 0);
    if (before && args[0] && !is_none(args[0])) value_put(vm, &lib->context, retain(args[0]));
    return before;
}

static Value fn_seed(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = tensor_lib(vm);
    int64_t seed, accent = -1;
    if (!lib || !num_index_i64(vm, args[0], &seed) || (args[1] && !is_none(args[1]) && !num_index_i64(vm, args[1], &accent))) return NO_VALUE;
    if (accent >= 0 && accent < ACCENT_COUNT) rng_seed_accent(lib->core, (Accent)accent, (uint64_t)seed);
    else rng_seed(lib->core, (uint64_t)seed);
    return V_NONE;
}

static Value fn_seed_of(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = tensor_lib(vm);
    int64_t accent;
    if (!lib || !num_index_i64(vm, args[0], &accent)) return NO_VALUE;
    if (accent < 0 || accent >= ACCENT_COUNT) return err_raise(vm, EXC_ValueError, "no such accent: %lld", (long long)accent);
    return int_from_u64(vm, rng_seed_of(lib->core, (Accent)accent));
}

/* gpu_stream(index, seed=None, used=None): where a GPU's random numbers stand, (seed, how many were taken); put there where they are given. */
static Value fn_gpu_stream(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = tensor_lib(vm);
    int64_t index;
    if (!lib || !num_index_i64(vm, args[0], &index)) return NO_VALUE;
    RngPlace *at = index == (int)index ? rng_place(lib->core, (int)index) : NULL;
    if (!at) return err_raise(vm, EXC_ValueError, "no such GPU: %lld", (long long)index);
    int64_t seed = (int64_t)at->seed, used = (int64_t)at->used;
    if ((args[1] && !is_none(args[1]) && !num_index_i64(vm, args[1], &seed)) || (args[2] && !is_none(args[2]) && !num_index_i64(vm, args[2], &used))) return NO_VALUE;
    *at = (RngPlace){(uint64_t)seed, (uint64_t)used};
    Value a = int_from_u64(vm, at->seed), b = a ? int_from_u64(vm, at->used) : NO_VALUE, pair = b ? tuple_of(vm, 2, REF(a), REF(b)) : NO_VALUE;
    release(vm, a);
    release(vm, b);
    return pair;
}

/* ---- sites ---- */
static Value fn_sites(VM *vm, const Ref *args, int n, Ref kwnames)
{
    ArrayFacts f;
    if (numpy_facts(vm, args[0], &f)) return tuple_of(vm, 2, (Ref)make_small(f.made), (Ref)make_small(0));
    if (!is_tensor(args[0])) return err_raise(vm, EXC_TypeError, "expected a tensor, not %T", args[0]);
    Tensor *t = tensor_of(args[0]);
    return tuple_of(vm, 2, (Ref)make_small(t->made), (Ref)make_small(t->moved));
}

/* placed(t): (site, moved): the line that decided on its device, for it or for what it was computed from, and whether it moved something there */
static Value fn_placed(VM *vm, const Ref *args, int n, Ref kwnames)
{
    ArrayFacts f;
    if (numpy_facts(vm, args[0], &f)) return tuple_of(vm, 2, (Ref)make_small(f.made), (Ref)V_FALSE);
    if (!is_tensor(args[0])) return err_raise(vm, EXC_TypeError, "expected a tensor, not %T", args[0]);
    uint32_t placed = tensor_of(args[0])->storage->placed;
    return tuple_of(vm, 2, (Ref)make_small(placed & ~PLACED_BY_MOVE), (Ref)make_bool(placed & PLACED_BY_MOVE));
}

/* made_at(t, site): it was made by an earlier line's word (a deferred initialization) */
static Value fn_made_at(VM *vm, const Ref *args, int n, Ref kwnames)
{
    int64_t site;
    if (!is_tensor(args[0])) return err_raise(vm, EXC_TypeError, "expected a tensor, not %T", args[0]);
    if (!num_index_i64(vm, args[1], &site)) return NO_VALUE;
    tensor_made_at(tensor_of(args[0]), (uint32_t)site & ~PLACED_BY_MOVE);
    tensor_of(args[0])->moved = 0;
    return V_NONE;
}

static Value fn_site_info(VM *vm, const Ref *args, int n, Ref kwnames)
{
    int64_t site;
    LangSite s;
    if (!num_index_i64(vm, args[0], &site)) return NO_VALUE;
    if (site <= 0 || !lang_site_info(vm, (uint32_t)site, &s)) return V_NONE;
    Value text = lang_site_text(vm, (uint32_t)site), file = str_from_c(vm, s.filename);
    if (!text && !err_occurred(vm)) text = V_NONE;
    Value result = text && file ? tuple_of(vm, 6, (Ref)file, (Ref)make_small(s.line), (Ref)make_small(s.col), (Ref)make_small(s.end_line), (Ref)make_small(s.end_col), (Ref)text) : NO_VALUE;
    release(vm, text);
    release(vm, file);
    return result;
}

/* threads(n=None): sets, if given, and returns how many threads the CPU's kernels use */
static Value fn_threads(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = tensor_lib(vm);
    int64_t count;
    if (!lib) return NO_VALUE;
    if (args[0] && !is_none(args[0])) {
        if (!num_index_i64(vm, args[0], &count)) return NO_VALUE;
        if (count < 1 || count > MAX_THREADS) return err_raise(vm, EXC_ValueError, "the number of threads must be from 1 to %d", MAX_THREADS);
        core_set_threads(lib->core, (int)count);
    }
    return make_small(core_threads(lib->core));
}

/* pinned(t, pin=False): is its memory said to be locked for a GPU's copies? */
static Value fn_pinned(VM *vm, const Ref *args, int n, Ref kwnames)
{
    if (!is_tensor(args[0])) return err_raise(vm, EXC_TypeError, "expected a tensor, not %T", args[0]);
    Storage *s = tensor_of(args[0])->storage;
    if (args[1] && op_truth(vm, args[1]) > 0) s->pinned = true;
    return make_bool(s->pinned);
}

/* gpus_begun(begin=False): has a GPU been used? */
static Value fn_gpus_begun(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = tensor_lib(vm);
    if (!lib) return NO_VALUE;
    if (args[0] && op_truth(vm, args[0]) > 0) core_begin_gpus(lib->core);
    return make_bool(core_gpus_begun(lib->core));
}

static Value fn_site(VM *vm, const Ref *args, int n, Ref kwnames) { return make_small(lang_site(vm)); }

static Value fn_is_library(VM *vm, const Ref *args, int n, Ref kwnames)
{
    if (!is_kind(args[0], KIND_CODE)) return err_raise(vm, EXC_TypeError, "is_library() wants a code object, not %T", args[0]);
    return make_bool(as_code(args[0])->flags & CODE_LIBRARY);
}

/* judge(function, method, name=None): its arguments are looked at before it runs, as those of a function or a method of that name (its own), where the library has a row for that. */
static Value fn_judge(VM *vm, const Ref *args, int n, Ref kwnames)
{
    if (!is_function(args[0])) return err_raise(vm, EXC_TypeError, "judge() wants a function, not %T", args[0]);
    Function *fn = as_function(args[0]);
    size_t len;
    const char *name = str_utf8(vm, is_str(args[2]) ? args[2] : REF(fn->name), &len);
    if (!name) return NO_VALUE;
    fn->judged = (int16_t)vm->judge_row(NULL, name, args[1] == V_TRUE);
    if (fn->judged) fn->code->flags &= ~(uint32_t)CODE_SIMPLE; /* (its calls go through func_bind) */
    return V_NONE;
}

const NativeDef tensor_device_functions[] = {
    {"gpu_count", fn_gpu_count, "", "How many GPUs there are.", 0},
    {"gpu_versions", fn_gpu_versions, "", "The versions of CUDA and cuDNN that drive real GPUs, or None.", 0},
    {"gpus_begun", fn_gpus_begun, "begin=False", "Has a GPU been used?", 0},
    {"pinned", fn_pinned, "t, pin=False", "Is its memory locked for a GPU's copies?", 0},
    {"threads", fn_threads, "n=None", "How many threads the CPU's kernels use.", 0},
    {"net", fn_net, "", "The network between ranks that simulated GPUs have (--net).", 0},
    {"net_spend", fn_net_spend, "tensor, kind, ranks, bytes", "What a call of ranks takes on it goes by on the tensor's GPU.", 0},
    {"gpu_info", fn_gpu_info, "i", "What GPU i is (-1: the CPU).", 0},
    {"memory", fn_memory, "i", "Its memory: bytes and counts.", 0},
    {"empty_cache", fn_empty_cache, "i", "Gives cached memory back to the device.", 0},
    {"is_lost", fn_is_lost, "t", "Was its value on a card that has been reset since?", 0},
    {"reset", fn_reset, "i", "A real card begins anew; what lay on it is lost.", 0},
    {"reset_peak", fn_reset_peak, "i", "Peaks begin anew.", 0},
    {"wait", fn_wait, "i", "Until all its work is done.", 0},
    {"wait_all", fn_wait_all, "", "Until all work is done.", 0},
    {"idle", fn_idle, "i", "Is nothing queued or running?", 0},
    {"event", fn_event, "i", "A number for all its work so far.", 0},
    {"reached", fn_reached, "i, event", "Is that work done?", 0},
    {"wait_for", fn_wait_for, "i, other, event", "What i gets from now on waits for other's event.", 0},
    {"clock", fn_clock, "i", "Seconds on the device's modelled clock, or None.", 0},
    {"stamp", fn_stamp, "i", "The number of a moment in its work that is measured, or None where the GPU is not real.", 0},
    {"stamped", fn_stamped, "i, number", "When that was, in seconds, or None where it is not known.", 0},
    {"current", fn_current, "i=None", "torch's current GPU.", 0},
    {"context", fn_context, "context=None", "MXNet's current context.", 0},
    {"seed", fn_seed, "n, accent=None", "Seeds all generators, or one accent's.", NATIVE_KW},
    {"made_on_gpu", fn_made_on_gpu, "on", "torch's tensors without device= are made on the current GPU.", 0},
    {"is_made_on_gpu", fn_is_made_on_gpu, "", "Are they?", 0},
    {"home", fn_home, "device=<the same>", "Where torch's tensors without device= are made, a torch.device or None; gives the one before.", 0},
    {"gpu_stream", fn_gpu_stream, "index, seed=None, used=None", "Where a GPU's random numbers stand.", NATIVE_KW},
    {"seed_of", fn_seed_of, "accent", "What its generator was seeded with.", 0},
    {"sites", fn_sites, "t", "The numbers of the lines that made and moved it.", 0},
    {"placed", fn_placed, "t", "The line that decided on its device, and whether by moving.", 0},
    {"made_at", fn_made_at, "t, site", "Writes down which line's word made it.", 0},
    {"site_info", fn_site_info, "n", "(file, line, col, end_line, end_col, text) of a site, or None.", 0},
    {"site", fn_site, "", "The site that calls.", 0},
    {"judge", fn_judge, "function, method, name=None, /", "Have a function's arguments looked at before it runs.", 0},
    {"is_library", fn_is_library, "code, /", "Is a code a library's: nothing that a user would look at?", 0},
    {NULL, NULL, NULL, NULL, 0},
};
