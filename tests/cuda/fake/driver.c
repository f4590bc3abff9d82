/* driver.c: a libcuda for tests: it answers what the environment says. PERCH_FAKE_CUDA: the version, what cuInit says and how many GPUs there are, "13000,0,1". Where it is
 * loaded first and PERCH_FAKE_DENIED is set, nobody may open the driver's files. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#define OUT __attribute__((visibility("default")))
OUT int cuInit(unsigned flags);
OUT int cuDriverGetVersion(int *version);
OUT int cuDeviceGetCount(int *count);
OUT int cuGetErrorString(int status, const char **said);
OUT int access(const char *path, int mode);

static int answer(int which)
{
    const char *at = getenv("PERCH_FAKE_CUDA");
    for (int i = 0; i < which && at; i++) at = strchr(at, ',') ? strchr(at, ',') + 1 : NULL;
    return at ? atoi(at) : 0;
}

int cuInit(unsigned flags) { return (void)flags, answer(1); }
int cuDriverGetVersion(int *version) { return *version = answer(0), 0; }
int cuDeviceGetCount(int *count) { return *count = answer(2), 0; }
int cuGetErrorString(int status, const char **said)
{
    *said = status == 100 ? "no CUDA-capable device is detected" : status == 803 ? "system has unsupported display driver / cuda driver combination" : NULL;
    return *said ? 0 : 1;
}

int access(const char *path, int mode)
{
    if (getenv("PERCH_FAKE_DENIED") && strncmp(path, "/dev/nvidia", 11) == 0) return errno = EACCES, -1;
    return (int)syscall(SYS_faccessat, AT_FDCWD, path, mode);
}
