/* mod_ranks.c: the module _ranks: tensors of the CPU between the ranks of a run (core/ranks.h). Whoever has tensors elsewhere copies them; what a library calls its groups and works is its own. */
#include <stdlib.h>
#include <string.h>

#include "lang/object/thread.h"
#include "mod_ranks.h"
#include "std/mod_posix.h"
#include "tensor_lib.h"

static VM *owner; /* whose run it is: a process has one */

/* ---- what the run asks of the program ---- */
static bool poll_program(void *data)
{
    VM *vm = data;
    thread_enter(vm, thread_leave(vm));
    vm_idle(vm);
    return vm_poll(vm);
}
static bool is_alone(void *data)
{
    Thread *me = thread_leave(data);
    if (me) thread_enter(data, me);
    return !me;
}
static void tell_where(void *data, uint32_t site, char *out, size_t n)
{
    LangSite at;
    if (!site || !lang_site_info(data, site, &at)) return;
    const char *slash = strrchr(at.filename, '/'), *name = slash ? slash + 1 : at.filename;
    snprintf(out, n, "%.120s:%u", strncmp(name, "Cell ", 5) ? name : name + 5, at.line);
}
static void let_go(void *data, void *kept) { tensor_release(((Tensor *)kept)->storage->device->core, kept); }

/* ---- handles: numbers that stand for groups and works ---- */
typedef struct Handles { void **at; int64_t room; } Handles;
static Handles groups, works;

static int64_t handle_add(Handles *h, void *p)
{
    int64_t i = 0;
    while (i < h->room && h->at[i]) i++;
    if (i == h->room) {
        int64_t more = h->room ? 2 * h->room : 8;
        void **at = realloc(h->at, sizeof *at * (size_t)more);
        if (!at) return -1;
        memset(at + h->room, 0, sizeof *at * (size_t)(more - h->room));
        h->at = at;
        h->room = more;
    }
    h->at[i] = p;
    return i;
}
static void *handle_get(VM *vm, const Handles *h, Ref number)
{
    int64_t i;
    if (!num_index_i64(vm, number, &i)) return NULL;
    if (ranks_are_open() && i >= 0 && i < h->room && h->at[i]) return h->at[i];
    return err_raise(vm, EXC_RuntimeError, ranks_are_open() ? "this is none of the run's groups or works" : "this process is no rank of a run (any more)"), NULL;
}

RankGroup *rank_group_of(VM *vm, Ref number) { return handle_get(vm, &groups, number); }

/* ---- tensors as memory ---- */
static bool memory_of(TensorLib *lib, Ref v, bool writes, DistCall *call, RankCall *r, int which)
{
    VM *vm = lib->vm;
    if (v == V_NONE) return true;
    if (!is_tensor(v)) return err_false(vm, EXC_TypeError, "expected a tensor, not %T", v);
    Tensor *t = tensor_of(v);
    if (t->storage->device->kind != DEVICE_CPU || !tensor_is_contiguous(t) || t->flags & T_ELSEWHERE) return err_false(vm, EXC_ValueError, "ranks exchange contiguous tensors on the CPU");
    if (core_mode(lib->core)->dry || t->storage->valueless) return err_false(vm, EXC_RuntimeError, "nothing goes to other ranks in a dry run");
    if (!storage_ready(t->storage, writes)) return tensor_raise(lib, (Accent)as_obj(v)->aux), false;
    if (writes) {
        tensor_count_write(t);
        call->out = tensor_address(t);
    } else
        call->in = tensor_address(t);
    call->dtype = (DType)t->dtype;
    r->shape = t->shape;
    r->ndim = t->ndim;
    r->kept[which] = t;
    return true;
}
static void keep(RankCall *r)
{
    for (int i = 0; i < 2; i++)
        if (r->kept[i]) tensor_retain(r->kept[i]);
}

/* ---- works ---- */
static Value raise_state(VM *vm, RankWork *w, RankState s)
{
    if (s == RANK_FAILED) return err_raise(vm, EXC_RuntimeError, "%s", work_error(w));
    return s == RANK_INTERRUPTED ? NO_VALUE : make_small(work_source(w));
}

/* Waits for it, or gives its number; takes the work. */
static Value answer(VM *vm, RankWork *w, RankCall *r, bool later, double seconds)
{
    if (!w) {
        for (int i = 0; i < 2; i++)
            if (r->kept[i]) let_go(vm, r->kept[i]);
        return err_no_memory(vm), NO_VALUE;
    }
    if (later) {
        int64_t number = handle_add(&works, w);
        if (number < 0) return work_release(w), err_no_memory(vm), NO_VALUE;
        return make_small(number);
    }
    Value v = raise_state(vm, w, work_wait(w, seconds));
    work_release(w);
    return v;
}

static bool fits(VM *vm, int64_t n, const char *what) { return (n >= 0 && n <= INT32_MAX) || err_false(vm, EXC_ValueError, "%lld %s: one call takes at most 2147483647", (long long)n, what); }

/* Sizes of the parts to and from each rank, and that they are all of the tensors. */
static bool counts_of(VM *vm, Ref list, int n, int64_t all, int *out)
{
    int64_t total = 0;
    if (!is_list(list) || as_list(list)->len != n) return err_false(vm, EXC_ValueError, "expected a list of %d sizes", n);
    for (int i = 0; i < n; i++) {
        int64_t one;
        if (!num_index_i64(vm, as_list(list)->items[i], &one)) return false;
        if (!fits(vm, one, "elements")) return false;
        out[i] = (int)one;
        total += one;
    }
    return total == all || err_false(vm, EXC_ValueError, "the sizes are %lld elements, the tensor has %lld", (long long)total, (long long)all);
}

/* begin(group, kind, reduction, root, in, out, later, seconds, in_sizes, out_sizes) */
static Value fn_begin(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = tensor_lib(vm);
    RankGroup *g = lib ? handle_get(vm, &groups, args[0]) : NULL;
    int kind, reduction;
    double seconds;
    RankCall r = {.site = g ? lang_site(vm) : 0};
    DistCall *c = &r.call;
    if (!g || !int_arg(vm, args[1], &kind) || !int_arg(vm, args[2], &reduction) || !int_arg(vm, args[3], &c->root) || !num_to_double(vm, args[7], &seconds)) return NO_VALUE;
    if (kind < 0 || kind >= DIST_KINDS || reduction < 0 || reduction >= DIST_REDUCES || c->root < 0 || c->root >= group_size(g)) return err_raise(vm, EXC_ValueError, "there is no such call of ranks");
    c->kind = (DistKind)kind;
    c->reduce = (DistReduce)reduction;
    if (!memory_of(lib, args[5], true, c, &r, 1) || !memory_of(lib, args[4], false, c, &r, 0)) return NO_VALUE;
    int64_t in = r.kept[0] ? ((Tensor *)r.kept[0])->size : 0, out = r.kept[1] ? ((Tensor *)r.kept[1])->size : 0, size = group_size(g);
    if (!fits(vm, in, "elements") || !fits(vm, out, "elements")) return NO_VALUE;
    c->count = kind == DIST_SCATTER || kind == DIST_REDUCE_SCATTER ? out : r.kept[0] ? in : out;
    bool wide_out = kind == DIST_ALL_GATHER || (kind == DIST_GATHER && c->root == group_rank(g)), wide_in = kind == DIST_REDUCE_SCATTER || (kind == DIST_SCATTER && c->root == group_rank(g));
    if ((wide_out && out != in * size) || (wide_in && in != out * size)) return err_raise(vm, EXC_ValueError, "%lld elements in and %lld out are not those of %lld ranks", (long long)in, (long long)out, (long long)size);
    if (!ranks_engine()->reduces(c->dtype, c->reduce)) return err_raise(vm, EXC_RuntimeError, "Invalid scalar type");
    int *counts = NULL;
    if (kind == DIST_ALL_TO_ALL) {
        if (!(counts = malloc(2 * sizeof *counts * (size_t)size))) return err_no_memory(vm), NO_VALUE;
        if (!counts_of(vm, args[8], (int)size, in, counts) || !counts_of(vm, args[9], (int)size, out, counts + size)) return free(counts), NO_VALUE;
        c->in_counts = counts;
        c->out_counts = counts + size;
    }
    r.later = op_truth(vm, args[6]) > 0;
    keep(&r);
    Value v = answer(vm, ranks_begin(g, &r), &r, r.later, seconds);
    free(counts);
    return v;
}

static Value between(VM *vm, const Ref *args, bool sends)
{
    TensorLib *lib = tensor_lib(vm);
    RankGroup *g = lib ? handle_get(vm, &groups, args[0]) : NULL;
    double seconds;
    RankCall r = {.site = g ? lang_site(vm) : 0};
    if (!g || !int_arg(vm, args[2], &r.peer) || !int_arg(vm, args[3], &r.tag) || !num_to_double(vm, args[5], &seconds) || !memory_of(lib, args[1], !sends, &r.call, &r, sends ? 0 : 1)) return NO_VALUE;
    if (r.peer < (sends ? 0 : DIST_ANY) || r.peer >= group_size(g)) return err_raise(vm, EXC_ValueError, "there is no rank %d in the group", r.peer);
    if (r.tag < 0 || r.tag >= DIST_TAGS) return err_raise(vm, EXC_ValueError, "a tag is from 0 to %d", DIST_TAGS - 1);
    r.call.count = ((Tensor *)r.kept[sends ? 0 : 1])->size;
    if (!fits(vm, (int64_t)tensor_bytes(r.kept[sends ? 0 : 1]), "bytes")) return NO_VALUE;
    r.later = op_truth(vm, args[4]) > 0;
    keep(&r);
    return answer(vm, (sends ? ranks_send : ranks_receive)(g, &r), &r, r.later, seconds);
}
static Value fn_send(VM *vm, const Ref *args, int n, Ref kwnames) { return between(vm, args, true); }
static Value fn_receive(VM *vm, const Ref *args, int n, Ref kwnames) { return between(vm, args, false); }

static Value fn_test(VM *vm, const Ref *args, int n, Ref kwnames)
{
    RankWork *w = handle_get(vm, &works, args[0]);
    if (!w) return NO_VALUE;
    RankState s = work_test(w);
    if (s == RANK_FAILED) return err_raise(vm, EXC_RuntimeError, "%s", work_error(w));
    return make_bool(s == RANK_DONE);
}
static Value fn_wait(VM *vm, const Ref *args, int n, Ref kwnames)
{
    double seconds;
    RankWork *w = handle_get(vm, &works, args[0]);
    if (!w || !num_to_double(vm, args[1], &seconds)) return NO_VALUE;
    w = work_retain(w); /* (another thread may drop its number meanwhile) */
    Value v = raise_state(vm, w, work_wait(w, seconds));
    work_release(w);
    return v;
}
static Value fn_drop(VM *vm, const Ref *args, int n, Ref kwnames)
{
    int64_t i;
    if (!num_index_i64(vm, args[0], &i)) return NO_VALUE;
    if (i < 0 || i >= works.room || !works.at[i]) return V_NONE;
    work_release(works.at[i]);
    works.at[i] = NULL;
    return V_NONE;
}

/* ---- the run ---- */
static Value fn_started(VM *vm, const Ref *args, int n, Ref kwnames) { return make_bool(dist_is_started()); }
static Value fn_untold(VM *vm, const Ref *args, int n, Ref kwnames)
{
    char why[600];
    return dist_is_untold(why, sizeof why) ? str_from_c(vm, why) : V_NONE;
}
static Value fn_is_open(VM *vm, const Ref *args, int n, Ref kwnames) { return make_bool(ranks_are_open() && owner == vm); }

static Value fn_open(VM *vm, const Ref *args, int n, Ref kwnames)
{
    char why[600];
    const RanksHost host = {vm, poll_program, is_alone, tell_where, let_go};
    if (!tensor_lib(vm)) return NO_VALUE;
    if (owner && owner != vm) return err_raise(vm, EXC_RuntimeError, "another interpreter of this process is the run's rank");
    if (!ranks_are_open()) {
        if (!ranks_open(&host, why, sizeof why)) return err_raise(vm, EXC_RuntimeError, "%s", why);
        owner = vm;
        if (handle_add(&groups, ranks_everybody()) != 0) return err_no_memory(vm), NO_VALUE;
    }
    return tuple_of(vm, 2, make_small(ranks_rank()), make_small(ranks_size()));
}
static Value fn_close(VM *vm, const Ref *args, int n, Ref kwnames)
{
    const char *text = args[0] == V_NONE ? NULL : str_utf8(vm, args[0], NULL);
    if (args[0] != V_NONE && !text) return NO_VALUE;
    if (ranks_are_open() && owner == vm) ranks_close(text);
    return V_NONE;
}

/* ---- a run that is steered cell by cell ---- */
static bool ranks_of(VM *vm, Ref list, int **out)
{
    if (!is_list(list)) return err_false(vm, EXC_TypeError, "expected a list of ranks");
    *out = malloc(sizeof **out * (size_t)(as_list(list)->len + 1));
    bool ok = *out || (err_no_memory(vm), false);
    for (int64_t i = 0; ok && i < as_list(list)->len; i++) ok = int_arg(vm, as_list(list)->items[i], &(*out)[i]);
    return ok;
}
static Value fn_cell(VM *vm, const Ref *args, int n, Ref kwnames)
{
    int number, *targets = NULL;
    bool ok = int_arg(vm, args[0], &number) && ranks_of(vm, args[1], &targets);
    if (ok && !ranks_cell((uint32_t)number, targets, (int)as_list(args[1])->len, op_truth(vm, args[2]) > 0)) ok = (err_no_memory(vm), false);
    free(targets);
    return ok ? V_NONE : NO_VALUE;
}
static Value fn_rest(VM *vm, const Ref *args, int n, Ref kwnames)
{
    const char *text = args[0] == V_NONE ? NULL : str_utf8(vm, args[0], NULL);
    if (args[0] != V_NONE && !text) return NO_VALUE;
    ranks_rest(text);
    return V_NONE;
}
static Value fn_state(VM *vm, const Ref *args, int n, Ref kwnames)
{
    uint64_t calls;
    int left;
    ranks_state(&calls, &left);
    return tuple_of(vm, 2, make_small((int64_t)calls), make_small(left));
}
static Value fn_mend(VM *vm, const Ref *args, int n, Ref kwnames)
{
    char why[600];
    return ranks_mend(why, sizeof why) ? V_NONE : err_raise(vm, EXC_RuntimeError, "%s", why);
}
static Value fn_doing(VM *vm, const Ref *args, int n, Ref kwnames)
{
    char text[400];
    ranks_doing(text, sizeof text);
    return str_from_c(vm, text);
}

static Value fn_version(VM *vm, const Ref *args, int n, Ref kwnames)
{
    char why[600];
    const DistEngine *e = dist_open(why, sizeof why);
    return e ? str_from_c(vm, e->version_text()) : err_raise(vm, EXC_RuntimeError, "%s", why);
}

/* group(ranks, seconds) -> its number; None: this rank is none of it. The last of the run's 0 is everybody's. */
static Value fn_group(VM *vm, const Ref *args, int n, Ref kwnames)
{
    char why[2000];
    double seconds;
    if (!handle_get(vm, &groups, make_small(0)) || !num_to_double(vm, args[1], &seconds)) return NO_VALUE;
    int64_t count = is_list(args[0]) ? as_list(args[0])->len : 0;
    int *ranks = NULL;
    bool ok = ranks_of(vm, args[0], &ranks);
    for (int64_t i = 0; ok && i < count; i++) {
        if ((ranks[i] >= ranks_size() || ranks[i] <= (i ? ranks[i - 1] : -1))) ok = err_false(vm, EXC_ValueError, "the ranks of a group increase and are the run's");
    }
    RankGroup *g = NULL;
    if (ok && !ranks_group(ranks, (int)count, lang_site(vm), seconds, &g, why, sizeof why)) ok = *why ? err_false(vm, EXC_RuntimeError, "%s", why) : false;
    free(ranks);
    if (!ok || !g) return ok ? V_NONE : NO_VALUE;
    int64_t number = handle_add(&groups, g);
    return number < 0 ? (err_no_memory(vm), NO_VALUE) : make_small(number);
}
static Value fn_near(VM *vm, const Ref *args, int n, Ref kwnames)
{
    const RankGroup *g = rank_group_of(vm, args[0]);
    return g ? make_bool(group_is_near(g)) : NO_VALUE;
}

static Value fn_leave(VM *vm, const Ref *args, int n, Ref kwnames)
{
    int64_t i;
    if (!num_index_i64(vm, args[0], &i)) return NO_VALUE;
    if (i <= 0 || i >= groups.room || !groups.at[i] || !ranks_are_open()) return V_NONE;
    group_release(groups.at[i]);
    groups.at[i] = NULL;
    return V_NONE;
}

static const char *const kind_names[] = {
#define DIST_KIND(NAME, name, reduces, root) name,
#include "core/dist.def"
};
static const char *const reduction_names[] = {
#define DIST_REDUCE(NAME, name) name,
#include "core/dist.def"
};
static Value names_of(VM *vm, const char *const *names, int count)
{
    Value list = list_new(vm, count);
    for (int i = 0; list && i < count; i++) {
        Value v = str_from_c(vm, names[i]);
        bool ok = v && list_append(vm, list, v);
        release(vm, v);
        if (!ok) value_clear(vm, &list);
    }
    return list;
}
static Value fn_kinds(VM *vm, const Ref *args, int n, Ref kwnames) { return names_of(vm, kind_names, DIST_KINDS); }
static Value fn_reductions(VM *vm, const Ref *args, int n, Ref kwnames) { return names_of(vm, reduction_names, DIST_REDUCES); }

/* ---- what was done together ---- */
static Value fn_record(VM *vm, const Ref *args, int n, Ref kwnames) { return ranks_record(op_truth(vm, args[0]) > 0) ? V_NONE : err_no_memory(vm); }
static Value fn_forget(VM *vm, const Ref *args, int n, Ref kwnames)
{
    ranks_forget();
    return V_NONE;
}
static bool does_reduce(DistKind kind)
{
    static const bool reduces[] = {
#define DIST_KIND(NAME, name, reduces, root) reduces,
#include "core/dist.def"
    };
    return reduces[kind];
}
static Value fn_rows(VM *vm, const Ref *args, int n, Ref kwnames)
{
    uint64_t first, end;
    ranks_rows(&first, &end);
    Value list = list_new(vm, 0);
    for (uint64_t i = first; list && i < end; i++) {
        RankRow r = ranks_row(i);
        Value items[] = {int_from_u64(vm, i), str_from_c(vm, r.verb), !r.between && does_reduce(r.kind) ? str_from_c(vm, reduction_names[r.reduce]) : V_NONE, str_from_c(vm, dtype_info[r.dtype].name),
                         make_bool(r.failed), int_from_u64(vm, r.group), make_small(r.size), int_from_u64(vm, r.step), make_small(r.peer), make_small(r.tag), make_bool(r.between),
                         int_from_i64(vm, r.count), int_from_u64(vm, r.bytes), int_from_u64(vm, r.site), make_float(r.began), make_float(r.agreed), make_float(r.ended)};
        Value row = tuple_take(vm, items, sizeof items / sizeof *items);
        if (!row || !list_append_take(vm, list, row)) value_clear(vm, &list);
    }
    return list;
}

static const NativeDef functions[] = {
    {"started", fn_started, "", "Has a launcher started this process as one of several ranks?", 0},
    {"untold", fn_untold, "", "Has one started several such processes and told them nothing of each other? A sentence, or None.", 0},
    {"open", fn_open, "", "Joins the run: (rank, how many).", 0},
    {"is_open", fn_is_open, "", "Is this process a rank now?", 0},
    {"close", fn_close, "words", "Leaves the run; words: what went wrong, or None.", 0},
    {"record", fn_record, "on", "Are calls written down?", 0},
    {"forget", fn_forget, "", "What was written down.", 0},
    {"rows", fn_rows, "", "[(number, verb, reduction, dtype, failed, group, size, step, peer, tag, between, count, bytes, site, began, agreed, ended)]: the last calls; group and step are the same on all ranks.", 0},
    {"cell", fn_cell, "number, targets, alone", "A cell of a steered run begins here.", 0},
    {"rest", fn_rest, "failed", "It has ended; failed: its error in a few words, or None.", 0},
    {"state", fn_state, "", "(calls of everybody so far, how many that this rank has begun are not done); goes on with these.", 0},
    {"mend", fn_mend, "", "All ranks, behind an error: what was begun is given up, everybody begins anew.", 0},
    {"doing", fn_doing, "", "What this process's rank waits for now, or ''. From any interpreter.", 0},
    {"version", fn_version, "", "What carries values between ranks.", 0},
    {"kinds", fn_kinds, "", "What ranks do together; the place of a name is its number.", 0},
    {"reductions", fn_reductions, "", "How parts become one; likewise.", 0},
    {"group", fn_group, "ranks, seconds", "A group of some ranks: its number (0 is everybody), or None in the others.", 0},
    {"near", fn_near, "group", "Are all of a group on one machine?", 0},
    {"leave", fn_leave, "group", "The group is not used any more.", 0},
    {"begin", fn_begin, "group, kind, reduction, root, in_, out, later, seconds, in_sizes=None, out_sizes=None", "A call of all ranks of a group: done, or (later) its number.", 0},
    {"send", fn_send, "group, tensor, to, tag, later, seconds", "A tensor to a rank of the group.", 0},
    {"receive", fn_receive, "group, tensor, from_, tag, later, seconds", "One from there (-1: from any): from which.", 0},
    {"test", fn_test, "work", "Is it done?", 0},
    {"wait", fn_wait, "work, seconds", "Until it is: the rank that sent it, or -1.", 0},
    {"drop", fn_drop, "work", "Nobody will ask for it again.", 0},
    {0},
};

const ModuleDef ranks_module = {.name = "_ranks", .doc = "Tensors between the ranks of a run.", .functions = functions};
