package dev.sluice.launch.ssh;

import dev.sluice.hosts.HostSpec;
import dev.sluice.launch.Shell;
import java.util.ArrayList;
import java.util.List;

/**
 * The ssh command line: the program and options of the user, then ours. Ssh uses ours only where the user's do not set
 * the same; the user's configuration file comes last.
 *
 * @param words the program and the user's options
 */
record SshCommand(List<String> words) {
    /** Disables questions, so that a host that would ask gets a verdict. */
    private static final List<String> BATCH = List.of("-o", "BatchMode=yes");

    /**
     * Closes the connection after 90 s of silence, which is longer than workers look for a lost master. Disables
     * forwarding.
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

    /** Splits typed words at white space. */
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

    /** The same command for a person. */
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
