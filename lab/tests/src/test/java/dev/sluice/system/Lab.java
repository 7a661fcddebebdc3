package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A test network of {@code lab/network}, whose hosts reach each other by ssh. It ends when closed, and with this
 * process.
 */
final class Lab implements AutoCloseable {
    private static final int CANNOT_BE_HAD = 4;

    /** Processes of an idle host: its first process, the one that this waits for, and its ssh server. */
    private static final Pattern AT_REST = Pattern.compile("lab --hold |sleep infinity|sshd: .*\\[listener\\]");

    private static final AtomicInteger LABS = new AtomicInteger();

    private final String id = "it-" + ProcessHandle.current().pid() + "-" + LABS.incrementAndGet();
    private final Path directory;
    private final Process process;
    private final List<String> hosts;

    private Lab(Path directory, Path view) throws IOException {
        this.directory = directory;
        this.hosts = Files.readAllLines(view).stream()
                .filter(line -> line.contains("address:"))
                .map(line -> line.replaceFirst(".*name: ([^,]*),.*", "$1"))
                .toList();
        this.process = new ProcessBuilder(
                        script(),
                        "run",
                        view.toString(),
                        "--id",
                        id,
                        "--",
                        "sh",
                        "-c",
                        ": > \"$0\"; exec cat",
                        up() + "")
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(directory.resolve("lab.err").toFile())
                .start();
    }

    /**
     * Builds it; skips the test, with the reason, where that cannot be done.
     *
     * @param view the name of a file in {@code lab/network}
     */
    static Lab up(Path directory, String view) throws Exception {
        assumeTrue(Files.isDirectory(Path.of("/proc/self/ns")), "this system has no namespaces for a test network");
        Lab lab = new Lab(directory, Checkout.file("lab/network/" + view));
        await().atMost(Duration.ofSeconds(60)).until(() -> Files.exists(lab.up()) || !lab.process.isAlive());
        if (!lab.process.isAlive()) {
            String said = Checkout.read(directory.resolve("lab.err"));
            assumeTrue(lab.process.waitFor() != CANNOT_BE_HAD, said.strip());
            throw new AssertionError("no test network (expected: one): " + said);
        }
        try (Terminal question = lab.type("lab ssh-config")) {
            if (question.exitCodeWithin(30) == CANNOT_BE_HAD) {
                lab.close();
                assumeTrue(false, question.output().strip());
            }
        }
        return lab;
    }

    /** The jar of an application of the lab, or of the product. */
    static Path applicationJar(String name) {
        Path own = Checkout.file("lab/app-" + name + "/target/app-" + name + ".jar");
        return Files.exists(own) ? own : Checkout.applicationJar(name);
    }

    private static String script() {
        return Checkout.file("lab/network/lab").toString();
    }

    private Path up() {
        return directory.resolve("lab.up");
    }

    /** Starts lines of a shell on this machine, in which {@code lab} is this one. */
    Terminal type(String lines) {
        return Terminal.type(directory, "export SLUICE_LAB=" + id + "; lab() { " + script() + " \"$@\"; }\n" + lines);
    }

    /** {@code lab …}, which has to succeed. */
    String does(String arguments) throws InterruptedException {
        try (Terminal terminal = type("lab " + arguments)) {
            assertThat(terminal.exitCodeWithin(30)).as(terminal.output()).isZero();
            return terminal.output();
        }
    }

    /** The master on a host, in a process group of its own, as a terminal gives it one. */
    MasterRun master(String host, Path where, String... arguments) throws IOException {
        List<String> before = List.of(
                "setsid", "env", "--default-signal=INT", script(), "exec", "--id", id, host, "env", "--chdir=" + where);
        return MasterRun.masterBehind(before, where, arguments);
    }

    List<String> hosts() {
        return hosts;
    }

    /** A directory of a host, as this machine sees it. */
    Path home(String host) {
        return first(host).resolve("root/run/sluice-lab/" + id + "/home");
    }

    /** Returns the command lines of processes that an idle host does not have, by host. */
    Map<String, List<String>> processes() {
        return hosts.stream().collect(Collectors.toMap(Function.identity(), this::processes)).entrySet().stream()
                .filter(host -> !host.getValue().isEmpty())
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    private List<String> processes(String host) {
        Path namespace = namespace(first(host));
        return allProcesses()
                .filter(process -> namespace.equals(namespace(process)))
                .map(Lab::commandLine)
                .filter(line -> !AT_REST.matcher(line).find())
                .toList();
    }

    /** All processes of this machine, the lab's among them, as directories. */
    static Stream<Path> allProcesses() {
        return ProcessHandle.allProcesses().map(process -> Path.of("/proc", String.valueOf(process.pid())));
    }

    static String commandLine(Path process) {
        return text(process.resolve("cmdline")).replace('\0', ' ').strip();
    }

    /** Nothing for a process that has gone. */
    static String text(Path file) {
        try {
            return new String(Files.readAllBytes(file), java.nio.charset.StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            return "";
        }
    }

    /** The first process of a host. */
    private Path first(String host) {
        return allProcesses()
                .filter(process -> commandLine(process).matches("bash .*lab --hold " + id + " " + host))
                .findFirst()
                .orElseThrow();
    }

    private static Path namespace(Path process) {
        try {
            return Files.readSymbolicLink(process.resolve("ns/pid"));
        } catch (IOException e) {
            return process; // it has gone
        }
    }

    @Override
    public void close() throws Exception {
        process.getOutputStream().close();
        process.waitFor();
    }
}
