package dev.sluice.worker.slot;

import dev.sluice.net.session.Loop;
import dev.sluice.worker.sense.HostSensor;
import java.util.concurrent.ExecutorService;

/**
 * The threads of a worker. {@link OwnThreads} are those of a process; tests run everything on the loop, in virtual
 * time.
 */
public interface WorkerThreads {
    /** The thread that owns the worker's state, and the clock of everything the worker measures. */
    Loop loop();

    /** Runs a slot from its start until it has left. */
    void run(Slot slot);

    /** Makes the thread that encodes and sends results which were kept. It may wait for room on the way. */
    ExecutorService collector();

    /** Starts to look at the host. */
    void watch(HostSensor sensor);
}
