/* wrong.cpp: kernels and calls that are wrong, each in its own way, and right ones beside them: the emulated card ends the process at a wrong one and says why (tests/cuda/wrong.py).
 *
 *     emulated-wrong NAME        plays it; without a name: the names of all
 */
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "emulated.h"
#include "launch.cuh"

enum { N = 64, FAR = 8192, BELOW = -512 };
namespace {
int me() { return static_cast<int>(threadIdx.x); }
int next() { return (me() + 1) % N; }

/* ---- a block's own memory ---- */
void right(int *out) { SHARED(int, s, N); s[me()] = me(); __syncthreads(); int x = s[next()]; __syncthreads(); s[me()] = x; out[me()] = s[me()]; }
void outside(int *out) { SHARED(int, s, N); s[me() + 1] = me(); __syncthreads(); out[me()] = s[me()]; }
void below(int *out) { SHARED(int, s, N); s[me()] = me(); __syncthreads(); out[me()] = s[me() - 1]; }
void two_write(int *out) { SHARED(int, s, N); s[me() / 2] = me(); __syncthreads(); out[me()] = s[me()]; }
void read_early(int *out) { SHARED(int, s, N); s[me()] = me(); out[me()] = s[next()]; }
void written_early(int *out) { SHARED(int, s, N); s[me()] = me(); __syncthreads(); int x = s[next()]; s[me()] = x; out[me()] = x; }
void half_a_barrier(int *out) { SHARED(int, s, N); s[me()] = me(); if (me() < N / 2) __syncthreads(); out[me()] = s[next()]; }

/* ---- barriers and exchanges ---- */
void never_come(int *out) { if (me() == 0) __syncwarp(); else __syncthreads(); out[me()] = next(); }
void exchanged(int *out) { int x = __shfl_sync(~0u, me(), (me() + 1) % 32); out[me()] = me() % 32 == 31 ? next() : x; }

/* ---- a card's memory ---- */
void far_away(int *out) { out[me() == N - 1 ? FAR : me()] = next(); }
void far_below(int *out) { out[me() == N - 1 ? BELOW : me()] = next(); }
void plain(int *out) { out[me()] = next(); }

struct Case { const char *name; void (*kernel)(int *); unsigned threads; };
const Case cases[] = {{"right", right, N}, {"exchanged", exchanged, N}, {"outside", outside, N}, {"below", below, N}, {"two-write", two_write, N}, {"read-early", read_early, N}, {"written-early", written_early, N},
                      {"half-a-barrier", half_a_barrier, N}, {"never-come", never_come, N}, {"far-away", far_away, N}, {"far-below", far_below, N}, {"too-many-threads", plain, 2048}};

cudaStream_t stream()
{
    cudaStream_t made = nullptr;
    cudaStreamCreateWithFlags(&made, 0);
    return made;
}

int *memory(size_t bytes)
{
    void *made = nullptr;
    cudaMalloc(&made, bytes);
    return static_cast<int *>(made);
}

void play(const Case &c)
{
    cudaStream_t s = stream();
    int *out = memory(N * sizeof(int)), got[N], wrong = 0;
    emulated_launch(s, 1, c.threads, c.name, [=] { c.kernel(out); });
    cudaMemcpyAsync(got, out, sizeof got, cudaMemcpyDeviceToHost, s);
    for (int i = 0; i < N; i++) wrong += got[i] != (i + 1) % N;
    printf("%d wrong\n", wrong);
}

/* ---- what the host may not do ---- */
void host_reads()
{
    int *out = memory(N * sizeof(int));
    printf("%d\n", *static_cast<volatile int *>(out));
}

void host_writes()
{
    *static_cast<volatile int *>(memory(N * sizeof(int))) = 1;
    printf("written\n");
}

void given_back()
{
    cudaStream_t s = stream();
    int *out = memory(N * sizeof(int)), got[N];
    cudaFree(out);
    emulated_launch(s, 1, N, "given-back", [=] { plain(out); });
    cudaMemcpyAsync(got, memory(sizeof got), sizeof got, cudaMemcpyDeviceToHost, s);
    printf("gone on\n");
}

/* One stream writes, another copies: with an event between them what is copied is known, without it the seed says which. */
void of_two_streams(bool ordered)
{
    cudaStream_t first = stream(), second = stream();
    int *out = memory(N * sizeof(int)), got[N];
    cudaEvent_t event;
    cudaEventCreateWithFlags(&event, cudaEventDisableTiming);
    cudaMemsetAsync(out, 0, sizeof got, first);
    cudaStreamSynchronize(first);
    emulated_launch(first, 1, N, "of-two-streams", [=] { plain(out); });
    cudaEventRecord(event, first);
    if (ordered) cudaStreamWaitEvent(second, event, 0);
    cudaMemcpyAsync(got, out, sizeof got, cudaMemcpyDeviceToHost, second);
    printf("%d\n", got[0]);
}
void ordered() { of_two_streams(true); }
void unordered() { of_two_streams(false); }

const struct { const char *name; void (*play)(); } calls[] = {{"host-reads", host_reads}, {"host-writes", host_writes}, {"given-back", given_back}, {"ordered", ordered}, {"unordered", unordered}};
}

int main(int argc, char **argv)
{
    for (const Case &c : cases)
        if (argc < 2) puts(c.name);
        else if (strcmp(argv[1], c.name) == 0) return play(c), 0;
    for (auto &c : calls)
        if (argc < 2) puts(c.name);
        else if (strcmp(argv[1], c.name) == 0) return c.play(), 0;
    return argc > 1;
}
