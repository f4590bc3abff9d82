/* start_seed.c: where streams of random numbers begin that nobody has seeded: `--seed N` (which every program that this one starts
 * inherits, as PERCH_SEED), else the system's entropy. */
#include <errno.h>
#include <stdlib.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

#include "std.h"

bool lib_seed_given(uint64_t *seed)
{
    const char *text = getenv("PERCH_SEED");
    if (!text || *text < '0' || *text > '9') return false;
    char *end;
    errno = 0;
    *seed = strtoull(text, &end, 10);
    return !*end && !errno;
}

uint64_t lib_start_seed(void)
{
    uint64_t seed;
    if (lib_seed_given(&seed) || getrandom(&seed, sizeof seed, 0) == (ssize_t)sizeof seed) return seed;
    struct timespec t; /* no entropy: the clock and the process must do */
    clock_gettime(CLOCK_REALTIME, &t);
    return (uint64_t)t.tv_nsec * 0x9E3779B97F4A7C15u ^ (uint64_t)t.tv_sec << 20 ^ (uint64_t)getpid();
}
