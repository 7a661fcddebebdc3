package dev.sluice.model.topology;

import java.util.List;

/** An account of what links carried. */
interface LinkTimes {
    /**
     * Counts a probe, and returns for each host the bound of the busy time of all links that may lead to it [s].
     *
     * @param bytes bytes of each transfer
     * @param rates rates of each transfer [bytes/s]
     * @param seconds duration of sending [s]
     */
    double[] sent(List<Transfer> transfers, double[] bytes, double[] rates, double seconds);
}
