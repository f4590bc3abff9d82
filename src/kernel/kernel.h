/* kernel.h: the Jupyter kernel's command line: perch kernel install | uninstall | -f CONNECTION. */
#ifndef PERCH_KERNEL_KERNEL_H
#define PERCH_KERNEL_KERNEL_H

#include <stdbool.h>
#include <stddef.h>

/* argv[0] is "kernel"; check_gpus: is a --gpus text well formed (said: what it asks for, in words; else why it is not)? Returns the process's exit code. */
int kernel_main(int argc, char **argv, const char *version, bool (*check_gpus)(const char *spec, char *said, size_t n));

#endif
