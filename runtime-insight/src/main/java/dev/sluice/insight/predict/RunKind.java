package dev.sluice.insight.predict;

import java.util.Locale;

/** Kinds of runs. Forecasts are compared with outcomes of the same kind. */
public enum RunKind {
    /** The only worker is in the master's process. */
    EMBEDDED(0.06),
    /** Workers are processes of this machine. */
    LOCAL(0.08),
    /** Workers join by themselves, so that nobody knows the machines before. */
    LISTEN(0.15),
    /** Workers are started over ssh. */
    HOSTS(0.15),
    /** Workers are started by Slurm. */
    SLURM(0.15),
    /** Workers are those of a pool. */
    POOL(0.15),
    /** A plan chose the hosts. */
    PLANNED(0.15),
    /** One thread computes all units, without workers. */
    SERIAL(0.06);

    private final double sigma;

    RunKind(double sigma) {
        this.sigma = sigma;
    }

    /**
     * Standard deviation of the logarithm of a time beside its forecast, apart from that of the unit times. It serves
     * until outcomes of this kind are known.
     */
    public double sigma() {
        return sigma;
    }

    /** Tells whether the machines are known before the run begins. */
    public boolean knowsMachines() {
        return this != LISTEN && this != SLURM && this != POOL;
    }

    /** The name in files. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
