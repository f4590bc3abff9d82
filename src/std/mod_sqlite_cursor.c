/* mod_sqlite_cursor.c: the type Cursor: executing statements and taking their rows. While one of its calls runs it is locked: what is called back may not use it. */
#include "mod_sqlite.h"

#include <ctype.h>

static Value cursor_new(VM *vm, Ref type, const Ref *args, int n, Ref kwnames) { return VAL(obj_alloc(vm, as_type(type), as_type(type)->inst_size)); }
static bool cursor_init(VM *vm, Ref self, const Ref *args, int n, Ref kwnames)
{
    SqliteState *st = sqlite_state(vm);
    Cursor *c = as_cursor(self);
    if (!st || !args_no_kw(vm, "Cursor", kwnames) || !args_count(vm, "Cursor", n, 1, 1)) return false;
    if (!is_instance_of(vm, args[0], st->connection)) return err_false(vm, EXC_TypeError, "Cursor() argument 1 must be sqlite3.Connection, not %T", args[0]);
    if (c->locked) return sql_raise(vm, E_PROGRAMMING, "Recursive use of cursors not allowed."), false;
    value_put(vm, &c->connection, retain(args[0]));
    value_clear(vm, &c->statement);
    value_clear(vm, &c->casts);
    value_put(vm, &c->description, V_NONE);
    value_put(vm, &c->lastrowid, V_NONE);
    value_put(vm, &c->row_factory, V_NONE);
    c->arraysize = 1;
    c->rowcount = -1;
    c->closed = false;
    if (!connection_check(vm, args[0]) && as_connection(args[0])->initialized) return false;
    err_clear(vm);
    return c->initialized = true;
}

static void let_go(VM *vm, Cursor *c)
{
    Value s = c->statement;
    c->statement = NULL;
    if (s) statement_reset(as_statement(s));
    release(vm, s);
}
static void cursor_clear(VM *vm, Obj *o)
{
    Cursor *c = (Cursor *)o;
    Value *const fields[] = {&c->description, &c->row_factory, &c->lastrowid, &c->casts, &c->statement, &c->connection};
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) value_clear(vm, fields[i]);
}
static void cursor_dealloc(VM *vm, Obj *o)
{
    if (!inst_finalize(vm, o)) return;
    Statement *s = ((Cursor *)o)->statement ? as_statement(((Cursor *)o)->statement) : NULL;
    if (s && !s->db->depth) statement_reset(s);
    cursor_clear(vm, o);
    obj_free(vm, o, o->type->inst_size);
}
static void cursor_traverse(VM *vm, Obj *o, VisitFn visit, void *arg)
{
    Cursor *c = (Cursor *)o;
    const Value fields[] = {c->description, c->row_factory, c->lastrowid, c->casts, c->statement, c->connection};
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
        if (fields[i]) visit(fields[i], arg);
}

static bool cursor_check(VM *vm, Ref self)
{
    Cursor *c = as_cursor(self);
    if (!c->initialized) return sql_raise(vm, E_PROGRAMMING, "Base Cursor.__init__ not called."), false;
    if (c->closed) return sql_raise(vm, E_PROGRAMMING, "Cannot operate on a closed cursor."), false;
    if (c->locked) return sql_raise(vm, E_PROGRAMMING, "Recursive use of cursors not allowed."), false;
    return connection_check(vm, c->connection);
}

/* ---- rows ---- */

static Value converter(VM *vm, SqliteState *st, const char *name, size_t size)
{
    Value low = str_from_utf8(vm, name, size), key = NULL;
    if (low) {
        Value word = str_intern_c(vm, "upper");
        key = word ? call_method(vm, low, word, NULL, 0) : NULL;
        release(vm, word);
    }
    Ref found = key ? dict_get(vm, st->converters, key) : NULL;
    Value r = found ? retain(found) : key && !err_occurred(vm) ? V_NONE : NO_VALUE;
    release(vm, low);
    release(vm, key);
    return r;
}
/* The converter of a column, by its name's "[type]" or by the type that it was declared with; None: none. */
static Value column_cast(VM *vm, SqliteState *st, Statement *s, int detect, int i)
{
    Value r = V_NONE;
    const char *name = detect & PARSE_COLNAMES ? S.column_name(s->st, i) : NULL, *open = name ? strchr(name, '[') : NULL, *close = open ? strchr(open, ']') : NULL;
    if (close) r = converter(vm, st, open + 1, (size_t)(close - open - 1));
    const char *type = r && is_none(r) && detect & PARSE_DECLTYPES ? S.column_decltype(s->st, i) : NULL;
    if (type) r = converter(vm, st, type, strcspn(type, " ("));
    return r;
}
static bool find_casts(VM *vm, SqliteState *st, Cursor *c, Statement *s)
{
    int detect = as_connection(c->connection)->detect, count = S.column_count(s->st);
    value_clear(vm, &c->casts);
    if (!detect) return true;
    Value t = tuple_new(vm, count);
    for (int i = 0; t && i < count; i++)
        if (!(as_tuple(t)->items[i] = column_cast(vm, st, s, detect, i))) value_clear(vm, &t);
    value_put(vm, &c->casts, t);
    return t != NULL;
}

static Value text_value(VM *vm, Connection *con, sqlite3_stmt *st, int i)
{
    const char *p = (const char *)S.column_text(st, i);
    int size = S.column_bytes(st, i);
    if (!p) return err_no_memory(vm);
    Value f = retain(con->text_factory ? con->text_factory : REF(CLASS(str))), r;
    if (f == REF(CLASS(str))) {
        r = str_from_utf8(vm, p, (size_t)size);
        if (!r && err_matches(vm, EXC_UnicodeDecodeError)) {
            err_clear(vm);
            Value text = codec_decode(vm, p, size, "ascii", "replace");
            if (text) sql_raise(vm, E_OPERATIONAL, "Could not decode to UTF-8 column '%s' with text '%S'", S.column_name(st, i), text);
            release(vm, text);
        }
    } else if (f == REF(CLASS(bytes))) r = bytes_from(vm, p, size);
    else if (f == REF(CLASS(bytearray))) r = bytearray_from(vm, p, size);
    else {
        Value bytes = bytes_from(vm, p, size);
        r = bytes ? call1(vm, f, bytes) : NULL;
        release(vm, bytes);
    }
    release(vm, f);
    return r;
}
static Value blob_value(VM *vm, sqlite3_stmt *st, int i)
{
    const void *p = S.column_blob(st, i);
    return bytes_from(vm, p ? p : "", S.column_bytes(st, i));
}
static Value column_value(VM *vm, Connection *con, sqlite3_stmt *st, int i, Ref cast)
{
    int type = S.column_type(st, i);
    if (type == SQLITE_NULL) return V_NONE;
    if (cast && !is_none(cast)) {
        if (!S.column_blob(st, i)) return V_NONE; /* a value of no bytes is no value to a converter */
        Value bytes = blob_value(vm, st, i), r = bytes ? call1(vm, cast, bytes) : NULL;
        release(vm, bytes);
        return r;
    }
    if (type == SQLITE_INTEGER) return int_from_i64(vm, S.column_int64(st, i));
    if (type == SQLITE_FLOAT) return make_float_any(S.column_double(st, i));
    return type == SQLITE_TEXT ? text_value(vm, con, st, i) : blob_value(vm, st, i);
}
/* The row that the statement stands on. Converters run while the cursor is locked. */
static Value row_tuple(VM *vm, Cursor *c, Statement *s)
{
    int count = S.data_count(s->st);
    Value casts = c->casts ? retain(c->casts) : NULL, t = tuple_new(vm, count);
    for (int i = 0; t && i < count; i++) {
        Ref cast = casts && i < as_tuple(casts)->len ? (Ref)as_tuple(casts)->items[i] : NULL;
        if (!(as_tuple(t)->items[i] = column_value(vm, as_connection(c->connection), s->st, i, cast))) value_clear(vm, &t);
    }
    release(vm, casts);
    return t;
}

/* ---- executing ---- */

static Value column_title(VM *vm, int detect, const char *name)
{
    const char *end = name ? name + strlen(name) : NULL, *open = name && detect & PARSE_COLNAMES ? strchr(name, '[') : NULL;
    if (!name) return err_no_memory(vm);
    if (open) end = open > name && open[-1] == ' ' ? open - 1 : open;
    return str_from_utf8(vm, name, (size_t)(end - name));
}
static bool describe(VM *vm, Cursor *c, Statement *s)
{
    int count = S.column_count(s->st);
    if (!count) return true;
    Value all = tuple_new(vm, count);
    for (int i = 0; all && i < count; i++) {
        Value name = column_title(vm, as_connection(c->connection)->detect, S.column_name(s->st, i));
        Value row = name ? tuple_of(vm, 7, (Ref)name, V_NONE, V_NONE, V_NONE, V_NONE, V_NONE, V_NONE) : NULL;
        release(vm, name);
        if (!(as_tuple(all)->items[i] = row)) value_clear(vm, &all);
    }
    if (all) value_put(vm, &c->description, all);
    return all != NULL;
}

/* One execution with one row of parameters. */
static bool run_once(VM *vm, SqliteState *st, Cursor *c, Statement *s, Ref parameters, bool many)
{
    sqlite3 *handle = s->db->handle;
    statement_reset(s);
    if (!statement_bind(vm, st, s, parameters)) return false;
    int rc = statement_step(vm, s);
    if (err_occurred(vm) || (rc != SQLITE_DONE && rc != SQLITE_ROW)) return sql_raise_db(vm, handle), false;
    if ((c->description == NULL || is_none(c->description)) && !(find_casts(vm, st, c, s) && describe(vm, c, s))) return false;
    if (rc == SQLITE_DONE && s->is_dml) c->rowcount += S.changes(handle);
    else if (many && rc == SQLITE_ROW) { /* rows that nobody will take */
        while ((rc = statement_step(vm, s)) == SQLITE_ROW) {}
        if (s->is_dml) c->rowcount += S.changes(handle);
    }
    if (rc == SQLITE_DONE || many) statement_reset(s);
    return !err_occurred(vm);
}

static bool begin_if_needed(VM *vm, Connection *con, const Statement *s)
{
    return !con->begin || !s->is_dml || !S.get_autocommit(S.db_handle(s->st)) || connection_run(vm, con, con->begin);
}

static bool run_all(VM *vm, SqliteState *st, Cursor *c, Statement *s, Ref iterator, bool many)
{
    for (;;) {
        Value parameters = op_next(vm, iterator);
        if (!parameters) return !err_occurred(vm);
        bool ok = run_once(vm, st, c, s, parameters, many);
        release(vm, parameters);
        if (!ok) return false;
    }
}

static bool execute_locked(VM *vm, SqliteState *st, Cursor *c, Ref sql, Ref iterator, bool many)
{
    Connection *con = as_connection(c->connection);
    let_go(vm, c);
    value_put(vm, &c->description, V_NONE);
    Value held = connection_statement(vm, c->connection, sql);
    if (!held) return false;
    Statement *s = as_statement(held);
    if (!con->db || s->db != con->db) return release(vm, held), sql_raise(vm, E_PROGRAMMING, "Cannot operate on a closed database."), false;
    statement_reset(s);
    c->rowcount = s->is_dml ? 0 : -1;
    Db *db = con->db;
    bool ok = !many || !S.stmt_readonly(s->st);
    if (!ok) sql_raise(vm, E_PROGRAMMING, "executemany() can only execute DML statements.");
    ok = ok && begin_if_needed(vm, con, s) && db_enter(vm, db);
    if (ok) {
        ok = run_all(vm, st, c, s, iterator, many);
        if (ok && !many) value_put(vm, &c->lastrowid, int_from_i64(vm, S.last_insert_rowid(db->handle)));
        if (!ok || !S.stmt_busy(s->st)) {
            statement_reset(s);
            release(vm, held);
        } else value_put(vm, &c->statement, held);
        db_leave(vm, db);
    } else release(vm, held);
    return ok && !err_occurred(vm);
}

static Value execute(VM *vm, Ref self, Ref sql, Ref parameters, bool many)
{
    SqliteState *st = sqlite_state(vm);
    Cursor *c = as_cursor(self);
    if (!st || !cursor_check(vm, self)) return NULL;
    Value list = many ? retain(parameters) : list_new(vm, 1);
    bool ok = list && (many || list_append(vm, list, parameters));
    c->locked = true;
    Value iterator = ok ? op_iter(vm, list) : NULL, connection = retain(c->connection);
    ok = iterator && execute_locked(vm, st, c, sql, iterator, many);
    c->locked = false;
    Value e = err_take(vm);
    release(vm, iterator);
    release(vm, list);
    release(vm, connection);
    err_put(vm, e);
    if (ok) return retain(self);
    c->rowcount = -1;
    return NULL;
}
FN(cursor_execute)
{
    if (!is_str(args[1])) return err_raise(vm, EXC_TypeError, "execute() argument 1 must be str, not %T", args[1]);
    return execute(vm, args[0], args[1], args[2] ? args[2] : REF(vm->empty_tuple), false);
}
FN(cursor_executemany)
{
    if (!is_str(args[1])) return err_raise(vm, EXC_TypeError, "executemany() argument 1 must be str, not %T", args[1]);
    return execute(vm, args[0], args[1], args[2], true);
}

static bool run_script(VM *vm, Db *db, const char *sql)
{
    while (*sql) {
        sqlite3_stmt *st = NULL;
        int rc = S.prepare_v2(db->handle, sql, -1, &st, &sql);
        while (rc == SQLITE_OK && st && (rc = S.step(st)) == SQLITE_ROW) rc = SQLITE_OK;
        int end = S.finalize(st);
        if (err_occurred(vm) || (rc != SQLITE_OK && rc != SQLITE_DONE) || end != SQLITE_OK) return sql_raise_db(vm, db->handle), false;
        if (!st) break;
    }
    return true;
}
FN(cursor_executescript)
{
    const char *text;
    size_t size;
    if (!sql_text(vm, args[1], "executescript() argument", &text, &size) || !cursor_check(vm, args[0])) return NULL;
    Value bytes = bytes_from(vm, text, (int64_t)size), connection = retain(as_cursor(args[0])->connection);
    Connection *con = as_connection(connection);
    Db *db = con->db;
    bool ok = bytes != NULL;
    if (ok && (int64_t)size > S.limit(db->handle, SQLITE_LIMIT_SQL_LENGTH, -1)) ok = (sql_raise(vm, E_DATA, "query string is too large"), false);
    ok = ok && (S.get_autocommit(db->handle) || connection_run(vm, con, "COMMIT")) && db_enter(vm, db);
    if (ok) {
        ok = run_script(vm, db, (char *)as_bytes(bytes)->data);
        db_leave(vm, db);
    }
    release(vm, bytes);
    release(vm, connection);
    return ok && !err_occurred(vm) ? retain(args[0]) : NO_VALUE;
}

/* ---- fetching ---- */

/* On to the next row; the statement goes when there is none. */
static bool advance(VM *vm, Cursor *c, Statement *s)
{
    sqlite3 *handle = S.db_handle(s->st);
    int rc = statement_step(vm, s);
    if (rc == SQLITE_ROW && !err_occurred(vm)) return true;
    if (rc == SQLITE_DONE && s->is_dml) c->rowcount = S.changes(handle);
    if (rc != SQLITE_DONE || err_occurred(vm)) sql_raise_db(vm, handle);
    if (c->statement == VAL(s)) let_go(vm, c);
    return !err_occurred(vm);
}
static Value next_row(VM *vm, Ref self)
{
    Cursor *c = as_cursor(self);
    if (!cursor_check(vm, self) || !c->statement) return NULL;
    Value held = retain(c->statement), connection = retain(c->connection), row = NULL;
    Statement *s = as_statement(held);
    Db *db = s->db;
    if (db_enter_any(vm, db)) { /* (its connection may have another database by now) */
        c->locked = true;
        bool there = S.data_count(s->st) > 0;
        if (!there) let_go(vm, c);
        row = there ? row_tuple(vm, c, s) : NULL;
        if (row && !advance(vm, c, s)) value_clear(vm, &row);
        c->locked = false;
        db_leave(vm, db);
    }
    release(vm, held);
    if (row && c->row_factory && !is_none(c->row_factory)) {
        Value f = retain(c->row_factory), made = call2(vm, f, self, row);
        release(vm, f);
        release(vm, row);
        row = made;
    }
    release(vm, connection);
    return row;
}
static Value cursor_iter(VM *vm, Ref self) { return retain(self); }
FN(cursor_fetchone)
{
    Value row = next_row(vm, args[0]);
    return row || err_occurred(vm) ? row : V_NONE;
}
static Value fetch(VM *vm, Ref self, int64_t most)
{
    Value list = list_new(vm, 0);
    while (list && (most < 0 || as_list(list)->len < most)) {
        Value row = next_row(vm, self);
        if (!row) break;
        if (!list_append_take(vm, list, row)) value_clear(vm, &list);
    }
    if (err_occurred(vm)) value_clear(vm, &list);
    return list;
}
FN(cursor_fetchmany)
{
    int most = (int)as_cursor(args[0])->arraysize;
    if (args[1] && !int_arg(vm, args[1], &most)) return NULL;
    return fetch(vm, args[0], most < 0 ? -1 : most ? most : -1);
}
FN(cursor_fetchall) { return fetch(vm, args[0], -1); }

FN(cursor_close)
{
    Cursor *c = as_cursor(args[0]);
    if (!c->initialized) return sql_raise(vm, E_PROGRAMMING, "Base Cursor.__init__ not called.");
    if (c->locked) return sql_raise(vm, E_PROGRAMMING, "Recursive use of cursors not allowed.");
    if (!connection_check(vm, c->connection)) return NULL;
    let_go(vm, c);
    c->closed = true;
    return V_NONE;
}
FN(cursor_nothing) { return V_NONE; }

#define FIELD(field) static Value get_##field(VM *vm, Ref self) { return as_cursor(self)->field ? retain(as_cursor(self)->field) : V_NONE; }
FIELD(connection) FIELD(description) FIELD(lastrowid) FIELD(row_factory)
static bool set_row_factory(VM *vm, Ref self, Ref v) { return value_put(vm, &as_cursor(self)->row_factory, v ? retain(v) : V_NONE), true; }
static Value get_rowcount(VM *vm, Ref self) { return int_from_i64(vm, as_cursor(self)->rowcount); }
static Value get_arraysize(VM *vm, Ref self) { return int_from_i64(vm, as_cursor(self)->arraysize); }
static bool set_arraysize(VM *vm, Ref self, Ref v)
{
    int size;
    if (!v) return err_false(vm, EXC_TypeError, "can't delete numeric/char attribute");
    if (!int_arg(vm, v, &size)) return false;
    as_cursor(self)->arraysize = size;
    return true;
}

static const NativeDef methods[] = {
    {"execute", cursor_execute, "self, sql, parameters=(), /", "Execute one statement.", 0},
    {"executemany", cursor_executemany, "self, sql, seq_of_parameters, /", "Execute one statement for each row of parameters.", 0},
    {"executescript", cursor_executescript, "self, sql_script, /", "Execute all statements of a text, a transaction that is open committed first.", 0},
    {"fetchone", cursor_fetchone, "self, /", "The next row, or None.", 0},
    {"fetchmany", cursor_fetchmany, "self, size=1", "A list of the next rows, arraysize of them unless size says otherwise.", NATIVE_KW},
    {"fetchall", cursor_fetchall, "self, /", "A list of all rows that are left.", 0},
    {"close", cursor_close, "self, /", "Be done with it.", 0},
    {"setinputsizes", cursor_nothing, "self, sizes, /", "As DB-API 2.0 wants it; SQLite has no use for it.", 0},
    {"setoutputsize", cursor_nothing, "self, size, column=None, /", "As DB-API 2.0 wants it; SQLite has no use for it.", 0},
    {0},
};
static const GetSetDef getsets[] = {
    {"connection", get_connection, getset_readonly, NULL},
    {"description", get_description, getset_readonly, NULL},
    {"lastrowid", get_lastrowid, getset_readonly, NULL},
    {"rowcount", get_rowcount, getset_readonly, NULL},
    {"arraysize", get_arraysize, set_arraysize, NULL},
    {"row_factory", get_row_factory, set_row_factory, NULL},
    {0},
};
const TypeDef sql_cursor_def = {.name = "sqlite3.Cursor", .doc = "Executes statements and gives their rows.", .kind = KIND_OPAQUE, .size = sizeof(Cursor),
    .flags = TYPE_GC | TYPE_BASE | TYPE_WEAKREF | TYPE_IMMUTABLE, .s = {.new_ = cursor_new, .init = cursor_init, .iter = cursor_iter, .next = next_row}, .dealloc = cursor_dealloc,
    .traverse = cursor_traverse, .clear = cursor_clear, .methods = methods, .getsets = getsets};
