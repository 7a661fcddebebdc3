package dev.sluice.model.topology;

/**
 * A transfer of bytes from one machine to another.
 *
 * @param from index of a host, or {@link #VANTAGE}
 * @param to index of another host, or {@link #VANTAGE}
 */
public record Transfer(int from, int to) {
    /** The machine from which the network is explored: the candidate master. */
    public static final int VANTAGE = -1;

    public Transfer {
        if (from < VANTAGE || to < VANTAGE || from == to) {
            throw new IllegalArgumentException(
                    "transfer from " + from + " to " + to + " (expected: two machines, by index, or -1)");
        }
    }

    static Transfer to(int host) {
        return new Transfer(VANTAGE, host);
    }

    static Transfer back(int host) {
        return new Transfer(host, VANTAGE);
    }

    /** True if the transfer is from or to this machine. */
    public boolean touches(int machine) {
        return from == machine || to == machine;
    }
}
