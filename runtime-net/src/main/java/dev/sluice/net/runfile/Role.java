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
    /** Starts and drains the workers of a pool on its host. */
    AGENT(5);

    private final int number;

    Role(int number) {
        this.number = number;
    }

    /** Its byte in the preamble. */
    public int number() {
        return number;
    }
}
