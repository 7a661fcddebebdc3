package dev.sluice.net.runfile;

/** The secrets of a run, one for each role that may connect. */
public record RunSecrets(Secret worker, Secret operator, Secret probe, Secret peer) {
    /** New ones. */
    public static RunSecrets create() {
        return new RunSecrets(Secret.create(), Secret.create(), Secret.create(), Secret.create());
    }

    /** New ones but for that of probes. */
    public static RunSecrets ofProbes(Secret probe) {
        return new RunSecrets(Secret.create(), Secret.create(), probe, Secret.create());
    }

    /** New ones but for that of workers that fetch files. */
    public static RunSecrets ofPeers(Secret peer) {
        return new RunSecrets(Secret.create(), Secret.create(), Secret.create(), peer);
    }

    /** The secret that a peer of {@code role} must prove. */
    public Secret of(Role role) {
        return switch (role) {
            case WORKER, AGENT -> worker; // a pool has agents and no workers of its own
            case OPERATOR -> operator;
            case PROBE -> probe;
            case PEER -> peer;
            case MASTER -> throw new IllegalArgumentException("role: MASTER (expected: one that connects)");
        };
    }
}
