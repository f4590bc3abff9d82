/* cell.c: one cell: from its source to its events, and what it leaves behind: In, Out, _ and their like. */
#include <ctype.h>

#include "lang/front/lex.h"
#include "lib/lib.h"
#include "session_impl.h"
#include "transform.h"

int session_number(const Session *s) { return s->number; }
double session_time(const Session *s) { return branch_of(s)->seconds; }

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
    for (int i = 0; ok && i < 3; i++) {
        value_put(vm, &s->unders[i], retain(vm->empty_str));
        ok = set_name(s, result_names[i], vm->empty_str) && set_name(s, input_names[i], vm->empty_str);
    }
    return ok;
}

void cell_empty(Session *s)
{
    VM *vm = s->vm;
    for (int i = 0; i < 3; i++) value_clear(vm, &s->unders[i]);
    if (s->out) dict_clear(vm, s->out);
}

void cell_close(Session *s)
{
    value_clear(s->vm, &s->in);
    value_clear(s->vm, &s->out);
    value_clear(s->vm, &s->raw);
    for (int i = 0; i < 3; i++) value_clear(s->vm, &s->unders[i]);
    value_clear(s->vm, &s->exit_code);
}

static bool put_number(Session *s, Value list, Ref text)
{
    VM *vm = s->vm;
    int number = branch_of(s)->cell.number;
    bool filled = as_list(list)->len > number;
    while (as_list(list)->len <= number)
        if (!list_append(vm, list, vm->empty_str)) return false;
    if (!filled || !branch_of(s)->cell.nested) value_put(vm, &as_list(list)->items[number], retain(text)); /* a cell inside another one leaves that one's text */
    return true;
}

/* In[n] and _iN; _i, _ii, _iii are those of the cells before. */
static bool keep_input(Session *s, Ref source, Ref raw)
{
    VM *vm = s->vm;
    char name[24];
    size_t n;
    snprintf(name, sizeof name, "_i%d", branch_of(s)->cell.number);
    const char *text = str_utf8(vm, raw, &n);
    if (text) history_add(s, branch_of(s)->cell.number, text, n);
    int64_t len = as_list(s->raw)->len;
    Ref before = as_list(s->raw)->items[len - 1];
    return shift_names(s, input_names, before) && put_number(s, s->in, source) && put_number(s, s->raw, raw) && set_name(s, name, raw);
}

/* Has the person a _, __ or ___ of their own? Then those are left alone. */
static bool owns_unders(Session *s)
{
    for (int i = 0; i < 3; i++) {
        Ref v = dict_get_c(s->vm, s->ns, result_names[i]);
        if (v && v != s->unders[i]) return true;
    }
    return dict_get_c(s->vm, REF(s->vm->builtins), "_") != NULL;
}

enum { OUT_MOST = 1000, OUT_CULLED = OUT_MOST / 5 };

/* Out has its size: the oldest results go. */
static bool cull(Session *s)
{
    VM *vm = s->vm;
    Value keys = dict_keys_list(vm, s->out);
    if (!keys) return false;
    for (int64_t i = 0; i < as_list(keys)->len && i < OUT_CULLED; i++) {
        Ref key = as_list(keys)->items[i];
        char name[32];
        if (is_small(key)) {
            snprintf(name, sizeof name, "_%lld", (long long)small_of(key));
            Value n = str_from_c(vm, name);
            if (n) dict_del(vm, s->ns, n);
            release(vm, n);
        }
        dict_del(vm, s->out, key);
    }
    release(vm, keys);
    err_clear(vm);
    return err_warn(vm, EXC_UserWarning, str_format(vm, "Output cache limit (currently %d entries) hit.\nFlushing oldest %d entries.", (int)OUT_MOST, (int)OUT_CULLED));
}

/* Out[n], _N, _, __, ___. */
static bool keep_result(Session *s, Ref value)
{
    VM *vm = s->vm;
    char name[24];
    if (value == s->out) return true; /* it would hold itself */
    if (dict_len(s->out) >= OUT_MOST && !cull(s)) return false;
    bool owned = owns_unders(s);
    for (int i = 2; i > 0; i--) value_put(vm, &s->unders[i], s->unders[i - 1] ? retain(s->unders[i - 1]) : NULL);
    value_put(vm, &s->unders[0], retain(value));
    for (int i = 0; !owned && i < 3; i++)
        if (s->unders[i] && !set_name(s, result_names[i], s->unders[i])) return false;
    snprintf(name, sizeof name, "_%d", branch_of(s)->cell.number);
    return set_name(s, name, value) && dict_set(vm, s->out, make_small(branch_of(s)->cell.number), value);
}

/* exit and quit, named without being called. */
static bool is_leave(Session *s, Ref value)
{
    VM *vm = s->vm;
    if (!is_heap(value)) return false;
    return value == dict_get_c(vm, REF(vm->builtins), "exit") || value == dict_get_c(vm, REF(vm->builtins), "quit");
}

static bool leave(Session *s) { return cell_leave(s, V_NONE), false; }

Value cell_leave(Session *s, Ref code)
{
    VM *vm = s->vm;
    value_put(vm, &s->exit_code, retain(code));
    branch_of(s)->leaving = true;
    Value e = call1(vm, REF(vm->exc_types[EXC_SystemExit]), code);
    return e ? err_raise_obj(vm, e) : NULL;
}

bool cell_show(VM *vm, void *data, Ref value)
{
    Session *s = data;
    if (s->trial) {
        value_put(vm, &s->trial_value, retain(value));
        return true;
    }
    if (is_leave(s, value)) return leave(s);
    if (is_none(value) || branch_of(s)->cell.quiet || branch_of(s)->cell.silent) return true;
    int made = bundle_make(s, &branch_of(s)->result, value);
    if (made < 0) return false;
    lang_flush(vm);
    streams_settle(s);
    if (made && sink_of(s)->result) sink_of(s)->result(sink_of(s)->data, branch_of(s)->cell.number, &branch_of(s)->result.bundle);
    if (branch_of(s)->cell.nested) value_put(vm, &branch_of(s)->cell.value, retain(value));
    return keep_result(s, value);
}

/* ---- running ---- */

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
        if (t->code->flags & CODE_LIBRARY) continue;
        value_put(vm, &as_exception(exception)->traceback, retain(REF(t)));
        return;
    }
    value_clear(vm, &as_exception(exception)->traceback); /* none is the cell's */
}

/* sys.last_type, last_value, last_traceback: for pdb.pm and programs that look. NULL: none any more. */
static void put_last(Session *s, Ref exception)
{
    VM *vm = s->vm;
    static const char *const names[] = {"last_type", "last_value", "last_traceback"};
    Ref tb = exception ? (Ref)as_exception(exception)->traceback : NULL;
    Ref values[3] = {exception ? REF(as_obj(exception)->type) : NULL, exception, tb ? tb : (Ref)V_NONE};
    for (int i = 0; vm->sys_dict && i < 3; i++) {
        if (exception) dict_set_c(vm, vm->sys_dict, names[i], values[i]);
        else {
            Value name = str_from_c(vm, names[i]);
            if (name) dict_del(vm, vm->sys_dict, name);
            release(vm, name);
        }
    }
    err_clear(vm);
}

/* What a cell before put into sys.displayhook was for that cell: values are shown here. */
static void show_values_again(VM *vm)
{
    Ref first = vm->sys_dict ? dict_get_c(vm, vm->sys_dict, "__displayhook__") : NULL;
    Value held = first ? retain(first) : NO_VALUE;
    if (held && !dict_set(vm, vm->sys_dict, NAME(displayhook), held)) err_clear(vm);
    release(vm, held);
}

/* What the session knows of its last failure. */
static CellStatus note_failure(Session *s, Value exception)
{
    VM *vm = s->vm;
    Branch *b = branch_of(s);
    CellStatus status = err_is(vm, exception, EXC_KeyboardInterrupt) ? CELL_INTERRUPTED : CELL_ERROR;
    forget_outer_levels(vm, exception);
    put_last(s, exception);
    value_put(vm, &s->last_exception, retain(exception));
    fixes_find(s, exception);
    error_take(s, &b->last, exception);
    fixes_put(s, &b->last);
    b->failed_yet = true;
    return status;
}

CellStatus cell_tell(Session *s, Value exception)
{
    CellStatus status = note_failure(s, exception);
    error_tell(s, &branch_of(s)->last);
    return status;
}

/* In a notebook sys.exit() ends the cell alone, as IPython has it; exit() ends the session everywhere. */
static CellStatus tell_exit(Session *s, Value exception)
{
    VM *vm = s->vm;
    Branch *b = branch_of(s);
    const char *hint = session_text(s, "exit.hint");
    value_put(vm, &s->last_exception, retain(exception));
    error_take(s, &b->last, exception);
    Text plain = {0};
    text_put(&plain, session_text(s, "exit.tb"));
    text_put(&plain, "\n\nSystemExit");
    if (b->last.value.n) text_put(&plain, ": ");
    text_put(&plain, b->last.value.s ? b->last.value.s : "");
    text_put(&plain, "\n");
    if (plain.s && !plain.failed) {
        text_set(&b->last.plain, plain.s, plain.n);
        text_set(&b->last.coloured, plain.s, plain.n);
        b->last.error.plain = b->last.plain.s;
        b->last.error.coloured = b->last.coloured.s;
    }
    text_drop(&plain);
    b->failed_yet = true;
    error_tell(s, &b->last);
    streams_say(s, 2, "UserWarning: ", 13);
    streams_say(s, 2, hint, strlen(hint));
    streams_say(s, 2, "\n", 1);
    return CELL_ERROR;
}

/* What ended the cell (taken). */
static CellStatus fail(Session *s, Value exception)
{
    VM *vm = s->vm;
    if (vm->unwinding) return release(vm, exception), CELL_INTERRUPTED; /* the session closes */
    if (!err_is(vm, exception, EXC_SystemExit)) {
        if (!s->hooks[HOOK_ERROR]) return cell_tell(s, exception);
        Value held = retain(exception);
        CellStatus status = note_failure(s, exception); /* (a program's handler may ask for it) */
        if (!hook_tells(s, held)) return cell_tell(s, held);
        release(vm, held);
        return status;
    }
    if (!branch_of(s)->leaving && !strcmp(s->config.front, "jupyter")) return tell_exit(s, exception);
    Ref code = as_exception(exception)->x[0];
    value_put(vm, &s->exit_code, code ? retain(code) : V_NONE);
    branch_of(s)->leaving = true;
    release(vm, exception);
    return CELL_EXIT;
}

/* A cell that awaits (its coroutine is taken) runs in the session's event loop. */
static Value await_all(Session *s, Value coroutine)
{
    Value r = ask1(s->vm, "perch.awaiting", "run", coroutine);
    release(s->vm, coroutine);
    return r;
}

Value cell_run(Session *s, const char *source, size_t n, const char *filename, bool show)
{
    VM *vm = s->vm;
    Value code = lang_compile(vm, source, n, filename, show ? s->shows : LANG_EXEC);
    Value r = code ? lang_run(vm, code, s->ns) : NULL;
    if (r && lang_is_coroutine(code)) r = await_all(s, r);
    release(vm, code);
    return r;
}

/* A cell is text: UTF-8 without null bytes. false: a SyntaxError says where it is not. */
static bool check_text(Session *s, const char *cell, size_t n)
{
    int line = 1;
    for (size_t i = 0; i < n;) {
        int len = cell[i] ? utf8_length((const unsigned char *)cell + i, n - i) : 0;
        if (len > 0) {
            line += cell[i] == '\n';
            i += (size_t)len;
            continue;
        }
        char byte[8], number[16];
        snprintf(byte, sizeof byte, "0x%02x", (unsigned char)cell[i]);
        snprintf(number, sizeof number, "%d", line);
        const char *args[2] = {byte, number};
        Text words = {0};
        words_put(s, &words, cell[i] ? "cell.utf8" : "cell.nul", cell[i] ? args : args + 1, cell[i] ? 2 : 1);
        err_raise(s->vm, EXC_SyntaxError, "%s", words.s ? words.s : "");
        text_drop(&words);
        return false;
    }
    return true;
}

/* A line that names a magic without its %, where that name is nothing else (%automagic). */
static bool is_automagic(Session *s, const char *cell, size_t n)
{
    VM *vm = s->vm;
    size_t from = 0, end;
    while (from < n && cell[from] == ' ') from++;
    for (end = from; end < n && (isalnum((unsigned char)cell[end]) || cell[end] == '_'); end++) {}
    if (s->no_automagic || end == from || isdigit((unsigned char)cell[from]) || (end < n && cell[end] != ' ') || memchr(cell, '\n', n)) return false;
    size_t rest = end;
    while (rest < n && cell[rest] == ' ') rest++;
    if (rest < n && cell[rest] == '=' && !(rest + 1 < n && cell[rest + 1] == '=')) return false;
    if (lex_is_keyword(cell + from, end - from)) return false;
    Value name = str_from_utf8(vm, cell + from, end - from);
    if (name) name = str_intern(vm, name);
    bool known = !name || dict_get_str(vm, s->ns, name) || dict_get_str(vm, REF(vm->builtins), name) || lib_prelude_has(vm, name);
    bool magic = false;
    if (!known) {
        Value r = ask1(vm, "perch.magics", "exists", name);
        magic = r && op_truth(vm, r) > 0;
        release(vm, r);
    }
    err_clear(vm);
    release(vm, name);
    return magic;
}

/* A name that stands for lines of code (%macro), alone on its line: those; else NULL. */
static Value macro_of(Session *s, const char *cell, size_t n)
{
    VM *vm = s->vm;
    for (size_t i = 0; i < n; i++)
        if (!isalnum((unsigned char)cell[i]) && cell[i] != '_') return NULL;
    Value name = str_from_utf8(vm, cell, n), code = NULL;
    Ref v = name ? dict_get_str(vm, s->ns, name) : NULL;
    if (v && is_heap(v) && !strcmp(type_name(vm, as_obj(v)->type), "Macro")) code = obj_getattr_c(vm, v, "value");
    err_clear(vm);
    release(vm, name);
    if (code && is_str(code)) return code;
    release(vm, code);
    return NULL;
}

static Value run_source(Session *s, const char *cell, size_t size, const char *filename);

static Value run_macro(Session *s, Ref code, const char *filename)
{
    size_t n;
    Text copy = {0};
    const char *p = str_utf8(s->vm, code, &n);
    bool counted = branch_of(s)->cell.counted;
    if (!p || !text_set(&copy, p, n)) return err_no_memory(s->vm);
    branch_of(s)->cell.counted = false;
    Value r = run_source(s, copy.s, n, filename);
    branch_of(s)->cell.counted = counted;
    text_drop(&copy);
    return r;
}

/* The source as it would stand in its file, below so many empty lines; false: it begins the file (or there is no memory: its lines are then told wrong). */
static bool put_at_line(Text *t, int first_line, const char *source, size_t n)
{
    for (int i = 1; i < first_line; i++) text_add(t, "\n", 1);
    return first_line > 1 && text_add(t, source, n);
}

/* Transformed and run. NULL: raised. */
static Value run_source(Session *s, const char *cell, size_t size, const char *filename)
{
    VM *vm = s->vm;
    Text python = {0}, marked = {0};
    if (!check_text(s, cell, size)) return NULL;
    Value macro = macro_of(s, cell, size);
    if (macro) { /* typed was its name, run are its lines: %history has the one, %history -t the other */
        Value typed = str_from_utf8(vm, cell, size), r = NULL;
        if (typed && (!branch_of(s)->cell.counted || keep_input(s, macro, typed))) r = run_macro(s, macro, filename);
        release(vm, typed);
        release(vm, macro);
        return r;
    }
    Value other = branch_of(s)->cell.counted && !branch_of(s)->cell.nested ? hook_instead(s, cell, size) : NO_VALUE;
    size_t other_size = 0;
    const char *other_text = other ? str_utf8(vm, other, &other_size) : NULL;
    bool automagic = !other && is_automagic(s, cell, size) && text_put(&marked, "%") && text_add(&marked, cell, size);
    bool changed = other ? other_text && text_add(&python, other_text, other_size) : transform_cell(vm, automagic ? marked.s : cell, automagic ? marked.n : size, &python);
    text_drop(&marked);
    release(vm, other);
    const char *source = changed ? python.s : cell;
    size_t n = changed ? python.n : size;
    Text placed = {0};
    Value raw = str_from_utf8(vm, cell, size), text = raw ? changed ? str_from_utf8(vm, source, n) : retain(raw) : NULL, r = NULL;
    if (text && (!branch_of(s)->cell.counted || keep_input(s, text, raw))) {
        if (put_at_line(&placed, branch_of(s)->cell.first_line, source, n)) source = placed.s, n = placed.n;
        r = cell_run(s, source, n, filename, true);
    }
    text_drop(&placed);
    text_drop(&python);
    release(vm, raw);
    release(vm, text);
    return r;
}

static CellStatus run_cell(Session *s, const char *cell, size_t size, const CellOptions *o)
{
    VM *vm = s->vm;
    Branch *b = branch_of(s);
    char name[32];
    bool nested = b->cell.running, counted = !o->silent && !o->no_history, ahead = nested && b->cell.ahead;
    b->cell = (CellState){.number = s->number - ahead, .first_line = o->first_line, .running = true, .quiet = transform_ends_quiet(cell, size), .silent = o->silent, .counted = counted, .nested = nested};
    b->cell.ahead = nested ? ahead : counted;
    snprintf(name, sizeof name, "Cell In[%d]", b->cell.number);
    if (b->cell.ahead && !nested) s->number++; /* now: a cell of another branch may begin before this one has ended */
    if (!nested) origin_of_descriptors(s);
    if (!nested) show_values_again(vm);
    pulse_begin(s);
    while (size && (cell[size - 1] == '\n' || cell[size - 1] == '\r')) size--;
    if (counted) hook_call(s, HOOK_BEFORE, cell, size, true);
    Value r = run_source(s, cell, size, o->filename ? o->filename : name), failure = r ? NULL : err_take(vm);
    release(vm, r);
    lang_flush(vm);
    CellStatus status = failure ? fail(s, failure) : CELL_OK;
    if (status == CELL_ERROR) hook_call(s, HOOK_FAILED, cell, size, false);
    if (counted) hook_call(s, HOOK_AFTER, cell, size, status == CELL_OK);
    if (counted && !nested && status == CELL_OK) fixes_follow(s, cell, size);
    lang_flush(vm);
    streams_settle(s);
    if (counted && nested) s->number++;
    return status;
}

Value cell_nested(Session *s, const char *cell, size_t n, const CellOptions *o)
{
    CellState before = branch_of(s)->cell;
    CellStatus status = CELL_OK;
    Value shown = NULL;
    if (!is_blank(cell, n)) {
        status = run_cell(s, cell, n, o);
        shown = branch_of(s)->cell.value;
        branch_of(s)->cell = before;
    }
    if (branch_of(s)->leaving) { /* the cell around it ends too */
        release(s->vm, shown);
        Value e = call1(s->vm, REF(s->vm->exc_types[EXC_SystemExit]), s->exit_code);
        return e ? err_raise_obj(s->vm, e) : NULL;
    }
    Value pair = tuple_of(s->vm, 2, make_bool(status == CELL_OK), shown ? shown : V_NONE);
    release(s->vm, shown);
    return pair;
}

bool session_counts(const char *cell, size_t n, const CellOptions *o) { return !o->silent && !o->no_history && !is_blank(cell, n); }

CellStatus session_execute(Session *s, const char *cell, size_t size, const CellOptions *options)
{
    static const CellOptions plain = {0};
    if (is_blank(cell, size)) return CELL_OK;
    double start = session_clock();
    Branch *b = branch_of(s);
    if (!b->ready) session_ready(s); /* an interrupt that came too late for the cell before is nobody's */
    b->ready = b->leaving = false;
    CellStatus status = run_cell(s, cell, size, options ? options : &plain);
    if (b->leaving) status = CELL_EXIT; /* also where the program caught what exit() raises */
    b->cell.running = false;
    b->seconds = session_clock() - start;
    if (sink_of(s)->flush) sink_of(s)->flush(sink_of(s)->data);
    return status;
}

bool session_evaluate(Session *s, const char *expression, const Bundle **b, const CellError **e)
{
    VM *vm = s->vm;
    Branch *mine = branch_of(s);
    while (*expression == ' ' || *expression == '\t') expression++;
    Value code = lang_compile(vm, expression, strlen(expression), "<user_expressions>", LANG_EVAL), r = code ? lang_run(vm, code, s->ns) : NULL;
    int made = r ? bundle_make(s, &mine->evaluated, r) : -1;
    release(vm, r);
    release(vm, code);
    lang_flush(vm);
    streams_settle(s);
    if (made == 0) bundle_text(&mine->evaluated, "", 0);
    if (made >= 0) return *b = &mine->evaluated.bundle, true;
    error_take(s, &mine->other, err_take(vm));
    return *e = &mine->other.error, false;
}

bool session_run_file(Session *s, const char *path)
{
    VM *vm = s->vm;
    Value name = str_from_c(vm, path), r = name ? ask1(vm, "perch.files", "run_startup", name) : NULL;
    release(vm, name);
    bool ok = r != NULL;
    release(vm, r);
    if (!ok) fail(s, err_take(vm));
    lang_flush(vm);
    streams_settle(s);
    return ok;
}

/* A list of the bytes beside a comm message. */
static Value comm_buffers(VM *vm, const CommMessage *m)
{
    Value list = list_new(vm, (int64_t)m->buffer_count);
    for (size_t i = 0; list && i < m->buffer_count; i++) {
        Value each = bytes_from(vm, m->buffers[i].data, (int64_t)m->buffers[i].size);
        if (!each || !list_append_take(vm, list, each)) {
            release(vm, list);
            return NULL;
        }
    }
    return list;
}

void session_comm(Session *s, const CommMessage *m)
{
    VM *vm = s->vm;
    const char *texts[] = {m->kind, m->content, m->metadata ? m->metadata : "{}", m->header ? m->header : "{}"};
    Value values[5] = {0};
    bool ok = true;
    for (int i = 0; ok && i < 4; i++) ok = (values[i] = str_from_c(vm, texts[i])) != NULL;
    ok = ok && (values[4] = comm_buffers(vm, m)) != NULL;
    Ref args[5] = {values[0], values[1], values[2], values[3], values[4]};
    Value r = ok ? ask(vm, "perch.comms", "receive", args, 5) : NULL;
    for (int i = 0; i < 5; i++) release(vm, values[i]);
    if (!r) fail(s, err_take(vm));
    release(vm, r);
    lang_flush(vm);
    streams_settle(s);
}

Value cell_source(Session *s, Ref filename, bool typed)
{
    Ref list = typed ? s->raw : s->in;
    size_t n;
    const char *name = is_str(filename) ? str_utf8(s->vm, filename, &n) : NULL;
    int number, end = 0;
    if (!name || sscanf(name, "Cell In[%d]%n", &number, &end) != 1 || (size_t)end != n) return V_NONE;
    if (number < 1 || number >= as_list(list)->len) return V_NONE;
    return retain(as_list(list)->items[number]);
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
    put_last(s, NULL);
    cell_close(s);
    cell_open(s);
    err_clear(vm);
}

void cell_forget(Session *s, bool inputs)
{
    VM *vm = s->vm;
    if (!inputs) put_last(s, NULL);
    for (int i = 0; !inputs && i < 3; i++) {
        value_put(vm, &s->unders[i], retain(vm->empty_str));
        set_name(s, result_names[i], vm->empty_str);
    }
    for (int64_t i = 0; inputs && i < as_list(s->raw)->len; i++) {
        value_put(vm, &as_list(s->raw)->items[i], retain(vm->empty_str));
        if (i < as_list(s->in)->len) value_put(vm, &as_list(s->in)->items[i], retain(vm->empty_str));
    }
    err_clear(vm);
}
