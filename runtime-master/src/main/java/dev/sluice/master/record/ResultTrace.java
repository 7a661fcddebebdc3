package dev.sluice.master.record;

import dev.sluice.model.schedule.ResultRun;

/** Receives each run of results, on the master loop; must not block. */
public interface ResultTrace {
    /** Receives nothing. */
    ResultTrace NONE = new ResultTrace() {
        @Override
        public void run(Row row) {}

        @Override
        public void close() {}
    };

    /**
     * A run of results, with times since the start of the run [ns].
     *
     * @param slot number of the slot, from 1; 0 if it is not known
     * @param queuedNanos when the input of its first unit reached the worker; -1 if it is not known
     * @param endedNanos end of its last unit; -1 if it is not known
     * @param bytesIn of the inputs; -1 if it is not known
     * @param bytes of the results; -1 if several runs share a message
     * @param outcome as in {@link dev.sluice.model.record.RunRecorder}
     */
    record Row(
            int cycle,
            ResultRun run,
            String worker,
            String host,
            int slot,
            long queuedNanos,
            long endedNanos,
            long receivedNanos,
            long bytesIn,
            long bytes,
            int outcome) {}

    void run(Row row);

    /** No more runs come. */
    void close();
}
