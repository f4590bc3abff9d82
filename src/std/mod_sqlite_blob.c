/* mod_sqlite_blob.c: the type Blob: one value of a table as a file and a row of bytes. */
#include "mod_sqlite.h"

static Blob *as_blob(Ref v) { return (Blob *)BITS(v); }

static void unlink_blob(Blob *b)
{
    for (Blob **at = &b->db->blobs; *at; at = &(*at)->next)
        if (*at == b) {
            *at = b->next;
            return;
        }
}
static void blob_shut(Blob *b)
{
    sqlite3_blob *open = b->blob;
    if (!open) return;
    b->blob = NULL;
    unlink_blob(b);
    db_doom(b->db, DOOMED_BLOB, open);
}
void blobs_close(Db *db)
{
    while (db->blobs) blob_shut(db->blobs);
}
static void blob_dealloc(VM *vm, Obj *o)
{
    Blob *b = (Blob *)o;
    if (b->db) {
        blob_shut(b);
        db_release(b->db);
    }
    value_clear(vm, &b->connection);
    obj_free(vm, o, sizeof *b);
}
static void blob_traverse(VM *vm, Obj *o, VisitFn visit, void *arg)
{
    if (((Blob *)o)->connection) visit(((Blob *)o)->connection, arg);
}
static void blob_clear(VM *vm, Obj *o)
{
    if (((Blob *)o)->db) blob_shut((Blob *)o);
    value_clear(vm, &((Blob *)o)->connection);
}

FN(connection_blobopen)
{
    SqliteState *st = sqlite_state(vm);
    const char *table, *column, *name = "main";
    int64_t row;
    int readonly = args[4] ? op_truth(vm, args[4]) : 0;
    if (!st || readonly < 0 || !sql_text(vm, args[1], "blobopen() argument 1", &table, NULL) || !sql_text(vm, args[2], "blobopen() argument 2", &column, NULL)) return NULL;
    if (!is_int(args[3])) return err_raise(vm, EXC_TypeError, "'%T' object cannot be interpreted as an integer", args[3]);
    if (!int_fits_i64(args[3], &row)) return err_raise(vm, EXC_OverflowError, "Python int too large to convert to SQLite INTEGER");
    if ((args[5] && !sql_text(vm, args[5], "blobopen() argument 'name'", &name, NULL)) || !connection_check(vm, args[0])) return NULL;
    Db *db = as_connection(args[0])->db;
    if (!db_enter(vm, db)) return NULL;
    sqlite3_blob *open = NULL;
    Blob *b = NULL;
    if (S.blob_open(db->handle, name, table, column, row, !readonly, &open) != SQLITE_OK) sql_raise_db(vm, db->handle);
    else if ((b = (Blob *)obj_alloc(vm, st->blob, sizeof *b))) {
        b->connection = retain(args[0]);
        b->db = db_retain(db);
        b->blob = open;
        b->next = db->blobs;
        db->blobs = b;
    } else S.blob_close(open);
    db_leave(vm, db);
    return VAL(b);
}
const NativeDef sql_blob_functions[] = {
    {"blobopen", connection_blobopen, "self, table, column, row, /, *, readonly=False, name='main'", "One value of a table, to read and write in part.", 0},
    {0},
};

static bool blob_check(VM *vm, Ref self)
{
    if (!connection_check(vm, as_blob(self)->connection)) return false;
    return as_blob(self)->blob ? true : (sql_raise(vm, E_PROGRAMMING, "Cannot operate on a closed blob."), false);
}
static int64_t size_of(Ref self) { return S.blob_bytes(as_blob(self)->blob); }

/* `n` bytes from `at`, which are within it. */
static Value read_bytes(VM *vm, Ref self, int64_t at, int64_t n)
{
    Value r = bytes_from(vm, NULL, n);
    Db *db = as_blob(self)->db;
    if (!r || !db_enter(vm, db)) return release(vm, r), NO_VALUE;
    int rc = n ? S.blob_read(as_blob(self)->blob, as_bytes(r)->data, (int)n, (int)at) : SQLITE_OK;
    if (rc == SQLITE_ABORT) sql_raise(vm, E_OPERATIONAL, "Cannot operate on an expired blob handle");
    else if (rc != SQLITE_OK) sql_raise_db(vm, db->handle);
    db_leave(vm, db);
    if (rc != SQLITE_OK) value_clear(vm, &r);
    return r;
}
static bool write_bytes(VM *vm, Ref self, const void *p, int64_t at, int64_t n)
{
    Db *db = as_blob(self)->db;
    if (n > size_of(self) - at) return err_false(vm, EXC_ValueError, "data longer than blob length");
    if (!db_enter(vm, db)) return false;
    int rc = S.blob_write(as_blob(self)->blob, p, (int)n, (int)at);
    if (rc == SQLITE_ABORT) sql_raise(vm, E_OPERATIONAL, "Cannot operate on an expired blob handle");
    else if (rc != SQLITE_OK) sql_raise_db(vm, db->handle);
    db_leave(vm, db);
    return rc == SQLITE_OK;
}

FN(blob_close)
{
    if (!connection_check(vm, as_blob(args[0])->connection)) return NULL;
    blob_shut(as_blob(args[0]));
    return V_NONE;
}
FN(blob_read)
{
    int want = -1;
    if ((args[1] && !int_arg(vm, args[1], &want)) || !blob_check(vm, args[0])) return NULL;
    Blob *b = as_blob(args[0]);
    int64_t left = size_of(args[0]) - b->at, n_bytes = want < 0 || want > left ? left : want;
    Value r = read_bytes(vm, args[0], b->at, n_bytes);
    if (r) b->at += n_bytes;
    return r;
}
FN(blob_write)
{
    BufferView view;
    if (!sql_buffer(vm, args[1], &view)) return NULL;
    bool ok = blob_check(vm, args[0]) && write_bytes(vm, args[0], view.data, as_blob(args[0])->at, view.len);
    if (ok) as_blob(args[0])->at += view.len;
    buffer_release(vm, &view);
    return ok ? V_NONE : NO_VALUE;
}
FN(blob_seek)
{
    int to, whence = 0;
    if (!int_arg(vm, args[1], &to) || (args[2] && !int_arg(vm, args[2], &whence)) || !blob_check(vm, args[0])) return NULL;
    if (whence < 0 || whence > 2) return err_raise(vm, EXC_ValueError, "'origin' should be os.SEEK_SET, os.SEEK_CUR, or os.SEEK_END");
    int64_t at = to + (whence == 1 ? as_blob(args[0])->at : whence == 2 ? size_of(args[0]) : 0);
    if (at > INT32_MAX) return err_raise(vm, EXC_OverflowError, "seek offset results in overflow");
    if (at < 0 || at > size_of(args[0])) return err_raise(vm, EXC_ValueError, "offset out of blob range");
    as_blob(args[0])->at = at;
    return V_NONE;
}
FN(blob_tell) { return blob_check(vm, args[0]) ? make_small(as_blob(args[0])->at) : NO_VALUE; }
FN(blob_enter) { return blob_check(vm, args[0]) ? retain(args[0]) : NO_VALUE; }
FN(blob_exit)
{
    if (!blob_check(vm, args[0])) return NULL;
    blob_shut(as_blob(args[0]));
    return V_FALSE;
}
static int64_t blob_len(VM *vm, Ref self) { return blob_check(vm, self) ? size_of(self) : -1; }

static int64_t place(VM *vm, Ref self, Ref key)
{
    int64_t i;
    Value exact = num_index(vm, key);
    bool fits = exact && int_fits_i64(exact, &i);
    release(vm, exact);
    if (!exact) return -1;
    if (!fits) return err_minus(vm, EXC_IndexError, "cannot fit '%T' into an index-sized integer", key);
    if (!blob_check(vm, self)) return -1;
    if (i < 0) i += size_of(self);
    return i >= 0 && i < size_of(self) ? i : err_minus(vm, EXC_IndexError, "Blob index out of range");
}
/* The slice's places in a blob of the size that it has when they are known. */
static bool places(VM *vm, Ref self, Ref key, int64_t *start, int64_t *step, int64_t *count)
{
    int64_t stop, size = size_of(self);
    return slice_indices(vm, key, &size, start, &stop, step, count) && blob_check(vm, self);
}
static Value blob_getitem(VM *vm, Ref self, Ref key)
{
    int64_t i, step, count;
    if (!blob_check(vm, self)) return NULL;
    if (type_of(vm, key)->s.to_index) {
        if ((i = place(vm, self, key)) < 0) return NULL;
        Value one = read_bytes(vm, self, i, 1), r = one ? make_small(as_bytes(one)->data[0]) : NULL;
        release(vm, one);
        return r;
    }
    if (!is_kind(key, KIND_SLICE)) return err_raise(vm, EXC_TypeError, "Blob indices must be integers");
    if (!places(vm, self, key, &i, &step, &count)) return NULL;
    if (!count || step == 1) return read_bytes(vm, self, count ? i : 0, count);
    int64_t first = step > 0 ? i : i + (count - 1) * step, span = (step > 0 ? step : -step) * (count - 1) + 1;
    Value all = read_bytes(vm, self, first, span), r = all ? bytes_from(vm, NULL, count) : NULL;
    for (int64_t k = 0; r && k < count; k++) as_bytes(r)->data[k] = as_bytes(all)->data[i + k * step - first];
    release(vm, all);
    return r;
}
static bool set_slice(VM *vm, Ref self, Ref key, Ref v)
{
    int64_t i, step, count;
    BufferView view;
    if (!sql_buffer(vm, v, &view)) return false;
    bool ok = places(vm, self, key, &i, &step, &count);
    if (ok && view.len != count) ok = err_false(vm, EXC_IndexError, "Blob slice assignment is wrong size");
    if (ok && count && step == 1) ok = write_bytes(vm, self, view.data, i, count);
    else if (ok && count) {
        int64_t first = step > 0 ? i : i + (count - 1) * step, span = (step > 0 ? step : -step) * (count - 1) + 1;
        Value all = read_bytes(vm, self, first, span);
        for (int64_t k = 0; all && k < count; k++) as_bytes(all)->data[i + k * step - first] = view.data[k];
        ok = all && write_bytes(vm, self, as_bytes(all)->data, first, span);
        release(vm, all);
    }
    buffer_release(vm, &view);
    return ok;
}
static bool blob_setitem(VM *vm, Ref self, Ref key, Ref v)
{
    int64_t i, byte;
    if (!blob_check(vm, self)) return false;
    if (type_of(vm, key)->s.to_index) {
        if (!v) return err_false(vm, EXC_TypeError, "Blob doesn't support item deletion");
        if ((i = place(vm, self, key)) < 0) return false;
        if (!is_int(v)) return err_false(vm, EXC_TypeError, "'%T' object cannot be interpreted as an integer", v);
        if (!int_fits_i64(v, &byte) || byte < 0 || byte > 255) return err_false(vm, EXC_ValueError, "byte must be in range(0, 256)");
        unsigned char c = (unsigned char)byte;
        return write_bytes(vm, self, &c, i, 1);
    }
    if (!is_kind(key, KIND_SLICE)) return err_false(vm, EXC_TypeError, "Blob indices must be integers");
    return v ? set_slice(vm, self, key, v) : err_false(vm, EXC_TypeError, "Blob doesn't support slice deletion");
}

static const NativeDef methods[] = {
    {"close", blob_close, "self, /", "Be done with it.", 0},
    {"read", blob_read, "self, length=-1, /", "At most length bytes from where it stands; negative: all that follow.", 0},
    {"write", blob_write, "self, data, /", "Put bytes where it stands; its size stays.", 0},
    {"seek", blob_seek, "self, offset, origin=0, /", "Stand elsewhere.", 0},
    {"tell", blob_tell, "self, /", "Where it stands.", 0},
    {"__enter__", blob_enter, "self, /", NULL, 0},
    {"__exit__", blob_exit, "self, type, val, tb, /", NULL, 0},
    {0},
};
const TypeDef sql_blob_def = {.name = "sqlite3.Blob", .kind = KIND_OPAQUE, .size = sizeof(Blob), .flags = TYPE_GC | TYPE_NO_NEW | TYPE_WEAKREF | TYPE_IMMUTABLE,
    .s = {.len = blob_len, .getitem = blob_getitem, .setitem = blob_setitem}, .dealloc = blob_dealloc, .traverse = blob_traverse, .clear = blob_clear, .methods = methods};
