package dev.sluice.net.child;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** How a child is started: this Java, this class path, and the options that this process has got. */
public final class ChildJvm {
    private static final long LEAST_HEAP_MIB = 128;

    /** What only one process may have, or what slows its start. */
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
     * The JVM of a child prints nothing to its standard output, over which the child answers: not what it logs, and not
     * that its counters have the name of another container's process where these share their temporary files.
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
     * @param children how many there may be at a time
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
     * What the parent was given also holds for its children. A heap that was given is each one's; without, they share
     * what the parent might have taken [bytes].
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
