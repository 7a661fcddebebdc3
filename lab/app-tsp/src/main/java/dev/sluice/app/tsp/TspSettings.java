package dev.sluice.app.tsp;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The validated options.
 *
 * @param file problem to solve; null for berlin52
 * @param out picture to write
 */
record TspSettings(@Nullable Path file, Path out, long seed, Plan plan) {
    /**
     * The amount of work.
     *
     * @param parents tours that survive a generation
     * @param units units of each generation
     * @param toursPerUnit tours that each unit makes
     * @param sweeps of local search over each tour, at most
     */
    record Plan(int generations, int parents, int units, int toursPerUnit, int sweeps) {
        /** How many tours a generation makes. */
        long tours() {
            return (long) units * toursPerUnit;
        }
    }
}
