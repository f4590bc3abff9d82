/* blocks.c: the caching allocator of a device: large segments from the driver, cut into blocks.
 *
 * The rules are those that PyTorch's users know from memory_allocated and memory_reserved: sizes are rounded to a granule (512 bytes on a
 * GPU); up to 1 MiB comes out of segments of 2 MiB, up to 10 MiB out of segments of 20 MiB, more has a segment of its own; neighbours
 * that are free join. Nothing is read or written on the device: marks lie on the host. Free blocks hang in lists by size class
 * with a bitmap, so that finding one takes a few instructions. Small CPU blocks come from the core's pools without a mark.
 */
#include <string.h>
#include <sys/mman.h>

#include "bundle.h"
#include "core_impl.h"
#include "replay_graph.h"

enum { CLASS_SPLIT = 4, CLASSES = 48 * CLASS_SPLIT, MIB = 1 << 20, POOL_BYTES = POOL_CLASSES * POOL_STEP };

struct Block {
    char *at;
    size_t size;
    Block *before, *after;          /* neighbours in the segment */
    Block *free_before, *free_after; /* in the list of its class */
    BlockPool *home;                /* NULL: the device's cache */
    bool used, small, planned;      /* planned: of BlockPool.plan */
    bool untouched; /* when it was taken nobody had written to it since the system gave it: zeros */
};

typedef struct Pool {
    Block *lists[CLASSES];
    uint64_t filled[CLASSES / 64];
} Pool;

struct BlockPool {
    Pool pools[2];
    Device *device;
    int holders;
    size_t segments; /* of the driver's that still lie here; with none and no holder the pool goes */
    size_t bytes;    /* of all that it took */
    Block *plan;     /* what a graph's work has taken here, one after the other: given out again at the same places, over blocks that are free (block_pool_planned) */
    int plan_count, plan_room, planned; /* planned: how many of these are in use */
    size_t planned_bytes;
    BlockPool *next;
};

struct BlockCache {
    Pool pools[2];   /* small, large */
    BlockPool *others; /* graphs' */
    size_t granule;
    size_t idle;     /* bytes in free blocks */
    size_t keep;     /* the host's: more than this is given back; 0: KEEP_IDLE */
    size_t given;    /* bytes that were given back so and not asked for again since */
};

static int class_of(size_t size)
{
    int top = 63 - __builtin_clzll(size);
    int part = top >= 2 ? (int)(size >> (top - 2) & 3) : 0;
    return top * CLASS_SPLIT + part < CLASSES ? top * CLASS_SPLIT + part : CLASSES - 1;
}

static void list_put(Pool *p, Block *b)
{
    int class = class_of(b->size);
    b->free_before = NULL;
    b->free_after = p->lists[class];
    if (b->free_after) b->free_after->free_before = b;
    p->lists[class] = b;
    p->filled[class / 64] |= 1ull << class % 64;
}

static void list_take(Pool *p, Block *b)
{
    int class = class_of(b->size);
    if (b->free_after) b->free_after->free_before = b->free_before;
    if (b->free_before) b->free_before->free_after = b->free_after;
    else if (!(p->lists[class] = b->free_after)) p->filled[class / 64] &= ~(1ull << class % 64);
}

static Pool *pool_of(Device *d, const BlockPool *home, bool small) { return (Pool *)(home ? home->pools : d->cache->pools) + !small; }

/* The smallest class that holds one large enough; in the wanted class itself the best fit. */
static Block *find_free(Pool *p, size_t size)
{
    int class = class_of(size);
    Block *best = NULL;
    for (Block *b = p->lists[class]; b; b = b->free_after)
        if (b->size >= size && (!best || b->size < best->size)) {
            best = b;
            if (b->size == size) break;
        }
    if (best) return best;
    for (int word = (class + 1) / 64, bit = (class + 1) % 64; word < CLASSES / 64; word++, bit = 0) {
        uint64_t later = p->filled[word] & (~0ull << bit);
        if (later) {
            for (Block *b = p->lists[word * 64 + __builtin_ctzll(later)]; b; b = b->free_after)
                if (!best || b->size < best->size) best = b;
            return best;
        }
    }
    return NULL;
}

static bool cache_open(Device *d)
{
    d->cache = core_alloc(d->core, sizeof *d->cache);
    if (!d->cache) return false;
    memset(d->cache, 0, sizeof *d->cache);
    d->cache->granule = d->kind == DEVICE_CPU ? 64 : 512;
    return true;
}

/* In a dry run nobody looks at a tensor's bytes, and its process may not ask a card for any: a segment there is addresses alone. */
static bool only_addresses(const Device *d) { return d->core->mode.dry && d->kind == DEVICE_GPU && !d->info.simulated; }

static void *segment_take(Device *d, size_t size)
{
    if (!only_addresses(d)) return d->driver->alloc(d, size);
    if (d->memory.reserved + size > d->info.memory) return NULL;
    void *at = mmap(NULL, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return at == MAP_FAILED ? NULL : at;
}

static void segment_give(Device *d, void *at, size_t size)
{
    bundles_lose(d, at, size);
    if (!only_addresses(d)) d->driver->free(d, at, size);
}

/* Gives whole free segments back to the driver. */
void device_cache_empty(Device *d)
{
    if (!d->cache || d->captures) return;
    if (d->kind == DEVICE_GPU) d->driver->wait(d); /* work still queued may use what is freed here; on the CPU it would hold it */
    for (int i = 0; i < 2; i++)
        for (int class = 0; class < CLASSES; class++)
            for (Block *b = d->cache->pools[i].lists[class], *next; b; b = next) {
                next = b->free_after;
                if (b->before || b->after) continue;
                list_take(&d->cache->pools[i], b);
                d->memory.reserved -= b->size;
                d->cache->idle -= b->size;
                segment_give(d, b->at, b->size);
                core_free(d->core, b, sizeof *b);
            }
}

void device_cache_close(Device *d)
{
    if (!d->cache) return;
    device_cache_empty(d);
    core_free(d->core, d->cache, sizeof *d->cache);
    d->cache = NULL;
}

size_t device_room(Device *d)
{
    const MemoryStats *m = &d->memory;
    size_t most = m->limit && m->limit < d->info.memory ? m->limit : d->info.memory, left = most > m->reserved ? most - m->reserved : 0;
    size_t there = d->driver->room ? d->driver->room(d) : left;
    return there < left ? there : left;
}

/* The host's memory is shared with other programs: what is large and idle goes back. But what a loop takes again at each of its steps stays (the system would clear
 * it page by page each time), up to a part of the machine's memory. */
enum { KEEP_IDLE = 512 * MIB, KEEP_PART = 8 };

static void give_idle_back(Device *d)
{
    BlockCache *c = d->cache;
    size_t asked = d->core->config.keep_idle, keep = asked ? asked : c->keep ? c->keep : KEEP_IDLE, before = c->idle;
    if (before <= keep) return;
    device_cache_empty(d);
    c->given = asked ? 0 : before - c->idle;
}

static void taken_again(Device *d, size_t size)
{
    BlockCache *c = d->cache;
    size_t again = size < c->given ? size : c->given, most = d->info.memory / KEEP_PART, keep = (c->keep ? c->keep : KEEP_IDLE) + again;
    if (!again) return;
    if (most < KEEP_IDLE) most = KEEP_IDLE;
    c->given -= again;
    c->keep = keep > most ? most : keep;
}

static bool out_of_memory(Device *d, size_t bytes)
{
    MemoryStats *m = &d->memory;
    m->failures++;
    size_t total = d->info.memory, free_bytes = device_room(d);
    core_fail(d->core, CE_OUT_OF_MEMORY, "%s is out of memory: %zu bytes asked, %zu of %zu in use", d->info.name, bytes, m->allocated, total);
    CoreError *e = &d->core->error;
    int64_t facts[] = {(int64_t)bytes, (int64_t)total, (int64_t)m->allocated, (int64_t)free_bytes, (int64_t)m->reserved, d->kind == DEVICE_CPU ? -1 : d->index};
    memcpy(e->numbers, facts, sizeof facts);
    return false;
}

static Block *new_segment(Device *d, size_t rounded, bool small)
{
    size_t size = small ? 2 * MIB : rounded < 10 * MIB && d->kind == DEVICE_GPU ? 20 * MIB : (rounded + 2 * MIB - 1) / (2 * MIB) * (2 * MIB);
    Block *b = core_alloc(d->core, sizeof *b);
    if (!b) return NULL;
    for (int attempt = 0; attempt < 2; attempt++) {
        bool fits = !d->memory.limit || d->memory.reserved + size <= d->memory.limit;
        char *at = fits ? segment_take(d, size) : NULL;
        if (at) {
            *b = (Block){.at = at, .size = size, .small = small, .untouched = d->kind == DEVICE_CPU, .home = d->pool};
            if (d->pool) d->pool->segments++, d->pool->bytes += size;
            d->memory.reserved += size;
            if (d->memory.reserved > d->memory.reserved_peak) d->memory.reserved_peak = d->memory.reserved;
            d->cache->idle += size;
            list_put(pool_of(d, b->home, small), b);
            taken_again(d, size);
            return b;
        }
        if (attempt == 0) {
            d->memory.retries++;
            if (d->captures) break; /* (what lies in the cache may be wanted by work that no wait can wait for now) */
            replay_graphs_yield(d);
            bundles_yield(d);
            if (d->stale || (d->kind == DEVICE_CPU && !d->driver->idle(d))) device_settle(d); /* work that was put off or queued gives back what only it needs */
            device_cache_empty(d);
        }
    }
    core_free(d->core, b, sizeof *b);
    return NULL;
}

void *device_alloc(Device *d, size_t bytes, Block **block)
{
    *block = NULL;
    if (d->kind == DEVICE_CPU && bytes <= POOL_BYTES) { /* the commonest and smallest */
        void *at = core_alloc(d->core, bytes);
        if (at) {
            d->core->live -= bytes; /* counted here instead */
            device_count(d, bytes);
        }
        return at;
    }
    if (d->kind == DEVICE_GPU) {
        if (!core_gpu_here(d, true)) return NULL;
        d->core->gpus_begun = true;
    }
    if (!d->cache && !cache_open(d)) return NULL;
    if (bytes > SIZE_MAX / 2 || (d->info.memory && bytes > d->info.memory)) {
        d->memory.retries++;
        out_of_memory(d, bytes);
        return NULL;
    }
    size_t rounded = (bytes + d->cache->granule - 1) / d->cache->granule * d->cache->granule;
    bool small = rounded <= MIB;
    Pool *p = pool_of(d, d->pool, small);
    Block *b = find_free(p, rounded);
    if (!b && !(b = new_segment(d, rounded, small))) {
        if (d->core->error.kind == CORE_OK) out_of_memory(d, bytes);
        return NULL;
    }
    list_take(p, b);
    size_t rest = b->size - rounded;
    if (small ? rest >= d->cache->granule : rest > MIB) {
        Block *tail = core_alloc(d->core, sizeof *tail);
        if (tail) { /* without memory for the mark the block just stays whole */
            *tail = (Block){.at = b->at + rounded, .size = rest, .before = b, .after = b->after, .small = small, .untouched = b->untouched, .home = b->home};
            if (b->after) b->after->before = tail;
            b->after = tail;
            b->size = rounded;
            list_put(p, tail);
        } else
            core_error_clear(d->core);
    }
    b->used = true;
    d->cache->idle -= b->size;
    device_count(d, b->size);
    *block = b;
    return b->at;
}

static Block *join(Device *d, Pool *p, Block *first, Block *second)
{
    (void)p;
    first->size += second->size;
    first->untouched &= second->untouched;
    first->after = second->after;
    if (first->after) first->after->before = first;
    core_free(d->core, second, sizeof *second);
    return first;
}

/* ---- pools of graphs ---- */
BlockPool *block_pool_new(Device *d)
{
    if (!d->cache && !cache_open(d)) return NULL;
    BlockPool *p = core_alloc(d->core, sizeof *p);
    if (!p) return NULL;
    memset(p, 0, sizeof *p);
    p->device = d;
    p->holders = 1;
    p->next = d->cache->others;
    return d->cache->others = p;
}

static void pool_close(BlockPool *p)
{
    BlockPool **at = &p->device->cache->others;
    while (*at != p) at = &(*at)->next;
    *at = p->next;
    if (p->plan) core_free(p->device->core, p->plan, sizeof *p->plan * (size_t)p->plan_room);
    core_free(p->device->core, p, sizeof *p);
}

/* A whole segment that is free becomes the cache's. true: that was the last, and the pool is gone */
static bool send_home(BlockPool *p, Block *b)
{
    b->home = NULL;
    list_put(pool_of(p->device, NULL, b->small), b);
    if (--p->segments || p->holders) return false;
    pool_close(p);
    return true;
}

void block_pool_hold(BlockPool *p) { p->holders++; }
bool block_in_pool(const Block *b, const BlockPool *p) { return b && b->home == p; }
size_t block_pool_bytes(const BlockPool *p) { return p->bytes; }

bool block_pool_plan(BlockPool *p, const Block *b)
{
    if (p->plan_count == p->plan_room) {
        int room = p->plan_room ? 2 * p->plan_room : 64;
        Block *more = core_alloc(p->device->core, sizeof *more * (size_t)room);
        if (!more) return false;
        if (p->plan) memcpy(more, p->plan, sizeof *more * (size_t)p->plan_count), core_free(p->device->core, p->plan, sizeof *more * (size_t)p->plan_room);
        p->plan = more;
        p->plan_room = room;
    }
    p->plan[p->plan_count++] = (Block){.at = b->at, .size = b->size, .home = p, .small = b->small, .planned = true};
    return true;
}

bool block_pool_idle(const BlockPool *p) { return !p->planned; }
void *block_pool_place(const BlockPool *p, int i) { return p->plan[i].at; }

void *block_pool_planned(BlockPool *p, int i, size_t bytes, Block **block)
{
    Device *d = p->device;
    if (i >= p->plan_count || p->plan[i].used || bytes > p->plan[i].size) return NULL;
    Block *b = *block = &p->plan[i];
    b->used = true;
    p->holders++;
    p->planned++;
    p->planned_bytes += b->size;
    d->cache->idle -= b->size;
    device_count(d, b->size);
    return b->at;
}

static void planned_free(Block *b)
{
    BlockPool *p = b->home;
    b->used = false;
    p->planned--;
    p->planned_bytes -= b->size;
    p->device->cache->idle += b->size;
    block_pool_drop(p);
}

void block_pool_drop(BlockPool *p)
{
    if (--p->holders) return;
    for (int i = 0; i < 2; i++)
        for (int class = 0; class < CLASSES; class++)
            for (Block *b = p->pools[i].lists[class], *next; b; b = next) {
                next = b->free_after;
                if (b->before || b->after) continue;
                list_take(&p->pools[i], b);
                if (send_home(p, b)) return;
            }
    if (!p->segments) pool_close(p);
}

void device_free(Device *d, void *at, size_t bytes, Block *b)
{
    device_uncount(d, b ? b->size : bytes);
    if (!b) {
        d->core->live += bytes;
        core_free(d->core, at, bytes);
        return;
    }
    if (b->planned) {
        planned_free(b);
        return;
    }
    d->cache->idle += b->size;
    Pool *p = pool_of(d, b->home, b->small);
    b->used = b->untouched = false;
    if (b->after && !b->after->used) {
        list_take(p, b->after);
        b = join(d, p, b, b->after);
    }
    if (b->before && !b->before->used) {
        list_take(p, b->before);
        b = join(d, p, b->before, b);
    }
    if (b->home && !b->home->holders && !b->before && !b->after) send_home(b->home, b);
    else list_put(p, b);
    if (d->kind == DEVICE_CPU && !b->before && !b->after) give_idle_back(d);
}

bool block_was_zeros(const Block *b) { return b && b->untouched; }

void *device_keep(Device *d, size_t bytes, Block **block)
{
    MemoryStats *m = &d->memory;
    size_t peak = m->allocated_peak;
    void *at = device_alloc(d, bytes, block);
    if (!at) return NULL;
    device_uncount(d, *block ? (*block)->size : bytes);
    m->allocations--;
    m->frees--;
    m->allocated_peak = peak;
    return at;
}

void device_unkeep(Device *d, void *at, size_t bytes, Block *block)
{
    device_recount(d, block ? block->size : bytes);
    device_free(d, at, bytes, block);
}

size_t block_held(const Storage *s) { return s->block ? s->block->size : s->bytes && !s->free_borrowed ? s->size : 0; }

static void sum_pools(const Pool pools[2], bool kept, BlockSums *sums)
{
    for (int i = 0; i < 2; i++)
        for (int class = 0; class < CLASSES; class++)
            for (Block *b = pools[i].lists[class]; b; b = b->free_after) {
                bool whole = !b->before && !b->after && !kept;
                *(whole ? &sums->cache : &sums->gaps) += b->size;
                ++*(whole ? &sums->cache_count : &sums->gap_count);
                if (b->size > sums->largest) sums->largest = b->size;
            }
}

BlockSums device_blocks(Device *d)
{
    BlockSums sums = {0};
    if (!d->cache) return sums;
    sum_pools(d->cache->pools, false, &sums);
    for (const BlockPool *p = d->cache->others; p; p = p->next) {
        sum_pools(p->pools, true, &sums);
        sums.gaps -= p->planned_bytes; /* (they lie over free ones) */
    }
    sums.marked = d->memory.reserved - d->cache->idle;
    return sums;
}

void device_reset_peak(Device *d)
{
    d->memory.allocated_peak = d->memory.allocated;
    d->memory.reserved_peak = d->memory.reserved;
}
