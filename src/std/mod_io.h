/* mod_io.h: what the files of the module _io share: the layouts of its streams, and the calls that go from one layer to the next
 * without a look-up when both are the module's own. Each file mod_io_*.c owns one class or family. */
#ifndef PERCH_LIB_MOD_IO_H
#define PERCH_LIB_MOD_IO_H

#include "lang/object/args.h"
#include "lang/object/thread.h"
#include "lang/object/vm.h"

enum { IO_BUFFER_SIZE = 8192 };

typedef struct IoState {
    Type *iobase, *rawiobase, *bufferediobase, *textiobase;
    Type *fileio, *reader, *writer, *random, *rwpair, *bytesio, *textio, *stringio, *newline_decoder;
    Value unsupported; /* the class UnsupportedOperation */
} IoState;
extern const ModuleDef io_module;
static inline IoState *io_state(VM *vm) { return module_state(vm, &io_module); }

/* ---- mod_io.c ---- */
bool io_tell_default_encoding(VM *vm, int64_t level); /* -X warn_default_encoding: the program said none, `level` calls up; false: it became an error */

/* ---- mod_io_base.c ---- */
extern const TypeDef iobase_def, rawiobase_def, bufferediobase_def, textiobase_def;
Value io_unsupported(VM *vm, const char *what);       /* raises UnsupportedOperation(what) */
bool io_closed_error(VM *vm, const char *text);       /* raises ValueError(text), false */
bool io_size(VM *vm, Ref v, int64_t *out);            /* a size argument: absent or None is -1 */
bool io_finalize(VM *vm, Obj *o);                     /* first thing in a dealloc: close(); false: brought back to life */
int io_truth_of(VM *vm, Ref o, Ref method);           /* truth of o.method() */
int io_is_closed(VM *vm, Ref o);                      /* truth of o.closed */
bool io_own_flush(VM *vm, Ref o);                     /* is its flush() another than its class's in C? */
void io_tell_unclosed(VM *vm, Ref layer, Ref source); /* layer._dealloc_warn(source): the file under it warns, if it is open */
Value io_self(VM *vm, Ref o);
Value io_enter(VM *vm, const Ref *args, int n, Ref kwnames);
bool io_closed_check(VM *vm, Ref o);                  /* raises when o.closed */
bool io_wait(VM *vm, int fd, short events);           /* until the descriptor is ready; false: interrupted, raised */

/* The attribute `_finalizing` of a stream with such a field: its end sets it before close(). */
#define IO_FINALIZING(Stream)                                                                          \
    static Value get_finalizing(VM *vm, Ref o) { return make_bool(((Stream *)BITS(o))->finalizing); }  \
    static bool set_finalizing(VM *vm, Ref o, Ref v)                                                    \
    {                                                                                                   \
        int yes = v ? op_truth(vm, v) : err_false(vm, EXC_TypeError, "can't delete numeric/char attribute"); \
        if (yes > 0 || (v && !yes)) ((Stream *)BITS(o))->finalizing = yes > 0;                          \
        return v && yes >= 0;                                                                           \
    }

/* ---- mod_io_file.c ---- */
typedef struct FileIO {
    Obj head;
    int fd; /* -1: closed */
    bool readable, writable, appending, created, closefd;
    bool finalizing;  /* nobody closed it: it is closed since it dies */
    bool hooked;      /* stdout or stderr: writes go to the front's hook if there is one */
    bool regular;     /* a file on a disk: reads never wait */
    int8_t seekable;  /* -1: not known yet */
    int64_t blksize;
} FileIO;
extern const TypeDef fileio_def;
static inline FileIO *as_fileio(Ref v) { return (FileIO *)BITS(v); }
enum { IO_RAISED = -1, IO_WOULD_BLOCK = -2 };
int64_t file_read(VM *vm, FileIO *f, void *to, int64_t n);
int64_t file_write(VM *vm, FileIO *f, const void *from, int64_t n);
int64_t file_seek(VM *vm, FileIO *f, int64_t to, int whence);
int file_seekable(VM *vm, FileIO *f);
Value file_read_all(VM *vm, FileIO *f, const void *before, int64_t nbefore); /* bytes: before, then the rest of the file */
bool file_close(VM *vm, FileIO *f);
Value fileio_new(VM *vm, Ref cls, const Ref *args, int n, Ref kwnames);
bool fileio_open(VM *vm, FileIO *f, Ref file, const char *mode, bool closefd, Ref opener);
const char *file_mode(const FileIO *f);

/* ---- mod_io_buffered.c ---- */
typedef struct Buffered {
    Obj head;
    Value raw;          /* NULL: never initialised, or detached */
    FileIO *file;       /* raw, when it is exactly a FileIO */
    bool detached, readable, writable, random, finalizing;
    bool busy;          /* raw is being called by the thread `caller` */
    uint64_t caller;
    unsigned char *buf;
    int64_t size;
    int64_t pos, end;   /* reading: buf[pos..end) was read from raw and not yet given out */
    int64_t pending;    /* writing: buf[0..pending) is not yet written; never with end > 0 at once */
} Buffered;
extern const TypeDef reader_def, writer_def, random_def, rwpair_def;
static inline Buffered *as_buffered(Ref v) { return (Buffered *)BITS(v); }
Value buffered_make(VM *vm, Type *type, Ref raw, int64_t size);
bool buffered_usable(VM *vm, Buffered *b, const char *verb); /* "verb closed file" otherwise */
bool buffered_flush(VM *vm, Buffered *b);
bool buffered_write(VM *vm, Buffered *b, const void *p, int64_t n);
int64_t buffered_read1(VM *vm, Buffered *b, const unsigned char **p, int64_t want); /* lends what is there; 0: end */
Value buffered_read_all(VM *vm, Buffered *b);
bool buffered_tell(VM *vm, Buffered *b, int64_t *at); /* what raw says may be any number */
bool buffered_seek(VM *vm, Buffered *b, int64_t to, int whence, int64_t *at);
bool buffered_close(VM *vm, Buffered *b);

/* ---- mod_io_bytes.c, mod_io_string.c, mod_io_newline.c ---- */
extern const TypeDef bytesio_def, stringio_def, newline_decoder_def;
/* \r\n and \r become \n; *seen collects IO_SEEN_*. Takes text, owned result. */
enum { IO_SEEN_CR = 1, IO_SEEN_LF = 2, IO_SEEN_CRLF = 4 };
Value io_translate(VM *vm, Value text, int *seen, bool translate);
Value io_newlines(VM *vm, int seen); /* the attribute `newlines` */

/* ---- mod_io_text.c, mod_io_textread.c ---- */
typedef enum { ENC_UTF8, ENC_UTF8_SIG, ENC_BYTE, ENC_UTF16, ENC_UTF32, ENC_WHOLE } EncKind;
typedef struct TextIO {
    Obj head;
    Value buffer;         /* NULL: never initialised, or detached */
    Buffered *fast;       /* buffer, when it is exactly one of the module's own */
    Value encoding, errors;
    Value newline;        /* the argument: a str, or None */
    EncKind kind;
    int8_t order;         /* UTF-16, -32: -1 little, 1 big, 0 not known yet (a mark is expected or to be written) */
    bool marked;          /* the encoding puts a mark at the start of a stream */
    bool mark_done;       /* writing: it is there */
    bool readable, writable, detached, finalizing, line_buffering, write_through, seekable, telling, has_read1;
    bool direct;          /* every text written goes to the front at once, the ends of lines or not */
    bool universal, translate;   /* reading */
    const char *write_nl; /* what \n becomes; NULL: stays */
    int seen;             /* IO_SEEN_* */
    int64_t chunk_size;
    char *out;            /* encoded, not yet written to buffer */
    size_t nout, out_cap;
    Value decoded;        /* read and decoded: characters from `used` on are still to be given out; NULL: none */
    int64_t used;
    unsigned char *snap;  /* the bytes that `decoded` came from, then those not decoded yet */
    int64_t nsnap, snap_cap, ndecoded;
} TextIO;
extern const TypeDef textio_def;
static inline TextIO *as_textio(Ref v) { return (TextIO *)BITS(v); }
typedef struct TextArgs { Ref encoding, errors, newline; bool line_buffering, write_through; } TextArgs;
Value textio_make(VM *vm, Type *type, Ref buffer, const TextArgs *a);
bool text_usable(VM *vm, TextIO *t);
Value text_call(VM *vm, TextIO *t, Ref name, const Ref *args, int n); /* the buffer's method */
bool text_write_out(VM *vm, TextIO *t);   /* the encoded bytes go to buffer */
Value text_encode(VM *vm, TextIO *t, Ref str);
void text_forget(VM *vm, TextIO *t);      /* drop what was decoded ahead */
bool text_newline_check(VM *vm, Ref v);   /* None or one of the five */
void text_set_newline(TextIO *t);
extern const NativeDef textio_read_methods[];
Value text_next(VM *vm, Ref o);

bool io_encoding_kind(VM *vm, const char *name, EncKind *kind, int8_t *order, bool *marked); /* false: LookupError */
#endif
