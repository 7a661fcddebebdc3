package dev.sluice.worker.command;

import com.sun.management.OperatingSystemMXBean;
import dev.sluice.net.rules.FileTrouble;
import dev.sluice.net.transport.ClientConfig;
import dev.sluice.net.transport.Transport;
import dev.sluice.worker.Ending;
import dev.sluice.worker.agent.Agent;
import dev.sluice.worker.agent.WarmWorkers;
import dev.sluice.worker.unit.WorkerException;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Joins a pool: the process is an agent, because its run file is one for agents. */
final class AgentJoin {
    /** How long an agent looks for a lost pool, at least [ns]. */
    static final long PATIENCE_NANOS = TimeUnit.MINUTES.toNanos(10);

    /** Logs of workers that were written to in this time are kept. */
    private static final Duration KEPT = Duration.ofDays(7);

    private final Transport network;
    private final Agent.Terms terms;
    private final Path cache;

    /** @param cache of jars and files, which the workers use too */
    AgentJoin(Transport network, Agent.Terms terms, Path cache) {
        this.network = network;
        this.terms = terms;
        this.cache = cache;
    }

    /** Physical memory of this host [bytes]; 0 if the JVM does not know it. */
    static long memoryBytes() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean known
                ? known.getTotalMemorySize()
                : 0;
    }

    /**
     * Serves the pool until the end; returns the exit code.
     *
     * @param announce whether to print a line when the pool has accepted the agent
     */
    int call(boolean announce) throws Exception {
        try (WarmWorkers workers = new WarmWorkers(command(), logs())) {
            Agent agent = new Agent(
                    network.loop(),
                    (place, address, listener) -> network.dial(address, ClientConfig.of(place), listener),
                    terms,
                    workers,
                    new SplittableRandom());
            agent.sense();
            agent.joined().thenRun(() -> {
                if (announce) {
                    System.out.println("sluice: joined agent");
                    System.out.flush();
                }
                network.loop().execute(workers::warm);
            });
            DrainSignals.install(agent::leave);
            agent.start();
            Ending ending = agent.ending().get();
            return Report.ending(ending);
        }
    }

    /** The command of a worker: this program with the options of this JVM. */
    private List<String> command() {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(option -> !option.startsWith("-XX:ArchiveClassesAtExit"))
                .forEach(command::add);
        command.addAll(List.of(
                "-cp",
                System.getProperty("java.class.path"),
                SluiceWorker.class.getName(),
                "join",
                "--seat",
                "--announce",
                "--name",
                terms.name(),
                "--cache",
                cache.toString(),
                "-"));
        return command;
    }

    private Path logs() {
        try {
            Path logs = Files.createDirectories(cache.resolve("agent-logs"));
            deleteOld(logs);
            return logs;
        } catch (IOException e) {
            throw new WorkerException(
                    FileTrouble.ofWriting(e),
                    "--cache: " + cache + ": " + FileTrouble.said(e) + " (expected: a directory that can be written)",
                    e);
        }
    }

    private static void deleteOld(Path logs) throws IOException {
        Instant oldest = Instant.now().minus(KEPT);
        try (Stream<Path> files = Files.list(logs)) {
            for (Path file : files.toList()) {
                if (Files.getLastModifiedTime(file).toInstant().isBefore(oldest)) {
                    Files.deleteIfExists(file);
                }
            }
        }
    }
}
