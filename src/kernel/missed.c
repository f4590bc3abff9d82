/* missed.c: what was said on iopub while nobody listened, and a little of what was heard, for who comes later: bounded, the oldest goes first. It is
 * never sent again by itself: the magic %missed and the comm target perch.missed ask for it, and tell under their own request whose output it was. */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "kernel_impl.h"

enum { MOST_BYTES = 2 << 20, MOST_HEARD = 256 << 10, MOST_ONE = 512 << 10, MOST_RECORDS = 4096 };

typedef struct Record {
    struct Record *next;
    char type[24];
    char *parent, *content; /* JSON */
    size_t size;
    double time;
    bool heard;
} Record;

typedef struct Missed {
    int listeners;
    Record *first, **end;
    size_t bytes, heard_bytes;
    int count;
    long lost; /* records that were missed and are gone */
} Missed;

bool missed_open(Kernel *k)
{
    k->missed = calloc(1, sizeof *k->missed);
    if (k->missed) k->missed->end = &k->missed->first;
    return k->missed != NULL;
}

static void record_free(Record *r)
{
    free(r->parent);
    free(r->content);
    free(r);
}

void missed_close(Kernel *k)
{
    Missed *d = k->missed;
    for (Record *r = d ? d->first : NULL, *next; r; r = next) {
        next = r->next;
        record_free(r);
    }
    free(d);
}

/* The rest with the lock held. */
static void take_out(Missed *d, Record **at)
{
    Record *r = *at;
    *at = r->next;
    if (!r->next) d->end = at;
    d->bytes -= r->size;
    if (r->heard) d->heard_bytes -= r->size;
    d->count--;
    record_free(r);
}

/* The input of a cell stays as long as an output of it: it says whose that is. */
static bool is_needed(const Record *r)
{
    if (strcmp(r->type, "execute_input")) return false;
    for (const Record *later = r->next; later; later = later->next)
        if (!strcmp(later->parent, r->parent)) return true;
    return false;
}

/* The oldest that was heard; any: else the oldest. */
static bool drop_one(Missed *d, bool any)
{
    for (int missed = 0; missed <= any; missed++)
        for (Record **at = &d->first; *at; at = &(*at)->next) {
            if ((!missed && !(*at)->heard) || is_needed(*at)) continue;
            d->lost += missed;
            take_out(d, at);
            return true;
        }
    return false;
}

static void drop_old(Missed *d)
{
    while (d->heard_bytes > MOST_HEARD && drop_one(d, false)) {}
    while ((d->bytes > MOST_BYTES || d->count > MOST_RECORDS) && drop_one(d, true)) {}
}

void missed_listener(Kernel *k, bool more)
{
    pthread_mutex_lock(&k->lock);
    if (more || k->missed->listeners) k->missed->listeners += more ? 1 : -1;
    pthread_mutex_unlock(&k->lock);
}

static bool is_kept(const char *type)
{
    static const char *const kept[] = {"execute_input", "stream", "execute_result", "display_data", "update_display_data", "error"};
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++)
        if (!strcmp(kept[i], type)) return true;
    return false;
}

/* clear_output: what that request has shown is gone. */
static void clear(Missed *d, const Frame *parent)
{
    for (Record **at = &d->first; *at;) {
        const Record *r = *at;
        if (strcmp(r->type, "execute_input") && !strcmp(r->parent, parent->data)) take_out(d, at);
        else at = &(*at)->next;
    }
}

void missed_keep(Kernel *k, const Outgoing *o)
{
    Missed *d = k->missed;
    const Frame *parent = &o->frames.items[o->first + 2], *content = &o->frames.items[o->first + 4];
    bool clears = !strcmp(o->type, "clear_output");
    if (!clears && !is_kept(o->type)) return;
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    Record *r = clears || parent->size + content->size > MOST_ONE ? NULL : calloc(1, sizeof *r);
    if (r) {
        memcpy(r->type, o->type, sizeof r->type);
        r->parent = strdup(parent->data);
        r->content = strdup(content->data);
        r->size = sizeof *r + parent->size + content->size;
        r->time = (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
        if (!r->parent || !r->content) {
            record_free(r);
            r = NULL;
        }
    }
    pthread_mutex_lock(&k->lock);
    if (clears) clear(d, parent);
    else if (!r && !d->listeners) d->lost++;
    if (r) {
        r->heard = d->listeners > 0;
        *d->end = r;
        d->end = &r->next;
        d->bytes += r->size;
        if (r->heard) d->heard_bytes += r->size;
        d->count++;
        drop_old(d);
    }
    pthread_mutex_unlock(&k->lock);
}

static json_t *row(const Record *r)
{
    json_t *header = json_loads(r->parent, 0, NULL), *content = json_loads(r->content, JSON_ALLOW_NUL, NULL), *id = json_object_get(header, "msg_id");
    json_t *j = json_pack("{sssosfsbso}", "type", r->type, "content", content ? content : json_object(), "time", r->time, "heard", r->heard, "parent", id ? json_incref(id) : json_null());
    json_decref(header);
    return j;
}

char *missed_take(Kernel *k, bool all)
{
    Missed *d = k->missed;
    json_t *rows = json_array();
    sockets_settle(k); /* what was said is out */
    pthread_mutex_lock(&k->lock);
    for (Record *r = d->first; r; r = r->next) {
        json_array_append_new(rows, row(r));
        if (!all && !r->heard) {
            r->heard = true;
            d->heard_bytes += r->size;
        }
    }
    long lost = d->lost;
    if (!all) d->lost = 0;
    drop_old(d);
    pthread_mutex_unlock(&k->lock);
    json_t *answer = json_pack("{sosI}", "records", rows, "lost", (json_int_t)lost);
    char *text = answer ? json_dumps(answer, JSON_COMPACT) : NULL;
    json_decref(answer);
    return text;
}
