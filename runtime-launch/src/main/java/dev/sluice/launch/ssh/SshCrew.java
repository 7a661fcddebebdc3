package dev.sluice.launch.ssh;

import dev.sluice.hosts.HostSpec;
import dev.sluice.hosts.HostTree;
import dev.sluice.launch.JarToPush;
import dev.sluice.launch.JavaOptions;
import dev.sluice.launch.LaunchListener;
import dev.sluice.launch.Place;
import dev.sluice.launch.RunFiles;
import dev.sluice.launch.Steps;
import dev.sluice.launch.WorkerLog;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/** The state that the workers of one ssh launcher share. Any thread. */
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
    private final RunFiles runFiles;
    private final @Nullable JarToPush masterJar;
    private volatile boolean ending;

    /** Reads the jars. */
    SshCrew(SshLauncher.Config config, LaunchListener listener, SshLauncher launcher) {
        this.config = config;
        this.jar = JarToPush.of(config.jar());
        this.masterJar = config.masterJar() == null ? null : JarToPush.of(config.masterJar());
        this.runFiles = new RunFiles(config.tree());
        this.ssh = SshCommand.of(config.ssh());
        this.listener = listener;
        this.launcher = launcher;
    }

    SshCommand ssh() {
        return ssh;
    }

    LaunchListener listener() {
        return listener;
    }

    /** One permit for each handshake in progress. */
    Semaphore handshakes() {
        return handshakes;
    }

    /** The kind of process started on a host. */
    String what(HostSpec host) {
        return config.tree().on(host.name()) == null ? "worker" : "sub-master";
    }

    HostMessages words(HostSpec host) {
        JarToPush master = masterJar;
        String there = master == null || config.tree().on(host.name()) == null ? jar.pushed() : master.carried();
        return new HostMessages(ssh, host, what(host), there);
    }

    Path jar() {
        return jar.path();
    }

    /** Path of {@code sluice-master.jar} if a step names it; null for any other file. */
    @Nullable
    Path carried(String said) {
        JarToPush master = masterJar;
        return master != null && said.equals(master.hash() + " wanted") ? master.path() : null;
    }

    HostTree tree() {
        return config.tree();
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

    RunFiles runFiles() {
        return runFiles;
    }

    /** Passes a changed run file to the workers that wait for one. */
    void joinAgain() {
        launcher.joinAgain();
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

    /** The text of steps that a host is sent. */
    String text(HostSpec host, Place place) {
        Map<String, String> variables = new HashMap<>(jar.variables());
        variables.put("oldest_java", String.valueOf(OLDEST_JAVA));
        variables.put("run", config.run().text());
        variables.put("worker", WorkerLog.name(host.name(), place.number()));
        variables.put("host", host.name());
        String gpus = host.gpus();
        variables.put("gpus", gpus == null ? "" : gpus);
        variables.put("resources", String.join(" ", host.resources()));
        variables.put("stays", config.detached() ? "yes" : "");
        HostTree.SubMaster subMaster = config.tree().on(host.name());
        JarToPush master = masterJar;
        if (subMaster == null || master == null) {
            variables.put("slots", slots(host.slots()));
            variables.put("submaster", "");
            return Steps.text(variables, JavaOptions.ofRemoteWorkers(config.java()), "look", "push", "start");
        }
        variables.put("slots", slots(subMaster.slots()));
        variables.put("submaster", master.hash());
        variables.put("own_java", String.join(" ", config.java()));
        variables.put("carried", master.hash() + " " + master.bytes() + " sluice-master.jar");
        String[] steps = subMaster.slots() > 0
                ? new String[] {"look", "push", "carry", "start"}
                : new String[] {"look", "carry", "start"};
        return Steps.text(variables, List.of(), steps);
    }

    private static String slots(int count) {
        return String.valueOf(Math.min(SshLauncher.MOST_SLOTS, count));
    }
}
