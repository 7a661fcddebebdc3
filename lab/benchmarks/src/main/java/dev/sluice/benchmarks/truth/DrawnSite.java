package dev.sluice.benchmarks.truth;

/**
 * A site: the link that its hosts share, and the wire from it to its parent.
 *
 * @param parent index of the site above; -1 for the first site
 * @param half true if the link is a shared medium
 * @param upMbit bandwidth towards the parent; 0 where nothing limits the first site [Mbit/s]
 * @param downMbit bandwidth from the parent [Mbit/s]
 * @param latencyMicros one-way latency to the parent; 0 without [us]
 */
record DrawnSite(String name, int parent, boolean half, double upMbit, double downMbit, long latencyMicros) {}
