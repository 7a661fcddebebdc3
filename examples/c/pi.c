/* Estimates pi by throwing points at a square. Build and run:
 *
 *     cc -O2 -o pi pi.c && sluice run ./pi -- --units 1000 --samples 1000000
 */
#include "sluice.h"

static uint64_t units = 100, samples = 100000;
static uint64_t all_hits, all_samples;

static void start(int argc, char **argv) {
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--help") == 0) {
            sluice_fail("help", "pi [--units N] [--samples N]: estimates pi from N units of N points each\n");
        }
        char *end = "";
        uint64_t value = i + 1 < argc ? strtoull(argv[i + 1], &end, 10) : 0;
        if (value == 0 || *end != 0) {
            sluice_fail("usage", "a number is wrong or missing (expected: --units N or --samples N, N > 0)");
        }
        if (strcmp(argv[i], "--units") == 0) {
            units = value;
        } else if (strcmp(argv[i], "--samples") == 0) {
            samples = value;
        } else {
            sluice_fail("usage", "unknown option (expected: --units N or --samples N)");
        }
        i++;
    }
}

static int cycle(uint64_t number, uint64_t *count, sluice_bytes *setup, int *last) {
    *count = units;
    *setup = (sluice_bytes){&samples, sizeof samples};
    *last = 1;
    return number == 0;
}

static double uniform(uint64_t *state) {
    *state ^= *state << 13, *state ^= *state >> 7, *state ^= *state << 17;
    return (double)(*state >> 11) / 9007199254740992.0;
}

static sluice_bytes compute(sluice_bytes setup, uint64_t index, sluice_bytes unit) {
    static uint64_t hits;
    uint64_t count = sluice_number(setup), state = (index + 1) * 0x9E3779B97F4A7C15u;
    (void)unit; /* the index tells the units apart */
    hits = 0;
    for (uint64_t i = 0; i < count; i++) {
        double x = uniform(&state), y = uniform(&state);
        hits += x * x + y * y < 1;
    }
    return (sluice_bytes){&hits, sizeof hits};
}

static sluice_bytes merge(const sluice_bytes *values, uint32_t count) {
    static uint64_t sum;
    sum = 0;
    for (uint32_t i = 0; i < count; i++) sum += sluice_number(values[i]);
    return (sluice_bytes){&sum, sizeof sum};
}

static int accumulated(sluice_bytes total) {
    all_hits = sluice_number(total);
    all_samples = units * samples;
    return SLUICE_CONTINUE;
}

static void complete(void) {
    printf("pi is about %.6f\n", 4.0 * (double)all_hits / (double)all_samples);
}

int main(void) {
    struct sluice_application pi = {
        .results = "accumulate",
        .start = start,
        .cycle = cycle,
        .compute = compute,
        .merge = merge,
        .accumulated = accumulated,
        .complete = complete,
    };
    return sluice_main(&pi);
}
