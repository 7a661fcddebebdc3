package dev.sluice.launch;

import dev.sluice.net.files.OwnDirectory;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TimeZone;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The JVM options of workers on this machine. Classes of the worker's jar are stored loaded and verified in an archive
 * of the JVM (class data sharing), which halves the start time of a worker. {@code ./sluice} has a worker write the
 * archive when no user waits for it. The JVM ignores an archive of another jar or another Java.
 */
public final class JavaOptions {
    /** The system property that lets the first local worker write the archive, which takes seconds at its end. */
    public static final String TRAINING = "sluice.training";

    /**
     * Optimises methods ten times later and loops early: a run of seconds would spend more processor time on methods
     * that are called once per message than on its units. With the property {@code sluice.brief} nothing is optimised.
     */
    private static final List<String> COMPILER = Boolean.getBoolean("sluice.brief")
            ? List.of("-XX:TieredStopAtLevel=1")
            : List.of(
                    "-XX:Tier4InvocationThreshold=50000",
                    "-XX:Tier4MinInvocationThreshold=20000",
                    "-XX:Tier4CompileThreshold=100000");

    private JavaOptions() {}

    /**
     * @param archives the directory of archives; null to start without one
     * @param write whether this process writes the archive if it is missing or the jar is newer
     */
    public static List<String> ofWorkers(Path jar, @Nullable Path archives, boolean write) {
        List<String> options = new ArrayList<>(List.of("-XX:+UseSerialGC", "-XX:-UsePerfData"));
        options.addAll(COMPILER);
        options.addAll(surroundings());
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
            } else if (write) {
                options.add("-XX:ArchiveClassesAtExit=" + archive);
            }
        } catch (IOException e) {
            // neither the jar nor the archive can be read
        }
        return options;
    }

    /** The options of a worker on another host: options of any Java, and the user's. */
    public static List<String> ofRemoteWorkers(List<String> told) {
        return Stream.of(COMPILER, surroundings(), told).flatMap(List::stream).toList();
    }

    /**
     * Language, country, time zone and encoding of this process, on which texts of an application may depend: they are
     * the same wherever its units are computed.
     */
    private static List<String> surroundings() {
        Locale locale = Locale.getDefault();
        List<String> options = new ArrayList<>();
        options.add("-Duser.language=" + locale.getLanguage());
        options.add("-Duser.country=" + locale.getCountry());
        options.add("-Duser.timezone=" + TimeZone.getDefault().getID());
        if (Charset.defaultCharset().equals(StandardCharsets.UTF_8)) { // Java 18 and later take no other
            options.add("-Dfile.encoding=UTF-8");
        }
        return options;
    }

    /** The archive of a jar's path and a build of Java, so that a new build of the jar replaces the old archive. */
    static Path archive(Path directory, Path jar) {
        String of = jar.toAbsolutePath() + "\n" + System.getProperty("java.home") + "\n" + Runtime.version();
        String name = jar.getFileName().toString().replaceFirst("\\.jar$", "");
        return directory.resolve(name + "-" + UUID.nameUUIDFromBytes(of.getBytes(StandardCharsets.UTF_8)) + ".jsa");
    }

    /**
     * Compares change times, which show when a jar was installed. Unpacking sets the modification time to that of the
     * content.
     */
    private static boolean isFresh(Path archive, Path jar) throws IOException {
        FileTime came = (FileTime) Files.getAttribute(jar, "unix:ctime");
        return Files.isReadable(archive)
                && OwnDirectory.isOwn(archive)
                && Files.getLastModifiedTime(archive).compareTo(came) >= 0;
    }
}
