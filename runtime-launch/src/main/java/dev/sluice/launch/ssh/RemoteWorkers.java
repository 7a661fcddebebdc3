package dev.sluice.launch.ssh;

import dev.sluice.hosts.HostSpec;
import dev.sluice.launch.PlaceVerdict;
import dev.sluice.launch.Steps;
import dev.sluice.model.RunId;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/** Asks hosts about their workers over ssh: eight hosts at a time. Any thread; blocks. */
public final class RemoteWorkers {
    private final List<HostSpec> hosts;
    private final SshCommand ssh;

    /**
     * The answer of a host.
     *
     * @param lines each about one worker, in the words of the step: {@code worker RUN NAME PROCESS}, {@code ended
     *     PROCESS}, {@code killed PROCESS}, {@code log NAME BYTES}
     * @param trouble why the answer is missing or incomplete; null if it is complete
     */
    public record Answer(
            HostSpec host, List<String> lines, @Nullable PlaceVerdict trouble) {}

    /** @param ssh the program and its options, words with white space between them */
    public RemoteWorkers(List<HostSpec> hosts, String ssh) {
        this.hosts = List.copyOf(hosts);
        this.ssh = SshCommand.of(ssh);
    }

    /** Lists the running workers of one run or of all. */
    public List<Answer> status(@Nullable RunId run) throws InterruptedException {
        return ask(Map.of("run", run == null ? "" : run.text()), null, "status");
    }

    /** Drains the workers of a run, and ends them after {@code graceSeconds}. */
    public List<Answer> stop(RunId run, int graceSeconds) throws InterruptedException {
        return ask(Map.of("run", run.text(), "grace", String.valueOf(graceSeconds)), null, "stop");
    }

    /** Copies the logs of a run's workers into an existing directory. */
    public List<Answer> logs(RunId run, Path into) throws InterruptedException {
        return ask(Map.of("run", run.text()), into, "logs");
    }

    private List<Answer> ask(Map<String, String> variables, @Nullable Path into, String step)
            throws InterruptedException {
        String text = Steps.text(variables, List.of(), step);
        ExecutorService pool = Executors.newFixedThreadPool(Math.min(SshCrew.HANDSHAKES, Math.max(1, hosts.size())));
        try {
            List<Callable<Answer>> calls = new ArrayList<>();
            hosts.forEach(host -> calls.add(() -> ask(host, text, into)));
            List<Answer> answers = new ArrayList<>();
            for (Future<Answer> call : pool.invokeAll(calls)) {
                answers.add(call.get());
            }
            return answers;
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        } finally {
            pool.shutdownNow();
        }
    }

    private Answer ask(HostSpec host, String text, @Nullable Path into) throws InterruptedException {
        List<String> lines = new ArrayList<>();
        StringBuilder other = new StringBuilder();
        boolean whole = false;
        HostMessages words = new HostMessages(ssh, host, "worker", "");
        try {
            Path errors = Files.createTempFile("sluice-ssh-", ".txt");
            SshProcess process = SshProcess.start(ssh.line(host, Steps.command(text)), text, errors);
            for (byte[] line = process.line(); line != null; line = process.line()) {
                String said = new String(line, StandardCharsets.UTF_8).strip();
                if (said.equals(Steps.SAYS + "done")) {
                    whole = true;
                } else if (said.startsWith(Steps.SAYS)) {
                    String what = HostMessages.printable(said.substring(Steps.SAYS.length()));
                    lines.add(what);
                    copy(what, process, into);
                } else {
                    other.append(said).append('\n');
                }
            }
            int exitCode = process.exitCode();
            SshTrouble trouble = SshTrouble.of(process.errors(), exitCode);
            return new Answer(
                    host,
                    lines,
                    whole
                            ? null
                            : exitCode == 255 ? words.ssh(trouble) : words.failed(trouble.reason() + "; " + other));
        } catch (IOException e) {
            return new Answer(host, lines, words.failed(e.toString()));
        }
    }

    private static void copy(String what, SshProcess process, @Nullable Path into) throws IOException {
        if (into != null && what.matches("log [A-Za-z0-9._-]{1,255} [0-9]{1,15}")) {
            String[] parts = what.split(" ");
            Path file = into.resolve(parts[1] + ".log");
            try (OutputStream out = Files.newOutputStream(file)) {
                process.copy(Long.parseLong(parts[2]), out);
            }
        }
    }
}
