/* core.h: one Core is a world of devices, tensors, gradients and random numbers; several may live in one process and share nothing.
 *
 * A Core is used by one thread at a time (its workers run kernels alone). Opening is cheap: devices open at first use. */
#ifndef PERCH_CORE_CORE_H
#define PERCH_CORE_CORE_H

#include "device.h"
#include "error.h"
#include "op.h"
#include "tensor.h"

typedef struct CoreMemory { /* the embedder's allocation hook: counts, limits, fails on demand */
    void *(*alloc)(void *data, size_t n); /* NULL: no */
    void (*free)(void *data, void *p, size_t n);
    void *data;
} CoreMemory;

enum { CORE_LIBRARIES = 3 };
typedef struct CoreConfig {
    const char *gpus;      /* auto|none|cuda|sim[:N[,mem=16G][,model=t4|v100|a100|h200][,link=pcie3|pcie4|nvlink]]; NULL: PERCH_GPUS, else auto */
    const char *visible;   /* CUDA_VISIBLE_DEVICES as it was at first use is read by core; this overrides it (tests); NULL: the environment */
    bool model_clock;      /* --clock=model */
    int threads;           /* for CPU kernels; 0: as many as cores */
    int64_t fuse_from;     /* elementwise calls on the CPU of so many elements wait for one another and run as one pass; 0: PERCH_FUSE, else the usual; < 0: none */
    int64_t later_from;    /* calls of MXNet's accent on the CPU of so many operations and bytes are queued and done behind the program's back; 0: PERCH_LATER, else the usual; < 0: none */
    bool fast_conv;        /* convolutions on the CPU by the fastest sums, whatever their order: a training's later numbers are then not the originals', whose sums are oneDNN's */
    uint64_t seed;
    CoreMemory memory;     /* zeroed: malloc */
    const char *const *words[CORE_LIBRARIES]; /* by library (accent_library): its sentences (said.h), or NULL */
    bool (*interrupted)(void *data); /* polled in long loops, on the Core's thread; true: the call fails with CE_INTERRUPTED */
    void *interrupted_data;
    uint32_t (*asks)(void *data); /* the site of the line that runs now: what the host reads, writes and waits for is booked there; on the Core's thread; NULL: where the last call was */
    void *asks_data;
    /* May so many bytes more of the host's memory be taken (tensors', scratch; from any thread)? false: CE_HOST_MEMORY or the accent's out of memory. NULL: yes. */
    bool (*reserve)(void *data, size_t bytes);
    void (*unreserve)(void *data, size_t bytes);
    void *reserve_data;
    size_t keep_idle;      /* so many bytes that the CPU's tensors gave back are kept for the next ones: they count as taken; 0: the usual */
} CoreConfig;
static inline bool core_reserve(const CoreConfig *host, size_t bytes) { return !host || !host->reserve || host->reserve(host->reserve_data, bytes); }
static inline void core_unreserve(const CoreConfig *host, size_t bytes)
{
    if (host && host->reserve) host->unreserve(host->reserve_data, bytes);
}

Core *core_open(const CoreConfig *config); /* NULL: no memory */
size_t core_close(Core *c);                /* waits, frees; the bytes still live in tensors (0 is right) */
/* Is a --gpus text well formed, and are the cards there that it asks for? said: what it asks for ("8 simulated A100 GPUs of 16 GB", "no GPU"; "" for auto), or the sentence why it is not. */
bool core_check_spec(const char *gpus, char *said, size_t n);
bool core_reads_spec(const char *gpus);    /* is it well said, whether or not the cards that it names are there? */

/* Modes, as the bindings set them */
typedef struct CoreMode {
    bool grad[ACCENT_COUNT]; /* results of ops of this accent remember how they were made (torch: but under no_grad; mxnet: in record()) */
    bool training;    /* dropout, batch norm */
    bool dry;         /* nothing runs but NumPy's calls, and no value can be read; memory is taken, so that peaks and errors are the allocator's */
    bool dry_zeros;   /* where a value is wanted in a dry run it is 0, instead of CE_NEEDS_VALUE */
} CoreMode;
CoreMode *core_mode(Core *c);
uint32_t core_site(Core *c);               /* of the call under way */
void core_set_site(Core *c, uint32_t site);
Accent core_accent(Core *c);
void core_set_accent(Core *c, Accent a);
DType core_default_dtype(Core *c);         /* torch.set_default_dtype */
void core_set_default_dtype(Core *c, DType d);
void core_set_place(Core *c, Device *d);   /* where the next call runs, when it has no operand that says (creation, random numbers); then the CPU again */

void core_set_owner(Core *c, void *owner); /* whatever the embedder wants to find again */
void *core_owner(const Core *c);

bool core_flush_denormal(bool on); /* the calling thread, and CPU kernels that it starts, take floats too small to be normal as 0; false: not on this CPU */

/* Memory of the core's own small things */
void *core_alloc(Core *c, size_t n);       /* NULL with CE_HOST_MEMORY */
void core_free(Core *c, void *p, size_t n);
uint64_t core_dry_reads(Core *c);          /* values that were wanted in dry runs */

/* Long loops ask now and then; true: stop, CE_INTERRUPTED is recorded */
bool core_interrupted(Core *c);

/* What readers of calls see; all optional. Called on the Core's thread, after infer and before run. */
typedef struct CoreWatch {
    void (*call)(void *data, const Call *call);
    void (*copy)(void *data, Device *to, Device *from, size_t bytes, uint32_t site);
    void *data;
} CoreWatch;
void core_watch(Core *c, const CoreWatch *watch); /* NULL: nobody */

/* What looks for a program's silent mistakes. Called on the Core's thread; both slots or none. */
typedef struct CoreHabits {
    void (*moved)(void *data, const Tensor *from, Device *to, uint32_t site); /* a copy was asked for and made, to another device or where it was */
    void (*read)(void *data, const Tensor *t);                               /* one element of a GPU's comes to the host */
    void *data;
} CoreHabits;
void core_habits(Core *c, const CoreHabits *habits); /* NULL: nobody */
bool core_clock_is_model(const Core *c);             /* --clock=model */
void core_host_waits(Core *c, bool waits);           /* copies to a GPU, until the next word: the host goes on when they are done (CUDA's from pageable memory) */
int core_threads(const Core *c);                     /* how many threads the CPU's kernels may use, the caller's among them */
void core_set_threads(Core *c, int n);               /* n >= 1 */
bool core_at_work(Core *c);                          /* has it threads that may be at work, or GPUs that were used? Then a process closes it before it ends */
bool core_gpus_begun(const Core *c);                 /* has a GPU been used? From then on no forked child can use one (as a CUDA context) */
void core_begin_gpus(Core *c);
/* In the child that fork() made, before anything else: the workers' threads are not there. Kernels of the CPU run on the caller's thread alone (core_set_threads
 * opens others), and a GPU that the parent has used is out of reach: CE_FORKED. */
void core_after_fork(Core *c);
bool core_before_fork(Core *c); /* before that: no work is under way on the CPU. false: interrupted, recorded */
void core_renew_gpus(Core *c); /* behind that: other GPUs in their stead, as a child that was started anew would see them */
bool core_gpus_known(const Core *c);                 /* was it looked which GPUs there are? */
void core_forget_gpus(Core *c);                       /* it was looked for a sentence alone: simulated ones that nobody has used are counted anew when they are asked for, by the environment of then */

#endif
