package dev.sluice.system;

import dev.sluice.api.Application;
import dev.sluice.api.Codec;
import dev.sluice.api.Cycle;
import dev.sluice.api.Decoder;
import dev.sluice.api.Encoder;
import dev.sluice.api.FailedUnit;
import dev.sluice.api.Verdict;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.Predicate;
import picocli.CommandLine.Option;

/**
 * An application that misbehaves as told, and writes each unit it accepts into a ledger: {@code cycle unit sum}. A
 * result is {@code --bytes} bytes that follow from setup and unit, so that a mix-up shows.
 */
public class Poison extends Application<byte[], Long, byte[]> {
    private static final Path NOWHERE = Path.of("");

    @Option(names = "--ledger", required = true)
    Path ledger;

    /** The file to which workers append a line {@code unit host} for each unit. */
    @Option(names = "--computed")
    Path computed = NOWHERE;

    @Option(names = "--units")
    long units = 100;

    @Option(names = "--cycles")
    int cycles = 1;

    /** Says how many cycles there are. */
    @Option(names = "--tell-cycles")
    boolean tellCycles;

    @Option(names = "--bytes")
    int bytes = 16;

    @Option(names = "--setup-bytes")
    int setupBytes = 16;

    /** The same of the last cycle; 0: as of the others. */
    @Option(names = "--last-setup-bytes")
    int lastSetupBytes;

    @Option(names = "--accept-millis")
    long acceptMillis;

    @Option(names = "--compute-millis")
    long computeMillis;

    /** Once this file is there, units take no time: the test has seen what it came for. */
    @Option(names = "--hurry")
    Path hurry = NOWHERE;

    /** A file without which the last unit does not end: the run goes on until the test has seen what it came for. */
    @Option(names = "--last-awaits")
    Path lastAwaits = NOWHERE;

    /**
     * Methods and steps of codecs in which to throw, and ways in which unit 7, 8 and so on fail: the first, the second.
     */
    @Option(names = "--bad")
    String bad = "";

    /** Units print. */
    @Option(names = "--chatty")
    boolean chatty;

    private static final List<byte[]> HELD = new ArrayList<>();
    private static final List<InputStream> OPEN = new ArrayList<>();

    private int cycle;

    private boolean isBad(String way) {
        return List.of(bad.split(",")).contains(way);
    }

    private void throwIn(String method) {
        if (isBad(method)) {
            throw new IllegalStateException("poison in " + method);
        }
    }

    @Override
    protected void initialize() {
        throwIn("initialize");
    }

    @Override
    protected Cycle<byte[]> cycle(int number) {
        throwIn("cycle");
        cycle = number;
        byte[] setup = new byte[number + 1 == cycles && lastSetupBytes > 0 ? lastSetupBytes : setupBytes];
        java.util.Arrays.fill(setup, (byte) (number + 1));
        long count = units + number;
        return number + 1 == cycles ? Cycle.only(count, setup) : Cycle.of(count, setup);
    }

    @Override
    protected OptionalInt expectedCycles() {
        return tellCycles ? OptionalInt.of(cycles) : super.expectedCycles();
    }

    @Override
    protected Long unit(long index) {
        if (index == 7) {
            throwIn("unit");
            waitIn("unit-waits");
        }
        return index;
    }

    @Override
    protected byte[] compute(byte[] setup, Long unit) throws Exception {
        switch (wayToFail(unit)) {
            case "compute" -> throw new IllegalStateException("poison in compute");
            case "null" -> {
                return null;
            }
            case "exit" -> System.exit(3);
            case "halt" -> Runtime.getRuntime().halt(9);
            case "halt-in-order" -> Runtime.getRuntime().halt(0);
            case "exit-elsewhere" -> elsewhere(() -> System.exit(0));
            case "stack" -> dive(0);
            case "sleep" -> java.util.concurrent.TimeUnit.HOURS.sleep(1);
            case "loop" -> loop();
            case "exhaust" -> exhaust();
            case "segv" -> writeToAddressZero();
            case "killed" ->
                new ProcessBuilder("kill", "-KILL", "" + ProcessHandle.current().pid())
                        .start()
                        .waitFor();
            case "orphan" -> {
                long parent = ProcessHandle.current().parent().orElseThrow().pid();
                new ProcessBuilder("kill", "-KILL", "" + parent).start().waitFor();
                java.util.concurrent.TimeUnit.HOURS.sleep(1);
            }
            case "memory" -> {
                return new byte[Integer.MAX_VALUE - 8];
            }
            case "hook" -> {
                Runtime.getRuntime().addShutdownHook(new Thread(Poison::loop));
                System.exit(3);
            }
            case "hook-halts" ->
                Runtime.getRuntime()
                        .addShutdownHook(new Thread(() -> Runtime.getRuntime().halt(0)));
            default -> leaveBehind(wayToFail(unit));
        }
        if (computeMillis > 0 && (hurry.equals(NOWHERE) || !Files.exists(hurry))) {
            java.util.concurrent.TimeUnit.MILLISECONDS.sleep(computeMillis);
        }
        awaitAtTheLast(unit);
        if (chatty) {
            System.out.println("unit " + unit + " on standard output");
        }
        note(unit);
        byte[] result = new byte[bytes];
        java.util.Arrays.fill(result, (byte) (unit * 31 + setup[setup.length - 1]));
        return result;
    }

    private void awaitAtTheLast(long unit) throws InterruptedException {
        while (!lastAwaits.equals(NOWHERE) && unit == units - 1 && !Files.exists(lastAwaits)) {
            java.util.concurrent.TimeUnit.MILLISECONDS.sleep(10);
        }
    }

    /** Leaves something behind of which later units should notice nothing. */
    private void leaveBehind(String way) throws IOException {
        switch (way) {
            case "closed" -> {
                System.out.close();
                System.err.close();
                System.in.close();
            }
            case "interrupted" -> Thread.currentThread().interrupt();
            case "others" -> Thread.getAllStackTraces().keySet().forEach(Poison::interruptOther);
            case "threads" -> {
                for (int i = 0; i < 1_000; i++) {
                    new Thread(null, Poison::sleepForEver, "left-" + i, 65_536).start();
                }
            }
            case "files" -> {
                for (int i = 0; i < 200; i++) {
                    OPEN.add(Files.newInputStream(Path.of("/dev/null")));
                }
            }
            case "fork" -> {
                Process fork = new ProcessBuilder("sleep", "600").inheritIO().start();
                Files.writeString(ledger.resolveSibling("fork"), String.valueOf(fork.pid()));
            }
            case "output" -> {
                String line = "x".repeat(1_023);
                for (int i = 0; i < 1 << 14; i++) {
                    System.out.println(line);
                }
            }
            default -> {}
        }
    }

    private static void interruptOther(Thread thread) {
        if (thread != Thread.currentThread()) {
            thread.interrupt();
        }
    }

    private static void sleepForEver() {
        try {
            java.util.concurrent.TimeUnit.DAYS.sleep(1);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private String wayToFail(long unit) {
        String[] ways = bad.split(",");
        return unit >= 7 && unit < 7 + ways.length ? ways[(int) unit - 7] : "";
    }

    private void note(long unit) throws IOException {
        if (!computed.equals(NOWHERE)) {
            String line = unit + " " + Files.readString(Path.of("/proc/sys/kernel/hostname"));
            Files.writeString(computed, line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        }
    }

    @SuppressWarnings("InfiniteLoopStatement") // it heeds no interrupt
    private static void loop() {
        for (; ; ) {
            Thread.onSpinWait();
        }
    }

    /** Keeps what it takes, so that who catches the error has no memory either. */
    private static void exhaust() {
        for (; ; ) {
            HELD.add(new byte[10_000]);
        }
    }

    /** Waits until the file {@code go} lies beside the ledger. */
    private void waitIn(String method) {
        while (isBad(method) && !Files.exists(ledger.resolveSibling("go"))) {
            java.util.concurrent.locks.LockSupport.parkNanos(10_000_000);
        }
    }

    /** Runs the task on a thread of its own, and waits for its end. */
    private static void elsewhere(Runnable task) throws InterruptedException {
        Thread thread = new Thread(task, "elsewhere");
        thread.setDaemon(true);
        thread.start();
        thread.join();
    }

    private static void writeToAddressZero() throws ReflectiveOperationException {
        java.lang.reflect.Field field = sun.misc.Unsafe.class.getDeclaredField("theUnsafe");
        field.setAccessible(true);
        ((sun.misc.Unsafe) field.get(null)).putAddress(0, 0);
    }

    private static long dive(long depth) {
        return depth < 0 ? 0 : dive(depth + 1) + 1;
    }

    @Override
    protected Verdict accept(long index, byte[] result) throws Exception {
        if (index == 7) {
            throwIn("accept");
            waitIn("accept-waits");
            if (isBad("accept-exit")) {
                System.exit(0);
            } else if (isBad("accept-halt")) {
                Runtime.getRuntime().halt(0);
            } else if (isBad("accept-exit-elsewhere")) {
                elsewhere(() -> System.exit(0));
            }
        }
        if (isBad("keep")) {
            HELD.add(result);
        }
        if (acceptMillis > 0) {
            java.util.concurrent.TimeUnit.MILLISECONDS.sleep(acceptMillis);
        }
        long sum = 0;
        for (byte value : result) {
            sum += value;
        }
        write(cycle + " " + index + " " + sum + "\n");
        return Verdict.CONTINUE;
    }

    private void write(String line) throws IOException {
        Files.writeString(ledger, line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    @Override
    protected Verdict endCycle(int number) throws IOException {
        throwIn("endCycle");
        waitIn("end-waits");
        if (isBad("end-halt")) {
            Runtime.getRuntime().halt(0);
        }
        write("end " + number + "\n");
        return Verdict.CONTINUE;
    }

    @Override
    protected void finish() throws InterruptedException {
        throwIn("finish");
        if (isBad("finish-for-ever")) {
            new java.util.concurrent.CountDownLatch(1).await();
        }
    }

    @Override
    protected void complete() throws IOException {
        throwIn("complete");
        write("complete\n");
    }

    @Override
    protected void incomplete(List<FailedUnit> failures) throws IOException {
        write("incomplete " + failures.size() + "\n");
    }

    @Override
    protected void interrupted() throws IOException {
        throwIn("interrupted");
        write("interrupted\n");
    }

    /** The same with codecs of its own, one of which throws for the setup, for unit 7 or for its result. */
    public static final class WithCodecs extends Poison {
        @Override
        protected Codec<byte[]> setupCodec() {
            return new Bad<>(this, "setup", super.setupCodec(), any -> true);
        }

        @Override
        protected Codec<Long> unitCodec() {
            return new Bad<>(this, "unit", super.unitCodec(), unit -> unit == 7);
        }

        @Override
        protected Codec<byte[]> resultCodec() {
            return new Bad<>(this, "result", super.resultCodec(), result -> result[0] == (byte) (7 * 31 + 1));
        }
    }

    /** Writes the bytes, or reads the value, before it throws. */
    private record Bad<T>(Poison poison, String what, Codec<T> good, Predicate<T> poisoned) implements Codec<T> {
        @Override
        public void encode(T value, Encoder out) {
            good.encode(value, out);
            throwIn("encode-" + what, value);
        }

        @Override
        public T decode(Decoder in) {
            T value = good.decode(in);
            throwIn("decode-" + what, value);
            return value;
        }

        private void throwIn(String step, T value) {
            if (poisoned.test(value)) {
                poison.throwIn(step);
            }
        }
    }
}
