package dev.sluice.worker.isolation;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;

/**
 * The protocol between a worker and the process that computes a slot's units, over two pipes: a byte for the kind, then
 * its fields. The worker sends one request at a time and waits for the answer; only {@link #EXITING} and
 * {@link #PROGRESS} come unasked.
 */
public final class ChildWire {
    /** Worker to child: the path for large results, and the application to load. Answer: DONE or FAILED. */
    static final int APPLICATION = 'A';
    /** Worker to child: the setup of a cycle, before which the child loads its state. Answer: DONE or FAILED. */
    static final int SETUP = 'S';
    /**
     * Worker to child: compute the unit with this seed of the run, cycle, index and input. Answer: RESULT, RESULT_FILE
     * or FAILED.
     */
    static final int UNIT = 'U';
    /** Worker to child: release everything and exit. The only answer is the end of the process. */
    static final int END = 'E';

    /** Child to worker: done. */
    static final int DONE = 'D';
    /** Child to worker: {@link Usage}, then the encoded result. */
    static final int RESULT = 'R';
    /** Child to worker: {@link Usage}; the file for large results is the encoded result, and the worker deletes it. */
    static final int RESULT_FILE = 'L';
    /** Child to worker: {@link Usage}, then code, type, message and stack. */
    static final int FAILED = 'F';
    /** Child to worker, before the answer: how far the unit is, and a few words. */
    static final int PROGRESS = 'P';
    /** Child to worker: the application has called {@code System.exit}. */
    static final int EXITING = 'X';

    /** Exit code of a child that ran out of memory. */
    static final int NO_MEMORY_EXIT = 97;

    /** Exit code of a child that could not read a request or write an answer. */
    static final int BROKEN_EXIT = 98;

    /**
     * Resource use of a unit.
     *
     * @param nanos wall time in compute [ns]
     * @param cpuNanos CPU time of the thread in compute [ns]
     * @param processCpuNanos CPU time of the child since it started [ns]
     */
    public record Usage(long nanos, long cpuNanos, long processCpuNanos) {}

    private ChildWire() {}

    static void writeUsage(DataOutputStream out, Usage usage) throws IOException {
        out.writeLong(usage.nanos());
        out.writeLong(usage.cpuNanos());
        out.writeLong(usage.processCpuNanos());
    }

    static Usage readUsage(DataInputStream in) throws IOException {
        return new Usage(in.readLong(), in.readLong(), in.readLong());
    }
}
