package dev.sluice.model.fleet;

/** A task that the queue system accepted and that is not over. */
final class FleetTask {
    private static final long NEVER = Long.MIN_VALUE;

    final String id;
    final long acceptedNanos;
    private boolean started;
    private long idleNanos = NEVER;
    private long cancelledNanos = NEVER;

    FleetTask(String id, long nowNanos) {
        this.id = id;
        this.acceptedNanos = nowNanos;
    }

    void start(long nowNanos) {
        started = true;
        idleNanos = nowNanos;
    }

    boolean isStarted() {
        return started;
    }

    void busy() {
        idleNanos = NEVER;
    }

    void idle(long nowNanos) {
        idleNanos = idleNanos == NEVER ? nowNanos : idleNanos;
    }

    /** Time since the task began to be idle; -1 if it is busy or not started. */
    long idleFor(long nowNanos) {
        return idleNanos == NEVER ? -1 : nowNanos - idleNanos;
    }

    void cancel(long nowNanos) {
        cancelledNanos = nowNanos;
    }

    boolean isCancelled() {
        return cancelledNanos != NEVER;
    }

    /** Time since the last cancellation. */
    long cancelledFor(long nowNanos) {
        return nowNanos - cancelledNanos;
    }
}
