package dev.sluice.master.tune;

import java.util.Set;
import java.util.function.Consumer;

/** Starts workers of a run on hosts that its plan has left out. Called on the master loop, which it does not block. */
public interface WorkerStart {
    /** Starts none. */
    WorkerStart NONE = new WorkerStart() {
        @Override
        public Set<String> hosts() {
            return Set.of();
        }

        @Override
        public void start(String host, Consumer<String> failed) {
            failed.accept("nobody can start a worker there");
        }
    };

    /** Hosts on which no worker was started yet, by the names with which their workers join. */
    Set<String> hosts();

    /**
     * Starts a worker on one of these hosts. It joins the run.
     *
     * @param failed is told why none was started; on any thread, once at most
     */
    void start(String host, Consumer<String> failed);
}
