package dev.sluice.launch;

import dev.sluice.model.ErrorCode;
import java.io.File;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds {@code sluice-worker.jar}. */
public final class WorkerJar {
    private WorkerJar() {}

    /**
     * The given path, or next to the master's jar, or in the build directory of a checkout. Any thread.
     *
     * @throws LaunchException FILE_NOT_FOUND
     */
    public static Path find(@Nullable Path told) {
        List<Path> candidates = new ArrayList<>();
        if (told != null) {
            candidates.add(told);
        } else {
            String property = System.getProperty("sluice.worker.jar", "");
            if (!property.isEmpty()) {
                candidates.add(Path.of(property));
            }
            Path home = masterJar();
            if (home != null && home.getParent() != null) {
                candidates.add(home.resolveSibling("sluice-worker.jar"));
                candidates.add(home.getParent().resolve("../../runtime-worker/target/sluice-worker.jar"));
            }
        }
        for (Path candidate : candidates) {
            if (Files.isRegularFile(candidate) && Files.isReadable(candidate)) {
                return candidate.toAbsolutePath().normalize();
            }
        }
        throw new LaunchException(
                ErrorCode.FILE_NOT_FOUND,
                "sluice-worker.jar: no file at "
                        + String.join(
                                ", ", candidates.stream().map(Path::toString).toList())
                        + " (expected: next to sluice-master.jar, or --worker-jar FILE)");
    }

    /**
     * {@code sluice-master.jar}, for other hosts.
     *
     * @throws LaunchException FILE_NOT_FOUND when this code is in no jar
     */
    public static Path ofMaster() {
        Path jar = masterJar();
        if (jar == null || !jar.toString().endsWith(".jar")) {
            throw new LaunchException(
                    ErrorCode.FILE_NOT_FOUND, "sluice-master.jar: not found (expected: this command in it)");
        }
        return jar;
    }

    /** The jar that this code is in, or null when it is in none that is a file. */
    public static @Nullable Path masterJar() {
        CodeSource source = WorkerJar.class.getProtectionDomain().getCodeSource();
        if (source == null) {
            return null;
        }
        try {
            URI location = source.getLocation().toURI();
            return new File(location).toPath();
        } catch (URISyntaxException | IllegalArgumentException e) {
            return null;
        }
    }
}
