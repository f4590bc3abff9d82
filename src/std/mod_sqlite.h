/* mod_sqlite.h: what the files of the module _sqlite3 share: the library's functions and numbers, connections, statements, cursors.
 *
 * A connection is opened without SQLite's own locks, as the interpreter's lock is held whenever SQLite runs. What SQLite calls back runs code, which may hand over to another
 * thread or come in again: db_enter lets one thread in at a time (the same one any number of times, but not out of callbacks that may not use their connection), and what
 * dies while SQLite is at work is put off until it has returned (db_leave). */
#ifndef PERCH_STD_MOD_SQLITE_H
#define PERCH_STD_MOD_SQLITE_H

#include "lang/object/args.h"
#include "lang/object/thread.h"
#include "mod_posix.h"
#include "std.h"

typedef struct sqlite3 sqlite3;
typedef struct sqlite3_stmt sqlite3_stmt;
typedef struct sqlite3_value sqlite3_value;
typedef struct sqlite3_context sqlite3_context;
typedef struct sqlite3_blob sqlite3_blob;
typedef struct sqlite3_backup sqlite3_backup;
typedef struct Sqlite {
#define SQLITE(ret, name, args) ret (*name) args;
#include "sqlite.def"
#undef SQLITE
} Sqlite;
extern Sqlite sqlite; /* full once _sqlite3 has been imported */
#define S sqlite

#define C(name, value) name = value,
enum {
#include "mod_sqlite.def"
    SQLITE_INTEGER = 1, SQLITE_FLOAT, SQLITE_TEXT, SQLITE_BLOB, SQLITE_NULL,
    SQLITE_OPEN_READWRITE = 2, SQLITE_OPEN_CREATE = 4, SQLITE_OPEN_URI = 0x40, SQLITE_OPEN_NOMUTEX = 0x8000,
    SQLITE_UTF8 = 1, SQLITE_DETERMINISTIC = 0x800, SQLITE_TRACE_STMT = 1, SQLITE_SERIALIZE_NOCOPY = 1, SQLITE_DESERIALIZE_FREEONCLOSE = 1, SQLITE_DESERIALIZE_RESIZEABLE = 2,
};
#undef C
enum { PARSE_DECLTYPES = 1, PARSE_COLNAMES = 2 };
#define SQLITE_TRANSIENT ((void (*)(void *))-1)

/* What outlives a Connection as long as a statement, a blob or a function of it does. */
typedef struct Doomed { struct Doomed *next; enum { DOOMED_STATEMENT, DOOMED_BLOB, DOOMED_VALUE } kind; void *what; } Doomed;
typedef struct Db {
    VM *vm;
    sqlite3 *handle;   /* NULL: closed */
    int refs, depth;   /* depth: calls of SQLite's that have not returned */
    int closed_to;     /* > 0: in a callback that may not use the connection */
    uint64_t owner;    /* the thread whose calls they are */
    bool busy;         /* depth > 0: what other threads wait for to end */
    bool closing;      /* the handle is to be closed when depth is 0 */
    Doomed *doomed;
    struct Connection *connection; /* borrowed; NULL: it is gone, or has another handle */
    struct Blob *blobs;  /* those that are open */
} Db;

typedef struct Connection {
    Obj head;
    Db *db;            /* NULL: not opened, or closed */
    bool initialized, check_thread;
    uint64_t thread;
    int detect;
    const char *begin; /* the statement that opens a transaction; NULL: none is opened unasked */
    Value isolation, row_factory, text_factory;
    Value cache;       /* a dict of statements by their text, that used last at its end */
    int64_t cached;
    Value authorizer, progress, trace; /* or NULL */
    int progress_every, progress_left;
    double timeout;    /* seconds to wait for another's lock */
    int64_t busy_since;
} Connection;

typedef struct Statement { Obj head; Db *db; sqlite3_stmt *st; bool is_dml; } Statement;
typedef struct Cursor {
    Obj head;
    Value connection, description, row_factory, lastrowid, statement, casts /*a tuple or NULL*/;
    int64_t arraysize, rowcount;
    bool initialized, closed, locked;
} Cursor;
typedef struct Row { Obj head; Value data, description; } Row;
typedef struct Blob { Obj head; Value connection; Db *db; sqlite3_blob *blob; int64_t at; struct Blob *next; } Blob;

enum { E_ERROR, E_WARNING, E_INTERFACE, E_DATABASE, E_INTERNAL, E_OPERATIONAL, E_PROGRAMMING, E_INTEGRITY, E_DATA, E_NOTSUPPORTED, E_COUNT };
typedef struct SqliteState {
    Type *connection, *cursor, *row, *blob, *statement, *protocol;
    Value errors[E_COUNT], adapters, converters;
    bool tracebacks; /* enable_callback_tracebacks */
    bool base_adapted; /* there is an adapter of int, float, str or bytearray */
} SqliteState;
extern const ModuleDef sqlite_module;
extern const TypeDef sql_connection_def, sql_cursor_def, sql_row_def, sql_blob_def, sql_statement_def;
extern const NativeDef sql_hook_methods[];
static inline SqliteState *sqlite_state(VM *vm) { return module_state(vm, &sqlite_module); }
static inline Connection *as_connection(Ref v) { return (Connection *)BITS(v); }
static inline Cursor *as_cursor(Ref v) { return (Cursor *)BITS(v); }
static inline Statement *as_statement(Ref v) { return (Statement *)BITS(v); }
#define FN(name) static Value name(VM *vm, const Ref *args, int n, Ref kwnames)

/* ---- mod_sqlite_db.c ---- */
Db *db_new(VM *vm, sqlite3 *handle); /* takes the handle, also on failure */
static inline Db *db_retain(Db *db) { return db->refs++, db; }
void db_release(Db *db);
bool db_enter(VM *vm, Db *db);       /* before SQLite is called; false: raised */
bool db_enter_any(VM *vm, Db *db);   /* the same for what has outlived its connection */
void db_leave(VM *vm, Db *db);
void db_close(VM *vm, Db *db);
void db_doom(Db *db, int kind, void *what); /* done now, or when SQLite has returned */
Value sql_raise(VM *vm, int which, const char *fmt, ...); /* NULL */
Value sql_raise_db(VM *vm, sqlite3 *db);    /* what SQLite says has failed; NULL. An exception that is pending stays */
bool sql_text(VM *vm, Ref v, const char *what, const char **out, size_t *size); /* a str without null characters */

bool sql_buffer(VM *vm, Ref v, BufferView *view); /* bytes without gaps */

/* ---- mod_sqlite_statement.c ---- */
Value statement_new(VM *vm, Connection *c, Ref sql);
bool statement_bind(VM *vm, SqliteState *st, Statement *s, Ref parameters);
int statement_step(VM *vm, Statement *s); /* SQLite's answer */
void statement_reset(Statement *s);
bool sql_is_base(VM *vm, Ref type);
Value sql_adapt(VM *vm, SqliteState *st, Ref v, Ref protocol, Ref otherwise /*or NULL*/);

/* ---- mod_sqlite_connection.c ---- */
bool connection_check(VM *vm, Ref self);    /* opened, and by this thread */
bool connection_run(VM *vm, Connection *c, const char *sql); /* a statement without a result */
Value connection_statement(VM *vm, Ref self, Ref sql); /* out of its cache */

/* ---- mod_sqlite_hooks.c ---- */
void hooks_open(Connection *c);       /* busy waiting, and letting others run */

/* ---- mod_sqlite_blob.c ---- */
extern const NativeDef sql_blob_functions[]; /* of Connection */
void blobs_close(Db *db);
#endif
