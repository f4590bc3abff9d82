/* beside.c: finds a library of perch's own near the program's file (beside.h). */
#include "beside.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

bool beside_find(const char *name, const char *room, char out[static BESIDE_PATH])
{
    char self[BESIDE_PATH - 256], in_build[64];
    ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    if (length <= 0) return false;
    self[length] = 0;
    char *slash = strrchr(self, '/');
    if (slash) *slash = 0;
    snprintf(in_build, sizeof in_build, "src/%s/", room);
    const char *const folders[] = {"", in_build, "../lib/perch/", "../lib64/perch/"};
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        snprintf(out, BESIDE_PATH, "%s/%s%s", self, folders[i], name);
        if (access(out, R_OK) == 0) return true;
    }
    return false;
}
