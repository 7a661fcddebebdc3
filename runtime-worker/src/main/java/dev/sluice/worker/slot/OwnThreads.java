package dev.sluice.worker.slot;

import dev.sluice.net.runfile.ThreadTime;
import dev.sluice.net.session.Loop;
import dev.sluice.worker.sense.HostSensor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** The threads of a worker process: one for each slot, one for collecting, one for the host sensor. */
public record OwnThreads(Loop loop) implements WorkerThreads {
    @Override
    public void run(Slot slot) {
        slot.thread().start();
    }

    @Override
    public void pause(long nanos) throws InterruptedException {
        TimeUnit.NANOSECONDS.sleep(nanos);
    }

    @Override
    public ExecutorService collector() {
        return Executors.newSingleThreadExecutor(task -> {
            Thread made = new Thread(task, "worker-collect");
            made.setDaemon(true);
            return made;
        });
    }

    @Override
    public long ownNanos() {
        return ThreadTime.ofThisProcess();
    }

    @Override
    public long startedNanos() {
        return ChildTime.ofThisProcess().nanos();
    }

    @Override
    public void watch(HostSensor sensor) {
        sensor.start();
    }
}
