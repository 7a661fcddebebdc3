package dev.sluice.worker;

import dev.sluice.net.message.HostReport;
import dev.sluice.net.message.HostReport.Received;
import dev.sluice.net.message.LinkProbe;
import dev.sluice.net.message.Message;
import dev.sluice.net.message.SizeClass;
import dev.sluice.net.session.Loop;
import dev.sluice.net.session.Session;
import dev.sluice.worker.sense.HostSensor;
import dev.sluice.worker.slot.WorkerThreads;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Reports the host's load and the transfers from the master to the master. Confined to the worker loop; another thread
 * reads the host.
 */
final class HostSense {
    private static final SizeClass[] SIZES = SizeClass.values();

    private final WorkerThreads threads;
    private final HostSensor sensor;
    private final long[] transfers = new long[SIZES.length];
    private final long[] bytes = new long[SIZES.length];
    private final long[] arrivingNanos = new long[SIZES.length];
    private @Nullable Session session;
    private Optional<HostReport.Processor> said = Optional.empty();
    private boolean started;
    private boolean stopped;

    /** @param processes pids of the processes for units; called on any thread */
    HostSense(WorkerThreads threads, int slots, Supplier<List<Long>> processes) {
        this.threads = threads;
        Loop loop = threads.loop();
        this.sensor =
                new HostSensor(slots, processes, HostSensor.PERIOD_NANOS, report -> loop.post(() -> tell(report)));
    }

    /** Attaches the session to which reports go. */
    void attach(Session open) {
        session = open;
        said = Optional.empty();
        if (!started && !stopped) {
            started = true;
            threads.watch(sensor);
        }
    }

    /** Detaches the session. */
    void detach() {
        session = null;
    }

    /** Stops reading the host. */
    void stop() {
        session = null;
        stopped = true;
        sensor.stop();
    }

    /**
     * Records a message from the master. Messages with bulk are counted, except those that are answered with their own
     * arrival time.
     */
    void received(Message message) {
        long size = message.payload().size();
        if (size > 0 && !(message instanceof LinkProbe)) {
            int sizes = SizeClass.of(size).ordinal();
            transfers[sizes]++;
            bytes[sizes] += size;
            arrivingNanos[sizes] += Math.max(0, message.payload().arrivingNanos());
        }
    }

    private void tell(HostReport report) {
        Session open = session;
        if (open == null) {
            return;
        }
        HostReport whole = report.with(takeReceived());
        open.send(report.processor().equals(said) ? whole.with(Optional.empty()) : whole);
        said = report.processor();
    }

    private List<Received> takeReceived() {
        List<Received> all = new ArrayList<>();
        for (SizeClass sizes : SIZES) {
            int i = sizes.ordinal();
            if (transfers[i] > 0) {
                all.add(new Received(sizes, transfers[i], bytes[i], arrivingNanos[i]));
                transfers[i] = 0;
                bytes[i] = 0;
                arrivingNanos[i] = 0;
            }
        }
        return all;
    }
}
