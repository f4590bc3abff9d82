/* mod_rings.c: the module _rings: tensors on GPUs between the ranks of a run, by the GPUs' own library (core/rings.h). The ranks agree on each call first, over _ranks: so what would let a GPU wait for ever is an
 * error that names the ranks, the calls and the lines, as it is of the CPU's tensors. */
#include <string.h>

#include "core/rings.h"
#include "core/together.h"
#include "mod_ranks.h"
#include "std/mod_posix.h"
#include "tensor_lib.h"

/* ---- what is asked for ---- */
static const struct { bool able; TogetherKind kind; } kinds[DIST_KINDS] = {
    [DIST_BROADCAST] = {true, TOGETHER_BROADCAST}, [DIST_ALL_REDUCE] = {true, TOGETHER_SUM_ALL}, [DIST_REDUCE] = {true, TOGETHER_SUM},
    [DIST_ALL_GATHER] = {true, TOGETHER_GATHER_ALL}, [DIST_REDUCE_SCATTER] = {true, TOGETHER_SUM_SCATTER},
};
static const TogetherSum sums[DIST_REDUCES] = {[DIST_SUM] = TOGETHER_ADD, [DIST_PRODUCT] = TOGETHER_TIMES, [DIST_MIN] = TOGETHER_MIN, [DIST_MAX] = TOGETHER_MAX};

typedef struct Asked { int kind, reduction, root; Tensor *in, *out; } Asked;

static bool tensor_or_none(VM *vm, Ref v, Tensor **out)
{
    *out = NULL;
    if (v == V_NONE) return true;
    if (!is_tensor(v)) return err_false(vm, EXC_TypeError, "expected a tensor, not %T", v);
    *out = tensor_of(v);
    if (!tensor_is_contiguous(*out) || (*out)->flags & T_ELSEWHERE || tensor_device(*out)->kind != DEVICE_GPU) return err_false(vm, EXC_ValueError, "rings exchange contiguous tensors on GPUs");
    return true;
}

/* kind, reduction, root, in, out */
static bool asked_of(VM *vm, const Ref *args, Asked *a)
{
    if (!int_arg(vm, args[0], &a->kind) || !int_arg(vm, args[1], &a->reduction) || !int_arg(vm, args[2], &a->root) || !tensor_or_none(vm, args[3], &a->in) || !tensor_or_none(vm, args[4], &a->out)) return false;
    bool sound = a->kind >= 0 && a->kind < DIST_KINDS && kinds[a->kind].able && a->reduction >= 0 && a->reduction <= DIST_MAX && a->root >= 0 && (a->in || a->out);
    if (!sound) return err_false(vm, EXC_ValueError, "there is no such call of rings");
    return !a->in || !a->out || (a->in->dtype == a->out->dtype && tensor_device(a->in) == tensor_device(a->out)) || err_false(vm, EXC_ValueError, "what goes in and what comes out are of one dtype and on one GPU");
}

static Tensor *gpu_tensor(VM *vm, Ref v)
{
    Tensor *t;
    if (!tensor_or_none(vm, v, &t)) return NULL;
    return t ? t : (err_raise(vm, EXC_TypeError, "expected a tensor on a GPU"), NULL);
}

/* ---- who takes part ---- */
enum { HAS_CARD = RING_CARD, HAS_RING }; /* places in a token, behind the card's name */
_Static_assert((int)HAS_RING < (int)RANK_TOKEN, "a token's room");
enum { BY_HOST, BY_RING, MAKE_RING };

static bool cards_differ(const RankWork *w, int n)
{
    for (int i = 0; i < n; i++) {
        const unsigned char *mine = work_token(w, i);
        if (!mine[HAS_CARD]) return false;
        for (int k = 0; k < i; k++)
            if (memcmp(mine, work_token(w, k), RING_CARD) == 0) return false;
    }
    return true;
}
static bool all_have_ring(const RankWork *w, int n)
{
    for (int i = 0; i < n; i++)
        if (!work_token(w, i)[HAS_RING]) return false;
    return true;
}

/* agree(group, ring, seconds, kind, reduction, root, in, out) -> which way the values go, the same on all ranks */
static Value fn_agree(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = tensor_lib(vm);
    RankGroup *g = lib ? rank_group_of(vm, args[0]) : NULL;
    Asked a;
    double seconds;
    if (!g || !num_to_double(vm, args[2], &seconds) || !asked_of(vm, args + 3, &a)) return NO_VALUE;
    const Tensor *told = kinds[a.kind].kind == TOGETHER_SUM_SCATTER || !a.in ? a.out : a.in;
    RankCall r = {.call = {.kind = (DistKind)a.kind, .reduce = (DistReduce)a.reduction, .root = a.root, .dtype = (DType)told->dtype, .count = told->size}, .shape = told->shape, .ndim = told->ndim, .site = lang_site(vm), .elsewhere = true};
    r.token[HAS_CARD] = ring_card(tensor_device((Tensor *)told), r.token);
    r.token[HAS_RING] = args[1] != V_NONE;
    RankWork *w = ranks_begin(g, &r);
    if (!w) return err_no_memory(vm), NO_VALUE;
    RankState s = work_wait(w, seconds);
    Value v = NO_VALUE;
    if (s == RANK_FAILED) err_raise(vm, EXC_RuntimeError, "%s", work_error(w));
    else if (s == RANK_DONE) v = make_small(!cards_differ(w, group_size(g)) ? BY_HOST : all_have_ring(w, group_size(g)) ? BY_RING : MAKE_RING);
    work_release(w);
    return v;
}

static Value fn_new(VM *vm, const Ref *args, int n, Ref kwnames)
{
    unsigned char id[RING_ID];
    Tensor *t = gpu_tensor(vm, args[0]);
    if (!t) return NO_VALUE;
    return ring_id(tensor_device(t), id) ? bytes_from(vm, id, RING_ID) : V_NONE;
}

static bool is_lost(void *data, char *why, size_t n) { return group_lost(data, why, n); }

static Value fn_join(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = tensor_lib(vm);
    RankGroup *g = lib ? rank_group_of(vm, args[0]) : NULL;
    Tensor *t = g ? gpu_tensor(vm, args[1]) : NULL;
    if (!t) return NO_VALUE;
    if (!is_bytes(args[2]) || as_bytes(args[2])->len != RING_ID) return err_raise(vm, EXC_TypeError, "expected a ring's name, of %d bytes", RING_ID);
    core_set_site(lib->core, lang_site(vm));
    uint32_t ring = core_ring_join(lib->core, tensor_device(t), (const unsigned char *)as_bytes(args[2])->data, group_size(g), group_rank(g), (RingWatch){is_lost, g});
    return ring ? make_small(ring) : tensor_raise(lib, core_accent(lib->core));
}

/* run(ring, kind, reduction, root, in, out) */
static Value fn_run(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = tensor_lib(vm);
    int ring;
    Asked a;
    if (!lib || !int_arg(vm, args[0], &ring) || !asked_of(vm, args + 1, &a)) return NO_VALUE;
    core_set_site(lib->core, lang_site(vm));
    if (!core_ring_run(lib->core, (uint32_t)ring, kinds[a.kind].kind, sums[a.reduction], a.root, a.in, a.out)) return tensor_raise(lib, core_accent(lib->core));
    return V_NONE;
}

static Value fn_leave(VM *vm, const Ref *args, int n, Ref kwnames)
{
    int ring;
    Tensor *t = gpu_tensor(vm, args[0]);
    if (!t || !int_arg(vm, args[1], &ring)) return NO_VALUE;
    core_ring_leave(tensor_device(t), (uint32_t)ring);
    return V_NONE;
}

static Value fn_sums(VM *vm, const Ref *args, int n, Ref kwnames)
{
    const Tensor *t = gpu_tensor(vm, args[0]);
    return t ? make_bool(together_sums((DType)t->dtype)) : NO_VALUE;
}

static const NativeDef functions[] = {
    {"agree", fn_agree, "group, ring, seconds, kind, reduction, root, in_, out", "The ranks agree on a call: 0: by way of the host, 1: by the ring, 2: by a ring that is to be made.", 0},
    {"new", fn_new, "tensor", "What a new ring is known by, for all its ranks; None: there can be none.", 0},
    {"join", fn_join, "group, tensor, id", "This rank's place in it, on the tensor's GPU: a number. It waits for the others.", 0},
    {"run", fn_run, "ring, kind, reduction, root, in_, out", "What was agreed on, in the order of the GPU's work.", 0},
    {"sums", fn_sums, "tensor", "Has the library sums of its dtype?", 0},
    {"leave", fn_leave, "tensor, ring", "It is not used any more.", 0},
    {0},
};

const ModuleDef rings_module = {.name = "_rings", .doc = "Tensors on GPUs between the ranks of a run.", .functions = functions};
