package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.awaitility.core.ConditionTimeoutException;

/** A process of one of the two jars, with what it prints. Closing it ends it and all that it started. */
final class MasterRun implements AutoCloseable {
    private static final int LONGEST_SECONDS = 900;
    private static final Pattern PERCENT = Pattern.compile("\\] +(\\d+) %");

    private final Process process;
    private final Path out;
    private final Path err;
    private final List<ProcessHandle> seen = new ArrayList<>();

    private MasterRun(Process process, Path out, Path err) {
        this.process = process;
        this.out = out;
        this.err = err;
    }

    /** {@code java -jar sluice-master.jar} with these arguments, in {@code directory}. */
    static MasterRun master(Path directory, String... arguments) throws IOException {
        return master(directory, List.of(), arguments);
    }

    /** The same with options of the JVM. */
    static MasterRun master(Path directory, List<String> java, String... arguments) throws IOException {
        return start(directory, Map.of(), command(java, Checkout.masterJar(), arguments));
    }

    /** The same with additions to its environment. */
    static MasterRun master(Path directory, Map<String, String> environment, String... arguments) throws IOException {
        return start(directory, environment, command(List.of(), Checkout.masterJar(), arguments));
    }

    /** The same, started elsewhere by the words before it. */
    static MasterRun masterBehind(List<String> before, Path directory, String... arguments) throws IOException {
        return behind(before, directory, Checkout.masterJar(), arguments);
    }

    static MasterRun worker(Path directory, String... arguments) throws IOException {
        return start(directory, Map.of(), command(List.of(), Checkout.workerJar(), arguments));
    }

    /** A worker, started elsewhere by the words before it. */
    static MasterRun workerBehind(List<String> before, Path directory, String... arguments) throws IOException {
        return behind(before, directory, Checkout.workerJar(), arguments);
    }

    private static MasterRun behind(List<String> before, Path directory, Path jar, String... arguments)
            throws IOException {
        List<String> command = new ArrayList<>(before);
        command.addAll(command(List.of(), jar, arguments));
        return start(directory, Map.of(), command);
    }

    /** A command of a Sluice with other jars. */
    static MasterRun other(Path directory, Path masterJar, Path workerJar, List<String> arguments) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(ClassArchive.SHORT_LIVED);
        command.addAll(List.of("-Dsluice.worker.jar=" + workerJar, "-jar", masterJar.toString()));
        command.addAll(arguments);
        return start(directory, Map.of(), command);
    }

    /** The words that start the master; those of a command follow. */
    static List<String> command() {
        return command(List.of(), Checkout.masterJar());
    }

    private static List<String> command(List<String> java, Path jar, String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(jar.equals(Checkout.masterJar()) ? ClassArchive.ofMasters() : ClassArchive.ofWorkers());
        command.addAll(java);
        command.addAll(List.of("-Dsluice.worker.jar=" + Checkout.workerJar(), "-jar", jar.toString()));
        command.addAll(List.of(arguments));
        return command;
    }

    /** A line that a person would type into a shell. */
    static MasterRun typed(Path directory, Map<String, String> environment, String line) throws IOException {
        return start(directory, environment, List.of("/bin/sh", "-c", "exec " + line));
    }

    private static MasterRun start(Path directory, Map<String, String> environment, List<String> command)
            throws IOException {
        Path out = Files.createTempFile(directory, "run-", ".out");
        Path err = Files.createTempFile(directory, "run-", ".err");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        // Runs of tests do not belong into the user's history.
        builder.environment().put("XDG_STATE_HOME", directory.resolve("state").toString());
        builder.environment().putAll(environment);
        Process process = builder.start();
        process.getOutputStream().close();
        return new MasterRun(process, out, err);
    }

    String out() {
        return Checkout.read(out);
    }

    String err() {
        return Checkout.read(err);
    }

    long pid() {
        return process.pid();
    }

    boolean isRunning() {
        return process.isAlive();
    }

    /** Waits until the progress lines say so, or the process has ended. */
    void awaitPercent(int percent) {
        await().atMost(Duration.ofSeconds(90))
                .pollInterval(Duration.ofMillis(20))
                .until(() -> percent() >= percent || !isRunning());
    }

    /** Returns the percentage of the last progress line. */
    int percent() {
        int last = 0;
        Matcher matcher = PERCENT.matcher(err());
        while (matcher.find()) {
            last = Integer.parseInt(matcher.group(1));
        }
        return last;
    }

    void awaitPrinted(String text) {
        try {
            await().until(() -> err().contains(text) || !isRunning());
        } catch (ConditionTimeoutException never) {
            throw new AssertionError("'" + text + "' was not printed in time; but:\n" + err(), never);
        }
        if (!err().contains(text)) {
            throw new AssertionError("'" + text + "' was not printed (expected: it is); but:\n" + err());
        }
    }

    /** Waits until it has a thread whose name begins so. */
    void awaitThread(String name) {
        await().ignoreExceptionsInstanceOf(NoSuchFileException.class).until(() -> {
            try (Stream<Path> threads = Files.list(Path.of("/proc/" + process.pid() + "/task"))) {
                for (Path thread : threads.toList()) {
                    if (Files.readString(thread.resolve("comm")).startsWith(name)) {
                        return true;
                    }
                }
            }
            return false;
        });
    }

    /** The worker processes that it started and that live. */
    List<ProcessHandle> workers() {
        List<ProcessHandle> all = process.descendants().toList();
        seen.addAll(all);
        return all.stream().filter(each -> !isGuard(each)).toList();
    }

    /** Tells whether this is the shell that deletes the run files. */
    private static boolean isGuard(ProcessHandle process) {
        return process.info()
                .arguments()
                .map(arguments -> List.of(arguments).contains("sluice-guard"))
                .orElse(false);
    }

    void signal(String name) throws IOException, InterruptedException {
        signal(process.toHandle(), name);
    }

    static void signal(ProcessHandle target, String name) throws IOException, InterruptedException {
        signal(String.valueOf(target.pid()), name);
    }

    /** Ctrl-C on the terminal of one that was started with a process group of its own: all of the group are told. */
    void interruptGroup() throws IOException, InterruptedException {
        signal("-" + process.pid(), "INT");
    }

    /** The terminal of such a group is closed. */
    void hangUpGroup() throws IOException, InterruptedException {
        signal("-" + process.pid(), "HUP");
    }

    private static void signal(String target, String name) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-" + name, "--", target).start().waitFor();
    }

    int exitCodeWithin(int seconds) throws InterruptedException {
        workers();
        if (!process.waitFor(seconds, TimeUnit.SECONDS)) {
            throw new AssertionError("still running after " + seconds + " s (expected: ended); it printed:\n" + err());
        }
        return process.exitValue();
    }

    /** Waits for its end with this exit code, closes it, and returns what it printed. */
    String printed(int exitCode) throws InterruptedException {
        try (MasterRun ended = this) {
            assertThat(ended.exitCodeWithin(LONGEST_SECONDS)).as(ended.err()).isEqualTo(exitCode);
            return ended.out();
        }
    }

    /** Waits for its end with exit code 2 and these words, and closes it. */
    void refused(String... words) throws InterruptedException {
        assertThat(printed(2)).isEmpty();
        assertThat(err()).contains(words);
    }

    /** Returns whether one of the workers seen so far is alive. */
    boolean leavesProcesses() {
        return seen.stream().anyMatch(ProcessHandle::isAlive);
    }

    @Override
    public void close() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        seen.forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }
}
