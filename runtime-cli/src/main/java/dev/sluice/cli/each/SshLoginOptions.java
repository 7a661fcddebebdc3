package dev.sluice.cli.each;

import dev.sluice.cli.launch.WorkerOptions;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** GNU parallel's options for hosts. */
final class SshLoginOptions {
    @Option(
            names = {"-S", "--sshlogin"},
            paramLabel = "HOSTS",
            description = "run commands on these hosts, as --host does: [N/][USER@]HOST,...; ':' is this machine, N "
                    + "commands at the same time; repeatable")
    private List<String> logins = List.of();

    @Option(
            names = {"--slf", "--sshloginfile"},
            paramLabel = "FILE",
            description = "the same hosts, one on each line of FILE; .. for ~/.parallel/sshloginfile; repeatable")
    private List<String> files = List.of();

    @SuppressWarnings("NullAway.Init") // picocli sets them
    SshLoginOptions() {}

    /**
     * Adds the hosts to those of other options.
     *
     * @param counted whether {@code --jobs} says how many commands run on each host
     */
    void addTo(WorkerOptions workers, boolean counted) {
        List<SshLogin> all = new ArrayList<>();
        logins.forEach(text -> all.addAll(SshLogin.list("-S", text)));
        files.forEach(name -> all.addAll(SshLogin.file("--sshloginfile", name)));
        for (SshLogin login : all) {
            if (!login.isHere()) {
                workers.host(login.host() + (login.slots() == 0 || counted ? "" : " slots=" + login.slots()));
            }
        }
        for (SshLogin login : all) {
            if (login.isHere()) {
                workers.here(counted ? 0 : login.slots());
            }
        }
    }
}
