/* mod_posix.h: what the files of the module posix share (and other modules that take paths or wait). */
#ifndef PERCH_LIB_MOD_POSIX_H
#define PERCH_LIB_MOD_POSIX_H

#include <sys/types.h>

#include "lang/types/structseq.h"
#include "lang/object/vm.h"

typedef struct PosixState { Value stat_result, terminal_size, uname_result, times_result, statvfs_result, waitid_result, sched_param, dir_entry, scan; } PosixState;
extern const ModuleDef posix_module;

/* A path argument: str, bytes, an object with __fspath__; a descriptor where that is allowed. `given` is what errors show. */
typedef struct PathArg { Value bytes, held; Ref given; int fd; } PathArg; /* bytes NULL: by fd */
enum { PATH_FD = 1, PATH_NONE = 2 /* None: the current folder */ };
bool path_arg(VM *vm, const char *fn, const char *arg, Ref v, int flags, PathArg *out);
void path_done(VM *vm, PathArg *p);
static inline const char *path_c(const PathArg *p) { return (const char *)((Bytes *)BITS(p->bytes))->data; }
Value path_fspath(VM *vm, Ref v);       /* os.fspath */
Value path_text(VM *vm, const char *s); /* from the system, a str */
Value path_error(VM *vm, PathArg *p);   /* raises errno's OSError with the path, gives it back */
bool int_arg(VM *vm, Ref v, int *out);  /* "an integer is required"-like errors and the range of a C int */
bool posix_id_arg(VM *vm, const char *what, Ref v, uint32_t *out); /* a user or a group; -1: none */
bool lib_fd(VM *vm, Ref v, int *fd);     /* a descriptor: an int, or an object's fileno() */
bool lib_nap(VM *vm, double seconds);   /* sleep; false: interrupted, raised */
int64_t lib_clock(void);                /* ns that only grow */
/* poll(2) until lib_clock is `until` (-1: for ever), in steps, so that interrupts and signals' handlers run meanwhile. How many are ready; LIB_ERRNO: errno
 * says what failed; LIB_RAISED. live: NULL, or where p->fd comes from: when that changes the wait is over (1), with the new one in p->fd. */
enum { LIB_ERRNO = -1, LIB_RAISED = -2 };
struct pollfd;
int lib_poll(VM *vm, struct pollfd *p, size_t n, int64_t until, const int *live);
int lib_step(int64_t until);            /* the next step of a wait, in ms */
/* waitpid that looks at the interrupt flag; -1: raised (errno's exception). */
pid_t lib_wait(VM *vm, pid_t pid, int *status, int options);
/* A sequence of str, bytes or paths as a C array for exec; both values are to be kept alive meanwhile. */
char **lib_argv(VM *vm, Ref seq, const char *what, Value *keep_items, Value *keep_array);
char **lib_envp(VM *vm, Ref mapping, Value *keep_items, Value *keep_array);

extern const NativeDef posix_file_functions[], posix_fd_functions[], posix_process_functions[], posix_dir_functions[], posix_conf_functions[], posix_user_functions[],
    posix_sched_functions[], posix_move_functions[], posix_xattr_functions[], posix_spawn_functions[];
bool posix_dir_open(VM *vm, PosixState *s, Dict *ns); /* the classes, dicts and the like that files of posix have besides functions */
bool posix_conf_open(VM *vm, Dict *ns);
bool posix_sched_open(VM *vm, PosixState *s, Dict *ns);
struct sched_param;
bool sched_param_arg(VM *vm, Ref v, struct sched_param *out);
struct rusage;
Value resource_usage(VM *vm, const struct rusage *u);
Value posix_stat_value(VM *vm, const void *st);
void signal_pretend(VM *vm, int sig); /* mod_signal.c: as if it had come to the process */
bool posix_fork_before(VM *vm);           /* what register_at_fork() was given, and core; false: raised */
void posix_fork_after(VM *vm, bool child);
/* mod_imp.c: the import lock. A fork holds it, so that no other thread's is left locked in the child. */
bool import_lock_take(VM *vm);            /* false: raised */
bool import_lock_give(VM *vm);
void import_lock_forked(VM *vm);          /* in the child: the lock is that of the thread which is left */

#endif
