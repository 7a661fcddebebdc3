package dev.sluice.net;

/** The secrets of a run, one for each role that may connect. */
public record RunSecrets(Secret worker, Secret operator) {
    /** Two new ones. */
    public static RunSecrets create() {
        return new RunSecrets(Secret.create(), Secret.create());
    }

    /** The secret that a peer of {@code role} must prove. */
    Secret of(Role role) {
        return switch (role) {
            case WORKER -> worker;
            case OPERATOR -> operator;
            case MASTER -> throw new IllegalArgumentException("role: MASTER (expected: one that connects)");
        };
    }
}
