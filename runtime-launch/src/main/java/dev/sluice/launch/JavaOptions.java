package dev.sluice.launch;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * With what options a worker's JVM starts on this machine: docs/decisions/0011 has the measurements. Classes of the
 * worker's jar are kept loaded and verified in an archive of the JVM's own (class data sharing), which halves the time
 * until a worker is there; the first worker writes it when it ends. The JVM ignores an archive of another jar or
 * another Java.
 */
public final class JavaOptions {
    /**
     * The optimising compiler waits for ten times as many calls as it would, but not for loops. A run of seconds would
     * else spend more processor time on compiling what is called once per message than on its units.
     */
    private static final List<String> COMPILER = List.of(
            "-XX:Tier4InvocationThreshold=50000",
            "-XX:Tier4MinInvocationThreshold=20000",
            "-XX:Tier4CompileThreshold=100000");

    private JavaOptions() {}

    /**
     * @param archives the directory of archives; null: there is none, and workers start as they do without one
     * @param first whether this process may write the archive, if there is none or the jar is newer
     */
    public static List<String> ofWorkers(Path jar, @Nullable Path archives, boolean first) {
        List<String> options = new ArrayList<>(List.of("-XX:+UseSerialGC", "-XX:-UsePerfData"));
        options.addAll(COMPILER);
        if (Runtime.version().feature() >= 23) {
            options.addAll(List.of("--sun-misc-unsafe-memory-access=allow", "--enable-native-access=ALL-UNNAMED"));
        }
        if (archives == null) {
            return options;
        }
        try {
            Path archive = archive(archives, jar);
            options.addAll(List.of("-Xshare:auto", "-Xlog:cds=off", "-Xlog:cds+dynamic=off"));
            if (isFresh(archive, jar)) {
                options.add("-XX:SharedArchiveFile=" + archive);
            } else if (first) {
                options.add("-XX:ArchiveClassesAtExit=" + archive);
            }
        } catch (IOException e) {
            // neither the jar nor the archive can be looked at
        }
        return options;
    }

    /** For a worker of another host: those that any Java has, and what the user wants. */
    public static List<String> ofRemoteWorkers(List<String> told) {
        List<String> options = new ArrayList<>(COMPILER);
        options.addAll(told);
        return options;
    }

    /** One file for a jar at a place and a build of Java, so that a new build of the jar replaces the old archive. */
    static Path archive(Path directory, Path jar) {
        String of = jar.toAbsolutePath() + "\n" + System.getProperty("java.home") + "\n" + Runtime.version();
        String name = jar.getFileName().toString().replaceFirst("\\.jar$", "");
        return directory.resolve(name + "-" + UUID.nameUUIDFromBytes(of.getBytes(StandardCharsets.UTF_8)) + ".jsa");
    }

    /** When a jar came here is in its change time: what it was unpacked from has set the time of its content. */
    private static boolean isFresh(Path archive, Path jar) throws IOException {
        FileTime came = (FileTime) Files.getAttribute(jar, "unix:ctime");
        return Files.isReadable(archive) && Files.getLastModifiedTime(archive).compareTo(came) >= 0;
    }
}
