/* err.h: raising. One exception is pending in a VM at most (vm->error); every function that fails raises it and returns
 * its failure value (NULL, false, -1), which callers pass up untouched.
 *
 * err_raise formats like printf, with:  %s C string (UTF-8)  %c code point  %d int  %ld long  %lld int64_t  %zu size_t  %u %x %g %%
 *   %R repr(Ref)   %S str(Ref)   %T the name of the Ref's type   %U a Ref that is a str, as it is   %N a Type*'s name
 *   %.200s limits as printf does. (%A: ascii(Ref))
 */
#ifndef PERCH_LANG_ERR_H
#define PERCH_LANG_ERR_H

#include "obj.h"

typedef enum {
#define EXC(name, base, layout, doc) EXC_##name,
#include "exceptions.def"
    EXC_COUNT
} ExcId;

/* All of these return their failure value so that `return err_raise(...)` reads well. */
Value err_raise(VM *vm, ExcId id, const char *fmt, ...);
bool err_false(VM *vm, ExcId id, const char *fmt, ...);
int err_minus(VM *vm, ExcId id, const char *fmt, ...); /* -1 */
Value err_raise_v(VM *vm, ExcId id, const char *fmt, __builtin_va_list ap);
Value err_raise_value(VM *vm, ExcId id, Ref arg);      /* raise X(arg): KeyError(key), StopIteration(value) */
void err_pend(VM *vm, Value exception /*taken*/); /* pending as it is: what is being handled does not become its context */
Value err_raise_obj(VM *vm, Value exception /*taken*/); /* raise an instance that exists */
Value err_no_memory(VM *vm);                            /* raises the preallocated MemoryError */
Value err_errno(VM *vm, int errnum, Ref filename /*or NULL*/); /* OSError's right subclass */
Value err_type_name(VM *vm, Ref name, Ref obj);         /* AttributeError "'X' object has no attribute 'name'" with .name and .obj */
void err_tell_absent(VM *vm, Ref obj, Ref name);        /* the pending AttributeError says that the original has the name, where it does (err_absent.c) */
Value err_name(VM *vm, Ref name);                       /* NameError "name 'x' is not defined" with .name */

static inline bool err_occurred(VM *vm);                /* vm_impl.h */
bool err_matches(VM *vm, ExcId id);                     /* is the pending one of this class? */
bool err_is(VM *vm, Ref exception, ExcId id);           /* is this instance? */
void err_clear(VM *vm);                                 /* (an interrupt of the person's is not lost: it comes again) */
Value err_interrupt(VM *vm);                             /* KeyboardInterrupt, because the person wants it */
bool err_call_again(VM *vm, Ref exception);             /* the exception is dropped: if it was such an interrupt (true), that comes again */
Value err_take(VM *vm);                                 /* the pending exception, owned; nothing pending after */
void err_put(VM *vm, Value exception /*taken, may be NULL*/); /* pending again, as it was */
/* During cleanup that may itself raise: Value e = err_take(vm); ...; err_put(vm, e). */
void err_from(VM *vm, Value cause /*taken, may be NULL*/); /* the pending one is raised from it */
void err_chain(VM *vm, Value earlier /*taken*/);        /* earlier becomes the pending one's __context__ */
bool err_warn(VM *vm, ExcId category, Value text /*taken, may be NULL*/); /* warnings.warn(); false: it became an error */
bool err_warn_at(VM *vm, ExcId category, Value text /*taken, may be NULL*/, int64_t level); /* the same, told of the frame `level` calls up; 1: the one that runs */
/* From a finalizer: what is dying was never closed. Nothing is pending after it. */
void err_warn_unclosed(VM *vm, Value text /*taken, may be NULL*/, Ref source);
void err_unraisable(VM *vm, Ref where);                 /* "Exception ignored in: ..." to stderr; clears */
void err_unraisable_in(VM *vm, const char *what, Ref where); /* the same with other words before the colon (NULL: these) */
/* A C loop that may run long calls this every thousand steps or so: false = KeyboardInterrupt (or a signal handler's
 * exception) was raised. Cheap. */
bool vm_poll(VM *vm);
/* C recursion: enter returns false and raises RecursionError (what: " while calling a Python object"...) when too deep. */
bool rec_enter(VM *vm, const char *what);
void rec_leave(VM *vm);
/* The same for what CPython does not count (hashes, iterators in iterators): the C stack alone is the limit. Nothing to leave. */
static inline bool rec_room(VM *vm);                    /* vm.h */
bool rec_no_room(VM *vm);                               /* its slow half: raises, false */

#endif
