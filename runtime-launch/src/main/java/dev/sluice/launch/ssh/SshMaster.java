package dev.sluice.launch.ssh;

import dev.sluice.hosts.HostSpec;
import dev.sluice.launch.JarToPush;
import dev.sluice.launch.LaunchException;
import dev.sluice.launch.LaunchPhases;
import dev.sluice.launch.PassedRunFile;
import dev.sluice.launch.PlaceVerdict;
import dev.sluice.launch.Shell;
import dev.sluice.launch.Steps;
import dev.sluice.launch.WorkerLog;
import dev.sluice.model.ErrorCode;
import dev.sluice.net.runfile.RunFile;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A master on another host, started with the user's own ssh: its jars are copied there, its output comes here, and so
 * do its files at the end. A host needs an account, a POSIX shell, tar and Java. {@link #run} is called once, by one
 * thread; {@link #stop} may be called by any.
 */
public final class SshMaster {
    /** Characters of the reason of a refusal. */
    private static final int MOST_REASON = 1_000;

    private final Config config;
    private final List<Carried> files;
    private final HostMessages words;
    private @Nullable SshProcess process;
    private int stops;

    /**
     * The master to start.
     *
     * @param ssh the program and its options, words with white space between them
     * @param name of the master on its host: letters, digits, dots and dashes
     * @param masterJar {@code sluice-master.jar}
     * @param jars of the application, its own first
     * @param arguments after {@code run} and the application's jar
     */
    public record Config(
            HostSpec host, String ssh, String name, Path masterJar, List<Path> jars, List<String> arguments) {
        public Config {
            jars = List.copyOf(jars);
            arguments = List.copyOf(arguments);
        }
    }

    /** Listens to the master, on the thread that runs it. */
    public interface Listener {
        /** The master's process is about to start: the time since the command of the run began [s]. */
        double sinceCommand();

        /**
         * The master accepts workers.
         *
         * @param phases of its start
         */
        void listens(RunFile workers, LaunchPhases phases) throws IOException;

        /** Its files have come, so many bytes. */
        void returned(long bytes);

        /** The master was asked to end with {@link SshMaster#stopUnlessOver}, and its run was not over. */
        void deserted();

        /** A line, or a piece of one, of its standard output. */
        void printed(byte[] line);

        /** A line of its standard error. */
        void said(String line);
    }

    private record Carried(JarToPush file, String name) {
        String line() {
            return file.hash() + " " + file.bytes() + " " + name;
        }
    }

    /** Reads the jars, and starts nothing yet. */
    public SshMaster(Config config) {
        this.config = config;
        this.files = carried(config);
        this.words = new HostMessages(
                SshCommand.of(config.ssh()),
                config.host(),
                "master",
                files.get(0).file().carried());
    }

    private static List<Carried> carried(Config config) {
        List<Carried> files = new ArrayList<>();
        files.add(new Carried(JarToPush.of(config.masterJar()), "sluice-master.jar"));
        Set<String> taken = new HashSet<>(Set.of("sluice-master.jar"));
        for (Path jar : config.jars()) {
            String name = WorkerLog.fit(jar.getFileName().toString());
            while (!taken.add(name)) {
                name = "_" + name;
            }
            files.add(new Carried(JarToPush.of(jar), name));
        }
        return files;
    }

    /** The master's command there. */
    private List<String> command() {
        List<String> command = new ArrayList<>(List.of("-jar", there(files.get(0)), "run", there(files.get(1))));
        if (files.size() > 2) {
            command.add("--class-path");
            command.add(String.join(
                    ":", files.stream().skip(2).map(SshMaster::there).toList()));
        }
        command.addAll(List.of("--run-file", "../private/worker.run"));
        command.addAll(config.arguments());
        return command;
    }

    private static String there(Carried file) {
        return "../carried/" + file.name();
    }

    /**
     * The commands with which a person starts the same master and finds its files in a directory there; a line for a
     * shell each.
     */
    public List<String> byHand() {
        SshCommand ssh = SshCommand.of(config.ssh());
        String work = "${XDG_CACHE_HOME:-$HOME/.cache}/sluice/masters/" + config.name();
        List<String> lines = new ArrayList<>();
        for (Carried file : files) {
            lines.add(ssh.byHand(
                            config.host(),
                            "d=" + work + "; mkdir -p \"$d/carried\" \"$d/files\" && cat > \"$d/carried/" + file.name()
                                    + "\"")
                    + " < " + Shell.quote(file.file().path().toString()));
        }
        lines.add(ssh.byHand(config.host(), "cd \"" + work + "/files\" && java " + Shell.command(command())));
        return lines;
    }

    /**
     * Runs it to its end.
     *
     * @param into the directory for its files
     * @return its exit code
     * @throws LaunchException if it cannot be started there, or ssh breaks
     */
    public int run(Listener listener, Path into) throws IOException, InterruptedException {
        Path errors = Files.createTempFile("sluice-ssh-", ".txt");
        String carried = String.join("\n", files.stream().map(Carried::line).toList());
        String text = Steps.text(
                Map.of("oldest_java", String.valueOf(SshCrew.OLDEST_JAVA), "carried", carried, "master", config.name()),
                command(),
                "look",
                "carry",
                "master");
        SshProcess started =
                SshProcess.start(SshCommand.of(config.ssh()).line(config.host(), Steps.command(text)), text, errors);
        Hearing hearing = new Hearing(started, listener, into);
        synchronized (this) {
            process = started;
            for (int i = 0; i < stops; i++) {
                started.send("stop\n");
            }
        }
        for (byte[] line = started.line(); line != null; line = started.line()) {
            hearing.hear(line);
        }
        int sshCode = started.exitCode();
        SshTrouble trouble = SshTrouble.of(started.errors(), sshCode);
        if (hearing.exitCode >= 0 && hearing.filesCame) {
            return hearing.exitCode;
        }
        PlaceVerdict verdict = hearing.verdict;
        if (verdict == null) {
            verdict = sshCode == 255 && !hearing.connected ? words.ssh(trouble) : words.failed(trouble.reason());
        }
        String lost = hearing.listens
                ? "; the files of the master are there in ~/.cache/sluice/masters/" + config.name()
                : System.lineSeparator() + "  by hand: " + verdict.byHand();
        throw new LaunchException(
                verdict.kind().code(), "master on " + config.host().name() + ": " + verdict.reason() + lost);
    }

    /** Asks it to end: the first call waits for running units, the second one does not. */
    public synchronized void stop() {
        stops++;
        if (process != null) {
            process.send("stop\n");
        }
    }

    /**
     * Asks it to end, because its workers are gone, unless they left because the run is over. Call after it listens.
     */
    public synchronized void stopUnlessOver() {
        if (process != null) {
            process.send("alone\n");
        }
    }

    /**
     * Tells the master that a sub-master for which it asked was not started. Call after it listens.
     *
     * @param host as the master named it
     */
    public synchronized void refuse(String host, String why) {
        if (process != null) {
            String line = why.replaceAll("\\p{Cntrl}+", " ").strip();
            String reason = line.substring(0, Math.min(line.length(), MOST_REASON));
            process.send("refused " + host + " " + reason + "\n");
        }
    }

    /** Ends ssh; the master notices, and ends as well. */
    public synchronized void abandon() {
        if (process != null) {
            process.destroy();
        }
    }

    /** Parses the host's output, line by line. */
    private final class Hearing {
        private final SshProcess from;
        private final Listener listener;
        private final Path into;
        private final PassedRunFile runFile = new PassedRunFile();
        private final PhaseClock clock = new PhaseClock("master", System::nanoTime);

        /** An unfinished empty line, which may belong to the step. */
        private boolean emptyLine;

        boolean connected;
        boolean listens;
        boolean filesCame;
        int exitCode = -1;

        @Nullable
        PlaceVerdict verdict;

        Hearing(SshProcess from, Listener listener, Path into) {
            this.from = from;
            this.listener = listener;
            this.into = into;
        }

        void hear(byte[] line) throws IOException, InterruptedException {
            String text = new String(line, StandardCharsets.UTF_8);
            if (!text.startsWith(Steps.SAYS)) {
                print(line);
                return;
            }
            String[] parts = text.substring(Steps.SAYS.length()).stripTrailing().split(" ", 2);
            String rest = parts.length == 1 ? "" : parts[1];
            clock.hear(parts[0], rest);
            switch (parts[0]) {
                case "hello" -> connected = true;
                case "failed" -> verdict = words.step(rest);
                case "file" -> send(rest);
                case "ready" -> from.send(String.format(Locale.ROOT, "began %.3f\n", listener.sinceCommand()));
                case "run" -> runFile.line(rest);
                case "listens" -> {
                    listens = true;
                    clock.hear("joined", "");
                    listener.listens(runFile.whole(), clock.phases());
                }
                case "deserted" -> listener.deserted();
                case "err" -> listener.said(rest);
                case "exit" -> {
                    emptyLine = false;
                    exitCode = rest.matches("[0-9]{1,3}") ? Integer.parseInt(rest) : ErrorCode.INTERNAL.exitCode();
                }
                case "files" -> {
                    if (exitCode >= 0 && rest.matches("[0-9]{1,15}")) {
                        unpack(Long.parseLong(rest));
                    }
                }
                default -> {
                    // a word of a newer step
                }
            }
        }

        private void print(byte[] line) {
            if (emptyLine) {
                listener.printed(new byte[] {'\n'});
            }
            emptyLine = line.length == 1 && line[0] == '\n';
            if (!emptyLine) {
                listener.printed(line);
            }
        }

        private void send(String said) {
            for (Carried each : files) {
                if (said.equals(each.file().hash() + " wanted")) {
                    try {
                        from.send(each.file().path(), () -> {});
                        clock.sent(each.file().bytes());
                    } catch (IOException e) {
                        // the step does not read its input, and it or ssh reports the reason
                    }
                }
            }
        }

        private void unpack(long bytes) throws IOException, InterruptedException {
            filesCame = bytes == 0 || unpacked(bytes);
            from.send(filesCame ? "taken\n" : "kept\n");
            listener.returned(bytes);
            if (!filesCame) {
                verdict = words.failed("its files could not be unpacked in " + into.toAbsolutePath());
            }
        }

        private boolean unpacked(long bytes) throws IOException, InterruptedException {
            Process tar = new ProcessBuilder(
                            "tar", "-xf", "-", "-C", into.toAbsolutePath().toString())
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            try (OutputStream to = tar.getOutputStream()) {
                from.copy(bytes, to);
            } catch (IOException refused) {
                tar.destroy(); // it says no more than that
            }
            return tar.waitFor() == 0;
        }
    }
}
