package dev.sluice.net.runfile;

/** The roles of a peer in a run. */
public enum Role {
    /** Computes units. */
    WORKER(1),
    /** Watches and steers a run. */
    OPERATOR(2),
    /** Owns the run; the side that listens. */
    MASTER(3),
    /** Exchanges bytes with the listening side, to measure the bandwidth. */
    PROBE(4),
    /** Fetches files from the listening side, which is a worker. */
    PEER(5),
    /** Starts and drains the workers of a pool on its host. */
    AGENT(6);

    private final int number;

    Role(int number) {
        this.number = number;
    }

    /** Its byte in the preamble. */
    public int number() {
        return number;
    }
}
