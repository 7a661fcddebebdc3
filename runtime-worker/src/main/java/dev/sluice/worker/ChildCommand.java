package dev.sluice.worker;

import dev.sluice.worker.ChildWire.Load;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * How a {@link UnitHost} is started: this Java, this jar, and the options that this process has got. Immutable.
 *
 * @param load what it computes with
 * @param slots how many there may be at a time
 */
record ChildCommand(Load load, int slots) {
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

    List<String> line() {
        List<String> inherited = ManagementFactory.getRuntimeMXBean().getInputArguments();
        List<String> line = new ArrayList<>();
        line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        line.addAll(options(inherited, Runtime.getRuntime().maxMemory()));
        line.addAll(List.of("-cp", System.getProperty("java.class.path"), UnitHost.class.getName()));
        return line;
    }

    /**
     * What the worker was given also holds for its children. A heap that was given is each one's; without, they share
     * what the worker might have taken [bytes].
     */
    List<String> options(List<String> inherited, long workerHeapBytes) {
        List<String> options = new ArrayList<>(List.of("-XX:+ErrorFileToStderr"));
        inherited.stream()
                .filter(option -> OWN.stream().noneMatch(option::startsWith))
                .forEach(options::add);
        if (inherited.stream().noneMatch(option -> option.matches("-XX:\\+Use\\w*GC"))) {
            options.add("-XX:+UseSerialGC");
        }
        if (inherited.stream().noneMatch(option -> HEAPS.stream().anyMatch(option::startsWith))) {
            options.add("-Xmx" + Math.max(LEAST_HEAP_MIB, (workerHeapBytes >> 20) / slots) + "m");
        }
        return options;
    }
}
