/* once.c: a fuzz target without a fuzzer: each file of the folders that it is given is played once, in the order of their names; the last line says how many.
 * What lands is asked this way, in the build under sanitizers that other suites have made: nothing is made up, so nothing hangs on luck.
 */
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int LLVMFuzzerInitialize(int *argc, char ***argv) __attribute__((weak));
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MOST = 8192, PATIENCE = 600 }; /* bytes of an input, as run.py asks of the fuzzer; seconds until it hangs, on however slow a machine */

static unsigned long played;

static int is_named(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

static int play(const char *path)
{
    uint8_t room[MOST];
    FILE *file = fopen(path, "rb");
    if (!file) return -1;
    size_t n = fread(room, 1, sizeof room, file);
    fclose(file);
    uint8_t *data = malloc(n ? n : 1); /* (of just that size: what is read behind its end is seen) */
    if (!data) return -1;
    memcpy(data, room, n);
    fprintf(stderr, "%s\n", path); /* the log's last line names what was met */
    alarm(PATIENCE);
    LLVMFuzzerTestOneInput(data, n);
    alarm(0);
    free(data);
    played++;
    return 0;
}

int main(int argc, char **argv)
{
    if (LLVMFuzzerInitialize) LLVMFuzzerInitialize(&argc, &argv);
    for (int i = 1; i < argc; i++) {
        struct dirent **names;
        int n = scandir(argv[i], &names, is_named, alphasort);
        for (int k = 0; k < n; k++) {
            char path[4096];
            int size = snprintf(path, sizeof path, "%s/%s", argv[i], names[k]->d_name);
            if (size >= (int)sizeof path || play(path)) n = -1;
        }
        if (n < 0) {
            perror(argv[i]);
            return 1;
        }
    }
    printf("%lu inputs\n", played);
    return 0;
}
