package dev.sluice.net.runfile;

import java.util.List;
import java.util.Locale;

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
    AGENT(6),
    /** Changes a pool: may do all that SUBMIT may, and change its hosts and end it. */
    ADMIN(7),
    /** Brings runs to a pool and ends them: may do all that READ may. */
    SUBMIT(8),
    /** Sees the state of a pool, and changes nothing. */
    READ(9);

    /** The roles of commands and masters that connect to a pool, the most powerful first. */
    public static final List<Role> POOL_CLIENTS = List.of(ADMIN, SUBMIT, READ);

    private final int number;

    Role(int number) {
        this.number = number;
    }

    /** Its byte in the preamble. */
    public int number() {
        return number;
    }

    /** Its name in files and messages. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Tells whether it is the role of a command, or of a run's master, that connects to a pool. */
    public boolean ofPoolClient() {
        return POOL_CLIENTS.contains(this);
    }
}
