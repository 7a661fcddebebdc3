package dev.sluice.model.simulate;

/**
 * A run: what it stands on, and what is to do.
 *
 * @param work cycles, units, times and sizes
 */
public record Run(World world, Workload work) {
    public Run with(World other) {
        return new Run(other, work);
    }
}
