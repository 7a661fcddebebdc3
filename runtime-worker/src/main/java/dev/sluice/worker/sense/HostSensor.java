package dev.sluice.worker.sense;

import dev.sluice.net.message.HostReport;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the host and reports it: first after one second, then periodically. Owns the thread {@code worker-sense}, which
 * does all of this, so that neither the worker's loop nor its start wait for it. On Linux the files of the kernel are
 * read. Elsewhere the library oshi is loaded after {@value #OSHI_AFTER_SECONDS} seconds, which saves short runs its
 * cost.
 */
public final class HostSensor {
    private static final Logger log = LoggerFactory.getLogger(HostSensor.class);

    static final long OSHI_AFTER_SECONDS = 10;
    /** Time in which the sensor leaves the processors to the first units. */
    private static final long DELAY_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private static final long FIRST_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
    /** Time between two reports of a worker [ns]. */
    public static final long PERIOD_NANOS = TimeUnit.SECONDS.toNanos(4);

    private static final long SAMPLE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private final int slots;
    private final Supplier<List<Long>> processes;
    private final long periodNanos;
    private final Consumer<HostReport> told;
    private final Thread thread;
    private final HostFiles files = HostFiles.SYSTEM;

    /**
     * @param slots of the worker
     * @param processes pids of the worker's processes for units; called on the sensor's thread
     * @param periodNanos time between two reports [ns]
     * @param told receives each report, on the sensor's thread; {@link HostReport#processor} is always present
     */
    public HostSensor(int slots, Supplier<List<Long>> processes, long periodNanos, Consumer<HostReport> told) {
        this.slots = slots;
        this.processes = processes;
        this.periodNanos = periodNanos;
        this.told = told;
        this.thread = new Thread(this::run, "worker-sense");
        this.thread.setDaemon(true);
    }

    /** Starts; call once. Any thread. */
    public void start() {
        thread.start();
    }

    /** Stops. Any thread, any number of times. */
    public void stop() {
        thread.interrupt();
    }

    private void run() {
        try {
            look();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException | LinkageError e) {
            log.warn("the host sensor has stopped: {}", e.toString());
        }
    }

    private void look() throws InterruptedException {
        TimeUnit.NANOSECONDS.sleep(DELAY_NANOS);
        long startNanos = System.nanoTime();
        KernelReader kernel = new KernelReader(files);
        boolean linux = kernel.works();
        HostLook look = new HostLook(
                files, slots, OwnUse.ofThisProcess(processes), linux ? kernel : new NoReader(), startNanos);
        boolean untried = !linux;
        long period = FIRST_NANOS;
        while (true) {
            sleep(look, period);
            told.accept(look.report(System.nanoTime()));
            period = periodNanos;
            if (untried && System.nanoTime() - startNanos >= TimeUnit.SECONDS.toNanos(OSHI_AFTER_SECONDS)) {
                untried = false;
                HostReader oshi = oshi();
                if (oshi != null) {
                    look.readBy(oshi, System.nanoTime());
                }
            }
        }
    }

    private static void sleep(HostLook look, long nanos) throws InterruptedException {
        for (long slept = 0; slept < nanos; slept += SAMPLE_NANOS) {
            TimeUnit.NANOSECONDS.sleep(SAMPLE_NANOS);
            look.sample();
        }
    }

    /** The reader with oshi; null if its native code does not load, which is logged once. */
    private static @Nullable HostReader oshi() {
        try {
            return OshiReader.load();
        } catch (RuntimeException | LinkageError e) {
            if (Thread.currentThread().isInterrupted()) {
                return null; // the worker ends
            }
            log.warn("oshi does not work here: {}; the host's availability is unknown", e.toString());
            return null;
        }
    }

    /** Reads nothing, on systems without a reader. */
    static final class NoReader implements HostReader {
        @Override
        public HostReport.Source source() {
            return HostReport.Source.NOBODY;
        }

        @Override
        public CpuTimes times() {
            return new CpuTimes(Map.of(), 1);
        }

        @Override
        public double loadAverage() {
            return 0;
        }

        @Override
        public HostReport.Memory memory() {
            return new HostReport.Memory(0, 0);
        }

        @Override
        public HostReport.Processor processor() {
            return new HostReport.Processor("", 0);
        }
    }
}
