/* tensor_notes.c: watches for mistakes that raise no error: a move whose result is dropped, the same bytes moved again and again, a value read from a
 * GPU in every step. What looks like one is given to perch/_notes.py, which looks at the line and writes the note.
 *
 * Cheap where nothing is wrong: a few comparisons a move or a read, nothing at all on other operations.
 */
#include <stdlib.h>

#include "mem.h"
#include "tensor_lib.h"

enum { SEEN = 256, READERS = 32, MOVES_MAX = 10, READS_MAX = 100 };
typedef struct Habits {
    TensorLib *lib;
    uint32_t seen[SEEN];                                  /* sites of moves that were looked at, by their low bits */
    struct { uint32_t site, count; } readers[READERS];    /* likewise */
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
    Value module = import_module(vm, "perch._notes"), f = module ? obj_getattr_c(vm, module, function) : NO_VALUE;
    Value done = f ? call(vm, f, args, n, NULL) : NO_VALUE;
    release(vm, done);
    release(vm, f);
    release(vm, module);
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

static void read_one(void *data, const Tensor *t)
{
    Habits *h = data;
    if (h->busy || h->lib->explaining) return;
    uint32_t site = lang_site(h->lib->vm), i = site % READERS;
    if (h->readers[i].site != site) {
        h->readers[i].site = site;
        h->readers[i].count = 0;
    }
    if (++h->readers[i].count == READS_MAX) {
        Ref args[1] = {make_small(site)};
        tell(h->lib, "reading", args, 1);
    }
    (void)t;
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
    Storage *s = from->storage;
    if (s->move_site == site && s->move_version == s->version && s->move_to == to) {
        if (++s->move_count == MOVES_MAX) {
            Value bytes = int_from_u64(vm, tensor_bytes(from));
            Ref args[2] = {make_small(site), bytes};
            if (bytes) tell(h->lib, "repeated", args, 2);
            release(vm, bytes);
        }
    } else {
        s->move_site = site;
        s->move_version = s->version;
        s->move_to = to;
        s->move_count = 1;
    }
}

void tensor_notes_taken(TensorLib *lib, const Tensor *t, const Tensor *from)
{
    if (t->user & TENSOR_USER_OPTIMIZED && lib->habits && tensor_device(from)->kind == DEVICE_GPU && tensor_device(t)->kind == DEVICE_CPU) tell(lib, "model_moved", NULL, 0);
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
