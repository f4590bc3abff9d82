/* dist.c: finds and opens the engine of ranks (dist.h). */
#include "dist.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/beside.h"

/* The same engine over either MPI that Debian has. */
typedef enum Mpi { OPEN_MPI, MPICH, ENGINES } Mpi;
static const struct { const char *file, *needs; } engines[ENGINES] = {
    [OPEN_MPI] = {"libperch_mpi.so", "Open MPI (Debian's openmpi-bin)"},
    [MPICH] = {"libperch_mpich.so", "MPICH (Debian's mpich)"},
};

/* What a launcher tells the ranks that it starts, and which MPI hears it: mpirun of Open MPI; Slurm and others by PMIx; mpiexec of MPICH and srun by PMI. */
typedef struct Told { const char *variable, *language; Mpi heard_by; } Told;
static const Told told[] = {{"OMPI_COMM_WORLD_SIZE", "PMIx", OPEN_MPI}, {"PMIX_RANK", "PMIx", OPEN_MPI}, {"PMI_RANK", "PMI", MPICH}};

static const Told *launcher(void)
{
    const char *other = getenv("PERCH_RANK"); /* the process that is the rank has set it: what it starts is none */
    if (other && *other && atoi(other) != (int)getpid()) return NULL;
    for (size_t i = 0; i < sizeof told / sizeof *told; i++)
        if (getenv(told[i].variable)) return &told[i];
    return NULL;
}
bool dist_is_started(void) { return launcher() != NULL; }

/* srun has started several such processes and told them nothing that an MPI hears (--mpi=none, which is its default on many clusters): each would be a run of its own. */
bool dist_is_untold(char *why, size_t n)
{
    const char *tasks = getenv("SLURM_STEP_NUM_TASKS"), *other = getenv("PERCH_RANK");
    if (dist_is_started() || !tasks || atoi(tasks) < 2 || (other && *other)) return false;
    snprintf(why, n, "srun has started %d processes and told MPI nothing of them: srun --mpi=pmix (for MPICH --mpi=pmi2) does; srun --mpi=list says what it has", atoi(tasks));
    return true;
}

/* A run of one: in a step of Slurm's, Open MPI takes itself for one of several ranks that srun has started, and ends the process where it finds no PMI. */
bool dist_join(const DistEngine *e, int *rank, int *size)
{
    const char *step = dist_is_started() ? NULL : getenv("SLURM_STEP_ID");
    char *kept = step ? strdup(step) : NULL;
    if (kept) unsetenv("SLURM_STEP_ID");
    bool ok = e->open(rank, size);
    if (kept) setenv("SLURM_STEP_ID", kept, 1);
    free(kept);
    return ok;
}

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

/* MPICH's carrier (UCX), which reads this when it is loaded: it warns at the end of every message that nobody took, of which a run that failed has some, and takes fatal signals from who has them. */
static void calm_carrier(void)
{
    setenv("UCX_LOG_LEVEL", "error", 0);
    setenv("UCX_HANDLE_ERRORS", "none", 0);
}

const DistEngine *dist_open(char *why, size_t n)
{
    static const DistEngine *opened;
    char path[BESIDE_PATH];
    const char *asked = getenv("PERCH_MPI");
    if (opened) return opened;
    if (asked && *asked) return opened = load(asked, engines[OPEN_MPI].needs, why, n);
    const Told *by = launcher();
    snprintf(why, n, "ranks need MPI, and this perch was built without it: install libopenmpi-dev and openmpi-bin, then build again");
    for (Mpi mpi = 0; mpi < ENGINES && !opened; mpi++) {
        if (!beside_find(engines[mpi].file, "dist", path)) continue;
        if (mpi == MPICH) calm_carrier();
        if (!by || by->heard_by == mpi) opened = load(path, engines[mpi].needs, why, n);
        else snprintf(why, n, "this rank's launcher speaks %s, for which perch needs %s and was built without it", by->language, engines[by->heard_by].needs);
    }
    return opened;
}
