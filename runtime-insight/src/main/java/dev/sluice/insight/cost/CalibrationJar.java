package dev.sluice.insight.cost;

import dev.sluice.master.report.Processor;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;

/** The classes of the general benchmark as a jar for workers. */
public final class CalibrationJar {
    private static final List<Class<?>> CLASSES =
            List.of(HostBenchmark.class, HostBenchmark.Round.class, HostBenchmark.Score.class, Processor.class);

    private CalibrationJar() {}

    /** Writes the jar; the same bytes each time. */
    public static void write(Path file) throws IOException {
        try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(file))) {
            for (Class<?> type : CLASSES) {
                String name = type.getName().replace('.', '/') + ".class";
                try (InputStream bytes = type.getClassLoader().getResourceAsStream(name)) {
                    if (bytes == null) {
                        throw new IOException(name + " (expected: next to this class)");
                    }
                    JarEntry entry = new JarEntry(name);
                    entry.setTime(0);
                    jar.putNextEntry(entry);
                    bytes.transferTo(jar);
                    jar.closeEntry();
                }
            }
        }
    }
}
