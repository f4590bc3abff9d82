/* dist.c: finds and opens the engine of ranks (dist.h). */
#include "dist.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/beside.h"

/* What a launcher tells the ranks that it starts: mpirun of Open MPI; Slurm and others by PMIx; mpiexec of MPICH and srun by PMI. */
static const char *const told[] = {"OMPI_COMM_WORLD_SIZE", "PMIX_RANK", "PMI_RANK"};

bool dist_is_started(void)
{
    const char *other = getenv("PERCH_RANK"); /* the process that is the rank has set it: what it starts is none */
    if (other && *other && atoi(other) != (int)getpid()) return false;
    for (size_t i = 0; i < sizeof told / sizeof *told; i++)
        if (getenv(told[i])) return true;
    return false;
}

/* The same engine over either MPI that Debian has: the launcher's own comes first. */
static const struct { const char *file, *needs; } engines[] = {
    {"libperch_mpi.so", "Open MPI (Debian's openmpi-bin)"},
    {"libperch_mpich.so", "MPICH (Debian's mpich)"},
};
enum { ENGINES = sizeof engines / sizeof *engines };
static int preferred(void) { return getenv("PMI_RANK") && !getenv("OMPI_COMM_WORLD_SIZE") && !getenv("PMIX_RANK"); }

static const DistEngine *load(const char *path, const char *needs, char *why, size_t n)
{
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL); /* it stays open: what has begun with MPI cannot begin again */
    if (!library) return snprintf(why, n, "ranks need %s, which is not on this machine: %s", needs, dlerror()), NULL;
    DistEntry entry = (DistEntry)dlsym(library, DIST_ENTRY);
    const DistEngine *e = entry ? entry() : NULL;
    if (e && e->version == DIST_VERSION && e->call == sizeof(DistCall) && e->dtypes == DTYPE_COUNT) return e;
    snprintf(why, n, e ? "%s was built for another perch" : "%s is no engine of ranks", path);
    dlclose(library);
    return NULL;
}

const DistEngine *dist_open(char *why, size_t n)
{
    static const DistEngine *opened;
    char path[BESIDE_PATH];
    const char *asked = getenv("PERCH_MPI");
    if (opened) return opened;
    if (asked && *asked) return opened = load(asked, engines[0].needs, why, n);
    snprintf(why, n, "ranks need MPI, and this perch was built without it: install libopenmpi-dev and openmpi-bin, then build again");
    for (int i = 0; i < ENGINES && !opened; i++) {
        int at = (i + preferred()) % ENGINES;
        if (beside_find(engines[at].file, "dist", path)) opened = load(path, engines[at].needs, why, n);
    }
    return opened;
}
