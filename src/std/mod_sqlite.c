/* mod_sqlite.c: the module _sqlite3, over SQLite 3, which is opened when the module is imported: its functions, constants, errors. */
#include "mod_sqlite.h"

Sqlite sqlite;
static const char *const names[] = {
#define SQLITE(ret, name, args) "sqlite3_" #name,
#include "sqlite.def"
#undef SQLITE
};
static LibTable table = {.library = "libsqlite3.so.0", .names = names, .functions = (void **)&sqlite, .count = sizeof names / sizeof *names};
_Static_assert(sizeof(Sqlite) == sizeof names / sizeof *names * sizeof(void *), "one pointer a function");

/* connect(database, ..., factory=Connection): whatever is given goes to the factory. */
FN(fn_connect)
{
    enum { FACTORY = 5 };
    SqliteState *st = sqlite_state(vm);
    if (!st) return NULL;
    Ref factory = n > FACTORY ? args[FACTORY] : REF(st->connection);
    for (int64_t i = 0; kwnames && i < as_tuple(kwnames)->len; i++)
        if (str_equal_c(as_tuple(kwnames)->items[i], "factory")) factory = args[n + i];
    return call(vm, factory, args, n, kwnames);
}

FN(fn_complete_statement)
{
    const char *text;
    return sql_text(vm, args[0], "complete_statement() argument 'statement'", &text, NULL) ? make_bool(S.complete(text)) : NO_VALUE;
}
FN(fn_enable_shared_cache)
{
    int on = op_truth(vm, args[0]);
    if (on < 0) return NULL;
    return S.enable_shared_cache(on) == SQLITE_OK ? V_NONE : sql_raise(vm, E_OPERATIONAL, "Changing the shared_cache flag failed");
}
FN(fn_enable_callback_tracebacks)
{
    SqliteState *st = sqlite_state(vm);
    int on = op_truth(vm, args[0]);
    if (!st || on < 0) return NULL;
    st->tracebacks = on;
    return V_NONE;
}
FN(fn_register_adapter)
{
    SqliteState *st = sqlite_state(vm);
    Value key = st ? tuple_of(vm, 2, args[0], REF(st->protocol)) : NULL;
    bool ok = key && dict_set(vm, st->adapters, key, args[1]);
    release(vm, key);
    if (ok && sql_is_base(vm, args[0])) st->base_adapted = true;
    return ok ? V_NONE : NO_VALUE;
}
FN(fn_register_converter)
{
    SqliteState *st = sqlite_state(vm);
    if (!st) return NULL;
    if (!is_str(args[0])) return err_raise(vm, EXC_TypeError, "register_converter() argument 1 must be str, not %T", args[0]);
    Value word = str_intern_c(vm, "upper"), key = word ? call_method(vm, args[0], word, NULL, 0) : NULL;
    bool ok = key && dict_set(vm, st->converters, key, args[1]);
    release(vm, word);
    release(vm, key);
    return ok ? V_NONE : NO_VALUE;
}
FN(fn_adapt)
{
    SqliteState *st = sqlite_state(vm);
    return st ? sql_adapt(vm, st, args[0], args[1] ? args[1] : REF(st->protocol), args[2]) : NULL;
}

static Value protocol_new(VM *vm, Ref type, const Ref *args, int n, Ref kwnames) { return VAL(obj_alloc(vm, as_type(type), as_type(type)->inst_size)); }
static const TypeDef protocol_def = {.name = "sqlite3.PrepareProtocol", .doc = "What __conform__ is asked for when a value is to become a parameter.", .kind = KIND_OPAQUE, .size = sizeof(Obj),
    .flags = TYPE_BASE | TYPE_IMMUTABLE, .s = {.new_ = protocol_new}};

static bool errors(VM *vm, SqliteState *s, Dict *ns)
{
    enum { EXCEPTION = -1 };
    static const struct { int which, base; const char *name; } rows[] = {
        {E_ERROR, EXCEPTION, "Error"}, {E_WARNING, EXCEPTION, "Warning"}, {E_INTERFACE, E_ERROR, "InterfaceError"}, {E_DATABASE, E_ERROR, "DatabaseError"}, {E_INTERNAL, E_DATABASE, "InternalError"},
        {E_OPERATIONAL, E_DATABASE, "OperationalError"}, {E_PROGRAMMING, E_DATABASE, "ProgrammingError"}, {E_INTEGRITY, E_DATABASE, "IntegrityError"}, {E_DATA, E_DATABASE, "DataError"},
        {E_NOTSUPPORTED, E_DATABASE, "NotSupportedError"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        Ref base = rows[i].base == EXCEPTION ? REF(vm->exc_types[EXC_Exception]) : (Ref)s->errors[rows[i].base];
        if (!(s->errors[rows[i].which] = lib_error_class(vm, "sqlite3", rows[i].name, NULL, base, NULL)) || !dict_set_c(vm, REF(ns), rows[i].name, s->errors[rows[i].which])) return false;
    }
    return true;
}
static bool types(VM *vm, SqliteState *s, Dict *ns)
{
    const struct { Type **slot; const TypeDef *def; bool shown; } rows[] = {
        {&s->connection, &sql_connection_def, true}, {&s->cursor, &sql_cursor_def, true}, {&s->row, &sql_row_def, true}, {&s->blob, &sql_blob_def, true},
        {&s->statement, &sql_statement_def, false}, {&s->protocol, &protocol_def, true}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (!(*rows[i].slot = type_from_def(vm, rows[i].def, NULL)) || (rows[i].shown && !module_add_type(vm, ns, *rows[i].slot))) return false;
    return type_add_methods(vm, s->connection, sql_hook_methods) && type_add_methods(vm, s->connection, sql_blob_functions);
}

static bool init(VM *vm, Ref module, Dict *ns)
{
    SqliteState *s = as_module(module)->state;
    const char *missing = lib_table(&table);
    if (missing) return err_false(vm, EXC_ImportError, "databases are SQLite 3's, and %s is not here (libsqlite3.so.0)", missing);
    if (S.initialize() != SQLITE_OK) return err_no_memory(vm), false;
    static const int levels[] = {0, 3, 1}; /* DB-API's threadsafety by SQLite's */
    return types(vm, s, ns) && errors(vm, s, ns) && (s->adapters = dict_new(vm)) && (s->converters = dict_new(vm)) && dict_set_c(vm, REF(ns), "adapters", s->adapters) &&
           dict_set_c(vm, REF(ns), "converters", s->converters) && module_add(vm, ns, "sqlite_version", str_from_c(vm, S.libversion())) &&
           module_add(vm, ns, "threadsafety", make_small(levels[S.threadsafe() % 3]));
}
static void done(VM *vm, void *state)
{
    SqliteState *s = state;
    Type *const all[] = {s->connection, s->cursor, s->row, s->blob, s->statement, s->protocol};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) release(vm, VAL(all[i]));
    for (int i = 0; i < E_COUNT; i++) release(vm, s->errors[i]);
    release(vm, s->adapters);
    release(vm, s->converters);
}

static const NativeDef functions[] = {
    {"connect", fn_connect, "database, timeout=5.0, detect_types=0, isolation_level='', check_same_thread=True, factory=ConnectionType, cached_statements=128, uri=False", "Open a database: a file, or ':memory:'.", NATIVE_RAW},
    {"complete_statement", fn_complete_statement, "statement", "Does the text end a statement?", NATIVE_KW},
    {"enable_shared_cache", fn_enable_shared_cache, "do_enable", "May connections share what they have read?", NATIVE_KW},
    {"enable_callback_tracebacks", fn_enable_callback_tracebacks, "enable, /", "Are exceptions of callbacks printed?", 0},
    {"register_adapter", fn_register_adapter, "type, adapter, /", "What makes a parameter of values of a type.", 0},
    {"register_converter", fn_register_converter, "typename, converter, /", "What makes a value of what stands in a column of a type.", 0},
    {"adapt", fn_adapt, "obj, proto=PrepareProtocolType, alt=<unrepresentable>, /", "The value as a parameter.", 0},
    {0},
};
#define C(name, value) {#name, CONST_INT, value, 0, NULL},
static const ModuleConst constants[] = {
    C(PARSE_DECLTYPES, PARSE_DECLTYPES) C(PARSE_COLNAMES, PARSE_COLNAMES)
#include "mod_sqlite.def"
    {"version", CONST_STR, 0, 0, "2.6.0"},
    {0}};
#undef C
const ModuleDef sqlite_module = {.name = "_sqlite3", .doc = "Databases in files, by SQLite.", .functions = functions, .constants = constants, .init = init,
    .state_size = sizeof(SqliteState), .done = done, .noticed = module_is_noticed};
