/* runtime.cpp: the emulated card's runtime: memory that the host may not touch, streams and events that run out of order unless ordered, a fault at each call in turn.
 *
 * Nothing runs when it is given: work waits in its stream until somebody waits or asks, then a scheduler with a seed (PERCH_EMULATED_SEED) takes the next piece of any
 * stream that may go on. A card's memory is mapped without any right; while a piece of work runs, and only then, it is open. PERCH_EMULATED_CARDS and _MEMORY say
 * how many cards of how many bytes there are; _USED: bytes that another process has taken of each; PERCH_EMULATED_FAIL=CALL:N=STATUS lets the N-th call of a function fail,
 * CALL:*N=STATUS each N-th; PERCH_EMULATED_TELL=1 counts launches at the end; PERCH_EMULATED_LOG=FILE: what each process did, a line of JSON behind those that are there.
 */
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include <sys/mman.h>
#include <unistd.h>

#include "emulated.h"

struct CUevent_st { bool timed; unsigned long given = 0, done = 0; double at = 0; /* seconds, when it was reached */ };
namespace {
struct Piece { std::function<bool()> ready; std::function<void()> run; bool outside = false; }; /* ready: empty: at once; outside: it waits for another process */
}
struct CUgraph_st { std::vector<Piece> pieces; bool spoilt = false; };
struct CUgraphExec_st { std::vector<Piece> pieces; int card; };
struct CUstream_st { int card; std::deque<Piece> pieces; CUgraph_st *capture = nullptr; }; /* capture: what is given goes there and is not done */

namespace {
enum : size_t { PAGE = 4096, ROOM = size_t(1) << 40, FILLED = size_t(16) << 20 };
struct Card {
    char *arena = nullptr;
    size_t next = 0, used = 0;
    std::map<char *, size_t> blocks;
};
std::recursive_mutex lock;
std::vector<Card> cards;
std::vector<CUstream_st *> streams;
std::map<char *, size_t> pinned;
std::mt19937_64 chance;
size_t memory;
int current, opened;
cudaError_t last = cudaSuccess, stuck = cudaSuccess; /* stuck: the context is lost, until the card is reset (PERCH_EMULATED_STICKS: failures that are asked for are of that kind) */
bool begun;
unsigned long launches, graphs, library_calls; /* the last: of the stand-ins for libraries, written down in graphs */
std::map<std::string, unsigned long> faults; /* by call: those that were asked for and came */

size_t number_of(const char *name, size_t otherwise)
{
    const char *text = getenv(name);
    return text && *text ? strtoull(text, nullptr, 0) : otherwise;
}

/* One write: other processes write there, too. */
void log_end()
{
    FILE *f = fopen(getenv("PERCH_EMULATED_LOG"), "a");
    if (!f) return;
    int used = 0;
    for (const Card &c : cards) used += c.arena != nullptr;
    std::string failed;
    for (auto &fault : faults) failed += (failed.empty() ? "\"" : ", \"") + fault.first + "\": " + std::to_string(fault.second);
    fprintf(f, "{\"seed\": %zu, \"cards\": %d, \"launches\": %lu, \"graphs\": %lu, \"blocks\": %lu, \"threads\": %lu, \"looks\": %lu, \"faults\": {%s}}\n", number_of("PERCH_EMULATED_SEED", 1), used, launches,
            graphs, emulated_count.blocks, emulated_count.threads, emulated_count.looks, failed.c_str());
    fclose(f);
}

void begin()
{
    if (begun) return;
    begun = true;
    chance.seed(number_of("PERCH_EMULATED_SEED", 1));
    memory = number_of("PERCH_EMULATED_MEMORY", size_t(1) << 30);
    cards.resize(number_of("PERCH_EMULATED_CARDS", 2));
    if (number_of("PERCH_EMULATED_TELL", 0)) atexit([] { fprintf(stderr, "emulated card: %lu launches, %lu graphs, %lu calls of libraries in them\n", launches, graphs, library_calls); });
    if (getenv("PERCH_EMULATED_LOG")) atexit(log_end);
}

/* PERCH_EMULATED_FAIL=cudaMalloc:3=2 */
cudaError_t injected(const char *call)
{
    static std::map<std::string, unsigned long> counts;
    const char *asked = getenv("PERCH_EMULATED_FAIL");
    unsigned long n = ++counts[call];
    if (!asked) return cudaSuccess;
    std::string text = asked;
    size_t colon = text.find(':'), equals = text.find('=');
    if (colon == std::string::npos || equals == std::string::npos || text.substr(0, colon) != call) return cudaSuccess;
    bool each = text[colon + 1] == '*';
    unsigned long which = strtoul(text.c_str() + colon + 1 + each, nullptr, 10);
    if (each ? !which || n % which : n != which) return cudaSuccess;
    cudaError_t failed = static_cast<cudaError_t>(atoi(text.c_str() + equals + 1));
    if (number_of("PERCH_EMULATED_STICKS", 0)) stuck = failed;
    faults[call]++;
    return failed;
}

size_t used_of(const Card &c) { return c.used + number_of("PERCH_EMULATED_USED", 0); }

cudaError_t say(cudaError_t status)
{
    if (status != cudaSuccess && status != cudaErrorNotReady) last = status;
    return status;
}

void protect(int rights)
{
    for (Card &c : cards)
        for (auto &b : c.blocks) mprotect(b.first, b.second, rights);
}

struct Open { /* the cards' memory, for as long as it stands */
    Open() { if (!opened++) protect(PROT_READ | PROT_WRITE); }
    ~Open() { if (!--opened) protect(PROT_NONE); }
};

bool step()
{
    std::vector<CUstream_st *> able;
    for (CUstream_st *s : streams)
        if (!s->pieces.empty() && (!s->pieces.front().ready || s->pieces.front().ready())) able.push_back(s);
    if (able.empty()) return false;
    CUstream_st *s = able[chance() % able.size()];
    Piece p = std::move(s->pieces.front());
    s->pieces.pop_front();
    if (p.run) p.run();
    return true;
}

bool waits_outside()
{
    for (CUstream_st *s : streams)
        for (const Piece &p : s->pieces)
            if (p.outside) return true;
    return false;
}

template <class Done> void run_until(Done done, const char *who)
{
    Open open;
    while (!done()) {
        if (step()) continue;
        if (!waits_outside()) {
            fprintf(stderr, "emulated card: %s waits for what nobody will do\n", who);
            abort();
        }
        usleep(200);
    }
}

void give(cudaStream_t stream, std::function<void()> run, std::function<bool()> ready = {}) 
{
    if (stream->capture) stream->capture->pieces.push_back({std::move(ready), std::move(run)});
    else stream->pieces.push_back({std::move(ready), std::move(run)});
}

/* What no stream may be asked while it is written down: that spoils the graph. */
bool captured(cudaStream_t stream)
{
    if (stream->capture) stream->capture->spoilt = true;
    return stream->capture;
}

double seconds() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

bool is_pinned(const void *p)
{
    char *at = static_cast<char *>(const_cast<void *>(p));
    auto after = pinned.upper_bound(at);
    if (after == pinned.begin()) return false;
    --after;
    return at < after->first + after->second;
}

bool known(cudaStream_t s)
{
    for (CUstream_st *t : streams)
        if (t == s) return true;
    return false;
}
}

#define ENTER \
    std::lock_guard<std::recursive_mutex> held(lock); \
    begin(); \
    if (stuck) return say(stuck); \
    if (cudaError_t failed = injected(__func__)) return say(failed)

int emulated_most_blocks(void) { return static_cast<int>(number_of("PERCH_EMULATED_BLOCKS", size_t(1) << 20)); }

void emulated_launch(cudaStream_t stream, dim3 grid, dim3 block, const char *name, std::function<void()> body)
{
    std::lock_guard<std::recursive_mutex> held(lock);
    if (cudaError_t failed = stuck ? stuck : injected("launch")) { say(failed); return; }
    if (!known(stream) || !grid.x || !grid.y || !grid.z || grid.y > 65535 || grid.z > 65535) { say(cudaErrorInvalidValue); return; }
    launches++;
    give(stream, [=] { emulated_run_grid(grid, block, name, body, chance); });
}

extern "C" {
/* For the tests' own libraries (tests/cuda/fake): a piece of a stream's work, or of a graph's: then it is done again and again. data: free's. */
__attribute__((visibility("default"))) void emulated_give(cudaStream_t stream, void (*run)(void *), void *data)
{
    std::lock_guard<std::recursive_mutex> held(lock);
    if (stream->capture) library_calls++;
    std::shared_ptr<void> kept(data, free);
    give(stream, [=] { run(kept.get()); });
}

/* A function of theirs fails because it was asked to. */
__attribute__((visibility("default"))) void emulated_failed(const char *call)
{
    std::lock_guard<std::recursive_mutex> held(lock);
    faults[call]++;
}

/* A piece of work of several streams: it runs once all have come to it, and none goes on before. */
__attribute__((visibility("default"))) void emulated_meet(const cudaStream_t *streams_in, int n, void (*run)(void *), void *data)
{
    std::lock_guard<std::recursive_mutex> held(lock);
    struct Meeting { int here = 0; bool done = false; };
    auto meeting = std::make_shared<Meeting>();
    for (int i = 0; i < n; i++) {
        give(streams_in[i], [=] { meeting->here++; });
        give(streams_in[i], [=] { if (!meeting->done) meeting->done = true, run(data); }, [=] { return meeting->here == n; });
    }
}

/* A real card goes on by itself, also while its program waits for another process: from when the first piece of work waits for one, a thread takes the next piece now and then. */
static void go_on_alone()
{
    static bool ended;
    atexit([] { std::lock_guard<std::recursive_mutex> held(lock); ended = true; });
    std::thread([] {
        for (;;) {
            usleep(200);
            std::lock_guard<std::recursive_mutex> held(lock);
            if (ended) return;
            if (!waits_outside()) continue;
            Open open;
            step();
        }
    }).detach();
}

/* A piece of a stream's work; ready: it waits for other processes until that says so. data stays the caller's. */
__attribute__((visibility("default"))) void emulated_await(cudaStream_t stream, int (*ready)(void *), void (*run)(void *), void *data)
{
    std::lock_guard<std::recursive_mutex> held(lock);
    static bool alone;
    if (!alone) alone = true, go_on_alone();
    std::function<bool()> asked;
    if (ready) asked = [=] { return ready(data) != 0; };
    stream->pieces.push_back({asked, [=] { run(data); }, ready != nullptr});
}

__attribute__((visibility("default"))) int emulated_card(void)
{
    std::lock_guard<std::recursive_mutex> held(lock);
    return current;
}

/* Is the stream of that card, and do the bytes lie in one block of its memory? */
__attribute__((visibility("default"))) int emulated_place(cudaStream_t stream, int card, const void *at, size_t bytes)
{
    std::lock_guard<std::recursive_mutex> held(lock);
    if (!known(stream) || stream->card != card) return 0;
    const char *from = static_cast<const char *>(at);
    for (auto &b : cards[static_cast<size_t>(card)].blocks)
        if (from >= b.first && from + bytes <= b.first + b.second) return 1;
    return 0;
}

cudaError_t cudaStreamBeginCapture(cudaStream_t stream, cudaStreamCaptureMode)
{
    ENTER;
    if (!known(stream)) return say(cudaErrorInvalidResourceHandle);
    if (stream->capture) return say(cudaErrorIllegalState);
    stream->capture = new CUgraph_st;
    return cudaSuccess;
}

/* However it ends, the stream is no longer written down. */
cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t *graph)
{
    std::unique_ptr<CUgraph_st> made;
    *graph = nullptr;
    if (known(stream)) made.reset(stream->capture), stream->capture = nullptr;
    ENTER;
    if (!known(stream)) return say(cudaErrorInvalidResourceHandle);
    if (!made) return say(cudaErrorIllegalState);
    if (made->spoilt) return say(cudaErrorStreamCaptureInvalidated);
    *graph = made.release();
    return cudaSuccess;
}

cudaError_t cudaGraphInstantiate(cudaGraphExec_t *ready, cudaGraph_t graph, unsigned long long) { ENTER; *ready = new CUgraphExec_st{graph->pieces, current}; return cudaSuccess; }
cudaError_t cudaGraphDestroy(cudaGraph_t graph) { ENTER; delete graph; return cudaSuccess; }
cudaError_t cudaGraphExecDestroy(cudaGraphExec_t ready) { ENTER; delete ready; return cudaSuccess; }

cudaError_t cudaGraphLaunch(cudaGraphExec_t ready, cudaStream_t stream)
{
    ENTER;
    if (!known(stream) || stream->card != ready->card) return say(cudaErrorInvalidResourceHandle);
    graphs++;
    for (const Piece &p : ready->pieces) give(stream, p.run, p.ready);
    return cudaSuccess;
}

cudaError_t cudaRuntimeGetVersion(int *version) { ENTER; *version = 13000; return cudaSuccess; }
cudaError_t cudaGetDeviceCount(int *count) { ENTER; *count = static_cast<int>(cards.size()); return cards.empty() ? say(cudaErrorNoDevice) : cudaSuccess; }

cudaError_t cudaGetDeviceProperties(cudaDeviceProp *prop, int device)
{
    ENTER;
    if (device < 0 || device >= static_cast<int>(cards.size())) return say(cudaErrorInvalidDevice);
    *prop = cudaDeviceProp();
    snprintf(prop->name, sizeof prop->name, "emulated card (tests only)");
    snprintf(prop->uuid.bytes, sizeof prop->uuid.bytes, "card %hhd", static_cast<signed char>(device));
    prop->totalGlobalMem = memory;
    prop->sharedMemPerBlock = 48 << 10;
    size_t capability = number_of("PERCH_EMULATED_CAPABILITY", 90);
    prop->major = static_cast<int>(capability / 10);
    prop->minor = static_cast<int>(capability % 10);
    prop->multiProcessorCount = 2;
    prop->warpSize = 32;
    prop->maxThreadsPerBlock = 1024;
    return cudaSuccess;
}

cudaError_t cudaDeviceGetAttribute(int *value, cudaDeviceAttr attr, int)
{
    ENTER;
    *value = attr == cudaDevAttrGlobalMemoryBusWidth ? 64 : attr == cudaDevAttrMaxThreadsPerMultiProcessor ? 2048 : 1000000;
    return cudaSuccess;
}

cudaError_t cudaSetDevice(int device)
{
    ENTER;
    if (device < 0 || device >= static_cast<int>(cards.size())) return say(cudaErrorInvalidDevice);
    current = device;
    return cudaSuccess;
}

/* The current card's memory, streams and what waits in them are gone. */
cudaError_t cudaDeviceReset(void)
{
    std::lock_guard<std::recursive_mutex> held(lock);
    stuck = last = cudaSuccess;
    if (cudaError_t failed = injected(__func__)) return say(failed);
    Card &c = cards[static_cast<size_t>(current)];
    for (auto &b : c.blocks) mmap(b.first, b.second, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
    c.blocks.clear();
    c.used = 0;
    for (size_t i = streams.size(); i-- > 0;)
        if (streams[i]->card == current) delete streams[i], streams.erase(streams.begin() + static_cast<long>(i));
    return cudaSuccess;
}

cudaError_t cudaMemGetInfo(size_t *free_bytes, size_t *total) { ENTER; *total = memory; *free_bytes = memory - used_of(cards[static_cast<size_t>(current)]); return cudaSuccess; }

/* Each block has pages of its own, with one that nobody may ever touch on either side. */
cudaError_t cudaMalloc(void **p, size_t bytes)
{
    ENTER;
    Card &c = cards[static_cast<size_t>(current)];
    if (!c.arena) c.arena = static_cast<char *>(mmap(nullptr, ROOM, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0));
    size_t rounded = (bytes + PAGE - 1) / PAGE * PAGE;
    if (c.arena == MAP_FAILED || used_of(c) + rounded > memory || c.next + rounded + 2 * PAGE > ROOM) return say(cudaErrorMemoryAllocation);
    char *at = c.arena + c.next + PAGE;
    c.next += rounded + PAGE;
    c.used += rounded;
    c.blocks[at] = rounded;
    if (opened) mprotect(at, rounded, PROT_READ | PROT_WRITE);
    { Open open; memset(at, 0xA5, rounded < FILLED ? rounded : size_t(FILLED)); } /* nobody may count on zeros (and what is larger than this machine's memory is not touched) */
    *p = at;
    return cudaSuccess;
}

cudaError_t cudaFree(void *p)
{
    ENTER;
    if (!p) return cudaSuccess;
    for (Card &c : cards) {
        auto found = c.blocks.find(static_cast<char *>(p));
        if (found == c.blocks.end()) continue;
        run_until([] { for (CUstream_st *s : streams) if (!s->pieces.empty()) return false; return true; }, "cudaFree");
        c.used -= found->second;
        mmap(found->first, found->second, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
        c.blocks.erase(found);
        return cudaSuccess;
    }
    return say(cudaErrorInvalidValue);
}

cudaError_t cudaHostAlloc(void **p, size_t bytes, unsigned)
{
    ENTER;
    if (!(*p = calloc(1, bytes))) return say(cudaErrorMemoryAllocation);
    pinned[static_cast<char *>(*p)] = bytes;
    return cudaSuccess;
}

cudaError_t cudaFreeHost(void *p) { ENTER; if (!pinned.erase(static_cast<char *>(p))) return say(cudaErrorInvalidValue); free(p); return cudaSuccess; }

/* From pageable memory: staged at once. Into pageable memory: done on return, with all that came before in the stream. */
cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t bytes, cudaMemcpyKind kind, cudaStream_t stream)
{
    ENTER;
    if (!known(stream)) return say(cudaErrorInvalidResourceHandle);
    if (kind != cudaMemcpyDeviceToDevice && captured(stream)) return say(cudaErrorStreamCaptureUnsupported);
    if (kind == cudaMemcpyHostToDevice && !is_pinned(from)) {
        auto staged = std::make_shared<std::vector<char>>(static_cast<const char *>(from), static_cast<const char *>(from) + bytes);
        give(stream, [=] { memcpy(to, staged->data(), bytes); });
        return cudaSuccess;
    }
    give(stream, [=] { memmove(to, from, bytes); });
    if (kind == cudaMemcpyDeviceToHost && !is_pinned(to)) run_until([=] { return stream->pieces.empty(); }, "cudaMemcpyAsync");
    return cudaSuccess;
}

cudaError_t cudaMemcpyPeerAsync(void *to, int, const void *from, int, size_t bytes, cudaStream_t stream)
{
    ENTER;
    if (!known(stream)) return say(cudaErrorInvalidResourceHandle);
    give(stream, [=] { memmove(to, from, bytes); });
    return cudaSuccess;
}

cudaError_t cudaMemsetAsync(void *to, int byte, size_t bytes, cudaStream_t stream)
{
    ENTER;
    if (!known(stream)) return say(cudaErrorInvalidResourceHandle);
    give(stream, [=] { memset(to, byte, bytes); });
    return cudaSuccess;
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned) { ENTER; streams.push_back(*stream = new CUstream_st{current, {}, nullptr}); return cudaSuccess; }

cudaError_t cudaStreamDestroy(cudaStream_t stream)
{
    ENTER;
    if (!known(stream)) return say(cudaErrorInvalidResourceHandle);
    run_until([=] { return stream->pieces.empty(); }, "cudaStreamDestroy");
    for (size_t i = 0; i < streams.size(); i++)
        if (streams[i] == stream) streams.erase(streams.begin() + static_cast<long>(i));
    delete stream;
    return cudaSuccess;
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream)
{
    ENTER;
    if (!known(stream)) return say(cudaErrorInvalidResourceHandle);
    if (captured(stream)) return say(cudaErrorStreamCaptureUnsupported);
    run_until([=] { return stream->pieces.empty(); }, "cudaStreamSynchronize");
    return cudaSuccess;
}

/* A question lets time go by: some pieces of some streams run. */
cudaError_t cudaStreamQuery(cudaStream_t stream)
{
    ENTER;
    if (!known(stream)) return say(cudaErrorInvalidResourceHandle);
    if (captured(stream)) return say(cudaErrorStreamCaptureUnsupported);
    if (!stream->pieces.empty()) { Open open; step(); }
    return stream->pieces.empty() ? cudaSuccess : cudaErrorNotReady;
}

cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned)
{
    ENTER;
    if (!known(stream)) return say(cudaErrorInvalidResourceHandle);
    if (captured(stream)) return say(cudaErrorStreamCaptureUnsupported); /* (real ones allow it for events of the same graph: perch asks for none) */
    unsigned long wanted = event->given;
    give(stream, {}, [=] { return event->done >= wanted; });
    return cudaSuccess;
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned flags) { ENTER; *event = new CUevent_st{!(flags & cudaEventDisableTiming)}; return cudaSuccess; }
cudaError_t cudaEventDestroy(cudaEvent_t event) { ENTER; delete event; return cudaSuccess; }

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream)
{
    ENTER;
    if (!known(stream)) return say(cudaErrorInvalidResourceHandle);
    if (captured(stream)) return say(cudaErrorStreamCaptureUnsupported);
    unsigned long number = ++event->given;
    give(stream, [=] { if (event->done < number) event->done = number, event->at = seconds(); });
    return cudaSuccess;
}

cudaError_t cudaEventQuery(cudaEvent_t event)
{
    ENTER;
    if (event->done < event->given) { Open open; step(); }
    return event->done < event->given ? cudaErrorNotReady : cudaSuccess;
}

cudaError_t cudaEventElapsedTime(float *milliseconds, cudaEvent_t from, cudaEvent_t to)
{
    ENTER;
    if (!from->timed || !to->timed || !from->given || !to->given) return say(cudaErrorInvalidResourceHandle);
    if (from->done < from->given || to->done < to->given) return say(cudaErrorNotReady);
    *milliseconds = static_cast<float>((to->at - from->at) * 1e3);
    return cudaSuccess;
}

cudaError_t cudaEventSynchronize(cudaEvent_t event) { ENTER; run_until([=] { return event->done >= event->given; }, "cudaEventSynchronize"); return cudaSuccess; }
cudaError_t cudaGetLastError(void) { cudaError_t e = last; last = stuck; return e; }
cudaError_t cudaPeekAtLastError(void) { return last; }

static const struct { cudaError_t status; const char *name, *text; } words[] = {
    {cudaSuccess, "cudaSuccess", "no error"}, {cudaErrorInvalidValue, "cudaErrorInvalidValue", "invalid argument"},
    {cudaErrorMemoryAllocation, "cudaErrorMemoryAllocation", "out of memory"}, {cudaErrorNoDevice, "cudaErrorNoDevice", "no CUDA-capable device is detected"},
    {cudaErrorInvalidDevice, "cudaErrorInvalidDevice", "invalid device ordinal"}, {cudaErrorInvalidResourceHandle, "cudaErrorInvalidResourceHandle", "invalid resource handle"},
    {cudaErrorNotReady, "cudaErrorNotReady", "device not ready"}, {cudaErrorIllegalAddress, "cudaErrorIllegalAddress", "an illegal memory access was encountered"},
    {cudaErrorLaunchFailure, "cudaErrorLaunchFailure", "unspecified launch failure"},
    {cudaErrorStreamCaptureUnsupported, "cudaErrorStreamCaptureUnsupported", "operation not permitted when stream is capturing"},
    {cudaErrorStreamCaptureInvalidated, "cudaErrorStreamCaptureInvalidated", "operation failed due to a previous error during capture"},
};
const char *cudaGetErrorString(cudaError_t status)
{
    for (auto &w : words)
        if (w.status == status) return w.text;
    return "unknown error";
}
const char *cudaGetErrorName(cudaError_t status)
{
    for (auto &w : words)
        if (w.status == status) return w.name;
    return "cudaErrorUnknown";
}
}
