/* mod_session.c: the module _session: what the session's Python (src/session/py) may ask of the session, and the events it may cause.
 * Only a VM that belongs to a session has it. */
#include <stdlib.h>

#include "session_impl.h"
#include "transform.h"

#define FN(name) static Value name(VM *vm, const Ref *args, int n, Ref kwnames)

static const char *text_arg(VM *vm, Ref v, size_t *n)
{
    if (!is_str(v)) {
        err_raise(vm, EXC_TypeError, "a str is wanted, not %T", v);
        return NULL;
    }
    return str_utf8(vm, v, n);
}

static Value none_unless_failed(VM *vm) { return err_occurred(vm) ? NULL : V_NONE; }

/* What was printed comes before the event. */
static void before_event(Session *s)
{
    lang_flush(s->vm);
    streams_settle(s);
}

/* ---- asking ---- */

FN(fn_namespace) { return retain(session_of(vm)->ns); }
FN(fn_number) { return make_small(branch_of(session_of(vm))->cell.running ? branch_of(session_of(vm))->cell.number : session_of(vm)->number); }
FN(fn_front) { return str_from_c(vm, session_of(vm)->config.front); }
FN(fn_connection) { return session_of(vm)->config.connection ? str_from_c(vm, session_of(vm)->config.connection) : V_NONE; }
FN(fn_origin)
{
    const char *text = session_origin(session_of(vm));
    return text ? str_from_c(vm, text) : V_NONE;
}
FN(fn_language) { return str_from_c(vm, session_of(vm)->config.language ? session_of(vm)->config.language : "en"); }
FN(fn_colour) { return make_bool(session_of(vm)->config.colour); }
FN(fn_width) { return make_small(session_of(vm)->config.width); }
FN(fn_has_progress) { return make_bool(sink_of(session_of(vm))->progress != NULL); }
FN(fn_last_exception) { return session_of(vm)->last_exception ? retain(session_of(vm)->last_exception) : V_NONE; }
FN(fn_last_error)
{
    const CellError *e = session_last_error(session_of(vm));
    return e ? str_from_c(vm, is_small(args[0]) && small_of(args[0]) ? e->coloured : e->plain) : V_NONE;
}

FN(fn_fixes)
{
    const Branch *b = branch_of(session_of(vm));
    if (b->fix_done) return V_NONE;
    Value list = list_new(vm, b->fix_count);
    for (int i = 0; list && i < b->fix_count; i++) {
        Value cell = str_from_c(vm, b->fixes[i].cell), line = str_from_c(vm, b->fixes[i].line), cost = str_from_c(vm, b->fixes[i].cost);
        Value row = cell && line && cost ? tuple_of(vm, 4, (Ref)cell, (Ref)line, (Ref)cost, (Ref)make_small(b->fixes[i].more)) : NULL;
        release(vm, cell);
        release(vm, line);
        release(vm, cost);
        if (!row || !list_append_take(vm, list, row)) value_clear(vm, &list);
    }
    return list;
}

FN(fn_transform)
{
    size_t len;
    const char *p = text_arg(vm, args[0], &len);
    Text out = {0};
    if (!p) return NULL;
    Value r = transform_cell(vm, p, len, &out) ? str_from_utf8(vm, out.s, out.n) : retain(args[0]);
    text_drop(&out);
    return r;
}

FN(fn_ansi)
{
    int64_t device;
    if (!num_index_i64(vm, args[0], &device)) return NULL;
    const char *sequence = session_ansi(INK_DEVICE, (int8_t)(device < 0 ? 0 : 1 + device % 90)); /* ESC [ numbers m */
    return str_from_utf8(vm, sequence + 2, strlen(sequence) - 3);
}

FN(fn_tone)
{
    int red = op_truth(vm, args[0]);
    if (red < 0) return NULL;
    const char *sequence = session_tone(red ? TONE_RED : TONE_FAINT, false);
    return str_from_utf8(vm, sequence + 2, strlen(sequence) - 3);
}

FN(fn_fold)
{
    size_t len;
    const char *p = text_arg(vm, args[0], &len);
    int64_t kind, lead;
    Fold f;
    if (!p || !num_index_i64(vm, args[1], &kind) || !num_index_i64(vm, args[2], &lead)) return NULL;
    if (!fold_begin(session_of(vm), &f, p, len, (size_t)lead, (LineKind)kind)) return retain(args[0]);
    Text out = {0};
    for (size_t from = 0, end = fold_end(&f, 0);; end = fold_end(&f, from)) {
        text_add(&out, p + from, end - from);
        if (end >= len || (from = fold_next(&f, end)) >= len) break;
        text_put(&out, "\n");
        fold_lead(&f, &out);
    }
    Value r = str_from_utf8(vm, out.s ? out.s : "", out.n);
    text_drop(&out);
    return r;
}

FN(fn_cell_source) { return cell_source(session_of(vm), args[0], args[1] && op_truth(vm, args[1]) == 1); }

/* kind, count, session, start, stop, pattern, unique, output: [(session, line, input, output or None)] */
FN(fn_history)
{
    Session *s = session_of(vm);
    int64_t numbers[5];
    for (int i = 0; i < 5; i++)
        if (!is_int(args[i]) || !int_fits_i64(args[i], &numbers[i])) return err_raise(vm, EXC_TypeError, "an int is wanted, not %T", args[i]);
    size_t len;
    const char *pattern = is_str(args[5]) ? str_utf8(vm, args[5], &len) : NULL;
    HistoryQuery q = {.kind = (HistoryKind)numbers[0], .count = (int)numbers[1], .session = numbers[2], .start = (int)numbers[3], .stop = (int)numbers[4],
                      .pattern = pattern, .unique = op_truth(vm, args[6]) > 0, .output = op_truth(vm, args[7]) > 0};
    const Entries *found = session_history(s, &q);
    Value list = list_new(vm, found ? found->count : 0);
    for (int i = 0; list && found && i < found->count; i++) {
        const Entry *e = &found->items[i];
        Value session = int_from_i64(vm, e->session), input = str_from_c(vm, e->input), output = e->output ? str_from_c(vm, e->output) : V_NONE;
        Value row = session && input && output ? tuple_of(vm, 4, (Ref)session, (Ref)make_small(e->line), (Ref)input, (Ref)output) : NULL;
        release(vm, session);
        release(vm, input);
        release(vm, output);
        if (!row || !list_append_take(vm, list, row)) value_clear(vm, &list);
    }
    return list;
}
FN(fn_history_session) { return int_from_i64(vm, history_session(session_of(vm))); }
FN(fn_can_ask) { return make_bool(sink_of(session_of(vm))->input != NULL); }

/* The session's own hold on values: the last error's frames and the last results; True: the texts of inputs. */
FN(fn_forget)
{
    bool inputs = op_truth(vm, args[0]) > 0;
    if (!inputs) value_clear(vm, &session_of(vm)->last_exception);
    cell_forget(session_of(vm), inputs);
    return none_unless_failed(vm);
}

/* ---- running ---- */

/* source, filename, show=False: as a cell's body, in the cell's namespace, without a number; raises what it raises. */
FN(fn_run)
{
    size_t len;
    const char *p = text_arg(vm, args[0], &len), *name = p && is_str(args[1]) ? str_utf8(vm, args[1], NULL) : NULL;
    int show = args[2] ? op_truth(vm, args[2]) : 0;
    if (!p || show < 0) return NULL;
    return cell_run(session_of(vm), p, len, name ? name : "<string>", show);
}

/* source, store_history=True, silent=False: a whole cell, with its error told: True when it ended well. */
FN(fn_execute)
{
    size_t len;
    const char *p = text_arg(vm, args[0], &len);
    if (!p) return NULL;
    CellOptions o = {.no_history = args[1] && !op_truth(vm, args[1]), .silent = args[2] && op_truth(vm, args[2]) > 0};
    return cell_nested(session_of(vm), p, len, &o);
}

FN(fn_tell_error)
{
    Session *s = session_of(vm);
    if (!is_exception(args[0])) return err_raise(vm, EXC_TypeError, "an exception is wanted, not %T", args[0]);
    before_event(s);
    cell_tell(s, retain(args[0]));
    return V_NONE;
}

FN(fn_error_text)
{
    Session *s = session_of(vm);
    if (!is_exception(args[0])) return err_raise(vm, EXC_TypeError, "an exception is wanted, not %T", args[0]);
    ErrorText e = {0};
    error_take(s, &e, retain(args[0]));
    int coloured = args[1] ? op_truth(vm, args[1]) : 0;
    Value r = str_from_c(vm, coloured > 0 ? e.error.coloured : e.error.plain);
    error_drop(&e);
    return r;
}

FN(fn_exit) { return cell_leave(session_of(vm), args[0] ? args[0] : V_NONE); }

/* exit and quit are the session's own: they end it, also where sys.exit() ends a cell alone. */
bool session_own_builtins(Session *s)
{
    static const NativeDef own[] = {{"exit", fn_exit, "code=None, /", "End the session.", 0}, {"quit", fn_exit, "code=None, /", "End the session.", 0}};
    VM *vm = s->vm;
    bool ok = true;
    for (size_t i = 0; ok && i < sizeof own / sizeof *own; i++) {
        Value f = native_new(vm, &own[i], NULL, V_NONE);
        ok = f && dict_set_c(vm, REF(vm->builtins), own[i].name, f);
        release(vm, f);
    }
    return ok;
}

FN(fn_set_shows)
{
    static const struct { const char *name; LangMode mode; } rows[] = {{"last_expr", LANG_CELL}, {"all", LANG_CELL_ALL}, {"last", LANG_CELL_LAST},
                                                                        {"last_expr_or_assign", LANG_CELL_ASSIGN}, {"none", LANG_CELL_NONE}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (is_str(args[0]) && str_equal_c(args[0], rows[i].name)) {
            session_of(vm)->shows = rows[i].mode;
            return V_NONE;
        }
    return err_raise(vm, EXC_ValueError, "ast_node_interactivity is 'all', 'last', 'last_expr', 'none' or 'last_expr_or_assign', not %R", args[0]);
}

FN(fn_set_automagic)
{
    session_of(vm)->no_automagic = op_truth(vm, args[0]) == 0;
    return none_unless_failed(vm);
}

FN(fn_set_pretty) /* changed, printers */
{
    session_of(vm)->pretty_changed = op_truth(vm, args[0]) > 0;
    session_of(vm)->printers = op_truth(vm, args[1]) > 0;
    return none_unless_failed(vm);
}

FN(fn_set_errors) /* brief, verbose, whole */
{
    session_of(vm)->brief = op_truth(vm, args[0]) > 0;
    session_of(vm)->verbose = op_truth(vm, args[1]) > 0;
    session_of(vm)->whole = op_truth(vm, args[2]) > 0;
    return none_unless_failed(vm);
}

FN(fn_set_hook)
{
    size_t len;
    const char *name = text_arg(vm, args[0], &len);
    if (!name) return NULL;
    return hook_set(session_of(vm), name, args[1]) ? V_NONE : err_raise(vm, EXC_ValueError, "no hook '%s'", name);
}

FN(fn_reset)
{
    session_reset(session_of(vm));
    return V_NONE;
}

/* ---- events ---- */

/* data: {mime type: str, or bytes (base64 follows), or anything else as JSON's own text in a tuple of one}, metadata: JSON text, id, update */
FN(fn_display)
{
    Session *s = session_of(vm);
    BundleText b = {0};
    size_t len;
    const char *id = args[2] && is_str(args[2]) ? str_utf8(vm, args[2], &len) : NULL;
    int update = args[3] ? op_truth(vm, args[3]) : 0;
    bool ok = bundle_from_dict(s, &b, args[0], args[1]);
    if (ok) {
        before_event(s);
        if (sink_of(s)->display) sink_of(s)->display(sink_of(s)->data, &b.bundle, id, update > 0);
    }
    bundle_drop(&b);
    return ok ? V_NONE : NULL;
}

FN(fn_page)
{
    Session *s = session_of(vm);
    BundleText b = {0};
    bool ok = bundle_from_dict(s, &b, args[0], NULL);
    if (ok) {
        before_event(s);
        if (sink_of(s)->page) sink_of(s)->page(sink_of(s)->data, &b.bundle);
        else if (b.bundle.count) {
            const Mime *m = &b.bundle.items[0];
            streams_say(s, 1, m->data, m->size);
            if (!m->size || m->data[m->size - 1] != '\n') streams_say(s, 1, "\n", 1);
        }
    }
    bundle_drop(&b);
    return ok ? V_NONE : NULL;
}

FN(fn_clear)
{
    Session *s = session_of(vm);
    before_event(s);
    if (sink_of(s)->clear) sink_of(s)->clear(sink_of(s)->data, args[0] && op_truth(vm, args[0]) > 0);
    return V_NONE;
}

FN(fn_next_input)
{
    Session *s = session_of(vm);
    size_t len;
    const char *p = text_arg(vm, args[0], &len);
    if (!p) return NULL;
    before_event(s);
    if (sink_of(s)->next_input) sink_of(s)->next_input(sink_of(s)->data, p, args[1] && op_truth(vm, args[1]) > 0);
    return V_NONE;
}

static double number_arg(Ref v, double absent) { return !v || is_none(v) ? absent : is_small(v) ? (double)small_of(v) : is_float(v) ? float_of(v) : absent; }

/* id, done, total, text, label, unit, over */
FN(fn_progress)
{
    Session *s = session_of(vm);
    if (!sink_of(s)->progress) return V_FALSE;
    const char *texts[3];
    for (int i = 0; i < 3; i++) {
        texts[i] = args[3 + i] && is_str(args[3 + i]) ? str_utf8(vm, args[3 + i], NULL) : "";
        if (!texts[i]) return NULL;
    }
    Progress p = {.id = is_small(args[0]) ? small_of(args[0]) : 0, .done = number_arg(args[1], 0), .total = number_arg(args[2], -1),
                  .text = texts[0], .label = texts[1], .unit = texts[2], .over = args[6] && op_truth(vm, args[6]) > 0};
    before_event(s);
    sink_of(s)->progress(sink_of(s)->data, &p);
    return V_TRUE;
}

FN(fn_comm)
{
    Session *s = session_of(vm);
    size_t len;
    CommMessage m = {.kind = text_arg(vm, args[0], &len)};
    m.content = m.kind ? text_arg(vm, args[1], &len) : NULL;
    if (!m.content) return NULL;
    m.metadata = args[2] && is_str(args[2]) ? str_utf8(vm, args[2], NULL) : NULL;
    int64_t count = args[3] && is_list(args[3]) ? as_list(args[3])->len : 0;
    CommBuffer *buffers = count ? calloc((size_t)count, sizeof *buffers) : NULL;
    if (count && !buffers) return err_no_memory(vm);
    for (int64_t i = 0; i < count; i++) {
        Ref each = as_list(args[3])->items[i];
        if (is_bytes(each)) buffers[i] = (CommBuffer){as_bytes(each)->data, (size_t)as_bytes(each)->len};
    }
    m.buffers = buffers;
    m.buffer_count = (size_t)count;
    before_event(s);
    if (sink_of(s)->comm) sink_of(s)->comm(sink_of(s)->data, &m);
    free(buffers);
    return V_NONE;
}

FN(fn_missed)
{
    Session *s = session_of(vm);
    if (!sink_of(s)->missed) return V_NONE;
    before_event(s);
    char *text = sink_of(s)->missed(sink_of(s)->data, op_truth(vm, args[0]) > 0);
    Value r = text ? str_from_utf8(vm, text, strlen(text)) : err_no_memory(vm);
    free(text);
    return r;
}

FN(fn_flush)
{
    Session *s = session_of(vm);
    before_event(s);
    if (sink_of(s)->flush) sink_of(s)->flush(sink_of(s)->data);
    return V_NONE;
}

FN(fn_input)
{
    size_t len;
    const char *p = text_arg(vm, args[0], &len);
    return p ? input_ask(session_of(vm), p, args[1] && op_truth(vm, args[1]) > 0) : NULL;
}

/* The session's own words: fd, text. Past sys.stdout, which a program may have turned elsewhere. */
FN(fn_say)
{
    size_t len;
    const char *p = text_arg(vm, args[1], &len);
    if (!p) return NULL;
    lang_flush(vm);
    streams_say(session_of(vm), is_small(args[0]) && small_of(args[0]) == 2 ? 2 : 1, p, len);
    return V_NONE;
}

/* fd, seconds: this process is a child that tries a line; True: nothing that it does is seen from now on but what it writes to fd. */
FN(fn_guard)
{
    int64_t fd, seconds;
    if (!num_index_i64(vm, args[0], &fd) || !num_index_i64(vm, args[1], &seconds)) return NULL;
    lang_flush(vm);
    return make_bool(guard_enter(session_of(vm), (int)fd, (int)seconds));
}

/* What a trial printed, and the value of its last expression (a tuple of one), or (). */
FN(fn_tried)
{
    Session *s = session_of(vm);
    lang_flush(vm);
    Value text = str_from_utf8(vm, s->trial_output.s ? s->trial_output.s : "", s->trial_output.n);
    Value value = s->trial_value ? tuple_of(vm, 1, (Ref)s->trial_value) : tuple_new(vm, 0);
    Value both = text && value ? tuple_of(vm, 2, (Ref)text, (Ref)value) : NULL;
    release(vm, text);
    release(vm, value);
    return both;
}

/* fd, seconds: what a child writes until it closes its end; None: it took longer, or an interrupt came. */
FN(fn_collect)
{
    int64_t fd;
    if (!num_index_i64(vm, args[0], &fd)) return NULL;
    return dry_collect(vm, (int)fd, number_arg(args[1], 5));
}

FN(fn_watch)
{
    pulse_watch(session_of(vm), op_truth(vm, args[0]) > 0);
    return none_unless_failed(vm);
}

static const NativeDef functions[] = {
    {"namespace", fn_namespace, "", "The namespace that cells run in.", 0},
    {"number", fn_number, "", "The number of the cell that runs, or of the next one.", 0},
    {"front", fn_front, "", "Who shows the session: 'terminal', 'jupyter', 'lesson', 'demo'.", 0},
    {"connection", fn_connection, "", "The file that says where the front listens for clients, or None.", 0},
    {"origin", fn_origin, "", "What the calling thread works on, in the front's words (a request's header as JSON), or None.", 0},
    {"language", fn_language, "", "'en' or 'zh'.", 0},
    {"colour", fn_colour, "", "Does the front show colour?", 0},
    {"width", fn_width, "", "Columns for tables and bars.", 0},
    {"has_progress", fn_has_progress, "", "Does the front draw bars itself?", 0},
    {"last_exception", fn_last_exception, "", "What ended the last cell that failed, or None.", 0},
    {"fixes", fn_fixes, "", "What the fix key would put in: [(cell, line, cost, cells behind it)]; None: the cells of a repair have run.", 0},
    {"last_error", fn_last_error, "colour=0, /", "The text of the last cell that failed, or None.", 0},
    {"transform", fn_transform, "cell, /", "The cell with its magics as calls.", 0},
    {"ansi", fn_ansi, "device, /", "The numbers of the ANSI sequence in which GPU `device` is written.", 0},
    {"tone", fn_tone, "red, /", "The numbers of the ANSI sequence of a tone: red, or that of notes.", 0},
    {"fold", fn_fold, "line, kind, lead, /", "A line of a drawing in the front's width; kind: what it is, lead: the bytes before its words.", 0},
    {"cell_source", fn_cell_source, "filename, typed=False, /", "The source of a cell by the name that tracebacks give it (with its magics as they were typed), or None.", 0},
    {"history", fn_history, "kind, count, session, start, stop, pattern, unique, output, /", "[(session, line, input, output or None)]", 0},
    {"history_session", fn_history_session, "", "The number of this session.", 0},
    {"can_ask", fn_can_ask, "", "Is there somebody to ask?", 0},
    {"forget", fn_forget, "inputs, /", "Let go of results and the last error, or of the texts of inputs.", 0},
    {"run", fn_run, "source, filename, show=False, /", "Run Python in the cells' namespace.", 0},
    {"execute", fn_execute, "cell, store_history=True, silent=False, /", "Run a cell: (it ended well, its result); its error is told.", 0},
    {"tell_error", fn_tell_error, "exception, /", "Show an exception as the error of the cell.", 0},
    {"error_text", fn_error_text, "exception, coloured=False, /", "The text in which an exception is shown.", 0},
    {"exit", fn_exit, "code=None, /", "End the session.", 0},
    {"set_shows", fn_set_shows, "which, /", "Which values of a cell are shown: 'last_expr', 'all', 'last', 'last_expr_or_assign', 'none'.", 0},
    {"set_automagic", fn_set_automagic, "on, /", "May magics be named without their %?", 0},
    {"set_pretty", fn_set_pretty, "changed, printers, /", "Texts of results are not the usual ones; classes have formats set by programs.", 0},
    {"set_errors", fn_set_errors, "brief, verbose, whole, /", "Show the last line of an error alone; values of the names in each of its lines; the library's levels.", 0},
    {"set_hook", fn_set_hook, "name, function, /", "Call function(cell, well) 'before' each cell, 'after' it, when it 'failed'; 'error': function(exception) tells it, or is False; None: no more.", 0},
    {"reset", fn_reset, "", "Forget names, inputs and results.", 0},
    {"display", fn_display, "data, metadata=None, id=None, update=False, /", "Show data in several formats: {type: str, bytes or (JSON text,)}.", 0},
    {"page", fn_page, "data, /", "Show long text as a pager does.", 0},
    {"clear", fn_clear, "wait=False, /", "Clear the output of the cell.", 0},
    {"next_input", fn_next_input, "text, replace=False, /", "Offer text for the next cell.", 0},
    {"progress", fn_progress, "id, done, total, text, label, unit, over, /", "Tell how far a bar is; False: the front draws none.", 0},
    {"comm", fn_comm, "kind, content, metadata=None, buffers=None, /", "A comm message to the client: JSON texts, a list of bytes.", 0},
    {"missed", fn_missed, "all, /", "What was shown while nobody listened, as JSON; None: the front shows everything.", 0},
    {"flush", fn_flush, "", "Hand on what was printed.", 0},
    {"input", fn_input, "prompt, password=False, /", "A line from the person.", 0},
    {"guard", fn_guard, "fd, seconds, /", "In a forked child: nothing that it does is seen outside from now on.", 0},
    {"tried", fn_tried, "", "What a trial printed, and what its last expression is.", 0},
    {"collect", fn_collect, "fd, seconds, /", "All that a child writes, or None.", 0},
    {"watch", fn_watch, "on, /", "Does session_pulse tell of the devices?", 0},
    {"say", fn_say, "fd, text, /", "Text to the front's stream 1 or 2.", 0},
    {0},
};

const ModuleDef session_module = {.name = "_session", .doc = "The session that this program runs in.", .functions = functions};
