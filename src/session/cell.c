/* cell.c: one cell: from its source to its events, and what it leaves behind: In, Out, _ and their like. */
#include <time.h>

#include "session_impl.h"
#include "transform.h"

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

int session_number(const Session *s) { return s->number; }
double session_time(const Session *s) { return s->seconds; }

/* ---- the names that cells leave behind ---- */

static bool set_name(Session *s, const char *name, Ref v) { return dict_set_c(s->vm, s->ns, name, v); }

/* The three last of something: third = second, second = first, first = v. */
static bool shift_names(Session *s, const char *const names[3], Ref v)
{
    VM *vm = s->vm;
    for (int i = 2; i > 0; i--) {
        Ref before = dict_get_c(vm, s->ns, names[i - 1]);
        if (before && !set_name(s, names[i], before)) return false;
    }
    return set_name(s, names[0], v);
}

static const char *const result_names[3] = {"_", "__", "___"}, *const input_names[3] = {"_i", "_ii", "_iii"};

bool cell_open(Session *s)
{
    VM *vm = s->vm;
    s->in = list_new(vm, 8);
    s->out = dict_new(vm);
    s->raw = list_new(vm, 8);
    bool ok = s->in && s->out && s->raw && list_append(vm, s->in, vm->empty_str) && list_append(vm, s->raw, vm->empty_str) && set_name(s, "In", s->in) && set_name(s, "_ih", s->in) &&
              set_name(s, "Out", s->out) && set_name(s, "_oh", s->out);
    for (int i = 0; ok && i < 3; i++) ok = set_name(s, result_names[i], vm->empty_str) && set_name(s, input_names[i], vm->empty_str);
    return ok;
}

void cell_close(Session *s)
{
    value_clear(s->vm, &s->in);
    value_clear(s->vm, &s->out);
    value_clear(s->vm, &s->raw);
    value_clear(s->vm, &s->exit_code);
}

static bool put_number(Session *s, Value list, Ref text)
{
    VM *vm = s->vm;
    while (as_list(list)->len < s->number)
        if (!list_append(vm, list, vm->empty_str)) return false;
    return as_list(list)->len > s->number || list_append(vm, list, text);
}

/* In[n] and _iN; _i, _ii, _iii are those of the cells before. */
static bool keep_input(Session *s, Ref source, Ref raw)
{
    VM *vm = s->vm;
    char name[24];
    size_t n;
    snprintf(name, sizeof name, "_i%d", s->number);
    const char *text = str_utf8(vm, raw, &n);
    if (text) history_add(s, s->number, text, n);
    int64_t len = as_list(s->raw)->len;
    Ref before = as_list(s->raw)->items[len - 1];
    return shift_names(s, input_names, before) && put_number(s, s->in, source) && put_number(s, s->raw, raw) && set_name(s, name, raw);
}

/* Out[n], _N, _, __, ___. The three last are left alone where the person has a `_` of their own. */
static bool keep_result(Session *s, Ref value)
{
    VM *vm = s->vm;
    char name[24];
    snprintf(name, sizeof name, "_%d", s->shown_number);
    if (!shift_names(s, result_names, value) || !set_name(s, name, value)) return false;
    return dict_set(vm, s->out, make_small(s->shown_number), value);
}

bool cell_show(VM *vm, void *data, Ref value)
{
    Session *s = data;
    if (s->trial) {
        value_put(vm, &s->trial_value, retain(value));
        return true;
    }
    if (is_none(value) || s->quiet || s->silent) return true;
    int made = bundle_make(s, &s->result, value);
    if (made < 0) return false;
    lang_flush(vm);
    streams_settle(s);
    if (made && sink_of(s)->result) sink_of(s)->result(sink_of(s)->data, s->shown_number, &s->result.bundle);
    return keep_result(s, value);
}

/* ---- running ---- */

/* Does the source end in a semicolon (comments behind it do not count)? */
static bool ends_quiet(const char *cell, size_t n)
{
    while (n && (unsigned char)cell[n - 1] <= ' ') n--;
    return n && cell[n - 1] == ';';
}

static bool is_blank(const char *cell, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!strchr(" \t\r\n\f\v", cell[i]) || !cell[i]) return false;
    return true;
}

/* The levels above the cell's own are the session's. */
static void forget_outer_levels(VM *vm, Ref exception)
{
    for (Traceback *t = (Traceback *)BITS(as_exception(exception)->traceback); t; t = (Traceback *)BITS(t->next)) {
        if (str_has_prefix_c(REF(t->code->filename), "<frozen ")) continue;
        value_put(vm, &as_exception(exception)->traceback, retain(REF(t)));
        return;
    }
    value_clear(vm, &as_exception(exception)->traceback); /* none is the cell's */
}

CellStatus cell_tell(Session *s, Value exception)
{
    VM *vm = s->vm;
    CellStatus status = err_is(vm, exception, EXC_KeyboardInterrupt) ? CELL_INTERRUPTED : CELL_ERROR;
    forget_outer_levels(vm, exception);
    value_put(vm, &s->last_exception, retain(exception));
    error_take(s, &s->last, exception);
    s->failed_yet = true;
    error_tell(s, &s->last);
    return status;
}

/* What ended the cell (taken). */
static CellStatus fail(Session *s, Value exception)
{
    VM *vm = s->vm;
    if (!err_is(vm, exception, EXC_SystemExit)) return cell_tell(s, exception);
    Ref code = as_exception(exception)->x[0];
    value_put(vm, &s->exit_code, code ? retain(code) : V_NONE);
    s->leaving = true;
    release(vm, exception);
    return CELL_EXIT;
}

/* A cell that awaits (its coroutine is taken) runs in the session's event loop. */
static Value await_all(Session *s, Value coroutine)
{
    VM *vm = s->vm;
    Value module = import_module(vm, "perch.awaiting"), f = module ? obj_getattr_c(vm, module, "run") : NULL;
    Value r = f ? call1(vm, f, coroutine) : NULL;
    release(vm, f);
    release(vm, module);
    release(vm, coroutine);
    return r;
}

Value cell_run(Session *s, const char *source, size_t n, const char *filename, bool show)
{
    VM *vm = s->vm;
    Value code = lang_compile(vm, source, n, filename, !show ? LANG_EXEC : s->show_all ? LANG_CELL_ALL : LANG_CELL);
    Value r = code ? lang_run(vm, code, s->ns) : NULL;
    if (r && lang_is_coroutine(code)) r = await_all(s, r);
    release(vm, code);
    return r;
}

/* Transformed and run. NULL: raised. */
static Value run_source(Session *s, const char *cell, size_t size, const char *filename)
{
    VM *vm = s->vm;
    Text python = {0};
    bool changed = transform_cell(vm, cell, size, &python);
    const char *source = changed ? python.s : cell;
    size_t n = changed ? python.n : size;
    Value raw = str_from_utf8(vm, cell, size), text = raw ? changed ? str_from_utf8(vm, source, n) : retain(raw) : NULL, r = NULL;
    if (text && (!s->counted || keep_input(s, text, raw))) r = cell_run(s, source, n, filename, true);
    text_drop(&python);
    release(vm, raw);
    release(vm, text);
    return r;
}

/* What one cell changes and another one inside it must give back. */
typedef struct CellState { int shown_number; bool running, quiet, silent, counted; } CellState;
static CellState state_of(const Session *s) { return (CellState){s->shown_number, s->running, s->quiet, s->silent, s->counted}; }
static void state_back(Session *s, CellState c)
{
    s->shown_number = c.shown_number;
    s->running = c.running;
    s->quiet = c.quiet;
    s->silent = c.silent;
    s->counted = c.counted;
}

static CellStatus run_cell(Session *s, const char *cell, size_t size, const CellOptions *o)
{
    VM *vm = s->vm;
    char name[32];
    snprintf(name, sizeof name, "Cell In[%d]", s->number);
    s->shown_number = s->number;
    s->silent = o->silent;
    s->quiet = ends_quiet(cell, size);
    s->counted = !o->silent && !o->no_history;
    s->running = true;
    while (size && (cell[size - 1] == '\n' || cell[size - 1] == '\r')) size--;
    if (s->counted) hook_call(s, HOOK_BEFORE);
    Value r = run_source(s, cell, size, o->filename ? o->filename : name), failure = r ? NULL : err_take(vm);
    release(vm, r);
    lang_flush(vm);
    CellStatus status = failure ? fail(s, failure) : CELL_OK;
    if (status == CELL_ERROR) hook_call(s, HOOK_FAILED);
    if (s->counted) hook_call(s, HOOK_AFTER);
    lang_flush(vm);
    streams_settle(s);
    if (s->counted) s->number++;
    return status;
}

Value cell_nested(Session *s, const char *cell, size_t n, const CellOptions *o)
{
    CellState before = state_of(s);
    CellStatus status = is_blank(cell, n) ? CELL_OK : run_cell(s, cell, n, o);
    state_back(s, before);
    if (s->leaving) { /* the cell around it ends too */
        Value e = call1(s->vm, REF(s->vm->exc_types[EXC_SystemExit]), s->exit_code);
        return e ? err_raise_obj(s->vm, e) : NULL;
    }
    return make_bool(status == CELL_OK);
}

CellStatus session_execute(Session *s, const char *cell, size_t size, const CellOptions *options)
{
    static const CellOptions plain = {0};
    if (is_blank(cell, size)) return CELL_OK;
    double start = now();
    __atomic_fetch_and(&s->vm->breaker, ~(uint32_t)BREAK_INTERRUPT, __ATOMIC_SEQ_CST); /* one that came too late for the cell before */
    CellStatus status = run_cell(s, cell, size, options ? options : &plain);
    s->running = false;
    s->seconds = now() - start;
    if (sink_of(s)->flush) sink_of(s)->flush(sink_of(s)->data);
    return status;
}

Value cell_source(Session *s, Ref filename)
{
    size_t n;
    const char *name = is_str(filename) ? str_utf8(s->vm, filename, &n) : NULL;
    int number, end = 0;
    if (!name || sscanf(name, "Cell In[%d]%n", &number, &end) != 1 || (size_t)end != n) return V_NONE;
    if (number < 1 || number >= as_list(s->in)->len) return V_NONE;
    return retain(as_list(s->in)->items[number]);
}

void session_reset(Session *s)
{
    VM *vm = s->vm;
    Value keep = dict_new(vm);
    static const char *const kept[] = {"__name__", "__doc__", "__package__", "__loader__", "__spec__", "__annotations__", "__builtins__"};
    for (size_t i = 0; keep && i < sizeof kept / sizeof *kept; i++) {
        Ref v = dict_get_c(vm, s->ns, kept[i]);
        if (v && !dict_set_c(vm, keep, kept[i], v)) value_clear(vm, &keep);
    }
    if (keep) {
        dict_clear(vm, s->ns);
        dict_update(vm, s->ns, keep);
    }
    release(vm, keep);
    value_clear(vm, &s->last_exception);
    cell_close(s);
    cell_open(s);
    err_clear(vm);
}
