/* module.c: module objects, and the modules written in C: made from their tables at the first import, their state kept by
 * the VM until it closes. */
#include "lang/object/module.h"

#include "lang/object/vm.h"

typedef struct StateRow {
    const ModuleDef *def;
    void *state;
    Value module; /* kept: `del sys.modules[...]` must not pull the state away from under its types */
} StateRow;
enum { GUESSES = 64 };
typedef struct ModuleStates {
    StateRow *rows;
    size_t n, cap;
    uint16_t guess[GUESSES]; /* where a module's row was, by its def's address: methods of its types ask at each call */
} ModuleStates;

Value module_new(VM *vm, const char *name)
{
    Module *m = (Module *)obj_alloc(vm, CLASS(module), sizeof(Module));
    if (!m) return NULL;
    Value v = VAL(m), text = str_intern_c(vm, name);
    m->dict = (Dict *)BITS(dict_new(vm));
    bool ok = text && m->dict && dict_set(vm, REF(m->dict), NAME(__name__), text) && dict_set(vm, REF(m->dict), NAME(__doc__), V_NONE) &&
              dict_set(vm, REF(m->dict), NAME(__package__), V_NONE) && dict_set(vm, REF(m->dict), NAME(__loader__), V_NONE) &&
              dict_set(vm, REF(m->dict), NAME(__spec__), V_NONE);
    release(vm, text);
    if (!ok) value_clear(vm, &v);
    return v;
}

bool module_add(VM *vm, Dict *ns, const char *name, Value v)
{
    if (!v) return false;
    bool ok = dict_set_c(vm, REF(ns), name, v);
    release(vm, v);
    return ok;
}

bool module_add_type(VM *vm, Dict *ns, Type *t) { return t && dict_set(vm, REF(ns), REF(t->name), REF(t)); }

static Value const_value(VM *vm, const ModuleConst *c)
{
    switch (c->kind) {
    case CONST_INT: return int_from_i64(vm, c->i);
    case CONST_FLOAT: return make_float(c->f);
    default: return str_from_c(vm, c->s);
    }
}

static bool fill(VM *vm, Value module, const ModuleDef *def)
{
    Dict *ns = as_module(module)->dict;
    Ref name = dict_get_str(vm, REF(ns), NAME(__name__));
    if (def->doc && !module_add(vm, ns, "__doc__", str_from_c(vm, def->doc))) return false;
    const char *dot = strrchr(def->name, '.');
    if (!module_add(vm, ns, "__package__", str_from_utf8(vm, def->name, dot ? (size_t)(dot - def->name) : 0))) return false;
    for (const NativeDef *f = def->functions; f && f->name; f++)
        if (!module_add(vm, ns, f->name, native_new(vm, f, NULL, name))) return false;
    for (const ModuleConst *c = def->constants; c && c->name; c++)
        if (!module_add(vm, ns, c->name, const_value(vm, c))) return false;
    return !def->init || def->init(vm, module, ns);
}

static StateRow *find_state(VM *vm, const ModuleDef *def)
{
    ModuleStates *t = vm->module_states;
    if (!t) return NULL;
    uint16_t *guess = &t->guess[((uintptr_t)def >> 6) % GUESSES];
    if (*guess < t->n && t->rows[*guess].def == def) return &t->rows[*guess];
    for (size_t i = 0; i < t->n; i++)
        if (t->rows[i].def == def) {
            *guess = (uint16_t)i; /* beyond 65,535 modules: a wrong guess */
            return &t->rows[i];
        }
    return NULL;
}

static StateRow *add_state(VM *vm, const ModuleDef *def)
{
    if (!vm->module_states && !(vm->module_states = mem_zalloc(vm->mem, sizeof(ModuleStates)))) goto fail;
    ModuleStates *t = vm->module_states;
    if (t->n == t->cap) {
        size_t cap = t->cap ? t->cap * 2 : 16;
        StateRow *rows = mem_realloc(vm->mem, t->rows, t->cap * sizeof *rows, cap * sizeof *rows);
        if (!rows) goto fail;
        t->rows = rows;
        t->cap = cap;
    }
    void *state = NULL;
    if (def->state_size && !(state = mem_zalloc(vm->mem, def->state_size))) goto fail;
    t->rows[t->n] = (StateRow){.def = def, .state = state};
    return &t->rows[t->n++];
fail:
    err_no_memory(vm);
    return NULL;
}

static void drop_state(VM *vm, size_t i)
{
    StateRow row = vm->module_states->rows[i];
    release(vm, row.module);
    if (row.state) {
        if (row.def->done) row.def->done(vm, row.state);
        mem_free(vm->mem, row.state, row.def->state_size);
    }
}

Value module_from_def(VM *vm, const ModuleDef *def)
{
    StateRow *row = find_state(vm, def);
    if (row && row->module) return retain(row->module);
    if (row) return err_raise(vm, EXC_ImportError, "module '%s' is being made", def->name);
    if (vm->end == VM_CLOSED) return err_raise(vm, EXC_ImportError, "sys.meta_path is None, Python is likely shutting down");
    Value module = module_new(vm, def->name);
    if (!module) return NULL;
    row = add_state(vm, def);
    if (!row) {
        release(vm, module);
        return NULL;
    }
    as_module(module)->def = def;
    as_module(module)->state = row->state;
    bool ok = fill(vm, module, def);
    row = find_state(vm, def); /* the table may have moved */
    if (!ok) {
        size_t i = (size_t)(row - vm->module_states->rows);
        Value saved = err_take(vm);
        drop_state(vm, i);
        vm->module_states->rows[i] = vm->module_states->rows[--vm->module_states->n];
        release(vm, module);
        err_put(vm, saved);
        return NULL;
    }
    row->module = retain(module);
    StateRow done = *row; /* to the end: what a module opened while it was made is closed after it */
    StateRow *last = vm->module_states->rows + vm->module_states->n - 1;
    memmove(row, row + 1, (size_t)(last - row) * sizeof *row);
    *last = done;
    return module;
}

void *module_state(VM *vm, const ModuleDef *def)
{
    StateRow *row = find_state(vm, def);
    if (row) return row->state;
    Value m = module_from_def(vm, def);
    if (!m) return NULL;
    release(vm, m);
    row = find_state(vm, def);
    return row ? row->state : NULL;
}

bool module_is_noticed(VM *vm, void *state)
{
    (void)vm, (void)state;
    return true;
}

bool modules_noticed(VM *vm)
{
    for (size_t i = 0; vm->module_states && i < vm->module_states->n; i++) {
        const StateRow *row = &vm->module_states->rows[i];
        if (row->def->noticed && row->def->noticed(vm, row->state)) return true;
    }
    return false;
}

void modules_forget(VM *vm, void (*forget)(VM *vm, Ref ns))
{
    for (size_t i = 0; vm->module_states && i < vm->module_states->n; i++) { /* what is forgotten may run code that makes more */
        Value m = vm->module_states->rows[i].module;
        if (!m) continue;
        retain(REF(m));
        forget(vm, REF(as_module(m)->dict));
        release(vm, m);
    }
}

void modules_close(VM *vm)
{
    ModuleStates *t = vm->module_states;
    if (!t) return;
    for (size_t i = 0; i < t->n; i++) { /* namespaces first, so that their functions and classes go */
        Value m = t->rows[i].module;
        if (m) dict_clear(vm, REF(as_module(m)->dict));
    }
    gc_collect(vm);
    while (t->n) {
        t->n--;
        drop_state(vm, t->n);
    }
    mem_free(vm->mem, t->rows, t->cap * sizeof *t->rows);
    mem_free(vm->mem, t, sizeof *t);
    vm->module_states = NULL;
}
