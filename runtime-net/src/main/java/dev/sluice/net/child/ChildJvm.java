package dev.sluice.net.child;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The command that starts a child: this Java, this class path, and the JVM options of this process. */
public final class ChildJvm {
    private static final long LEAST_HEAP_MIB = 128;

    /** Options that only one process may have, or that slow its start. */
    private static final List<String> OWN = List.of(
            "-agentlib:",
            "-agentpath:",
            "-javaagent:",
            "-Xrun",
            "-XX:ArchiveClassesAtExit",
            "-XX:StartFlightRecording",
            "-XX:FlightRecorderOptions",
            "-Dcom.sun.management.jmxremote");

    private static final List<String> HEAPS = List.of("-Xmx", "-XX:MaxHeapSize", "-XX:MaxRAM");

    /**
     * Options that keep the JVM's own output off standard output, which carries the child's answers: log lines, and the
     * warning about counters of another container's process in a shared directory for temporary files.
     */
    private static final List<String> SILENT = List.of(
            "-XX:+ErrorFileToStderr",
            "-XX:+DisplayVMOutputToStderr",
            "-XX:-UsePerfData",
            "-Xlog:disable",
            "-Xlog:all=warning:stderr");

    private ChildJvm() {}

    /**
     * The command that starts a child.
     *
     * @param main its class, with a {@code main} that takes no arguments
     * @param children limit of children at a time
     */
    public static List<String> line(Class<?> main, int children) {
        List<String> inherited = ManagementFactory.getRuntimeMXBean().getInputArguments();
        List<String> line = new ArrayList<>();
        line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        line.addAll(options(inherited, Runtime.getRuntime().maxMemory(), children));
        line.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        return line;
    }

    private static boolean isLogOnOutput(String option) {
        boolean log = option.startsWith("-Xlog") && !option.contains("file=") && !option.contains("stderr");
        return log && !option.endsWith("=off") || option.startsWith("-verbose") || option.equals("-XX:+UsePerfData");
    }

    /**
     * The options of a child, inherited from the parent. An explicit heap size holds for each child; otherwise the
     * children share the parent's maximum [bytes].
     */
    static List<String> options(List<String> inherited, long parentHeapBytes, int children) {
        List<String> options = new ArrayList<>(SILENT);
        inherited.stream()
                .filter(option -> OWN.stream().noneMatch(option::startsWith))
                .filter(option -> !isLogOnOutput(option))
                .forEach(options::add);
        if (inherited.stream().noneMatch(option -> option.matches("-XX:\\+Use\\w*GC"))) {
            options.add("-XX:+UseSerialGC");
        }
        if (inherited.stream().noneMatch(option -> HEAPS.stream().anyMatch(option::startsWith))) {
            options.add("-Xmx" + Math.max(LEAST_HEAP_MIB, (parentHeapBytes >> 20) / children) + "m");
        }
        return options;
    }
}
