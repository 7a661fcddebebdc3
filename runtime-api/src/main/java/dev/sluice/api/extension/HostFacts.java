package dev.sluice.api.extension;

/**
 * Facts of hosts that you know before a run, such as from a site's monitoring. They are asked for before Sluice's own
 * forecasts. The class is named in {@code META-INF/services/dev.sluice.api.extension.HostFacts}.
 */
public interface HostFacts {
    /** The share of each processor that a new process on this host gets: 0 to 1, or NaN if it is not known. */
    default double availability(String host) {
        return Double.NaN;
    }

    /** Memory that a new process on this host can take [bytes]; NaN if it is not known. */
    default double freeBytes(String host) {
        return Double.NaN;
    }
}
