package dev.sluice.launch.ssh;

import dev.sluice.hosts.HostSpec;
import dev.sluice.hosts.HostTree;
import dev.sluice.launch.JarToPush;
import dev.sluice.launch.Shell;
import dev.sluice.launch.WorkerLog;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The commands with which a person starts the workers and sub-masters of an ssh launcher. Starts nothing; any thread.
 */
final class SshByHand {
    private final SshLauncher.Config config;
    private final SshCommand ssh;
    private final JarToPush jar;
    private final @Nullable JarToPush masterJar;

    /** Reads the jars. */
    SshByHand(SshLauncher.Config config) {
        this.config = config;
        this.ssh = SshCommand.of(config.ssh());
        this.jar = JarToPush.of(config.jar());
        this.masterJar = config.masterJar() == null ? null : JarToPush.of(config.masterJar());
    }

    /**
     * The commands, each a line for a shell.
     *
     * @param hosts sub-masters before those that join them
     * @param runFile that the master will have written by then
     */
    List<String> lines(List<HostSpec> hosts, Path runFile) {
        List<String> lines = new ArrayList<>();
        for (HostSpec host : hosts) {
            HostTree.SubMaster subMaster = config.tree().on(host.name());
            JarToPush master = masterJar;
            if (subMaster == null || master == null) {
                lines.add(push(host, jar, jar.pushed()));
                lines.add(joining(host, java(jar.pushed(), config.java(), worker(host)), runFile));
            } else {
                lines.add(push(host, master, master.carried()));
                if (subMaster.slots() > 0) {
                    lines.add(push(host, jar, jar.pushed()));
                }
                lines.add(joining(host, subMaster(master, subMaster), runFile));
            }
        }
        return lines;
    }

    private String push(HostSpec host, JarToPush what, String there) {
        return ssh.byHand(host, JarToPush.take(there)) + " < "
                + Shell.quote(what.path().toString());
    }

    /**
     * The command with the run file of the master or sub-master that it joins; a sub-master's run file is on its host.
     */
    private String joining(HostSpec host, String command, Path runFile) {
        String above = config.tree().above(host.name());
        String start = ssh.byHand(host, command);
        if (above == null) {
            return start + " < " + Shell.quote(runFile.toString());
        }
        HostSpec from = config.hosts().stream()
                .filter(each -> each.name().equals(above))
                .findFirst()
                .orElse(host);
        return ssh.byHand(from, "cat \"" + itsRunFile(above) + "\"") + " | " + start;
    }

    private String itsRunFile(String subMaster) {
        return "${XDG_CACHE_HOME:-$HOME/.cache}/sluice/runs/" + config.run().text() + "/by-hand/"
                + WorkerLog.fit(subMaster) + ".run";
    }

    private static String java(String jar, List<String> options, List<String> words) {
        return "java " + Shell.command(options) + (options.isEmpty() ? "" : " ") + "-jar \"" + jar + "\" "
                + Shell.command(words);
    }

    private static List<String> worker(HostSpec host) {
        List<String> words = new ArrayList<>(List.of("join", "--name", host.name()));
        if (host.slots() > 0) {
            words.addAll(List.of("--slots", String.valueOf(Math.min(SshLauncher.MOST_SLOTS, host.slots()))));
        }
        String gpus = host.gpus();
        if (gpus != null) {
            words.addAll(List.of("--gpus", gpus));
        }
        host.resources().forEach(each -> words.addAll(List.of("--resource", each)));
        words.add("-");
        return words;
    }

    private String subMaster(JarToPush master, HostTree.SubMaster subMaster) {
        String own = subMaster.slots() == 0
                ? ""
                : " --slots " + subMaster.slots() + " --worker-jar \"" + jar.pushed() + "\"";
        return "umask 077; "
                + java(master.carried(), List.of(), List.of("submaster", "--name", subMaster.host()))
                + own + " --run-file \"" + itsRunFile(subMaster.host()) + "\" -";
    }
}
