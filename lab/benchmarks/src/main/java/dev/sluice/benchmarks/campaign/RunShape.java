package dev.sluice.benchmarks.campaign;

import java.util.List;

/** Which processes take part in an episode. */
enum RunShape {
    /** Master and worker are one process. */
    EMBEDDED(FaultTarget.MASTER),
    /** The master starts its workers. */
    LOCAL(FaultTarget.MASTER, FaultTarget.WORKER),
    /** Workers join by TCP and TLS, through a relay. */
    JOINED(FaultTarget.MASTER, FaultTarget.WORKER, FaultTarget.LINK),
    /** Workers that join, some of them below a sub-master. */
    TREE(FaultTarget.MASTER, FaultTarget.WORKER, FaultTarget.SUBMASTER, FaultTarget.LINK),
    /** The run is submitted to a pool. */
    POOL(FaultTarget.MASTER, FaultTarget.WORKER, FaultTarget.AGENT, FaultTarget.POOL);

    private final List<FaultTarget> targets;

    RunShape(FaultTarget... targets) {
        this.targets = List.of(targets);
    }

    /** The targets of faults, besides the children of isolated workers. */
    List<FaultTarget> targets() {
        return targets;
    }
}
