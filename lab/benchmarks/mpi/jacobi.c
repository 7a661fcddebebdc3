/* Jacobi's iteration on a grid, by hand with MPI: rows are divided among the processes, which exchange one row with each
   neighbour in each iteration. The baseline of 'lab/lab bench resident'.

   Usage: mpirun -np PROCESSES jacobi ROWS COLUMNS ITERATIONS. It prints the iterations per second of the second half. The start
   is a standing wave, of which each iteration leaves a known part; the exit code is 1 if a cell differs from that. */
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void relax(const double *restrict now, double *restrict next, int rows, int width) {
    for (int row = 1; row <= rows; row++) {
        const double *above = now + (size_t) (row - 1) * width;
        const double *here = above + width;
        const double *below = here + width;
        double *to = next + (size_t) row * width;
        for (int at = 1; at < width - 1; at++) {
            to[at] = 0.25 * ((above[at] + below[at]) + (here[at - 1] + here[at + 1]));
        }
    }
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (argc != 4) {
        fprintf(stderr, "jacobi: %d arguments (expected: ROWS COLUMNS ITERATIONS)\n", argc - 1);
        MPI_Abort(MPI_COMM_WORLD, 64);
    }
    int all = atoi(argv[1]), width = atoi(argv[2]) + 2, iterations = atoi(argv[3]);
    int first = (int) ((long) rank * all / size), rows = (int) ((long) (rank + 1) * all / size) - first;
    size_t bytes = (size_t) (rows + 2) * width * sizeof(double);
    double *start = malloc(bytes), *now = malloc(bytes), *next = malloc(bytes);
    for (int row = 0; row < rows + 2; row++) {
        for (int at = 0; at < width; at++) {
            start[(size_t) row * width + at] = sin(M_PI * (first + row) / (all + 1)) * sin(M_PI * at / (width - 1));
        }
    }
    memcpy(now, start, bytes);
    memcpy(next, start, bytes);
    int above = rank > 0 ? rank - 1 : MPI_PROC_NULL, below = rank < size - 1 ? rank + 1 : MPI_PROC_NULL;
    double begin = 0;
    for (int iteration = 0; iteration < iterations; iteration++) {
        if (iteration == iterations / 2) {
            MPI_Barrier(MPI_COMM_WORLD);
            begin = MPI_Wtime();
        }
        double *last = now + (size_t) rows * width;
        MPI_Sendrecv(now + width, width, MPI_DOUBLE, above, 0, last + width, width, MPI_DOUBLE, below, 0, MPI_COMM_WORLD,
            MPI_STATUS_IGNORE);
        MPI_Sendrecv(last, width, MPI_DOUBLE, below, 1, now, width, MPI_DOUBLE, above, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        relax(now, next, rows, width);
        double *spare = now;
        now = next;
        next = spare;
    }
    MPI_Barrier(MPI_COMM_WORLD);
    double seconds = MPI_Wtime() - begin;
    double left = pow((cos(M_PI / (all + 1)) + cos(M_PI / (width - 1))) / 2, iterations), worst = 0, largest;
    for (size_t at = width; at < (size_t) (rows + 1) * width; at++) {
        worst = fmax(worst, fabs(now[at] - left * start[at]));
    }
    MPI_Reduce(&worst, &largest, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
    if (rank == 0) {
        printf("%.1f\n", (iterations - iterations / 2) / seconds);
    }
    MPI_Bcast(&largest, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return largest < 1e-10 ? 0 : 1;
}
