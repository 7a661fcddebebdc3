package dev.sluice.cli;

import dev.sluice.api.Application;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;

/** Packs an application of a test. */
public final class ApplicationJar {
    private ApplicationJar() {}

    /** Packs a class with those of the tests that it extends, as {@code app.jar}. */
    public static Path in(Path directory, Class<?> application) throws IOException {
        Path jar = directory.resolve("app.jar");
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
            for (Class<?> type = application; type != Application.class; type = type.getSuperclass()) {
                String file = type.getName().replace('.', '/') + ".class";
                out.putNextEntry(new JarEntry(file));
                try (InputStream code = application.getResourceAsStream("/" + file)) {
                    Objects.requireNonNull(code).transferTo(out);
                }
            }
            out.putNextEntry(new JarEntry("META-INF/services/" + Application.class.getName()));
            out.write(application.getName().getBytes(StandardCharsets.UTF_8));
        }
        return jar;
    }
}
