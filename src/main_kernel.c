/* main_kernel.c: perch-kernel, the program that `perch kernel …` becomes. It stands apart so that nothing else loads ZeroMQ. */
#include "core.h"
#include "kernel.h"

int main(int argc, char **argv) { return kernel_main(argc, argv, PERCH_VERSION, core_check_spec); }
