package dev.sluice.launch;

import dev.sluice.hosts.HostSpec;
import dev.sluice.net.RunFile;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/** What the workers of one ssh launcher have in common. Any thread. */
final class SshCrew {
    static final int OLDEST_JAVA = 17;

    /** Half of what an ssh server with its own defaults takes before it begins to drop connections. */
    static final int HANDSHAKES = 8;

    private final SshLauncher.Config config;
    private final SshCommand ssh;
    private final JarToPush jar;
    private final LaunchListener listener;
    private final SshLauncher launcher;
    private final Semaphore handshakes = new Semaphore(HANDSHAKES, true);
    private volatile @Nullable RunFile runFile;
    private volatile boolean ending;

    SshCrew(SshLauncher.Config config, JarToPush jar, LaunchListener listener, SshLauncher launcher) {
        this.config = config;
        this.ssh = SshCommand.of(config.ssh());
        this.jar = jar;
        this.listener = listener;
        this.launcher = launcher;
    }

    SshCommand ssh() {
        return ssh;
    }

    LaunchListener listener() {
        return listener;
    }

    /** One for each handshake that goes on. */
    Semaphore handshakes() {
        return handshakes;
    }

    Path jar() {
        return jar.path();
    }

    String jarHash() {
        return jar.hash();
    }

    Path logs() {
        return config.logs();
    }

    boolean detached() {
        return config.detached();
    }

    boolean masterHere() {
        return config.masterHere();
    }

    @Nullable
    RunFile runFile() {
        return runFile;
    }

    void runFile(RunFile run) {
        runFile = run;
    }

    boolean isEnding() {
        return ending;
    }

    void ending() {
        ending = true;
    }

    void over(SshWorker worker) {
        launcher.over(worker);
    }

    /** What a host is sent. */
    String text(HostSpec host, Place place) {
        Map<String, String> variables = new HashMap<>(jar.variables());
        variables.put("oldest_java", String.valueOf(OLDEST_JAVA));
        variables.put("run", config.run().text());
        variables.put("worker", WorkerLog.name(host.name(), place.number()));
        variables.put("host", host.name());
        variables.put("slots", String.valueOf(Math.min(SshLauncher.MOST_SLOTS, host.slots())));
        variables.put("stays", config.detached() ? "yes" : "");
        return Steps.text(variables, JavaOptions.ofRemoteWorkers(config.java()), "look", "push", "start");
    }
}
