/* plain.c: what MPI takes by itself, for bench/dist/run.py: all_reduce of 8 bytes (the best batch of 20) and of 64 MB (the best of 12, or of as many as are asked for), in seconds; rank 0 prints. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int takes = 12;

static double small(void)
{
    double x = 1, best = 1;
    for (int take = 0; take < 250 * takes; take++) {
        double start = MPI_Wtime();
        for (int i = 0; i < 20; i++) MPI_Allreduce(MPI_IN_PLACE, &x, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
        double took = (MPI_Wtime() - start) / 20;
        if (took < best) best = took;
    }
    return best;
}

static double large(void)
{
    enum { N = 16 << 20 };
    float *x = malloc(N * sizeof *x);
    double best = 1e9;
    for (int i = 0; x && i < N; i++) x[i] = 1;
    for (int take = 0; x && take < takes; take++) {
        MPI_Barrier(MPI_COMM_WORLD);
        double start = MPI_Wtime();
        MPI_Allreduce(MPI_IN_PLACE, x, N, MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD);
        double took = MPI_Wtime() - start;
        if (took < best) best = took;
    }
    free(x);
    return best;
}

int main(int argc, char **argv)
{
    int rank;
    if (argc > 1) takes = atoi(argv[1]);
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    double s = small(), l = large();
    if (rank == 0) printf("small %.9f\nlarge %.6f\n", s, l);
    return MPI_Finalize();
}
