package dev.sluice.benchmarks.truth;

/**
 * A host of a drawn network.
 *
 * @param site index of its site
 * @param upMbit bandwidth of its port for what it sends; 0 if nothing limits it [Mbit/s]
 * @param downMbit bandwidth of its port for what it receives [Mbit/s]
 * @param speed speed at units; 1 for the host of the user
 * @param processors processors that it may use; 0 if nothing limits it
 * @param load share of a processor that another program on it wants; 0 without one
 */
record DrawnHost(
        String name,
        int site,
        String address,
        double upMbit,
        double downMbit,
        int slots,
        double speed,
        double processors,
        double load) {}
