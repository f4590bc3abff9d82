/* replay.c: _tensor.Replay: calls of ops that are written down while a function runs and made again without it (core/replay.h). When that may be done is the caller's matter. */
#include "core/replay.h"
#include "accents.h"
#include "lang/object/args.h"
#include "tensor_lib.h"

enum { FEW = 16 };

typedef struct ReplayObj {
    Obj head;
    TensorLib *lib;  /* NULL: nothing was begun */
    Replay *replay;
    Value accents;   /* bytes: of the results, once it has ended */
    Device *home;    /* where torch's tensors were made without a word */
    int current;
    bool on_gpu;
    bool open;       /* calls are being written down */
} ReplayObj;
static ReplayObj *as_replay(Ref v) { return (ReplayObj *)BITS(v); }

/* The tensors of a tuple, in `few` or in memory of their own (to be freed). NULL: raised */
static Tensor **tensors_of(VM *vm, Ref tuple, Tensor **few)
{
    if (!is_tuple(tuple)) return err_raise(vm, EXC_TypeError, "a tuple of tensors is wanted, not %T", tuple), NULL;
    int64_t n = as_tuple(tuple)->len;
    Tensor **t = n <= FEW ? few : mem_alloc(vm->mem, sizeof *t * (size_t)n);
    if (!t) return err_no_memory(vm), NULL;
    for (int64_t i = 0; i < n; i++) {
        Ref v = as_tuple(tuple)->items[i];
        if (is_tensor(v)) t[i] = tensor_of(v);
        else {
            if (t != few) mem_free(vm->mem, t, sizeof *t * (size_t)n);
            return err_raise(vm, EXC_TypeError, "a tensor is wanted, not %T", v), NULL;
        }
    }
    return t;
}

static void tensors_free(VM *vm, Tensor **t, const Tensor *const *few, Ref tuple)
{
    if ((const Tensor *const *)t != few) mem_free(vm->mem, t, sizeof *t * (size_t)as_tuple(tuple)->len);
}

static Value replay_new(VM *vm, Ref cls, const Ref *args, int n, Ref kwnames)
{
    static const char *const names[] = {"inputs"};
    Ref in[1];
    Tensor *few[FEW], **t;
    TensorLib *lib = tensor_lib(vm);
    if (!lib || !args_bind(vm, "Replay", args, n, kwnames, names, 1, in)) return NO_VALUE;
    if (!in[0]) return err_raise(vm, EXC_TypeError, "a tuple of tensors is wanted");
    if (!(t = tensors_of(vm, in[0], few))) return NO_VALUE;
    ReplayObj *o = (ReplayObj *)obj_alloc(vm, as_type(cls), sizeof(ReplayObj));
    if (o) {
        memset((char *)o + sizeof(Obj), 0, sizeof *o - sizeof(Obj));
        o->replay = replay_begin(lib->core, t, (int)as_tuple(in[0])->len);
        if (o->replay) {
            o->lib = lib;
            o->open = true;
            o->home = lib->torch_home;
            o->current = lib->torch_current;
            o->on_gpu = lib->torch_on_gpu;
            lib->living++;
        } else {
            tensor_raise(lib, core_accent(lib->core));
            release(vm, VAL(o));
            o = NULL;
        }
    }
    tensors_free(vm, t, (const Tensor *const *)few, in[0]);
    return o ? VAL(o) : NO_VALUE;
}

static void replay_dealloc(VM *vm, Obj *o)
{
    ReplayObj *r = (ReplayObj *)o;
    TensorLib *lib = r->lib;
    if (lib) replay_free(r->replay);
    value_clear(vm, &r->accents);
    if (lib && --lib->living == 0 && lib->closing) tensor_lib_let_go(lib);
    obj_free(vm, o, sizeof *r);
}

/* end(outputs): a tuple of tensors, or None: the function failed. Can it be replayed? */
static Value m_end(VM *vm, const Ref *args, int n, Ref kwnames)
{
    ReplayObj *r = as_replay(args[0]);
    Tensor *few[FEW], **t = few;
    bool failed = is_none(args[1]);
    if (!r->open) return err_raise(vm, EXC_RuntimeError, "it has ended");
    if (!failed && !(t = tensors_of(vm, args[1], few))) return NO_VALUE;
    int64_t count = failed ? 0 : as_tuple(args[1])->len;
    Value accents = bytes_from(vm, NULL, count);
    if (accents)
        for (int64_t i = 0; i < count; i++) ((uint8_t *)as_bytes(accents)->data)[i] = (uint8_t)as_obj(as_tuple(args[1])->items[i])->aux;
    r->open = false;
    bool good = replay_end(r->replay, failed || !accents ? NULL : t, (int)count);
    r->accents = accents;
    if (!failed) tensors_free(vm, t, (const Tensor *const *)few, args[1]);
    return accents ? make_bool(good) : NO_VALUE;
}

/* run(inputs) -> a list of results; None: it does not fit; NotImplemented: a step failed, and nothing that was there before was touched: the function itself will tell. */
static Value m_run(VM *vm, const Ref *args, int n, Ref kwnames)
{
    ReplayObj *r = as_replay(args[0]);
    Tensor *few[FEW], **t;
    if (r->open || !r->accents) return V_NONE;
    if (!(t = tensors_of(vm, args[1], few))) return NO_VALUE;
    TensorLib *lib = r->lib;
    int64_t count = as_bytes(r->accents)->len;
    Value list = NO_VALUE;
    bool fits = r->home == lib->torch_home && r->current == lib->torch_current && r->on_gpu == lib->torch_on_gpu && replay_fits(r->replay, t, (int)as_tuple(args[1])->len), again = false;
    Tensor *few_outs[FEW], **out = fits && count > FEW ? mem_alloc(vm->mem, sizeof *out * (size_t)count) : few_outs;
    bool ok = fits && out && replay_run(r->replay, t, out, &again);
    if (ok) {
        list = list_new(vm, count);
        for (int64_t i = 0; i < count; i++) {
            Value v = list ? tensor_show(lib, (Accent)as_bytes(r->accents)->data[i], out[i]) : NO_VALUE;
            if (!list) tensor_release(lib->core, out[i]);
            else if (!v || !list_append_take(vm, list, v)) {
                while (++i < count) tensor_release(lib->core, out[i]);
                value_clear(vm, &list);
            }
        }
    } else if (fits && !out)
        err_no_memory(vm);
    else if (fits && again) {
        core_error_clear(lib->core);
        list = V_NOTIMPL;
    } else if (fits)
        tensor_raise(lib, core_accent(lib->core));
    else
        list = V_NONE;
    if (out && out != few_outs) mem_free(vm->mem, out, sizeof *out * (size_t)count);
    tensors_free(vm, t, (const Tensor *const *)few, args[1]);
    return list;
}

/* held() -> the tensors that were there before (None: the program has no object of it any more) */
static Value m_held(VM *vm, const Ref *args, int n, Ref kwnames)
{
    ReplayObj *r = as_replay(args[0]);
    Value list = list_new(vm, 0);
    Tensor *t;
    for (int i = 0; list && (t = replay_held(r->replay, i)); i++) {
        if (replay_constant_held(r->replay, i)) continue;
        if (!list_append(vm, list, t->shown ? REF(t->shown) : (Ref)V_NONE)) value_clear(vm, &list);
    }
    return list;
}

static Value m_no_graph(VM *vm, const Ref *args, int n, Ref kwnames)
{
    replay_no_graph(as_replay(args[0])->replay);
    return V_NONE;
}

static Value get_why(VM *vm, Ref self)
{
    const char *why = replay_why(as_replay(self)->replay);
    return why ? str_from_c(vm, why) : V_NONE;
}
static Value get_steps(VM *vm, Ref self) { return make_small(replay_steps(as_replay(self)->replay)); }

static const NativeDef methods[] = {
    {"end", m_end, "self, outputs, /", "Calls are no longer written down. True: it can be run.", 0},
    {"run", m_run, "self, inputs, /", "The results for other inputs, None where they do not fit, NotImplemented where the function has to tell what fails.", 0},
    {"no_graph", m_no_graph, "self, /", "A GPU is to be given its calls one by one.", 0},
    {"held", m_held, "self, /", "What it reads or writes that was there before.", 0},
    {0},
};
static const GetSetDef getsets[] = {
    {"why", get_why, getset_readonly, "What keeps it from being run, or None."},
    {"steps", get_steps, getset_readonly, "How many calls it makes."},
    {NULL, NULL, NULL, NULL},
};
const TypeDef tensor_replay_def = {
    .name = "_tensor.Replay", .kind = KIND_OPAQUE, .size = sizeof(ReplayObj), .flags = TYPE_IMMUTABLE, .doc = "Calls of ops, written down from now on until end().",
    .s = {.new_ = replay_new}, .dealloc = replay_dealloc, .methods = methods, .getsets = getsets,
};
