/* mod_sqlite_db.c: a connection's handle: who may be in it, what dies in the meantime; SQLite's errors as exceptions. */
#include "mod_sqlite.h"

Db *db_new(VM *vm, sqlite3 *handle)
{
    Db *db = mem_zalloc(vm->mem, sizeof *db);
    if (!db) {
        S.close_v2(handle);
        err_no_memory(vm);
        return NULL;
    }
    db->vm = vm;
    db->handle = handle;
    db->refs = 1;
    return db;
}

static void finish(VM *vm, int kind, void *what)
{
    if (kind == DOOMED_STATEMENT) S.finalize(what);
    else if (kind == DOOMED_BLOB) S.blob_close(what);
    else release(vm, VAL(what));
}

static void bury(VM *vm, Db *db)
{
    while (db->doomed && !db->depth) {
        Doomed *d = db->doomed;
        db->doomed = d->next;
        int kind = d->kind;
        void *what = d->what;
        mem_free(vm->mem, d, sizeof *d);
        if (kind == DOOMED_VALUE) { /* its end may run code, with what is pending put aside */
            Value e = err_take(vm);
            finish(vm, kind, what);
            err_put(vm, e);
        } else finish(vm, kind, what);
    }
}

void db_doom(Db *db, int kind, void *what)
{
    Doomed *d = mem_alloc(db->vm->mem, sizeof *d);
    if (!d) return; /* better lost than freed under SQLite's feet */
    *d = (Doomed){db->doomed, kind, what};
    db->doomed = d;
    if (kind != DOOMED_VALUE) bury(db->vm, db);
}

static void close_now(Db *db)
{
    sqlite3 *handle = db->handle;
    if (!handle || db->depth) return;
    db->handle = NULL;
    db->closing = false;
    db->depth++; /* (functions are given back by it) */
    S.close_v2(handle);
    db->depth--;
    bury(db->vm, db);
}
void db_close(VM *vm, Db *db)
{
    db->closing = true;
    db->refs++;
    close_now(db);
    db_release(db);
}
void db_release(Db *db)
{
    if (--db->refs) return;
    db->refs = 1;
    close_now(db);
    bury(db->vm, db);
    mem_free(db->vm->mem, db, sizeof *db);
}

bool db_enter_any(VM *vm, Db *db)
{
    uint64_t me = thread_ident(vm);
    while (db->depth && db->owner != me) /* another thread's call, which has let go of the lock in a callback */
        if (thread_wait(vm, &db->busy, -1) < 0) return false;
    if (db->closed_to) return sql_raise(vm, E_PROGRAMMING, "Recursive use of a connection by its own callback not allowed."), false;
    db->owner = me;
    db->depth++;
    db->busy = true;
    db->refs++;
    return true;
}
bool db_enter(VM *vm, Db *db)
{
    if (!db_enter_any(vm, db)) return false;
    if (db->handle && !db->closing) return true;
    db_leave(vm, db);
    return sql_raise(vm, E_PROGRAMMING, "Cannot operate on a closed database."), false;
}
void db_leave(VM *vm, Db *db)
{
    if (--db->depth == 0) {
        db->busy = false;
        thread_wake(vm, &db->busy);
        bury(vm, db);
        if (db->closing) close_now(db);
    }
    db_release(db);
}

/* ---- errors ---- */

Value sql_raise(VM *vm, int which, const char *fmt, ...)
{
    SqliteState *st = sqlite_state(vm);
    __builtin_va_list ap;
    __builtin_va_start(ap, fmt);
    Value text = st ? str_format_v(vm, fmt, ap) : NULL;
    __builtin_va_end(ap);
    Value e = text ? call1(vm, st->errors[which], text) : NULL;
    release(vm, text);
    return e ? err_raise_obj(vm, e) : NO_VALUE;
}

static int class_of(int code)
{
    switch (code & 0xff) {
    case SQLITE_INTERNAL: case SQLITE_NOTFOUND: return E_INTERNAL;
    case SQLITE_ERROR: case SQLITE_PERM: case SQLITE_ABORT: case SQLITE_BUSY: case SQLITE_LOCKED: case SQLITE_READONLY: case SQLITE_INTERRUPT: case SQLITE_IOERR:
    case SQLITE_FULL: case SQLITE_CANTOPEN: case SQLITE_PROTOCOL: case SQLITE_EMPTY: case SQLITE_SCHEMA: return E_OPERATIONAL;
    case SQLITE_TOOBIG: return E_DATA;
    case SQLITE_CONSTRAINT: case SQLITE_MISMATCH: return E_INTEGRITY;
    case SQLITE_MISUSE: case SQLITE_RANGE: return E_INTERFACE;
    default: return E_DATABASE;
    }
}

static const char *code_name(int code)
{
    static const struct { int code; const char *name; } names[] = {
#define C(name, value) {value, #name},
#include "mod_sqlite.def"
#undef C
    };
    for (size_t i = 0; i < sizeof names / sizeof *names && strcmp(names[i].name, "SQLITE_DENY"); i++) /* (what follows are no errors) */
        if (names[i].code == code) return names[i].name;
    return "unknown";
}

static bool attribute(VM *vm, Ref e, const char *name, Value v /*taken*/)
{
    Value key = str_intern_c(vm, name);
    bool ok = key && v && obj_setattr(vm, e, key, v);
    release(vm, key);
    release(vm, v);
    return ok;
}

Value sql_raise_db(VM *vm, sqlite3 *db)
{
    SqliteState *st = sqlite_state(vm);
    int code = S.errcode(db), full = S.extended_errcode(db);
    if (!st || err_occurred(vm)) return NULL;
    if (code == SQLITE_NOMEM) return err_no_memory(vm);
    Value text = str_from_c(vm, S.errmsg(db)), e = text ? call1(vm, st->errors[class_of(code)], text) : NULL;
    release(vm, text);
    if (e && attribute(vm, e, "sqlite_errorcode", make_small(full)) && attribute(vm, e, "sqlite_errorname", str_from_c(vm, code_name(full)))) return err_raise_obj(vm, e);
    release(vm, e);
    return NULL;
}

bool sql_text(VM *vm, Ref v, const char *what, const char **out, size_t *size)
{
    size_t k;
    if (!is_str(v)) return err_false(vm, EXC_TypeError, "%s must be str, not %T", what, v);
    Value bytes = codec_encode(vm, v, NULL, NULL); /* (surrogates are refused) */
    release(vm, bytes);
    if (!bytes || !(*out = str_utf8(vm, v, &k))) return false;
    if (strlen(*out) != k) return err_false(vm, EXC_ValueError, "embedded null character");
    if (size) *size = k;
    return true;
}

/* (A memoryview lends a copy where it has gaps, which to SQLite is an error.) */
bool sql_buffer(VM *vm, Ref v, BufferView *view)
{
    Value whole = is_exact(v, CLASS(memoryview)) ? obj_getattr_c(vm, v, "c_contiguous") : V_TRUE;
    if (!whole) return false;
    if (whole == V_FALSE) return err_false(vm, EXC_BufferError, "underlying buffer is not C-contiguous");
    release(vm, whole);
    return buffer_get(vm, v, view);
}
