/* notes.c: watches for mistakes that raise no error: a move whose result is dropped, the same bytes moved again and again, a value read from a
 * GPU in every step. What looks like one is given to perch/_notes.py, which looks at the line and writes the note.
 *
 * Cheap where nothing is wrong: a few comparisons a move or a read, nothing at all on other operations.
 */
#include <stdlib.h>

#include "lang/object/mem.h"
#include "tensor_lib.h"

enum { SEEN = 256, READERS = 64, MOVERS = 64, MOVES_MAX = 10, READS_MAX = 100, LINES = 64, PROBE_CALLS = 4096 };
/* What ran on GPUs between two reads of one line: lines in turn, each with how often its turn came. */
typedef struct Probe {
    uint32_t site;                                        /* of the read; 0: none is under way */
    uint32_t last, calls;
    int count;
    struct { uint32_t site, turns; bool backward; } lines[LINES];
} Probe;
typedef struct Habits {
    TensorLib *lib;
    uint32_t seen[SEEN];                                  /* sites of moves that were looked at, by their low bits */
    struct { uint32_t site, count; bool judged; } readers[READERS]; /* likewise */
    struct { uint32_t site, serial, version, count; int64_t offset, size; Device *to; } movers[MOVERS]; /* what each site moved last, and how often in a row */
    Probe probe;
    bool busy;
} Habits;

static void tell(TensorLib *lib, const char *function, const Ref *args, int n)
{
    VM *vm = lib->vm;
    Habits *h = lib->habits;
    if (h->busy || lib->explaining || lib->closing || err_occurred(vm)) return;
    h->busy = true;
    uint32_t site = core_site(lib->core);
    Accent accent = core_accent(lib->core);
    Value done = import_call(vm, "perch._notes", function, args, n);
    release(vm, done);
    if (err_occurred(vm)) {
        bool stop = err_matches(vm, EXC_KeyboardInterrupt);
        err_clear(vm);
        if (stop) lang_interrupt(vm);
    }
    core_set_site(lib->core, site);
    core_set_accent(lib->core, accent);
    h->busy = false;
}

/* Does the expression at the site stand alone on its line, as far as the line's text tells? */
static bool stands_alone(VM *vm, uint32_t site)
{
    LangSite at;
    if (!lang_site_info(vm, site, &at)) return false;
    Value line = lang_site_text(vm, site);
    if (!line) return err_clear(vm), false;
    size_t n;
    const char *text = str_utf8(vm, line, &n);
    bool alone = text && at.col <= n;
    for (size_t i = 0; alone && i < at.col; i++) alone = text[i] == ' ' || text[i] == '\t' || text[i] == ';' || text[i] == ':' || at.col - i > 200;
    if (text && !alone) { /* behind a `;` or `if …:` */
        size_t i = at.col <= n ? at.col : n;
        while (i && (text[i - 1] == ' ' || text[i - 1] == '\t')) i--;
        alone = i && (text[i - 1] == ';' || text[i - 1] == ':');
    }
    if (alone && at.end_line == at.line) {
        size_t i = at.end_col;
        while (i < n && (text[i] == ' ' || text[i] == '\t' || text[i] == '\r')) i++;
        alone = i >= n || text[i] == '#' || text[i] == ';';
    }
    release(vm, line);
    return alone;
}

/* ---- is a value read in every step, or now and then (each tenth step, once an epoch)? ---- */
static void probe_end(Habits *h)
{
    h->probe.site = 0;
    core_watch(h->lib->core, NULL);
}

static void probe_call(void *data, const Call *call)
{
    Habits *h = data;
    Probe *p = &h->probe;
    if (h->busy || call->device->kind != DEVICE_GPU) return;
    uint32_t site = lang_site(h->lib->vm);
    if (++p->calls > PROBE_CALLS) { /* whatever is read after so much work costs nothing beside it */
        h->readers[p->site % READERS].judged = true;
        probe_end(h);
        return;
    }
    int i = 0;
    while (i < p->count && p->lines[i].site != site) i++;
    if (i == LINES) return;
    if (i == p->count) p->lines[p->count++].site = site, p->lines[i].turns = 0, p->lines[i].backward = false;
    p->lines[i].turns += site != p->last;
    p->last = site;
    if (call->site != site) p->lines[i].backward = true; /* a backward pass runs calls of lines that ran before */
}

static void probe_begin(Habits *h, uint32_t site)
{
    h->probe.site = site;
    h->probe.last = h->probe.calls = 0;
    h->probe.count = 0;
    core_watch(h->lib->core, &(CoreWatch){.call = probe_call, .data = h});
}

/* Between two reads no line had its turn twice; where gradients are computed, no line that does that (a step may have loops of its own). */
static bool every_step(const Probe *p)
{
    bool again = false, back = false, back_again = false;
    for (int i = 0; i < p->count; i++) {
        again |= p->lines[i].turns > 1;
        back |= p->lines[i].backward;
        back_again |= p->lines[i].backward && p->lines[i].turns > 1;
    }
    return back ? !back_again : !again;
}

static void read_one(void *data, const Tensor *t)
{
    Habits *h = data;
    if (h->busy || h->lib->explaining || t->dtype == DT_BOOL) return; /* (what an `if` wants to know cannot wait) */
    uint32_t site = lang_site(h->lib->vm), i = site % READERS;
    if (h->readers[i].site != site) {
        if (h->probe.site == h->readers[i].site) probe_end(h);
        h->readers[i].site = site;
        h->readers[i].count = 0;
        h->readers[i].judged = false;
    }
    h->readers[i].count++;
    if (!site || h->readers[i].judged) return;
    if (h->probe.site == site) {
        probe_end(h);
        h->readers[i].judged = true;
        if (!every_step(&h->probe)) return;
        Ref args[2] = {make_small(site), make_bool(dtype_is_float((DType)t->dtype))};
        tell(h->lib, "reading", args, 2);
    } else if (h->readers[i].count >= READS_MAX - 1 && !h->probe.site && !core_mode(h->lib->core)->dry)
        probe_begin(h, site);
}

static void moved(void *data, const Tensor *from, Device *to, uint32_t site)
{
    Habits *h = data;
    VM *vm = h->lib->vm;
    if (!site || h->busy) return;
    bool same = tensor_device(from) == to;
    if (h->seen[site % SEEN] != site) {
        h->seen[site % SEEN] = site;
        if (same || stands_alone(vm, site)) {
            Ref args[2] = {make_small(site), make_bool(same)};
            tell(h->lib, "moved", args, 2);
        }
    }
    if (same) return;
    if (from->size == 1 && to->kind == DEVICE_CPU) {
        read_one(data, from);
        return;
    }
    const Storage *s = from->storage;
    uint32_t i = site % MOVERS;
    if (h->movers[i].site == site && h->movers[i].serial == s->serial && h->movers[i].version == s->writes && h->movers[i].offset == from->offset && h->movers[i].size == from->size
        && h->movers[i].to == to) {
        if (++h->movers[i].count != MOVES_MAX) return;
        Value bytes = int_from_u64(vm, tensor_bytes(from));
        Ref args[2] = {make_small(site), bytes};
        if (bytes) tell(h->lib, "repeated", args, 2);
        release(vm, bytes);
    } else { /* other bytes: a loop that takes turns among several values brings each anew */
        h->movers[i].site = site;
        h->movers[i].serial = s->serial;
        h->movers[i].version = s->writes;
        h->movers[i].offset = from->offset;
        h->movers[i].size = from->size;
        h->movers[i].to = to;
        h->movers[i].count = 1;
    }
}

void tensor_notes_taken(TensorLib *lib, const Tensor *t, const Tensor *from)
{
    if (t->user & TENSOR_USER_OPTIMIZED && lib->habits && tensor_device(from)->kind == DEVICE_GPU && tensor_device(t)->kind == DEVICE_CPU) {
        Value there = place_of(lib, ACCENT_TORCH, tensor_device(from));
        Ref args[2] = {REF(t->shown), there};
        if (there && t->shown) tell(lib, "model_moved", args, 2);
        release(lib->vm, there);
    }
}

void tensor_notes_copy(TensorLib *lib, Ref t)
{
    if (lib->habits) tell(lib, "gradient_of_copy", &t, 1);
}

/* mark_optimized(t): an optimizer holds it */
static Value fn_mark_optimized(VM *vm, const Ref *args, int n, Ref kwnames)
{
    if (!is_tensor(args[0])) return err_raise(vm, EXC_TypeError, "expected a tensor, not %T", args[0]);
    tensor_of(args[0])->user |= TENSOR_USER_OPTIMIZED;
    return V_NONE;
}

static bool set_notes(TensorLib *lib, bool on)
{
    if (on && !lib->habits) {
        if (!(lib->habits = mem_zalloc(lib->vm->mem, sizeof *lib->habits))) return err_no_memory(lib->vm), false;
        lib->habits->lib = lib;
        core_habits(lib->core, &(CoreHabits){moved, read_one, lib->habits});
    } else if (!on) {
        core_habits(lib->core, NULL);
        if (lib->habits && lib->habits->probe.site) probe_end(lib->habits);
        if (lib->habits) mem_free(lib->vm->mem, lib->habits, sizeof *lib->habits);
        lib->habits = NULL;
    }
    return true;
}

bool tensor_notes_open(TensorLib *lib)
{
    const char *notes = getenv("PERCH_NOTES");
    return set_notes(lib, !notes || (strcmp(notes, "0") && strcmp(notes, "off")));
}

void tensor_notes_close(TensorLib *lib) { set_notes(lib, false); }

/* notes(on=None) -> whether they were on */
static Value fn_notes(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = tensor_lib(vm);
    if (!lib) return NO_VALUE;
    bool before = lib->habits != NULL;
    if (args[0] && !is_none(args[0])) {
        int on = op_truth(vm, args[0]);
        if (on < 0 || (lib->habits && lib->habits->busy)) return on < 0 ? NO_VALUE : make_bool(before);
        if (!set_notes(lib, on)) return NO_VALUE;
    }
    return make_bool(before);
}

static Value fn_gpus_known(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = tensor_lib(vm);
    return lib ? make_bool(core_gpus_known(lib->core)) : NO_VALUE;
}

const NativeDef tensor_notes_functions[] = {
    {"notes", fn_notes, "on=None", "Turns notes about silent mistakes on or off; whether they were on.", 0},
    {"mark_optimized", fn_mark_optimized, "t", "An optimizer holds it.", 0},
    {"gpus_known", fn_gpus_known, "", "Has a GPU been used, or counted, yet?", 0},
    {NULL, NULL, NULL, NULL, 0},
};
