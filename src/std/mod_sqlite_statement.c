/* mod_sqlite_statement.c: the type Statement: a line of SQL made ready, values for its parameters, steps. */
#include "mod_sqlite.h"

#include <ctype.h>
#include <strings.h>

/* What is left of SQL behind spaces and comments. */
static const char *skip_blank(const char *p)
{
    for (;;) {
        if (p[0] == '-' && p[1] == '-') {
            while (*p && *p != '\n') p++;
        } else if (p[0] == '/' && p[1] == '*') {
            const char *end = strstr(p + 2, "*/");
            if (!end) return p + strlen(p);
            p = end + 2;
        } else if (*p && strchr(" \t\f\n\r", *p)) p++;
        else return p;
    }
}
static bool changes_rows(const char *sql)
{
    static const char *const words[] = {"insert", "update", "delete", "replace"};
    const char *p = skip_blank(sql);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (!strncasecmp(p, words[i], strlen(words[i]))) return true;
    return false;
}

Value statement_new(VM *vm, Connection *c, Ref sql)
{
    SqliteState *st = sqlite_state(vm);
    size_t size;
    const char *text = NULL, *tail = NULL;
    sqlite3_stmt *made = NULL;
    Value bytes = st ? codec_encode(vm, sql, NULL, NULL) : NULL; /* held: the text lies in it */
    if (!bytes) return NULL;
    text = (const char *)as_bytes(bytes)->data;
    size = (size_t)as_bytes(bytes)->len;
    Db *db = c->db;
    Value r = NULL;
    if ((int64_t)size > S.limit(db->handle, SQLITE_LIMIT_SQL_LENGTH, -1)) sql_raise(vm, E_DATA, "query string is too large");
    else if (strlen(text) != size) sql_raise(vm, E_PROGRAMMING, "the query contains a null character");
    else if (db_enter(vm, db)) {
        int rc = S.prepare_v2(db->handle, text, (int)size + 1, &made, &tail);
        Statement *s = NULL;
        if (rc != SQLITE_OK) sql_raise_db(vm, db->handle);
        else if (err_occurred(vm)) S.finalize(made);
        else if (*skip_blank(tail)) {
            S.finalize(made);
            sql_raise(vm, E_PROGRAMMING, "You can only execute one statement at a time.");
        } else if ((s = (Statement *)obj_alloc(vm, st->statement, sizeof *s))) {
            s->db = db_retain(db);
            s->st = made;
            s->is_dml = changes_rows(text);
        } else S.finalize(made);
        db_leave(vm, db);
        r = VAL(s);
    }
    release(vm, bytes);
    return r;
}

static void statement_dealloc(VM *vm, Obj *o)
{
    Statement *s = (Statement *)o;
    if (s->st) db_doom(s->db, DOOMED_STATEMENT, s->st);
    if (s->db) db_release(s->db);
    obj_free(vm, o, sizeof *s);
}
const TypeDef sql_statement_def = {.name = "sqlite3.Statement", .kind = KIND_OPAQUE, .size = sizeof(Statement), .flags = TYPE_NO_NEW | TYPE_IMMUTABLE, .dealloc = statement_dealloc};

int statement_step(VM *vm, Statement *s) { return s->st ? S.step(s->st) : SQLITE_DONE; /* (nothing but a comment) */ }
void statement_reset(Statement *s)
{
    if (s->st) S.reset(s->st);
}

/* ---- values for parameters ---- */

static Value adapter_of(VM *vm, SqliteState *st, Ref v, Ref protocol)
{
    Value key = tuple_of(vm, 2, REF(type_of(vm, v)), protocol);
    Ref found = key ? dict_get(vm, st->adapters, key) : NULL;
    release(vm, key);
    return found ? retain(found) : NO_VALUE;
}
/* 1: *out is the answer; 0: no such method, or it gives None; -1: raised */
static int ask(VM *vm, Ref o, const char *method, Ref arg, Value *out)
{
    Value name = str_intern_c(vm, method), f = NULL;
    int found = name ? obj_lookup_attr(vm, o, name, &f) : -1;
    release(vm, name);
    if (found <= 0) return found;
    *out = call1(vm, f, arg);
    release(vm, f);
    if (!*out && err_matches(vm, EXC_TypeError)) return err_clear(vm), 0;
    if (!*out || !is_none(*out)) return *out ? 1 : -1;
    *out = NULL;
    return 0;
}
Value sql_adapt(VM *vm, SqliteState *st, Ref v, Ref protocol, Ref otherwise)
{
    Value r = NULL, adapter = adapter_of(vm, st, v, protocol);
    if (adapter) {
        r = call1(vm, adapter, v);
        release(vm, adapter);
        return r;
    }
    if (err_occurred(vm)) return NULL;
    int k = ask(vm, protocol, "__adapt__", v, &r);
    if (k == 0) k = ask(vm, v, "__conform__", protocol, &r);
    if (k) return r;
    return otherwise ? retain(otherwise) : sql_raise(vm, E_PROGRAMMING, "can't adapt");
}

/* Values of the types that SQLite knows go as they are, unless one of these types has got an adapter. */
bool sql_is_base(VM *vm, Ref type) { return type == REF(CLASS(int)) || type == REF(CLASS(float)) || type == REF(CLASS(str)) || type == REF(CLASS(bytearray)); }

static int bind_text(VM *vm, Statement *s, int at, Ref v)
{
    Value bytes = codec_encode(vm, v, NULL, NULL);
    if (!bytes) return -1;
    int rc = -1;
    if (as_bytes(bytes)->len > INT32_MAX) err_raise(vm, EXC_OverflowError, "string longer than INT_MAX bytes");
    else rc = S.bind_text(s->st, at, (const char *)as_bytes(bytes)->data, (int)as_bytes(bytes)->len, SQLITE_TRANSIENT);
    release(vm, bytes);
    return rc;
}
static int bind_buffer(VM *vm, Statement *s, int at, Ref v)
{
    BufferView view;
    int rc = -1;
    if (!sql_buffer(vm, v, &view)) return -1;
    if (view.len > INT32_MAX) err_raise(vm, EXC_OverflowError, "BLOB longer than INT_MAX bytes");
    else rc = S.bind_blob(s->st, at, view.len ? (void *)view.data : "", (int)view.len, SQLITE_TRANSIENT);
    buffer_release(vm, &view);
    return rc;
}
/* SQLite's answer; -1: raised. */
static int bind_plain(VM *vm, Statement *s, int at, Ref v)
{
    int64_t i;
    if (is_none(v)) return S.bind_null(s->st, at);
    if (is_int(v)) {
        if (int_fits_i64(v, &i)) return S.bind_int64(s->st, at, i);
        return err_minus(vm, EXC_OverflowError, "Python int too large to convert to SQLite INTEGER");
    }
    if (is_float_any(v)) return S.bind_double(s->st, at, float_any_of(v));
    if (is_str(v)) return bind_text(vm, s, at, v);
    if (buffer_check(vm, v)) return bind_buffer(vm, s, at, v);
    sql_raise(vm, E_PROGRAMMING, "Error binding parameter %d: type '%T' is not supported", at, v);
    return -1;
}
static bool bind_one(VM *vm, SqliteState *st, Statement *s, int at, Ref v)
{
    Value adapted = !st->base_adapted && sql_is_base(vm, REF(type_of(vm, v))) ? retain(v) : sql_adapt(vm, st, v, REF(st->protocol), v);
    int rc = adapted && s->st ? bind_plain(vm, s, at, adapted) : -1;
    release(vm, adapted);
    if (rc > 0) sql_raise_db(vm, S.db_handle(s->st));
    return rc == SQLITE_OK;
}

static bool bind_sequence(VM *vm, SqliteState *st, Statement *s, Ref parameters, int wanted)
{
    int64_t given = op_len(vm, parameters);
    if (given < 0) return false;
    if (given != wanted) return sql_raise(vm, E_PROGRAMMING, "Incorrect number of bindings supplied. The current statement uses %d, and there are %lld supplied.", wanted, (long long)given), false;
    for (int i = 0; i < wanted; i++) {
        Value v = op_getitem(vm, parameters, make_small(i));
        bool ok = v && bind_one(vm, st, s, i + 1, v);
        release(vm, v);
        if (!ok) return false;
    }
    return true;
}
static bool bind_mapping(VM *vm, SqliteState *st, Statement *s, Ref parameters, int wanted)
{
    for (int i = 1; i <= wanted; i++) {
        const char *name = S.bind_parameter_name(s->st, i);
        if (!name) return sql_raise(vm, E_PROGRAMMING, "Binding %d has no name, but you supplied a dictionary (which has only names).", i), false;
        Value key = str_from_c(vm, name + 1), v = key ? op_getitem(vm, parameters, key) : NULL;
        if (key && !v && err_matches(vm, EXC_LookupError)) {
            err_clear(vm);
            sql_raise(vm, E_PROGRAMMING, "You did not supply a value for binding parameter :%S.", key);
        }
        bool ok = v && bind_one(vm, st, s, i, v);
        release(vm, key);
        release(vm, v);
        if (!ok) return false;
    }
    return true;
}
bool statement_bind(VM *vm, SqliteState *st, Statement *s, Ref parameters)
{
    int wanted = S.bind_parameter_count(s->st);
    if (is_tuple(parameters) || is_list(parameters)) return bind_sequence(vm, st, s, parameters, wanted);
    if (is_dict(parameters)) return bind_mapping(vm, st, s, parameters, wanted);
    if (type_of(vm, parameters)->s.getitem) return bind_sequence(vm, st, s, parameters, wanted);
    return sql_raise(vm, E_PROGRAMMING, "parameters are of unsupported type"), false;
}
