package dev.sluice.master.tune;

import java.util.function.Consumer;

/** Starts sub-masters of a run on other hosts. */
@FunctionalInterface
public interface SubMasterStart {
    /** Starts none: only sub-masters that have joined by themselves are used. */
    SubMasterStart NONE = new SubMasterStart() {
        @Override
        public boolean canStart(String host) {
            return false;
        }

        @Override
        public void start(String host, Consumer<String> failed) {
            failed.accept("nobody can start a sub-master there");
        }
    };

    /**
     * Tells whether a sub-master can be started on the host of a worker. Called on the master loop, which it does not
     * block.
     *
     * @param host as the worker names it
     */
    default boolean canStart(String host) {
        return true;
    }

    /**
     * Starts a sub-master on the host of a worker. Called on the master loop, which it does not block. The sub-master
     * joins the run.
     *
     * @param host as the worker names it
     * @param failed is told why none was started; on any thread, once at most
     */
    void start(String host, Consumer<String> failed);
}
