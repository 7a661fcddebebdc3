package dev.sluice.testing;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/**
 * The inputs of fuzz targets. Each target has its seeds, which its code makes, and a corpus: inputs that fuzzing found
 * to reach different code, in the resource {@code NAMEFuzz.corpus} beside the class. A corpus is a compressed sequence
 * of inputs, each after its length in four bytes.
 */
public final class FuzzCorpus {
    private static final String SUFFIX = ".corpus";
    private static final Path SOURCES = Path.of("src/test/java");

    /** A packed corpus has at most so many bytes; longer inputs are left out. */
    private static final int MOST_PACKED_BYTES = 6_000;

    /** Mutants of each input that a replay tries; {@code -Dsluice.mutants=COUNT} changes their number. */
    private static final int MUTANTS = Math.min(20, Integer.getInteger("sluice.mutants", 5));

    /** Never thrown: a target itself decides which exceptions are refusals. */
    private static final class NoRefusal extends Exception {
        private static final long serialVersionUID = 1;
    }

    private FuzzCorpus() {}

    /** The targets of the module whose tests run: the classes of its test sources whose names end in Fuzz. */
    public static List<Class<?>> targets() throws IOException, ClassNotFoundException {
        List<Class<?>> targets = new ArrayList<>();
        try (Stream<Path> sources = Files.walk(SOURCES)) {
            for (Path source : sources.sorted().toList()) {
                String name = SOURCES.relativize(source).toString().replace('/', '.');
                if (name.endsWith("Fuzz.java")) {
                    targets.add(Class.forName(name.substring(0, name.length() - ".java".length())));
                }
            }
        }
        return targets;
    }

    /**
     * Feeds a target all its inputs, and seeded mutants of each. A target that refuses all its seeds would test nothing
     * but its first check, and fails.
     *
     * @return how many inputs
     * @throws AssertionError for a finding
     */
    public static String replay(Class<?> target) {
        checkAcceptsASeed(target);
        List<byte[]> inputs = inputs(target);
        for (int i = 0; i < inputs.size(); i++) {
            String name = target.getSimpleName() + " input " + i;
            byte[] input = inputs.get(i);
            try {
                feed(target, input);
            } catch (Exception | Error thrown) {
                throw new AssertionError(name + ": " + thrown.getMessage(), thrown);
            }
            new Mutants(name, NoRefusal.class, message -> "")
                    .atMost(MUTANTS)
                    .within(Long.MAX_VALUE / 2) // the target itself limits memory
                    .of(input, mutant -> feed(target, mutant));
        }
        return target.getSimpleName() + ": " + inputs.size() + " inputs, " + MUTANTS + " mutants of each";
    }

    private static void checkAcceptsASeed(Class<?> target) {
        List<byte[]> seeds = seeds(target);
        long before = FuzzTarget.accepted();
        for (byte[] seed : seeds) {
            try {
                feed(target, seed);
            } catch (Exception | Error thrown) {
                throw new AssertionError(target.getSimpleName() + " seed: " + thrown.getMessage(), thrown);
            }
        }
        if (FuzzTarget.accepted() == before) {
            throw new AssertionError(
                    target.getSimpleName() + " refuses each of its " + seeds.size() + " seeds (expected: reads one)");
        }
    }

    private static List<byte[]> inputs(Class<?> target) {
        List<byte[]> inputs = new ArrayList<>(seeds(target));
        try (InputStream corpus = target.getResourceAsStream(target.getSimpleName() + SUFFIX)) {
            if (corpus != null) {
                inputs.addAll(unpacked(corpus.readAllBytes()));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return inputs;
    }

    @SuppressWarnings("unchecked") // targets promise it
    private static List<byte[]> seeds(Class<?> target) {
        try {
            Method seeds = target.getDeclaredMethod("seeds");
            seeds.setAccessible(true);
            return (List<byte[]>) seeds.invoke(null);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(target + " (expected: a static method seeds())", e);
        }
    }

    private static void feed(Class<?> target, byte[] input) throws Exception {
        try {
            target.getMethod("fuzzerTestOneInput", byte[].class).invoke(null, (Object) input);
        } catch (InvocationTargetException thrown) {
            if (thrown.getCause() instanceof Error error) {
                throw error;
            }
            throw thrown;
        }
    }

    private static List<byte[]> unpacked(byte[] corpus) throws IOException {
        List<byte[]> inputs = new ArrayList<>();
        try (DataInputStream in = new DataInputStream(new GZIPInputStream(new ByteArrayInputStream(corpus)))) {
            for (int count = in.readInt(); count > 0; count--) {
                byte[] input = new byte[in.readInt()];
                in.readFully(input);
                inputs.add(input);
            }
        }
        return inputs;
    }

    private static byte[] packed(List<byte[]> inputs) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(new GZIPOutputStream(bytes))) {
            out.writeInt(inputs.size());
            for (byte[] input : inputs) {
                out.writeInt(input.length);
                out.write(input);
            }
        }
        return bytes.toByteArray();
    }

    /**
     * {@code unpack CLASS DIRECTORY} writes the inputs of a target as files; {@code pack DIRECTORY FILE} writes the
     * files of a directory as a corpus, the shortest first, as many as fit.
     */
    public static void main(String[] words) throws Exception {
        if (words[0].equals("unpack")) {
            Path directory = Files.createDirectories(Path.of(words[2]));
            List<byte[]> inputs = inputs(Class.forName(words[1]));
            for (int i = 0; i < inputs.size(); i++) {
                Files.write(directory.resolve("input-" + i), inputs.get(i));
            }
        } else {
            pack(Path.of(words[1]), Path.of(words[2]));
        }
    }

    private static void pack(Path directory, Path file) throws IOException {
        List<byte[]> inputs = new ArrayList<>();
        try (Stream<Path> files = Files.list(directory)) {
            for (Path each : files.toList()) {
                inputs.add(Files.readAllBytes(each));
            }
        }
        inputs.sort(Comparator.<byte[]>comparingInt(input -> input.length).thenComparing(Arrays::compare));
        int most = inputs.size();
        byte[] packed = packed(inputs);
        while (packed.length > MOST_PACKED_BYTES) {
            most -= 1 + most / 20;
            packed = packed(inputs.subList(0, most));
        }
        Files.createDirectories(file.toAbsolutePath().getParent());
        Files.write(file, packed);
        System.out.println(most + " inputs of " + inputs.size() + ", " + packed.length + " bytes");
    }
}
