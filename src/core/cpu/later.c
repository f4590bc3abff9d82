/* later.c: jobs of the CPU's queue: making them, looking after those that are done (later.h). */
#include "later.h"

#include <string.h>

#include "core/failure.h"
#include "dnn.h"
#include "core/ledger.h"

enum { WORTH_THREADS = 1 << 15, MOST_SHARE = 8 }; /* what nobody but jobs holds may fill an eighth of the machine's memory */

typedef struct Job Job;
struct Job {
    Job *next;
    uint64_t event;
    uint32_t site;
    const Op *op;
    Work *work;             /* the fusion's, or packed: then work_bytes */
    size_t work_bytes;
    Fusion *fusion;
    Threads *threads;
    unsigned float_mode;    /* of the thread that gave it */
    bool ok;                /* these three: the worker's answer */
    uint64_t began, ended;  /* ticks */
    Failure *failure;       /* room for one */
    uint64_t rows[LEDGER_PUT_OFF];
    int row_count;
    int room, count, writes; /* for storages; how many; the first of these are written to */
    size_t bytes;           /* of what it writes */
    Storage *storages[];
};

struct Later {
    Queue *queue;
    Threads *threads;
    int threads_wanted;     /* when `threads` was opened; 0: not yet */
    Dnn *dnn;               /* the worker's own */
    Job *first, *last;      /* queued, or done and not yet looked after */
    size_t bytes;           /* that their jobs write */
    Fusion *spare;
};

static size_t job_bytes(int count) { return sizeof(Job) + sizeof(Storage *) * (size_t)count; }

Later *later_open(Core *c)
{
    Later *l = core_alloc(c, sizeof *l);
    if (!l) return NULL;
    memset(l, 0, sizeof *l);
    l->queue = queue_open(c);
    if (l->queue) return l;
    core_free(c, l, sizeof *l);
    return NULL;
}

bool later_idle(Later *l) { return queue_idle(l->queue); }
void later_cancel(Later *l) { queue_cancel(l->queue); }
Queue *later_queue(Later *l) { return l->queue; }

Fusion *later_spare(Later *l)
{
    Fusion *f = l->spare;
    l->spare = NULL;
    return f;
}

void later_noted(Later *l, uint64_t row)
{
    Job *j = l->last;
    if (j && j->row_count < LEDGER_PUT_OFF) j->rows[j->row_count++] = row;
}

/* ---- the worker ---- */
static void run_job(void *data)
{
    Job *j = data;
    threads_set_float_mode(j->float_mode);
    j->began = ledger_ticks();
    j->ok = j->fusion ? fuse_compute(j->fusion, j->threads) : cpu_work(j->work);
    j->ended = ledger_ticks();
}

/* ---- making jobs ---- */
static Job *job_new(Core *c, int room)
{
    Job *j = core_alloc(c, job_bytes(room));
    if (!j) return NULL;
    memset(j, 0, sizeof *j);
    j->room = room;
    j->ok = true;
    j->site = c->site;
    j->float_mode = threads_float_mode();
    j->failure = failure_new(c);
    if (j->failure) return j;
    core_free(c, j, job_bytes(room));
    return NULL;
}

static void job_free(Core *c, Job *j)
{
    if (j->failure) failure_drop(c, j->failure);
    if (j->work_bytes) core_free(c, j->work, j->work_bytes);
    core_free(c, j, job_bytes(j->room));
}

static void hold(Job *j, Storage *s, bool written)
{
    bool queued = (s->waits & WAITS_QUEUED) != 0;
    s->holds = queued ? s->holds + 1 : 1;
    s->waits |= written ? WAITS_QUEUED_WRITE : WAITS_QUEUED_READ;
    if (written) s->write_event = j->event;
    else s->read_event = j->event;
    j->storages[j->count++] = s;
    if (written) j->writes++, j->bytes += s->size;
}

static Threads *threads_for(Later *l, int64_t size, int wanted)
{
    if (size < WORTH_THREADS) return NULL;
    if (l->threads_wanted != wanted && queue_idle(l->queue)) {
        threads_close(l->threads);
        l->threads = threads_open(wanted - 1);
        l->threads_wanted = wanted;
    }
    return l->threads;
}

static void reap(Core *c, Later *l);

/* What only jobs hold is not to fill the memory: the program waits for some of them. */
static bool make_room(Core *c, Later *l)
{
    size_t most = c->cpu.info.memory / MOST_SHARE;
    while (l->bytes > most) {
        size_t bytes = 0;
        for (const Job *j = l->first; j; j = j->next)
            for (int i = 0; i < j->writes; i++)
                if (j->storages[i]->refs == j->storages[i]->holds) bytes += j->storages[i]->size;
        if (bytes <= most || !l->first) return true;
        if (!queue_wait(c, l->queue, l->first->event)) return false;
        reap(c, l);
    }
    return true;
}

static bool put(Core *c, Later *l, Job *j)
{
    Entry e = {.kind = ENTRY_JOB, .site = j->site, .work = j->work, .job = run_job, .to = j};
    j->event = queue_last(l->queue) + 1;
    if (!queue_put(c, l->queue, &e)) return false;
    j->next = NULL;
    if (l->last) l->last->next = j;
    else l->first = j;
    l->last = j;
    return true;
}

bool later_call(Core *c, Later *l, Call *call, int threads)
{
    reap(c, l);
    if (!make_room(c, l)) return false;
    int room = call->in_count + call->out_count;
    Job *j = job_new(c, room);
    if (!j) return false;
    j->site = call->site;
    j->op = call->op;
    j->work = cpu_pack_call(call, 0, &j->work_bytes);
    if (!j->work) {
        j->work_bytes = 0;
        job_free(c, j);
        return false;
    }
    if (!l->dnn) l->dnn = dnn_open();
    j->work->dnn = l->dnn;
    j->threads = j->work->threads = threads_for(l, call_elements(call), threads);
    if (!put(c, l, j)) {
        job_free(c, j);
        return false;
    }
    for (int i = 0; i < call->out_count; i++) storage_retain(call->out[i]->storage), hold(j, call->out[i]->storage, true);
    for (int i = 0; i < call->in_count; i++)
        if (call->in[i].tensor) storage_retain(call->in[i].tensor->storage), hold(j, call->in[i].tensor->storage, false);
    l->bytes += j->bytes;
    return true;
}

bool later_fusion(Core *c, Later *l, Fusion *f, int threads)
{
    reap(c, l);
    if (!make_room(c, l)) return false;
    int room = fuse_storages(f, NULL, NULL);
    Job *j = job_new(c, room);
    if (!j) return false;
    j->fusion = f;
    j->work = fuse_prepare(c, f);
    j->threads = threads_for(l, WORTH_THREADS, threads);
    j->row_count = ledger_put_off(c, j->rows);
    if (!put(c, l, j)) {
        job_free(c, j);
        return false;
    }
    Storage *held[FUSE_STORAGES];
    int writes;
    fuse_storages(f, held, &writes);
    for (int i = 0; i < room; i++) { /* the hold that the program had becomes the job's */
        held[i]->waits &= (uint8_t)~WAITS_FUSED;
        hold(j, held[i], i < writes);
    }
    l->bytes += j->bytes;
    return true;
}

/* ---- looking after what is done ---- */
static Failure *failure_of_job(Core *c, Job *j)
{
    Failure *f = NULL;
    for (int i = 0; !f && i < j->count; i++) f = failure_of(c, j->storages[i]);
    if (f || j->ok) return f;
    const Work *w = j->work;
    f = j->failure;
    j->failure = NULL;
    f->kind = w->error ? w->error : CE_DEVICE_FAULT;
    f->site = j->site;
    f->op = j->op;
    memcpy(f->numbers, w->numbers_wrong, sizeof f->numbers);
    memcpy(f->text, w->text, sizeof f->text);
    failure_keep(c, f);
    return f;
}

static void let_go(Core *c, const Job *j, Storage *s)
{
    if (s->waits & WAITS_QUEUED_WRITE && s->write_event <= j->event) s->waits &= (uint8_t)~WAITS_QUEUED_WRITE;
    if (s->waits & WAITS_QUEUED_READ && s->read_event <= j->event) s->waits &= (uint8_t)~WAITS_QUEUED_READ;
    s->holds--;
    storage_release(c, s);
}

static void finish(Core *c, Later *l, Job *j)
{
    ledger_ran(c, j->rows, j->row_count, j->began, j->ended);
    if (j->fusion && j->ok) fuse_spread_failures(c, j->fusion); /* each result has its own operands' */
    else {
        Failure *f = failure_of_job(c, j);
        for (int i = 0; f && i < j->writes; i++) failure_mark(c, j->storages[i], f);
    }
    l->bytes -= j->bytes;
    for (int i = 0; i < j->count; i++) let_go(c, j, j->storages[i]);
    if (j->fusion && l->spare) fuse_close(c, l->spare);
    if (j->fusion) fuse_emptied(l->spare = j->fusion);
    job_free(c, j);
}

static void reap(Core *c, Later *l)
{
    while (l->first && queue_reached(l->queue, l->first->event)) {
        Job *j = l->first;
        l->first = j->next;
        if (!l->first) l->last = NULL;
        finish(c, l, j);
    }
}

bool later_wait(Core *c, Later *l, Device *d, uint64_t event)
{
    if (!event) event = queue_last(l->queue);
    if (!queue_reached(l->queue, event)) {
        double start = c->ledger ? ledger_now(c) : 0;
        if (!queue_wait(c, l->queue, event)) return false;
        if (c->ledger) ledger_waited(c, d, start, ledger_now(c));
    }
    reap(c, l);
    return true;
}

void later_close(Core *c, Later *l)
{
    if (!l) return;
    queue_wait(c, l->queue, queue_last(l->queue));
    reap(c, l);
    queue_close(c, l->queue);
    threads_close(l->threads);
    dnn_close(l->dnn);
    fuse_close(c, l->spare);
    core_free(c, l, sizeof *l);
}

void later_forget(Core *c, Later *l)
{
    reap(c, l);
    dnn_close(l->dnn);
    fuse_close(c, l->spare);
    core_free(c, l, sizeof *l);
}
