package dev.sluice.system;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Collectors;

/** Packs {@link Poison} as a user would (the class and the file that names it), and runs it. */
final class PoisonJar {
    private static final long PACKED_MILLIS = 1_000_000_000_000L;

    private PoisonJar() {}

    static Path in(Path directory) {
        return in(directory, Poison.class);
    }

    /**
     * The same with another application, whose nested classes are packed too, and what it needs beside them, as
     * services.
     */
    static Path in(Path directory, Class<?> application, Class<?>... beside) {
        Path jar = directory.resolve(application.getSimpleName().toLowerCase(Locale.ROOT) + ".jar");
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream out = new JarOutputStream(file)) {
            out.putNextEntry(entry("META-INF/services/dev.sluice.api.Application"));
            out.write(application.getName().getBytes(StandardCharsets.UTF_8));
            pack(application, out);
            for (Class<?> nested : application.getDeclaredClasses()) {
                pack(nested, out);
            }
            for (Class<?> needed : beside) {
                pack(needed, out);
            }
            for (Class<?> service : services(beside)) {
                out.putNextEntry(entry("META-INF/services/" + service.getName()));
                for (Class<?> needed : beside) {
                    String line = service.isAssignableFrom(needed) ? needed.getName() + "\n" : "";
                    out.write(line.getBytes(StandardCharsets.UTF_8));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return jar;
    }

    private static Set<Class<?>> services(Class<?>... beside) {
        return Arrays.stream(beside)
                .flatMap(each -> Arrays.stream(each.getInterfaces()))
                .filter(each -> each.getName().startsWith("dev.sluice.api.extension."))
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /** A run of so many units that waits for workers and hurries when it is told to. */
    static MasterRun listening(Path directory, int units, String... options) throws IOException {
        return MasterRun.master(
                directory,
                Words.of(
                        "run %s --listen 127.0.0.1:0 --run-dir sluice-runs/mine %s -- --compute-millis 50 --units %s "
                                + "--ledger %s --hurry %s",
                        in(directory), options, units, directory.resolve("ledger.txt"), directory.resolve("hurry")));
    }

    /** Lets units of such a run take no time from now on. */
    static void hurry(Path directory) throws IOException {
        Files.createFile(directory.resolve("hurry"));
    }

    /** A worker of such a run. */
    static MasterRun worker(Path directory) throws IOException {
        return MasterRun.worker(directory, Words.of("join --slots 1 sluice-runs/mine/private/worker.run"));
    }

    /** The lines of the ledger in a run's directory; none before it is there. */
    static List<String> ledger(Path directory) {
        Path ledger = directory.resolve("ledger.txt");
        return Files.exists(ledger) ? Checkout.read(ledger).lines().toList() : List.of();
    }

    /** Returns those of its lines that say that a result was accepted. */
    static List<String> accepted(Path directory) {
        return ledger(directory).stream().filter(line -> line.startsWith("0 ")).toList();
    }

    /** Returns an entry with a fixed time, so that a jar packed again has the same bytes. */
    private static JarEntry entry(String name) {
        JarEntry entry = new JarEntry(name);
        entry.setTime(PACKED_MILLIS);
        return entry;
    }

    private static void pack(Class<?> type, JarOutputStream out) throws IOException {
        String name = type.getName().replace('.', '/') + ".class";
        out.putNextEntry(entry(name));
        try (InputStream in = type.getClassLoader().getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException(name + " is not on the class path");
            }
            in.transferTo(out);
        }
    }
}
