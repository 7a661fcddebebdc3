package dev.sluice.testing;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Function;

/**
 * Reads many mutants of a file with its reader. Each is read, or refused by an exception of the reader's own with one
 * line that says where. Equal names draw equal mutants; {@code -Dsluice.mutants=COUNT} changes their number, and
 * {@code -Dsluice.seed=NUMBER} draws others.
 */
public final class Mutants {
    /** The place in a JSON file: a line, a field, or the whole value. */
    public static final String JSON = ":[0-9]+: |: /[^:]*: |: (null|an array|an object|nothing in it)";

    private static final int COUNT = Integer.getInteger("sluice.mutants", 2_000);
    private static final int MOST_SHOWN = 12;
    private static final long MOST_MILLIS = 180_000;

    /** Buffers that a parser takes whatever it reads, and classes that are loaded meanwhile. */
    private static final long FIXED_BYTES = 4 << 20;

    private final String name;
    private final Class<? extends Exception> refusal;
    private final Function<String, String> fault;
    private long fixedBytes = FIXED_BYTES;
    private int count = COUNT;

    /** The mutant that is being read. */
    private volatile int current;

    private int read;
    private int refused;

    /** The first mutant with each kind of fault. */
    private final Map<String, String> faults = new LinkedHashMap<>();

    /** Reads bytes as its file. */
    public interface Reader {
        void read(byte[] file) throws Exception;
    }

    /**
     * @param name of the reader
     * @param refusal which a reader may throw
     * @param fault what is wrong with the message of a refusal; empty: nothing
     */
    public Mutants(String name, Class<? extends Exception> refusal, Function<String, String> fault) {
        this.name = name;
        this.refusal = refusal;
        this.fault = fault;
    }

    /** The fault of a message that does not begin with this name of a file and a place that the pattern finds. */
    public static Function<String, String> naming(String file, String place) {
        return message -> {
            if (!message.contains(file)) {
                return "names no file";
            }
            return message.substring(message.indexOf(file) + file.length()).matches("(?s)(" + place + ").*")
                    ? ""
                    : "names no place";
        };
    }

    /** The same with fewer mutants, for a reader that takes long. */
    public Mutants atMost(int fewer) {
        count = Math.min(count, fewer);
        return this;
    }

    /** The same for a reader whose shortest files stand for so much memory [bytes]. */
    public Mutants within(long bytes) {
        fixedBytes = bytes;
        return this;
    }

    /**
     * Writes a mutant over another one. No file becomes empty meanwhile, for which some file systems would write each
     * one to the disk.
     */
    public static void write(Path file, byte[] mutant) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            ByteBuffer bytes = ByteBuffer.wrap(mutant);
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            channel.truncate(mutant.length);
        }
    }

    /**
     * Tries mutants of the file.
     *
     * @return how many were read and how many refused
     * @throws AssertionError with the first mutant of each kind of fault
     */
    public String of(byte[] file, Reader reader) {
        Thread trial = new Thread(() -> all(file, reader), "mutants");
        trial.setDaemon(true);
        trial.start();
        try {
            trial.join(MOST_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (trial.isAlive()) {
            AssertionError hang = new AssertionError(name + ": mutant " + current + " takes too long");
            hang.setStackTrace(trial.getStackTrace());
            throw hang;
        }
        String counts = name + ": " + (read + refused) + " mutants, " + read + " read, " + refused + " refused";
        if (!faults.isEmpty()) {
            throw new AssertionError(counts + ", the others:\n" + String.join("\n", faults.values()));
        }
        return counts;
    }

    private void all(byte[] file, Reader reader) {
        long seed = Long.getLong("sluice.seed", name.hashCode());
        for (current = 0; current < count && faults.size() < MOST_SHOWN; current++) {
            one(mutant(file, new SplittableRandom(seed + current)), reader);
        }
    }

    /** One to three changes. */
    static byte[] mutant(byte[] file, SplittableRandom chance) {
        Mutation[] all = Mutation.values();
        byte[] mutant = file;
        for (int more = 1 + chance.nextInt(3); more > 0 && mutant.length > 0; more--) {
            mutant = all[chance.nextInt(all.length)].of(mutant, chance);
        }
        return mutant;
    }

    private void one(byte[] mutant, Reader reader) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();
        try {
            reader.read(mutant);
            read++;
        } catch (Throwable thrown) {
            judge(mutant, thrown);
        }
        long taken = threads.getCurrentThreadAllocatedBytes() - before;
        if (taken > fixedBytes + 10L * mutant.length) {
            note("memory", mutant, "takes " + taken + " bytes of memory for " + mutant.length + " bytes of a file");
        }
    }

    private void judge(byte[] mutant, Throwable thrown) {
        String message = String.valueOf(thrown.getMessage());
        String wrong = refusal.isInstance(thrown)
                ? wrong(message)
                : "throws " + thrown.getClass().getName();
        if (wrong.isEmpty()) {
            refused++;
        } else {
            note(
                    wrong + kind(thrown),
                    mutant,
                    wrong + ": " + cut(message) + "\n    " + String.join("\n    ", top(thrown)));
        }
    }

    private String wrong(String message) {
        if (message.chars().anyMatch(Character::isISOControl)) {
            return "says control characters";
        }
        return message.length() > 2_000 ? "says " + message.length() + " characters" : fault.apply(message);
    }

    private void note(String kind, byte[] mutant, String what) {
        faults.putIfAbsent(
                kind,
                "  mutant " + current + " " + what + "\n    of: " + cut(new String(mutant, StandardCharsets.UTF_8)));
    }

    /** Faults with one origin are of one kind. */
    private static String kind(Throwable thrown) {
        return top(thrown).stream().limit(2).toList().toString();
    }

    private static List<String> top(Throwable thrown) {
        List<String> frames = new ArrayList<>();
        for (StackTraceElement frame : thrown.getStackTrace()) {
            if (frame.getClassName().startsWith("dev.sluice") && frames.size() < 4) {
                frames.add(frame.toString());
            }
        }
        return frames;
    }

    private static String cut(String text) {
        String shown = text.codePoints()
                .limit(300)
                .collect(
                        StringBuilder::new,
                        (line, point) -> line.appendCodePoint(Character.isISOControl(point) ? '\u00B7' : point),
                        StringBuilder::append)
                .toString();
        return shown.length() < text.length() ? shown + " and more" : shown;
    }
}
