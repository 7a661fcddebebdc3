package dev.sluice.worker.slot;

import dev.sluice.net.session.Loop;
import dev.sluice.worker.sense.HostSensor;
import java.util.concurrent.ExecutorService;

/**
 * The threads of a worker. {@link OwnThreads} are those of a process; tests run everything on the loop, in virtual
 * time.
 */
public interface WorkerThreads {
    /** The thread that owns the worker's state; also the clock of all the worker's measurements. */
    Loop loop();

    /** Runs a slot from its start until it has left. */
    void run(Slot slot);

    /** Lets the calling slot wait for so long [ns]. */
    void pause(long nanos) throws InterruptedException;

    /** Makes the thread that encodes and sends kept results. It may block until there is room in transit. */
    ExecutorService collector();

    /** Processor time of this process [ns]. */
    long ownNanos();

    /** Processor time of the processes that units have started [ns]. */
    long startedNanos();

    /** Starts the host sensor. */
    void watch(HostSensor sensor);
}
