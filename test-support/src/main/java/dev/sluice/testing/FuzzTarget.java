package dev.sluice.testing;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

/**
 * A decoder that is fed any bytes. It reads them or throws one of its own exceptions. Anything else that it throws, and
 * memory that the bytes do not justify, is a finding. One thread at a time.
 *
 * <p>A class with a static method {@code fuzzerTestOneInput(byte[])} that calls {@link #feed}, and a static method
 * {@code seeds()} that returns inputs from which to begin, can be run by {@code lab/lab fuzz} and by
 * {@link FuzzCorpus}. Its name ends in {@code Fuzz}.
 */
public final class FuzzTarget {
    /** Buffers that a decoder takes whatever it reads. */
    private static final long FIXED_BYTES = 4 << 20;

    private static final long BYTES_PER_BYTE = 400;

    /** Inputs that the targets of this process have read without a refusal. */
    private static final AtomicLong ACCEPTED = new AtomicLong();

    private final Reader reader;
    private final List<Class<? extends Exception>> refusals;
    private final long fixedBytes;

    /** Reads bytes. */
    public interface Reader {
        void read(byte[] input) throws Exception;
    }

    /** Reads a file. */
    public interface FileReader {
        void read(Path file) throws Exception;
    }

    private FuzzTarget(Reader reader, List<Class<? extends Exception>> refusals, long fixedBytes) {
        this.reader = reader;
        this.refusals = refusals;
        this.fixedBytes = fixedBytes;
    }

    /** @param refusals the exceptions that the decoder may throw */
    @SafeVarargs
    public static FuzzTarget of(Reader reader, Class<? extends Exception>... refusals) {
        return new FuzzTarget(reader, List.of(refusals), FIXED_BYTES);
    }

    /**
     * A decoder of files. Each input is written under this name into a new directory for temporary files. Refusals that
     * no terminal could show in a line are findings.
     *
     * @param refusal the exception that the decoder may throw
     */
    public static FuzzTarget ofFile(String name, FileReader reader, Class<? extends Exception> refusal) {
        Path file = temporary().resolve(name);
        try {
            Files.createDirectories(file.getParent());
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        return of(
                input -> {
                    Mutants.write(file, input);
                    try {
                        reader.read(file);
                    } catch (Exception thrown) {
                        checkReadable(thrown);
                        throw thrown;
                    }
                },
                refusal);
    }

    /** The number of inputs that the targets of this process have read without a refusal. */
    static long accepted() {
        return ACCEPTED.get();
    }

    /** Allows so much memory for the shortest input [bytes], for a decoder whose short inputs stand for much. */
    public FuzzTarget within(long bytes) {
        return new FuzzTarget(reader, refusals, bytes);
    }

    /** A new directory, which is deleted with its files when the process ends. */
    public static Path temporary() {
        try {
            Path directory = Files.createTempDirectory("fuzz");
            Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(directory)));
            return directory;
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void delete(Path directory) {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (IOException e) {
            // the system cleans its directory for temporary files
        }
    }

    private static void checkReadable(Exception refusal) {
        String message = String.valueOf(refusal.getMessage());
        if (message.length() > 2_000 || message.chars().anyMatch(Character::isISOControl)) {
            throw new AssertionError("the refusal is no line of at most 2,000 printable characters", refusal);
        }
    }

    /**
     * Feeds one input.
     *
     * @throws AssertionError with what the decoder threw, or if it takes too much memory
     */
    public void feed(byte[] input) {
        long most = fixedBytes + BYTES_PER_BYTE * input.length;
        boolean large = allocatedBy(input) > most;
        // The first reading may load classes, so that only a second one counts.
        if (large && allocatedBy(input) > most) {
            throw new AssertionError(
                    "more than " + most + " bytes of memory for an input of " + input.length + " bytes");
        }
    }

    private long allocatedBy(byte[] input) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();
        try {
            reader.read(input.clone());
            ACCEPTED.incrementAndGet();
        } catch (Exception thrown) {
            if (refusals.stream().noneMatch(refusal -> refusal.isInstance(thrown))) {
                throw new AssertionError("threw " + thrown + " (expected: one of " + refusals + ")", thrown);
            }
        }
        return threads.getCurrentThreadAllocatedBytes() - before;
    }
}
