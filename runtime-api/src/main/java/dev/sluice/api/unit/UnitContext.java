package dev.sluice.api.unit;

import java.io.IOException;
import java.nio.file.Path;
import java.util.random.RandomGenerator;

/**
 * The unit that a thread computes, as {@code compute} sees it by {@link dev.sluice.api.Application#context}. Valid
 * until {@code compute} returns. Threads that the unit starts may use it, too, one at a time.
 */
public interface UnitContext {
    /** Number of the unit's cycle. */
    int cycle();

    /** Index of the unit in its cycle. */
    long index();

    /** The seed of the run, which the option {@code --seed} sets. */
    long runSeed();

    /**
     * A seed that only this unit of this run has, from 0 on. It depends on the run's seed, the cycle and the index, and
     * neither on the worker nor on how often the unit is computed.
     */
    long seed();

    /** Random numbers that begin with {@link #seed}; the same generator in each call. */
    RandomGenerator random();

    /** Processors that the unit may use, at least 1. */
    int processors();

    /**
     * A directory for files of this unit alone, in the worker's directory for temporary files. It is made by the first
     * call, and deleted with all that is in it when {@code compute} has returned.
     */
    Path scratch() throws IOException;

    /**
     * Says how far the unit is. The live page and {@code top} show it, and the forecast of the run's end uses it. It
     * costs next to nothing, and may be called often; the latest word counts.
     *
     * @param done from 0 to 1; other values are cut
     * @param saying a few words for people, such as "epoch 4"; may be empty
     */
    void progress(double done, String saying);
}
