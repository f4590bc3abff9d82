/* lapack_call.c: the library and its threads; calls of its routines, long ones on a thread that may be left alone. */
#include <dlfcn.h>
#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "lapack_impl.h"

/* ---- the library: the process's, as its threads are ---- */
enum { MOST = 16000 };            /* rows and columns of a square: four times its elements still are a number of 32 bits; of what is narrow as many */
static const double SHORT = 5e8; /* operations: some 40 ms of the slowest decomposition */
enum { LOOK_NS = 5000000 };       /* how often who waits asks whether to stop */

static struct Library {
    LapackRoutine *routines[LAPACK_NAMES][4];
    void (*set_num_threads)(int);
    bool ready;
    pthread_mutex_t lock; /* of the number of its threads */
    int threads;
} library = {.lock = PTHREAD_MUTEX_INITIALIZER};
static atomic_int threads_wanted;
static _Thread_local int said;

static void open_library(void)
{
    static const char *const names[LAPACK_NAMES][4] = {
#define ROUTINE(name, real, complex) {"s" #real "_", "d" #real "_", "c" #complex "_", "z" #complex "_"},
#include "lapack.def"
#undef ROUTINE
    };
    const char *asked = getenv("PERCH_LAPACK");
    if (asked && !strcmp(asked, "0")) return;
    void *at = dlopen(asked && *asked ? asked : "libopenblas.so.0", RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    if (!at || !(*(void **)(void *)&library.set_num_threads = dlsym(at, "openblas_set_num_threads"))) return;
    for (int i = 0; i < LAPACK_NAMES; i++)
        for (int k = 0; k < 4; k++)
            if (!(*(void **)(void *)&library.routines[i][k] = dlsym(at, names[i][k]))) return;
    library.ready = true;
}
bool lapack_serves(int64_t rows, int64_t columns)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    if (rows > INT32_MAX / 4 || columns > INT32_MAX / 4 || rows * columns > (int64_t)MOST * MOST || rows * columns == 0) return false;
    pthread_once(&once, open_library);
    return library.ready;
}
int lapack_said(void) { return said; }
void lapack_threads(int n) { atomic_store(&threads_wanted, n); }
static void agree_on_threads(void)
{
    int n = atomic_load(&threads_wanted);
    pthread_mutex_lock(&library.lock);
    if (n > 0 && n != library.threads) library.set_num_threads(library.threads = n);
    pthread_mutex_unlock(&library.lock);
}

/* ---- arguments ---- */
size_t lapack_size(LapackKind kind) { return kind == LAPACK_S ? 4 : kind == LAPACK_Z ? 16 : 8; }
size_t lapack_real_size(LapackKind kind) { return kind == LAPACK_S || kind == LAPACK_C ? 4 : 8; }
static size_t size_of(const Call *c, char type) { return type == 'i' ? sizeof(int32_t) : type == 'r' ? lapack_real_size(c->kind) : lapack_size(c->kind); }

void put_letter(Call *c, char letter)
{
    c->letters[c->letters_used] = letter;
    c->args[c->used++] = &c->letters[c->letters_used++];
}
void put_number(Call *c, int64_t n)
{
    c->numbers[c->used] = (int32_t)n;
    c->args[c->used] = &c->numbers[c->used];
    c->used++;
}
void put_array(Call *c, const void *at, int64_t count, char type, bool out)
{
    c->args[c->used] = (void *)at;
    c->held[c->used] = size_of(c, type) * (size_t)count;
    c->out[c->used++] = out;
}
void put_asked(Call *c, char type, bool counted)
{
    c->spaces[c->spaces_used++] = (Space){.arg = c->used++, .type = type, .asked = true, .count_arg = counted ? c->used : 0};
    if (counted) put_number(c, -1);
}
void put_space(Call *c, char type, int64_t count) { c->spaces[c->spaces_used++] = (Space){.arg = c->used++, .type = type, .bytes = size_of(c, type) * (size_t)(count > 1 ? count : 1)}; }

/* ---- calls ---- */
static size_t lined(size_t bytes) { return (bytes + 63) & ~(size_t)63; } /* whole lines of the cache */
static void call_now(const Call *c)
{
    void *const *a = c->args;
    library.routines[c->name][c->kind](a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8], a[9], a[10], a[11], a[12], a[13], a[14], a[15], a[16], a[17]);
}
/* A call that has been copied: what pointed into the one points into the other. */
static void point_home(Call *c, const Call *was)
{
    for (int i = 0; i < c->used; i++) {
        const char *at = c->args[i];
        if (at >= (const char *)was && at < (const char *)(was + 1)) c->args[i] = (char *)c + (at - (const char *)was);
    }
}
/* How large the spaces are to be */
static bool ask_sizes(Call *c)
{
    double answers[LAPACK_SPACES][2] = {0};
    bool any = false;
    for (int i = 0; i < c->spaces_used; i++) {
        c->args[c->spaces[i].arg] = answers[i];
        any |= c->spaces[i].asked;
    }
    if (!any) return true;
    call_now(c);
    for (int i = 0; i < c->spaces_used; i++) {
        Space *s = &c->spaces[i];
        if (!s->asked) continue;
        float single;
        int32_t whole;
        memcpy(&single, answers[i], sizeof single);
        memcpy(&whole, answers[i], sizeof whole);
        bool is_single = s->type != 'i' && lapack_real_size(c->kind) == 4;
        int64_t count = s->type == 'i' ? whole : is_single ? (int64_t)nextafterf(single, INFINITY) : (int64_t)answers[i][0]; /* (a float may have been rounded down) */
        if (count < 1) count = 1;
        s->bytes = size_of(c, s->type) * (size_t)count;
        if (s->count_arg) c->numbers[s->count_arg] = (int32_t)count;
    }
    return c->info == 0;
}

typedef struct Beside { /* a call on a thread of its own, over copies that are its own too */
    Call call;
    pthread_mutex_t lock;
    pthread_cond_t done_sign;
    bool done, left; /* left: nobody waits, so who is last frees */
    char room[];
} Beside;
static void beside_free(Beside *b)
{
    pthread_mutex_destroy(&b->lock);
    pthread_cond_destroy(&b->done_sign);
    free(b);
}
static void *beside_main(void *data)
{
    Beside *b = data;
    call_now(&b->call);
    pthread_mutex_lock(&b->lock);
    b->done = true;
    bool left = b->left;
    pthread_cond_signal(&b->done_sign);
    pthread_mutex_unlock(&b->lock);
    if (left) beside_free(b);
    return NULL;
}
static bool start_thread(Beside *b)
{
    pthread_t thread;
    pthread_attr_t attr;
    sigset_t all, before;
    if (pthread_attr_init(&attr)) return false;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before); /* signals are the others' */
    bool started = !pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED) && !pthread_create(&thread, &attr, beside_main, b);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&attr);
    return started;
}
/* false: told to stop; the thread goes on and frees what it has */
static bool wait_for(const DenseHost *host, Beside *b)
{
    pthread_mutex_lock(&b->lock);
    while (!b->done) {
        struct timespec until;
        clock_gettime(CLOCK_MONOTONIC, &until);
        until.tv_nsec += LOOK_NS;
        if (until.tv_nsec >= 1000000000) until.tv_nsec -= 1000000000, until.tv_sec++;
        if (pthread_cond_timedwait(&b->done_sign, &b->lock, &until) != ETIMEDOUT) continue;
        pthread_mutex_unlock(&b->lock);
        bool stop = host->stop(host->data);
        pthread_mutex_lock(&b->lock);
        if (stop && !b->done) {
            b->left = true;
            pthread_mutex_unlock(&b->lock);
            return false;
        }
        if (stop) break;
    }
    bool done = b->done;
    pthread_mutex_unlock(&b->lock);
    return done;
}
static bool beside_new(const Call *c, size_t bytes, Beside **made)
{
    Beside *b = *made = malloc(sizeof *b + bytes);
    pthread_condattr_t clock;
    if (!b || pthread_condattr_init(&clock)) return free(b), false;
    pthread_condattr_setclock(&clock, CLOCK_MONOTONIC);
    pthread_cond_init(&b->done_sign, &clock);
    pthread_condattr_destroy(&clock);
    pthread_mutex_init(&b->lock, NULL);
    b->done = b->left = false;
    b->call = *c;
    point_home(&b->call, c);
    return true;
}
static Solved call_beside(const DenseHost *host, Call *c)
{
    size_t bytes = 64;
    for (int i = 0; i < c->used; i++) bytes += lined(c->held[i]);
    void *counted = host->take(host->data, bytes); /* whether there may be so much; the thread's own memory is the system's */
    Beside *b;
    if (!counted) return STOPPED;
    if (!beside_new(c, bytes, &b)) return host->give(host->data, counted, bytes), call_now(c), SOLVED;
    char *at = b->room + (-(uintptr_t)b->room & 63);
    for (int i = 0; i < c->used; at += lined(c->held[i]), i++)
        if (c->held[i]) b->call.args[i] = memcpy(at, c->args[i], c->held[i]);
    Solved result = SOLVED;
    if (!start_thread(b)) call_now(&b->call);
    else if (!wait_for(host, b)) result = STOPPED;
    host->give(host->data, counted, bytes);
    if (result == STOPPED) return result;
    for (int i = 0; i < c->used; i++)
        if (c->held[i] && c->out[i]) memcpy(c->args[i], b->call.args[i], c->held[i]);
    c->info = b->call.info;
    beside_free(b);
    return result;
}

Solved lapack_run(const DenseHost *host, Call *c, double work)
{
    c->info = 0;
    c->args[c->used++] = &c->info;
    for (int i = 0; i < c->letters_used; i++) c->args[c->used + i] = (void *)1; /* a letter's length */
    agree_on_threads();
    if (!ask_sizes(c)) return UNSOLVED;
    size_t bytes = 64;
    for (int i = 0; i < c->spaces_used; i++) bytes += lined(c->spaces[i].bytes);
    char *room = host->take(host->data, bytes), *at = room + (-(uintptr_t)room & 63);
    if (!room) return STOPPED;
    for (int i = 0; i < c->spaces_used; i++) {
        const Space *s = &c->spaces[i];
        c->args[s->arg] = at;
        c->held[s->arg] = s->bytes;
        at += lined(s->bytes);
    }
    Solved result = SOLVED;
    if (work < SHORT) call_now(c);
    else result = call_beside(host, c);
    host->give(host->data, room, bytes);
    said = c->info;
    return result != SOLVED ? result : c->info ? UNSOLVED
                                               : SOLVED;
}
