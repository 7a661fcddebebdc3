package dev.sluice.worker.isolation;

import dev.sluice.api.ApplicationException;
import dev.sluice.api.CodecException;
import dev.sluice.api.Decoder;
import dev.sluice.api.Hosted;
import dev.sluice.api.unit.UnitSite;
import dev.sluice.model.ErrorCode;
import dev.sluice.net.child.ChildFormat;
import dev.sluice.net.child.ChildPipes;
import dev.sluice.worker.isolation.ChildWire.Usage;
import dev.sluice.worker.outbox.ResultLimits;
import dev.sluice.worker.unit.FailureText;
import dev.sluice.worker.unit.LoadedApplication;
import dev.sluice.worker.unit.Outcome;
import dev.sluice.worker.unit.StateLoader;
import dev.sluice.worker.unit.WorkerException;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The process that computes the units of one slot, so that a crash costs only one attempt. Its main thread reads
 * requests, and ends the process when the worker is gone, even during a unit. One other thread executes the requests
 * and answers. Signals of the terminal are the worker's business.
 */
public final class UnitHost {
    private static final long TOLD_NANOS = 100_000_000L;

    private final DataOutputStream out;
    private final BlockingQueue<HostRequest> requests = new ArrayBlockingQueue<>(1);
    private final Outcome outcome = new Outcome();
    /** The file for large results. Confined to the reading thread. */
    private @Nullable Path resultFile;

    private @Nullable ChildEncoder encoder;
    private @Nullable LoadedApplication loaded;
    private @Nullable StateLoader state;
    private @Nullable Object setup;
    private volatile @Nullable UnitSite site;
    /** When progress was passed on last. Guarded by this. */
    private long toldNanos = System.nanoTime() - TOLD_NANOS;

    private volatile boolean ending;

    private UnitHost(DataOutputStream out) {
        this.out = out;
    }

    /** Started by {@link ChildCommand}. */
    public static void main(String[] none) throws IOException {
        ChildPipes pipes = ChildPipes.claim();
        UnitHost host = new UnitHost(pipes.out());
        Runtime.getRuntime().addShutdownHook(new Thread(host::exiting, "unit-exit"));
        Thread thread = new Thread(host::work, "unit");
        thread.setDaemon(true);
        thread.start();
        host.read(pipes.in());
    }

    private void read(DataInputStream in) {
        try {
            for (HostRequest next = HostRequest.read(in); next != null; next = HostRequest.read(in)) {
                if (next instanceof HostRequest.Application application) {
                    resultFile = application.resultFile();
                }
                put(next);
            }
        } catch (IOException e) {
            // treated like a lost worker
        } catch (OutOfMemoryError e) {
            Runtime.getRuntime().halt(ChildWire.NO_MEMORY_EXIT);
        }
        deleteLeftover();
        Runtime.getRuntime().halt(0);
    }

    /** Passes a request on, even if a unit interrupts all threads of this process. */
    private void put(HostRequest request) {
        while (true) {
            try {
                requests.put(request);
                return;
            } catch (InterruptedException byAUnit) {
                // the worker still waits for the answer
            }
        }
    }

    /** Deletes the result file, because the worker that would take it is gone. */
    private void deleteLeftover() {
        Path leftover = resultFile;
        if (leftover == null) {
            return;
        }
        try {
            Files.deleteIfExists(leftover);
        } catch (IOException e) {
            // the system cleans its directory for temporary files
        }
    }

    private void work() {
        try {
            processCpuNanos(); // loads what measures, before a unit can have taken the memory for it
            for (; ; ) {
                HostRequest request = next();
                outcome.clear();
                if (request instanceof HostRequest.Unit unit) {
                    compute(unit);
                } else if (request instanceof HostRequest.Setup given) {
                    takeSetup(given.bytes());
                } else if (request instanceof HostRequest.Application application) {
                    encoder = new ChildEncoder(application.resultFile());
                    load(application.load());
                } else {
                    finish();
                }
            }
        } catch (OutOfMemoryError e) {
            Runtime.getRuntime().halt(ChildWire.NO_MEMORY_EXIT);
        } catch (Throwable e) {
            e.printStackTrace();
            Runtime.getRuntime().halt(ChildWire.BROKEN_EXIT);
        }
    }

    /** Waits for the next request, even if a thread that a unit has left behind interrupts this one. */
    private HostRequest next() {
        while (true) {
            try {
                return requests.take();
            } catch (InterruptedException e) {
                // the flag was meant for a unit that is over
            }
        }
    }

    private void load(ChildFormat.Load load) throws IOException {
        try {
            LoadedApplication application = LoadedApplication.load(load.info(), load.jars(), load.files());
            Thread.currentThread().setContextClassLoader(application.loader());
            loaded = application;
            state = new StateLoader(
                    application.application(),
                    TimeUnit.NANOSECONDS::sleep,
                    line -> System.err.println("sluice-worker: " + line));
        } catch (WorkerException e) {
            outcome.failed(e.code(), "", String.valueOf(e.getMessage()), FailureText.stack(e));
        } catch (Throwable e) {
            outcome.failed(ErrorCode.BAD_APPLICATION, e);
        }
        answer();
    }

    private void takeSetup(byte[] bytes) throws IOException {
        setup = null;
        ErrorCode stage = ErrorCode.STATE_NOT_LOADED;
        try {
            Hosted<Object, Object, Object> application = there(loaded).application();
            there(state).load();
            application.prepare();
            stage = ErrorCode.INPUT_ENCODING;
            setup = new Decoder(ByteBuffer.wrap(bytes)).readAll(application.setupCodec());
        } catch (Throwable e) {
            outcome.failed(stage, e);
        }
        answer();
    }

    private synchronized void answer() throws IOException {
        if (outcome.isFailure()) {
            fail(new Usage(0, 0, processCpuNanos()));
        } else {
            out.write(ChildWire.DONE);
        }
        out.flush();
    }

    private void compute(HostRequest.Unit unit) throws IOException {
        UnitSite here = siteOf(unit);
        LoadedApplication application = there(loaded);
        ChildEncoder written = there(encoder);
        long cpuBefore = threadCpuNanos();
        long from = System.nanoTime();
        ErrorCode stage = ErrorCode.INPUT_ENCODING;
        written.clear();
        boolean inFile = false;
        try {
            Object input = new Decoder(ByteBuffer.wrap(unit.bytes()))
                    .readAll(application.application().unitCodec());
            stage = ErrorCode.UNIT_THREW;
            from = System.nanoTime();
            Object result = application.application().compute(there(setup), input, here);
            outcome.computed(result, from, System.nanoTime());
            stage = ErrorCode.RESULT_ENCODING;
            application.application().resultCodec().encode(result, written);
            if (written.plainBytes() > ResultLimits.MOST_RESULT_BYTES) {
                stage = ErrorCode.RESULT_TOO_LARGE;
                throw ResultLimits.tooLarge(written.plainBytes());
            }
            inFile = written.settle();
        } catch (Throwable e) {
            outcome.failed(stage, e);
        }
        Thread.interrupted(); // the flag, if it is set, was meant for this unit
        Usage usage = new Usage(outcome.nanos(), threadCpuNanos() - cpuBefore, processCpuNanos());
        synchronized (this) {
            if (outcome.isFailure()) {
                fail(usage);
            } else if (inFile) {
                out.write(ChildWire.RESULT_FILE);
                ChildWire.writeUsage(out, usage);
            } else {
                out.write(ChildWire.RESULT);
                ChildWire.writeUsage(out, usage);
                ChildFormat.writeBuffers(out, written.written());
            }
            out.flush();
        }
    }

    private UnitSite siteOf(HostRequest.Unit unit) {
        UnitSite known = site;
        if (known == null || known.runSeed() != unit.runSeed()) {
            known = new UnitSite(unit.runSeed(), this::tellProgress);
            site = known;
        }
        known.begin(unit.cycle(), unit.index());
        return known;
    }

    /** Passes on how far the unit is, ten times a second at most. On a thread of the unit. */
    private synchronized void tellProgress() {
        UnitSite of = site;
        UnitSite.Progress said = of == null ? null : of.progress();
        long now = System.nanoTime();
        if (said == null || now - toldNanos < TOLD_NANOS) {
            return;
        }
        toldNanos = now;
        try {
            out.write(ChildWire.PROGRESS);
            out.writeDouble(said.done());
            ChildFormat.writeText(out, said.saying());
            out.flush();
        } catch (IOException gone) {
            // the worker, whose end the reading thread sees
        }
    }

    private void fail(Usage usage) throws IOException {
        out.write(ChildWire.FAILED);
        ChildWire.writeUsage(out, usage);
        out.writeInt(outcome.code().number());
        ChildFormat.writeText(out, outcome.type());
        ChildFormat.writeText(out, outcome.message());
        ChildFormat.writeText(out, outcome.stack());
    }

    private void finish() {
        ending = true;
        LoadedApplication application = loaded;
        if (application != null) {
            try {
                application.application().finish();
            } catch (ApplicationException e) {
                System.err.println(
                        "sluice-worker: " + ErrorCode.APPLICATION_FAILED + " application: " + e.getMessage());
            }
        }
        System.exit(0);
    }

    /**
     * Reports that the JVM shuts down without a request: a unit, or a thread that it started, has called
     * {@code System.exit}.
     */
    private void exiting() {
        if (!ending) {
            try {
                synchronized (this) {
                    out.write(ChildWire.EXITING);
                    out.flush();
                }
            } catch (IOException e) {
                Runtime.getRuntime().halt(ChildWire.BROKEN_EXIT);
            }
        }
    }

    private static long threadCpuNanos() {
        return Math.max(0, ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime());
    }

    private static long processCpuNanos() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof com.sun.management.OperatingSystemMXBean system
                ? Math.max(0, system.getProcessCpuTime())
                : 0;
    }

    private static <T> T there(@Nullable T value) {
        if (value == null) {
            throw new CodecException("nothing to compute with (expected: application and setup before units)");
        }
        return value;
    }
}
