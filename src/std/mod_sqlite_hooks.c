/* mod_sqlite_hooks.c: what SQLite calls back: functions, aggregates and orders of the program's, who may do what, how far it is, what it executes; waiting for another's
 * lock; and letting other threads run, and interrupts come, while a statement takes long.
 *
 * Callbacks run inside of SQLite, which can be told of an error and no more: the exception is dropped, or printed (enable_callback_tracebacks). One that is no Exception
 * (KeyboardInterrupt) stays pending, and the statement ends with it. */
#include "mod_sqlite.h"

typedef struct Hook { Db *db; Value callable; } Hook; /* of a function, aggregate or order */

static void told(VM *vm, Ref callable)
{
    SqliteState *st = sqlite_state(vm);
    if (!err_matches(vm, EXC_Exception)) return;
    if (st && st->tracebacks) err_unraisable(vm, callable);
    else err_clear(vm);
}
static void fail(VM *vm, sqlite3_context *context, Ref callable, const char *text)
{
    if (err_matches(vm, EXC_MemoryError)) S.result_error_nomem(context);
    else if (err_matches(vm, EXC_OverflowError)) S.result_error_toobig(context);
    else S.result_error(context, text, -1);
    told(vm, callable);
}

static Hook *hook_new(VM *vm, Db *db, Ref callable)
{
    Hook *h = mem_alloc(vm->mem, sizeof *h);
    if (h) *h = (Hook){db, retain(callable)};
    else err_no_memory(vm);
    return h;
}
static void hook_free(void *p)
{
    Hook *h = p;
    VM *vm = h->db->vm;
    db_doom(h->db, DOOMED_VALUE, (void *)BITS(h->callable));
    mem_free(vm->mem, h, sizeof *h);
}

/* ---- values ---- */

static Value value_in(VM *vm, sqlite3_value *v)
{
    switch (S.value_type(v)) {
    case SQLITE_INTEGER: return int_from_i64(vm, S.value_int64(v));
    case SQLITE_FLOAT: return make_float_any(S.value_double(v));
    case SQLITE_TEXT: {
        const char *p = (const char *)S.value_text(v);
        return p ? str_from_utf8(vm, p, (size_t)S.value_bytes(v)) : err_no_memory(vm);
    }
    case SQLITE_BLOB: {
        const void *p = S.value_blob(v);
        return bytes_from(vm, p ? p : "", S.value_bytes(v));
    }
    default: return V_NONE;
    }
}
/* f(values...) */
static Value call_values(VM *vm, Ref f, int n, sqlite3_value **values)
{
    Value t = tuple_new(vm, n);
    for (int i = 0; t && i < n; i++)
        if (!(as_tuple(t)->items[i] = value_in(vm, values[i]))) value_clear(vm, &t);
    Value r = t ? call(vm, f, as_refs(as_tuple(t)->items), n, NULL) : NULL;
    release(vm, t);
    return r;
}

static bool result_bytes(VM *vm, sqlite3_context *context, const void *p, int64_t n, bool text)
{
    if (n > INT32_MAX) return err_false(vm, EXC_OverflowError, "%s is longer than INT_MAX bytes", text ? "string" : "BLOB");
    if (text) S.result_text(context, p, (int)n, SQLITE_TRANSIENT);
    else S.result_blob(context, p, (int)n, SQLITE_TRANSIENT);
    return true;
}
static bool value_out(VM *vm, sqlite3_context *context, Ref v)
{
    int64_t i;
    BufferView view;
    if (is_none(v)) return S.result_null(context), true;
    if (is_int(v)) {
        if (!int_fits_i64(v, &i)) return err_false(vm, EXC_OverflowError, "Python int too large to convert to SQLite INTEGER");
        return S.result_int64(context, i), true;
    }
    if (is_float_any(v)) return S.result_double(context, float_any_of(v)), true;
    if (is_str(v)) {
        Value bytes = codec_encode(vm, v, NULL, NULL);
        bool ok = bytes && result_bytes(vm, context, as_bytes(bytes)->data, as_bytes(bytes)->len, true);
        release(vm, bytes);
        return ok;
    }
    if (!buffer_check(vm, v)) return false;
    if (!sql_buffer(vm, v, &view)) return false;
    bool ok = result_bytes(vm, context, view.len ? (void *)view.data : "", view.len, false);
    buffer_release(vm, &view);
    return ok;
}

/* ---- functions ---- */

static void on_function(sqlite3_context *context, int n, sqlite3_value **values)
{
    Hook *h = S.user_data(context);
    VM *vm = h->db->vm;
    if (err_occurred(vm)) return S.result_error(context, "interrupted", -1);
    Value f = retain(h->callable), r = call_values(vm, f, n, values);
    if (!r || !value_out(vm, context, r)) fail(vm, context, f, "user-defined function raised exception");
    release(vm, r);
    release(vm, f);
}

#define ABOUT(method, what) "user-defined aggregate's '" method "' method " what
static void call_part(VM *vm, sqlite3_context *context, Ref callable, Ref instance, const char *method, const char *absent, const char *raised, int n, sqlite3_value **values, bool gives)
{
    Value name = str_intern_c(vm, method), f = name ? obj_getattr(vm, instance, name) : NULL, r = f ? call_values(vm, f, n, values) : NULL;
    if (!r || (gives && !value_out(vm, context, r))) fail(vm, context, callable, f ? raised : absent);
    release(vm, name);
    release(vm, f);
    release(vm, r);
}
static void on_step(sqlite3_context *context, int n, sqlite3_value **values)
{
    Hook *h = S.user_data(context);
    VM *vm = h->db->vm;
    Value *slot = S.aggregate_context(context, sizeof(Value));
    if (!slot) return S.result_error_nomem(context);
    if (err_occurred(vm)) return S.result_error(context, "interrupted", -1);
    Value f = retain(h->callable);
    if (!*slot && !(*slot = call0(vm, f))) fail(vm, context, f, ABOUT("__init__", "raised error"));
    else call_part(vm, context, f, *slot, "step", ABOUT("step", "not defined"), ABOUT("step", "raised error"), n, values, false);
    release(vm, f);
}
static void on_instance(sqlite3_context *context, const char *method, const char *absent, const char *raised, int n, sqlite3_value **values, bool gives)
{
    Hook *h = S.user_data(context);
    VM *vm = h->db->vm;
    Value *slot = S.aggregate_context(context, 0);
    if (!slot || !*slot || err_occurred(vm)) return;
    Value f = retain(h->callable);
    call_part(vm, context, f, *slot, method, absent, raised, n, values, gives);
    release(vm, f);
}
static void on_inverse(sqlite3_context *context, int n, sqlite3_value **values)
{
    on_instance(context, "inverse", ABOUT("inverse", "not defined"), ABOUT("inverse", "raised error"), n, values, false);
}
static void on_value(sqlite3_context *context) { on_instance(context, "value", ABOUT("value", "not defined"), ABOUT("value", "raised error"), 0, NULL, true); }
static void on_final(sqlite3_context *context)
{
    Hook *h = S.user_data(context);
    Value *slot = S.aggregate_context(context, 0);
    on_instance(context, "finalize", ABOUT("finalize", "not defined"), ABOUT("finalize", "raised error"), 0, NULL, true);
    if (!slot || !*slot) return;
    db_doom(h->db, DOOMED_VALUE, (void *)BITS(*slot));
    *slot = NULL;
}

/* What makes a function known; SQLite has the hook then, also when it fails. */
typedef int (*Register)(sqlite3 *db, const char *name, int n, int flags, Hook *h);
static int make_function(sqlite3 *db, const char *name, int n, int flags, Hook *h)
{
    return S.create_function_v2(db, name, n, SQLITE_UTF8 | flags, h, h ? on_function : NULL, NULL, NULL, h ? hook_free : NULL);
}
static int make_aggregate(sqlite3 *db, const char *name, int n, int flags, Hook *h)
{
    return S.create_function_v2(db, name, n, SQLITE_UTF8, h, NULL, h ? on_step : NULL, h ? on_final : NULL, h ? hook_free : NULL);
}
static int make_window(sqlite3 *db, const char *name, int n, int flags, Hook *h)
{
    return S.create_window_function(db, name, n, SQLITE_UTF8, h, h ? on_step : NULL, h ? on_final : NULL, h ? on_value : NULL, h ? on_inverse : NULL, h ? hook_free : NULL);
}
static Value add_function(VM *vm, const Ref *args, const char *what, int flags, Register make, const char *failed)
{
    const char *name;
    int count;
    if (!sql_text(vm, args[1], what, &name, NULL) || !int_arg(vm, args[2], &count) || !connection_check(vm, args[0])) return NULL;
    Db *db = as_connection(args[0])->db;
    Hook *h = is_none(args[3]) ? NULL : hook_new(vm, db, args[3]);
    if (!h && !is_none(args[3])) return NULL;
    if (!db_enter(vm, db)) {
        if (h) hook_free(h);
        return NULL;
    }
    int rc = make(db->handle, name, count, flags, h);
    if (rc != SQLITE_OK) {
        if (failed) sql_raise(vm, E_OPERATIONAL, "%s", failed);
        else sql_raise(vm, E_PROGRAMMING, "%s", S.errmsg(db->handle));
    }
    db_leave(vm, db);
    return rc == SQLITE_OK ? V_NONE : NO_VALUE;
}
FN(connection_create_function)
{
    int always = args[4] ? op_truth(vm, args[4]) : 0;
    return always < 0 ? NO_VALUE : add_function(vm, args, "create_function() argument 'name'", always ? SQLITE_DETERMINISTIC : 0, make_function, "Error creating function");
}
FN(connection_create_aggregate) { return add_function(vm, args, "create_aggregate() argument 'name'", 0, make_aggregate, "Error creating aggregate"); }
FN(connection_create_window_function) { return add_function(vm, args, "create_window_function() argument 1", 0, make_window, NULL); }

/* ---- orders ---- */

static int on_collation(void *p, int n, const void *a, int m, const void *b)
{
    Hook *h = p;
    VM *vm = h->db->vm;
    int64_t order = 0;
    if (err_occurred(vm)) return 0;
    h->db->closed_to++;
    Value f = retain(h->callable), x = str_from_utf8(vm, a, (size_t)n), y = x ? str_from_utf8(vm, b, (size_t)m) : NULL, r = y ? call2(vm, f, x, y) : NULL;
    if (!r) told(vm, f);
    else if (!is_int(r) || !int_fits_i64(r, &order)) order = is_int(r) ? int_sign(r) : 0;
    release(vm, x);
    release(vm, y);
    release(vm, r);
    release(vm, f);
    h->db->closed_to--;
    return order > 0 ? 1 : order < 0 ? -1 : 0;
}
FN(connection_create_collation)
{
    const char *name;
    if (!sql_text(vm, args[1], "create_collation() argument 1", &name, NULL) || !connection_check(vm, args[0])) return NULL;
    if (!is_none(args[2]) && !type_of(vm, args[2])->s.call) return err_raise(vm, EXC_TypeError, "parameter must be callable");
    Db *db = as_connection(args[0])->db;
    Hook *h = is_none(args[2]) ? NULL : hook_new(vm, db, args[2]);
    bool ok = (h || is_none(args[2])) && db_enter(vm, db);
    if (ok) {
        if (S.create_collation_v2(db->handle, name, SQLITE_UTF8, h, h ? on_collation : NULL, h ? hook_free : NULL) != SQLITE_OK) {
            if (h) hook_free(h); /* (of this one SQLite does not take care) */
            sql_raise_db(vm, db->handle);
            ok = false;
        }
        db_leave(vm, db);
    } else if (h) hook_free(h);
    return ok ? V_NONE : NO_VALUE;
}

/* ---- what a connection is asked and told; none of these may use it ---- */

static Value text_or_none(VM *vm, const char *s) { return s ? str_from_c(vm, s) : V_NONE; }
static int on_authorize(void *p, int action, const char *a, const char *b, const char *database, const char *trigger)
{
    Db *db = p;
    VM *vm = db->vm;
    int64_t answer = SQLITE_DENY;
    if (!db->connection || !db->connection->authorizer || err_occurred(vm)) return SQLITE_DENY;
    db->closed_to++;
    Value f = retain(db->connection->authorizer), v[4] = {text_or_none(vm, a), text_or_none(vm, b), text_or_none(vm, database), text_or_none(vm, trigger)}, r = NULL;
    if (v[0] && v[1] && v[2] && v[3]) {
        Ref args[] = {make_small(action), v[0], v[1], v[2], v[3]};
        r = call(vm, f, args, 5, NULL);
    }
    if (!r) told(vm, f);
    else if (!is_int(r) || !int_fits_i64(r, &answer) || answer > INT32_MAX || answer < INT32_MIN) {
        if (is_int(r)) err_raise(vm, EXC_OverflowError, "Python int too large to convert to C int");
        if (is_int(r)) told(vm, f);
        answer = SQLITE_DENY;
    }
    for (int i = 0; i < 4; i++) release(vm, v[i]);
    release(vm, r);
    release(vm, f);
    db->closed_to--;
    return (int)answer;
}

enum { PATIENCE = 10000 }; /* SQLite's instructions between two looks at what else there is to do */
static int on_progress(void *p)
{
    Db *db = p;
    VM *vm = db->vm;
    Connection *c = db->connection;
    int stop = 0;
    if (err_occurred(vm)) return 1;
    db->closed_to++;
    if (vm->breaker & BREAK_SWITCH) (void)THREAD_AWAY(vm, 0);
    if (!vm_poll(vm)) stop = 1;
    if (!stop && c && c->progress && (c->progress_left -= PATIENCE) <= 0) {
        c->progress_left = c->progress_every;
        Value f = retain(c->progress), r = call0(vm, f);
        stop = r ? op_truth(vm, r) : -1;
        if (stop < 0) told(vm, f);
        release(vm, r);
        release(vm, f);
    }
    db->closed_to--;
    return stop != 0;
}

static int on_trace(unsigned type, void *p, void *statement, void *sql)
{
    Db *db = p;
    VM *vm = db->vm;
    if (type != SQLITE_TRACE_STMT || !db->connection || !db->connection->trace || err_occurred(vm)) return 0;
    db->closed_to++;
    Value f = retain(db->connection->trace);
    char *whole = S.expanded_sql(statement);
    if (!whole) {
        sql_raise(vm, E_DATA, "Expanded SQL string exceeds the maximum string length");
        told(vm, f);
    }
    Value text = err_occurred(vm) ? NO_VALUE : str_from_c(vm, whole ? whole : (char *)sql), r = text ? call1(vm, f, text) : NULL;
    S.free(whole);
    if (!r) told(vm, f);
    release(vm, r);
    release(vm, text);
    release(vm, f);
    db->closed_to--;
    return 0;
}

/* Another connection has the lock. SQLite's own waiting would hold the interpreter's. */
static int on_busy(void *p, int count)
{
    Db *db = p;
    Connection *c = db->connection;
    if (!c || err_occurred(db->vm)) return 0;
    int64_t now = lib_clock();
    if (count == 0) c->busy_since = now;
    double left = c->timeout - (double)(now - c->busy_since) * 1e-9, nap = count < 7 ? 0.001 * (1 << count) : 0.1;
    if (!(left > 0)) return 0;
    db->closed_to++;
    bool ok = lib_nap(db->vm, nap < left ? nap : left);
    db->closed_to--;
    return ok;
}

static void watch_progress(Connection *c)
{
    int every = c->progress && c->progress_every < PATIENCE ? c->progress_every : PATIENCE;
    c->progress_left = c->progress_every;
    S.progress_handler(c->db->handle, every, on_progress, c->db);
}
void hooks_open(Connection *c)
{
    S.busy_handler(c->db->handle, on_busy, c->db);
    watch_progress(c);
}

/* A callable into *slot, or none. */
static bool hook_into(VM *vm, Value *slot, Ref v)
{
    value_put(vm, slot, is_none(v) ? NO_VALUE : retain(v));
    return true;
}
FN(connection_set_authorizer)
{
    Connection *c = as_connection(args[0]);
    if (!connection_check(vm, args[0]) || !db_enter(vm, c->db)) return NULL;
    Db *db = c->db;
    int rc = S.set_authorizer(db->handle, is_none(args[1]) ? NULL : on_authorize, db);
    if (rc == SQLITE_OK) hook_into(vm, &c->authorizer, args[1]);
    else sql_raise(vm, E_OPERATIONAL, "Error setting authorizer callback");
    db_leave(vm, db);
    return rc == SQLITE_OK ? V_NONE : NO_VALUE;
}
FN(connection_set_progress_handler)
{
    Connection *c = as_connection(args[0]);
    int every;
    if (!int_arg(vm, args[2], &every) || !connection_check(vm, args[0]) || !db_enter(vm, c->db)) return NULL;
    Db *db = c->db;
    c->progress_every = every;
    hook_into(vm, &c->progress, every > 0 ? args[1] : V_NONE);
    watch_progress(c);
    db_leave(vm, db);
    return V_NONE;
}
FN(connection_set_trace_callback)
{
    Connection *c = as_connection(args[0]);
    if (!connection_check(vm, args[0]) || !db_enter(vm, c->db)) return NULL;
    Db *db = c->db;
    hook_into(vm, &c->trace, args[1]);
    S.trace_v2(db->handle, is_none(args[1]) ? 0 : SQLITE_TRACE_STMT, is_none(args[1]) ? NULL : on_trace, db);
    db_leave(vm, db);
    return V_NONE;
}

const NativeDef sql_hook_methods[] = {
    {"create_function", connection_create_function, "self, name, narg, func, *, deterministic=False", "A function for SQL.", NATIVE_KW},
    {"create_aggregate", connection_create_aggregate, "self, name, n_arg, aggregate_class", "An aggregate for SQL: a class with step and finalize.", NATIVE_KW},
    {"create_window_function", connection_create_window_function, "self, name, num_params, aggregate_class, /", "An aggregate over windows: a class with step, inverse, value and finalize.", 0},
    {"create_collation", connection_create_collation, "self, name, callback, /", "An order for texts.", 0},
    {"set_authorizer", connection_set_authorizer, "self, authorizer_callback", "Who says whether a statement may do what it wants to.", NATIVE_KW},
    {"set_progress_handler", connection_set_progress_handler, "self, progress_handler, n", "Called every n instructions of SQLite's; a true answer stops the statement.", NATIVE_KW},
    {"set_trace_callback", connection_set_trace_callback, "self, trace_callback", "Called with each statement that is executed.", NATIVE_KW},
    {0},
};
