/* fibers.cpp: the threads of a block on the emulated card: fibers that give way at barriers and exchanges, in an order that a seed shuffles.
 *
 * A thread that never waits costs no switch: the fiber that ran it goes on with the next. A block in which some wait for a barrier that others will never reach is an
 * error of the kernel's and ends the process with its name: tests only.
 */
#include <cstdio>
#include <cstdlib>
#include <random>
#include <vector>

#include <sys/mman.h>

#include "cuda_runtime.h"
#include "emulated.h"

thread_local EmulatedThread *emulated_thread;
thread_local EmulatedGrid *emulated_grid;

/* ---- switching stacks ---- */
extern "C" void emulated_switch(void **from, void *to);
asm(R"(
    .text
    .globl emulated_switch
    .type emulated_switch, @function
emulated_switch:
    pushq %rbp
    pushq %rbx
    pushq %r12
    pushq %r13
    pushq %r14
    pushq %r15
    movq %rsp, (%rdi)
    movq %rsi, %rsp
    popq %r15
    popq %r14
    popq %r13
    popq %r12
    popq %rbx
    popq %rbp
    ret
    .size emulated_switch, .-emulated_switch
)");

namespace {
enum { STACK = 256 << 10, WARP = 32, MOST_THREADS = 1024 };
enum State { FRESH, RUNS, AT_BARRIER, AT_EXCHANGE, DONE };

struct Fiber { void *stack, *pointer; };
struct Thread : EmulatedThread {
    State state;
    Fiber *fiber;
    unsigned mask;            /* AT_EXCHANGE: with whom */
    unsigned long exchanges;  /* how many it has taken part in */
};
struct Warp { uint64_t word[2][WARP]; unsigned long given[WARP]; };

struct Block {
    const std::function<void()> *body;
    const char *name;
    std::vector<Thread> threads;
    std::vector<Warp> warps;
    std::vector<int> order;
    size_t fresh;             /* how far in `order` threads have begun */
    Thread *now;
    void *scheduler;          /* its stack while a fiber runs */
};
Block block;
std::vector<Fiber *> idle;

void fiber_main();
Fiber *take_fiber()
{
    if (!idle.empty()) {
        Fiber *f = idle.back();
        idle.pop_back();
        return f;
    }
    Fiber *f = new Fiber;
    f->stack = mmap(nullptr, STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0);
    mprotect(f->stack, 4096, PROT_NONE); /* a kernel's frame that is too deep faults */
    return f;
}

void prepare(Fiber *f)
{
    void **top = reinterpret_cast<void **>(static_cast<char *>(f->stack) + STACK);
    *--top = nullptr;
    *--top = reinterpret_cast<void *>(fiber_main); /* what `ret` goes to; the stack is as behind a call */
    for (int i = 0; i < 6; i++) *--top = nullptr;
    f->pointer = top;
}

void enter(Thread *t)
{
    block.now = t;
    emulated_thread = t;
    emulated_switch(&block.scheduler, t->fiber->pointer);
}

/* Threads one after the other, as long as none waits; then this fiber belongs to the one that does. */
void fiber_main()
{
    for (;;) {
        Thread *t = block.now;
        (*block.body)();
        t = block.now;
        t->state = DONE;
        Fiber *mine = t->fiber;
        t->fiber = nullptr;
        if (block.fresh < block.order.size()) {
            Thread *next = &block.threads[static_cast<size_t>(block.order[block.fresh++])];
            next->state = RUNS;
            next->fiber = mine;
            block.now = next;
            emulated_thread = next;
            continue;
        }
        idle.push_back(mine);
        emulated_switch(&mine->pointer, block.scheduler);
    }
}

void give_way(State state)
{
    Thread *t = block.now;
    t->state = state;
    emulated_switch(&t->fiber->pointer, block.scheduler);
}

bool exchanged(const Thread &t, int lane, const Warp &w, size_t first)
{
    for (int i = 0; i < WARP; i++) {
        size_t other = first + static_cast<size_t>(i);
        if (!(t.mask >> i & 1) || i == lane || other >= block.threads.size() || block.threads[other].state == DONE) continue;
        if (w.given[i] < t.exchanges) return false;
    }
    return true;
}

bool may_go(Thread &t, size_t i)
{
    if (t.state == RUNS) return true;
    if (t.state != AT_EXCHANGE) return false;
    return exchanged(t, static_cast<int>(i % WARP), block.warps[i / WARP], i / WARP * WARP);
}

[[noreturn]] void stuck()
{
    fprintf(stderr, "emulated card: threads of a block of %s wait for others that never come\n", block.name);
    abort();
}

void run_block(std::mt19937_64 &random)
{
    size_t n = block.threads.size();
    emulated_epoch++;
    for (size_t i = n; i > 1; i--) std::swap(block.order[i - 1], block.order[random() % i]);
    block.fresh = 0;
    for (;;) {
        bool moved = false;
        while (block.fresh < n) {
            Thread *t = &block.threads[static_cast<size_t>(block.order[block.fresh++])];
            t->state = RUNS;
            t->fiber = take_fiber();
            prepare(t->fiber);
            moved = true;
            enter(t);
        }
        size_t done = 0, waiting = 0;
        for (int index : block.order) {
            Thread &t = block.threads[static_cast<size_t>(index)];
            if (t.state == DONE) done++;
            else if (may_go(t, static_cast<size_t>(index))) {
                t.state = RUNS;
                moved = true;
                enter(&t);
            }
        }
        for (Thread &t : block.threads) waiting += t.state == AT_BARRIER;
        done = 0;
        for (Thread &t : block.threads) done += t.state == DONE;
        if (done == n) return;
        if (waiting + done == n) { /* whoever has ended counts as having come */
            for (Thread &t : block.threads)
                if (t.state == AT_BARRIER) t.state = RUNS;
            emulated_epoch++;
        } else if (!moved) stuck();
    }
}
}

unsigned long emulated_epoch = 1;
EmulatedCount emulated_count;

int emulated_index(void) { return static_cast<int>(block.now - block.threads.data()); }

void emulated_shared_fault(const char *file, int line, const char *what, size_t index, size_t count)
{
    fprintf(stderr, "emulated card: %s: element %zu of the block's memory of %zu (%s:%d) %s\n", block.name, index, count, file, line, what);
    abort();
}

/* Epochs are numbered from 1: what was never touched is of none. */
void emulated_race(const char *file, int line, EmulatedTouch &t, bool writes, size_t index, size_t count)
{
    int me = emulated_index();
    emulated_count.looks++;
    if (t.written == emulated_epoch && t.writer != me) emulated_shared_fault(file, line, writes ? "is written by two threads without a barrier" : "is read while another thread writes it", index, count);
    if (writes && t.read == emulated_epoch && t.reader != me) emulated_shared_fault(file, line, "is written while another thread reads it", index, count);
    if (writes) t.written = emulated_epoch, t.writer = me;
    else if (t.read == emulated_epoch && t.reader != me) t.reader = -1; /* several */
    else t.read = emulated_epoch, t.reader = me;
}

int emulated_lane(void) { return static_cast<int>((block.now - block.threads.data()) % WARP); }

void emulated_barrier(void) { give_way(AT_BARRIER); }

uint64_t emulated_exchange(unsigned mask, uint64_t mine, int source)
{
    Thread *t = block.now;
    size_t index = static_cast<size_t>(t - block.threads.data());
    int lane = static_cast<int>(index % WARP);
    Warp &w = block.warps[index / WARP];
    unsigned long number = ++t->exchanges;
    w.word[number % 2][lane] = mine;
    w.given[lane] = number;
    t->mask = mask;
    if (!exchanged(*t, lane, w, index / WARP * WARP)) give_way(AT_EXCHANGE);
    return w.word[number % 2][source & (WARP - 1)];
}

void emulated_run_grid(dim3 grid, dim3 size, const char *name, const std::function<void()> &body, std::mt19937_64 &random)
{
    EmulatedGrid whole{grid, size}, *before = emulated_grid;
    EmulatedThread *outer = emulated_thread;
    emulated_grid = &whole;
    size_t threads = static_cast<size_t>(size.x) * size.y * size.z;
    if (threads == 0 || threads > MOST_THREADS) {
        fprintf(stderr, "emulated card: %s is launched with %zu threads a block\n", name, threads);
        abort();
    }
    block.body = &body;
    block.name = name;
    block.threads.assign(threads, Thread());
    block.order.resize(threads);
    for (size_t i = 0; i < threads; i++) block.order[i] = static_cast<int>(i);
    for (unsigned z = 0; z < grid.z; z++)
        for (unsigned y = 0; y < grid.y; y++)
            for (unsigned x = 0; x < grid.x; x++) {
                for (size_t i = 0; i < threads; i++) {
                    Thread &t = block.threads[i];
                    t = Thread();
                    t.thread = dim3(static_cast<unsigned>(i) % size.x, static_cast<unsigned>(i) / size.x % size.y, static_cast<unsigned>(i) / size.x / size.y);
                    t.block = dim3(x, y, z);
                }
                block.warps.assign((threads + WARP - 1) / WARP, Warp());
                run_block(random);
                emulated_count.blocks++;
                emulated_count.threads += threads;
            }
    emulated_grid = before;
    emulated_thread = outer;
}
