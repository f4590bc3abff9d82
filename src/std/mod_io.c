/* mod_io.c: the module _io: its table and types, open(), and the standard streams. */
#include "mod_io.h"

#include <errno.h>
#include <unistd.h>

#include "std.h"

/* ---- open() ---- */

typedef struct Mode {
    bool create, read, write, append, plus, text, binary;
    char raw[5]; /* what FileIO is told */
} Mode;

static bool parse_mode(VM *vm, Ref mode, Mode *m)
{
    const char *s = mode ? str_utf8(vm, mode, NULL) : "r";
    if (!s) return false;
    memset(m, 0, sizeof *m);
    for (const char *p = s; *p; p++) {
        bool *flag = *p == 'x' ? &m->create : *p == 'r' ? &m->read : *p == 'w' ? &m->write : *p == 'a' ? &m->append : *p == '+' ? &m->plus :
                     *p == 't' ? &m->text : *p == 'b' ? &m->binary : NULL;
        if (!flag || *flag) return err_false(vm, EXC_ValueError, "invalid mode: '%s'", s);
        *flag = true;
    }
    int n = 0;
    if (m->create) m->raw[n++] = 'x';
    if (m->read) m->raw[n++] = 'r';
    if (m->write) m->raw[n++] = 'w';
    if (m->append) m->raw[n++] = 'a';
    if (n > 1 || (n == 0 && *s == 0) || n == 0) {
        if (m->text && m->binary) return err_false(vm, EXC_ValueError, "can't have text and binary mode at once");
        return err_false(vm, EXC_ValueError, n == 0 ? "Must have exactly one of create/read/write/append mode and at most one plus"
                                                    : "must have exactly one of create/read/write/append mode");
    }
    if (m->plus) m->raw[n++] = '+';
    if (m->text && m->binary) return err_false(vm, EXC_ValueError, "can't have text and binary mode at once");
    return true;
}

static bool warn_line_buffering(VM *vm)
{
    return err_warn(vm, EXC_RuntimeWarning, str_from_c(vm, "line buffering (buffering=1) isn't supported in binary mode, the default buffer size will be used"));
}

/* The layers over `raw` (taken), as the mode asks. */
static Value open_layers(VM *vm, IoState *s, Value raw, const Mode *m, Ref mode, int64_t buffering, const Ref *args)
{
    bool line = false;
    if (buffering == 1 || (buffering < 0 && !as_fileio(raw)->regular && isatty(as_fileio(raw)->fd))) {
        line = true;
        buffering = -1;
    }
    if (buffering < 0) buffering = as_fileio(raw)->blksize > 1 ? as_fileio(raw)->blksize : IO_BUFFER_SIZE;
    if (buffering == 0) {
        if (m->binary) return raw;
        err_raise(vm, EXC_ValueError, "can't have unbuffered text I/O");
        goto failed;
    }
    Type *type = m->plus ? s->random : m->create || m->write || m->append ? s->writer : s->reader;
    Value buffer = buffered_make(vm, type, raw, buffering);
    if (!buffer) goto failed;
    release(vm, raw);
    raw = buffer;
    if (m->binary) return raw;
    TextArgs a = {args[3], args[4], args[5], line, false};
    Value text = textio_make(vm, s->textio, buffer, &a), name = NULL;
    if (!text) goto failed;
    release(vm, raw);
    raw = text;
    if (!mode && !(name = str_from_c(vm, "r"))) goto failed;
    bool ok = obj_setattr(vm, text, NAME(mode), mode ? mode : (Ref)name);
    release(vm, name);
    if (ok) return text;
failed:;
    Value saved = err_take(vm), r = call_method(vm, raw, NAME(close), NULL, 0);
    if (!r) err_clear(vm);
    release(vm, r);
    release(vm, raw);
    err_put(vm, saved);
    return NULL;
}

static bool text_arg(VM *vm, Ref v, const char *name)
{
    return !v || is_none(v) || is_str(v) || err_false(vm, EXC_TypeError, "open() argument '%s' must be str or None, not %T", name, v);
}

/* file, mode, buffering, encoding, errors, newline, closefd, opener */
static Value fn_open(VM *vm, const Ref *args, int n, Ref kwnames)
{
    IoState *s = io_state(vm);
    Mode m;
    int64_t buffering = -1;
    if (!s) return NULL;
    if (args[1] && !is_str(args[1])) return err_raise(vm, EXC_TypeError, "open() argument 'mode' must be str, not %T", args[1]);
    if (args[2] && !num_index_i64(vm, args[2], &buffering)) return NULL;
    if (!text_arg(vm, args[3], "encoding") || !text_arg(vm, args[4], "errors") || !text_arg(vm, args[5], "newline")) return NULL;
    int closefd = args[6] ? op_truth(vm, args[6]) : 1;
    if (closefd < 0) return NULL;
    Value file = NULL;
    if (!is_int(args[0]) && !is_float_any(args[0]) && !is_str(args[0]) && !is_bytes(args[0])) {
        bool found;
        file = call_special(vm, args[0], NAME(__fspath__), NULL, 0, &found);
        if (!found) {
            if (type_of(vm, args[0])->s.to_index) file = num_index(vm, args[0]);
            else err_raise(vm, EXC_TypeError, "expected str, bytes or os.PathLike object, not %T", args[0]);
        }
        if (!file) return NULL;
        if (found && !is_str(file) && !is_bytes(file)) {
            err_raise(vm, EXC_TypeError, "expected %T.__fspath__() to return str or bytes, not %T", args[0], file);
            release(vm, file);
            return NULL;
        }
    } else file = retain(args[0]);
    Value raw = NULL, r = NULL;
    if (!parse_mode(vm, args[1], &m)) goto done;
    static const char *const names[] = {"encoding", "errors", "newline"};
    for (int i = 0; i < 3; i++)
        if (m.binary && args[3 + i] && !is_none(args[3 + i])) {
            static const char *const articles[] = {"an", "an", "a"};
            err_raise(vm, EXC_ValueError, "binary mode doesn't take %s %s argument", articles[i], names[i]);
            goto done;
        }
    if (m.binary && buffering == 1 && !warn_line_buffering(vm)) goto done;
    if (!m.binary && !text_newline_check(vm, args[5])) goto done;
    raw = fileio_new(vm, REF(s->fileio), NULL, 0, NULL);
    if (!raw || !fileio_open(vm, as_fileio(raw), file, m.raw, closefd, args[7])) goto done;
    r = open_layers(vm, s, raw, &m, args[1], buffering, args);
    raw = NULL;
done:
    release(vm, raw);
    release(vm, file);
    return r;
}

static Value fn_open_code(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Value mode = str_from_c(vm, "rb");
    Ref a[8] = {args[0], mode};
    Value r = mode ? fn_open(vm, a, 8, NULL) : NULL;
    release(vm, mode);
    return r;
}

bool io_tell_default_encoding(VM *vm, int64_t level)
{
    return !vm->flags.warn_default_encoding || err_warn_at(vm, EXC_EncodingWarning, str_from_c(vm, "'encoding' argument not specified"), level);
}

/* What stands for an encoding that was not said. */
static Value fn_text_encoding(VM *vm, const Ref *args, int n, Ref kwnames)
{
    if (!is_none(args[0])) return retain(args[0]);
    int64_t level = 2;
    if (args[1] && !num_index_i64(vm, args[1], &level)) return NULL;
    if (!io_tell_default_encoding(vm, level)) return NULL;
    return str_from_c(vm, vm->flags.utf8_mode ? "utf-8" : "locale");
}

static const NativeDef functions[] = {
    {"open", fn_open, "file, mode='r', buffering=-1, encoding=None, errors=None, newline=None, closefd=True, opener=None",
     "Open a file for text or, with 'b' in its mode, for bytes.", NATIVE_KW},
    {"open_code", fn_open_code, "path", "Open a file of source or bytecode, to read its bytes.", NATIVE_KW},
    {"text_encoding", fn_text_encoding, "encoding, stacklevel=2, /", "The encoding itself; what stands for None is 'locale', or 'utf-8' in UTF-8 mode.", 0},
    {0},
};

/* ---- the standard streams ---- */

static Value open_stream(VM *vm, IoState *s, int fd)
{
    static const char *const names[] = {"<stdin>", "<stdout>", "<stderr>"};
    if (lseek(fd, 0, SEEK_CUR) < 0 && errno == EBADF) return V_NONE;
    Value raw = fileio_new(vm, REF(s->fileio), NULL, 0, NULL), buffer = NULL, text = NULL;
    if (!raw || !fileio_open(vm, as_fileio(raw), make_small(fd), fd ? "w" : "r", false, NULL)) {
        release(vm, raw);
        if (!err_matches(vm, EXC_OSError)) return NULL;
        err_clear(vm); /* a folder, or nothing at all, as standard input */
        return V_NONE;
    }
    FileIO *f = as_fileio(raw);
    f->hooked = fd > 0;
    bool terminal = !f->regular && isatty(fd);
    const char *said = lang_flags_variable(&vm->flags, "PYTHONIOENCODING"); /* encoding:errors, both may be left out */
    size_t n = said ? strcspn(said, ":") : 0;
    Value name = str_from_c(vm, names[fd]), encoding = n ? str_from_utf8(vm, said, n) : str_from_c(vm, "utf-8"),
          errors = str_from_c(vm, fd == 2 ? "backslashreplace" : said && said[n] && said[n + 1] ? said + n + 1 : vm->flags.utf8_mode ? "surrogateescape" : "strict"), mode = str_from_c(vm, fd ? "w" : "r"), newline = str_from_c(vm, "\n");
    bool ok = name && encoding && errors && mode && newline && obj_setattr(vm, raw, NAME(name), name);
    bool at_once = fd && vm->flags.unbuffered;
    if (ok) buffer = at_once ? retain(raw) : buffered_make(vm, fd ? s->writer : s->reader, raw, IO_BUFFER_SIZE);
    TextArgs a = {encoding, errors, newline, fd == 2 || terminal || (fd == 1 && vm->hooks.write), at_once};
    if (buffer) text = textio_make(vm, s->textio, buffer, &a);
    if (text) as_textio(text)->direct = fd > 0 && vm->hooks.write;
    if (text && !obj_setattr(vm, text, NAME(mode), mode)) value_clear(vm, &text);
    release(vm, raw);
    release(vm, buffer);
    release(vm, name);
    release(vm, encoding);
    release(vm, errors);
    release(vm, mode);
    release(vm, newline);
    return text;
}

bool lib_open_streams(VM *vm, Ref sys_namespace)
{
    static const char *const names[] = {"stdin", "stdout", "stderr"};
    Value io = import_module(vm, "_io");
    Ref open = io ? dict_get_c(vm, REF(as_module(io)->dict), "open") : NULL;
    IoState *s = io ? as_module(io)->state : NULL;
    bool ok = open && dict_set_c(vm, REF(vm->builtins), "open", open);
    for (int i = 0; ok && i < 3; i++) {
        Value v = open_stream(vm, s, i);
        ok = v && dict_set_c(vm, sys_namespace, names[i], v);
        release(vm, v);
    }
    release(vm, io);
    return ok;
}

/* ---- the module ---- */

static bool add_type(VM *vm, Dict *ns, Type **slot, const TypeDef *def, Type *base)
{
    *slot = type_from_def(vm, def, base);
    return *slot && module_add_type(vm, ns, *slot);
}

static Value make_unsupported(VM *vm)
{
    Value name = str_intern_c(vm, "UnsupportedOperation"), module = str_from_c(vm, "io"), ns = dict_new(vm);
    Value bases = tuple_of(vm, 2, REF(vm->exc_types[EXC_OSError]), REF(vm->exc_types[EXC_ValueError])), cls = NULL;
    if (name && module && ns && bases && dict_set(vm, ns, NAME(__module__), module)) cls = type_make(vm, REF(CLASS(type)), name, bases, ns, NULL);
    release(vm, name);
    release(vm, module);
    release(vm, ns);
    release(vm, bases);
    return cls;
}

static bool init(VM *vm, Ref module, Dict *ns)
{
    IoState *s = as_module(module)->state;
    s->unsupported = make_unsupported(vm);
    return s->unsupported && dict_set_c(vm, REF(ns), "UnsupportedOperation", s->unsupported) &&
           add_type(vm, ns, &s->iobase, &iobase_def, NULL) && add_type(vm, ns, &s->rawiobase, &rawiobase_def, s->iobase) &&
           add_type(vm, ns, &s->bufferediobase, &bufferediobase_def, s->iobase) && add_type(vm, ns, &s->textiobase, &textiobase_def, s->iobase) &&
           add_type(vm, ns, &s->fileio, &fileio_def, s->rawiobase) && add_type(vm, ns, &s->reader, &reader_def, s->bufferediobase) &&
           add_type(vm, ns, &s->writer, &writer_def, s->bufferediobase) && add_type(vm, ns, &s->random, &random_def, s->bufferediobase) &&
           add_type(vm, ns, &s->rwpair, &rwpair_def, s->bufferediobase) && add_type(vm, ns, &s->textio, &textio_def, s->textiobase) &&
           type_add_methods(vm, s->textio, textio_read_methods) && add_type(vm, ns, &s->bytesio, &bytesio_def, s->bufferediobase) &&
           add_type(vm, ns, &s->stringio, &stringio_def, s->textiobase) &&
           add_type(vm, ns, &s->newline_decoder, &newline_decoder_def, NULL) &&
           dict_set_c(vm, REF(ns), "BlockingIOError", REF(vm->exc_types[EXC_BlockingIOError]));
}

static void done(VM *vm, void *state)
{
    IoState *s = state;
    Type *types[] = {s->newline_decoder, s->stringio, s->textio, s->bytesio, s->rwpair, s->random, s->writer, s->reader, s->fileio,
                     s->textiobase, s->bufferediobase, s->rawiobase, s->iobase};
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) release(vm, VAL(types[i]));
    release(vm, s->unsupported);
}

static const ModuleConst constants[] = {{"DEFAULT_BUFFER_SIZE", CONST_INT, IO_BUFFER_SIZE, 0, NULL}, {0}};

const ModuleDef io_module = {
    .name = "_io", .doc = "Streams: raw, buffered and text.", .functions = functions, .constants = constants, .init = init,
    .state_size = sizeof(IoState), .done = done};
