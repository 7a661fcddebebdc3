package dev.sluice.launch.ssh;

import dev.sluice.hosts.HostSpec;
import dev.sluice.launch.Shell;
import java.util.ArrayList;
import java.util.List;

/**
 * How ssh is called: the program and options that the user named, then ours, which ssh takes where the user's do not
 * say otherwise; the user's configuration counts behind both.
 *
 * @param words the program and the user's options
 */
record SshCommand(List<String> words) {
    /** Asks nothing, so that a host that would ask is a verdict. */
    private static final List<String> BATCH = List.of("-o", "BatchMode=yes");

    /**
     * The connection is given up when nothing came through for 90 s, which is longer than workers look for a lost
     * master; and it has no other use than this one.
     */
    private static final List<String> OPTIONS = List.of(
            "-T",
            "-a",
            "-x",
            "-o",
            "ConnectTimeout=10",
            "-o",
            "ServerAliveInterval=15",
            "-o",
            "ServerAliveCountMax=6",
            "-o",
            "ClearAllForwardings=yes",
            "-o",
            "ControlMaster=no",
            "-o",
            "LogLevel=ERROR");

    SshCommand {
        words = List.copyOf(words);
    }

    /** As typed: words with white space between them. */
    static SshCommand of(String told) {
        return new SshCommand(List.of(told.strip().split("\\s+")));
    }

    /** The process that runs a command on the host. */
    List<String> line(HostSpec host, String remote) {
        List<String> line = new ArrayList<>(Shell.DEAF);
        line.addAll(words);
        line.addAll(BATCH);
        line.addAll(OPTIONS);
        line.addAll(destination(host));
        line.add(remote);
        return line;
    }

    /** The like for a person. */
    String byHand(HostSpec host, String remote, String... options) {
        List<String> line = new ArrayList<>(words);
        line.addAll(List.of(options));
        line.addAll(BATCH);
        line.addAll(destination(host));
        line.add(remote);
        return Shell.command(line);
    }

    private static List<String> destination(HostSpec host) {
        return host.port() == 0
                ? List.of(host.destination())
                : List.of("-p", String.valueOf(host.port()), host.destination());
    }
}
