package dev.sluice.system;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;

/** Packs {@link Poison} as a user would: the class and the file that names it. */
final class PoisonJar {
    private PoisonJar() {}

    static Path in(Path directory) {
        Path jar = directory.resolve("poison.jar");
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream out = new JarOutputStream(file)) {
            out.putNextEntry(new JarEntry("META-INF/services/dev.sluice.api.Application"));
            out.write(Poison.class.getName().getBytes(StandardCharsets.UTF_8));
            String name = Poison.class.getName().replace('.', '/') + ".class";
            out.putNextEntry(new JarEntry(name));
            try (InputStream in = Poison.class.getClassLoader().getResourceAsStream(name)) {
                if (in == null) {
                    throw new IllegalStateException(name + " is not on the class path");
                }
                in.transferTo(out);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return jar;
    }
}
