package dev.sluice.benchmarks.harness;

import dev.sluice.benchmarks.plain.PlainExecutor;
import dev.sluice.benchmarks.raw.RawMaster;
import dev.sluice.benchmarks.timing.CycleFigures;
import dev.sluice.benchmarks.timing.Cycles;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Starts the programs of both sides, one at a time, and reads their figures. */
public final class Programs {
    static final String JAVA =
            Path.of(System.getProperty("java.home"), "bin", "java").toString();
    private static final Duration LONGEST = Duration.ofMinutes(20);
    private static final int LAB_PORT = 7077;

    /** A lab name that differs from that of any other benchmark on this machine. */
    private static final String LAB = "bench-" + ProcessHandle.current().pid();

    private static final int TAIL_LINES = 30;

    private final Places places;
    private final Effort effort;
    private final List<String> javaOptions;
    private int started;

    public Programs(Places places, Effort effort, List<String> javaOptions) {
        this.places = places;
        this.effort = effort;
        this.javaOptions = List.copyOf(javaOptions);
    }

    /** The same programs with another effort. */
    public Programs with(Effort other) {
        return new Programs(places, other, javaOptions);
    }

    /** Short commands of the script. */
    public Starts starts() throws IOException {
        return new Starts(places.script(), places.applicationsJar(), logs().resolve("start"));
    }

    /** The script of the checkout. */
    public Path script() {
        return places.script();
    }

    /** The directory of the test network. */
    public Path lab() {
        return places.lab();
    }

    /** The packaged worker. */
    public Path workerJar() {
        return places.workerJar();
    }

    /** The applications of this module. */
    public Path applicationsJar() {
        return places.applicationsJar();
    }

    /** The performance emulator. */
    public Path emulatorJar() {
        return places.emulatorJar();
    }

    /** Starts a command of the master and discards its output. */
    public Process start(List<String> arguments) throws IOException {
        return new ProcessBuilder(command(arguments))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    /** Starts a run of an application, whose output goes to a file. */
    public Process master(Class<?> application, List<String> options, List<String> arguments, Path log)
            throws IOException {
        List<String> all = new ArrayList<>(List.of("--class", application.getName()));
        all.addAll(options);
        List<String> command = master(places.applicationsJar(), all);
        command.add("--");
        command.addAll(arguments);
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
    }

    /** Starts a sub-master on this machine, to which workers connect by TCP. */
    public Process subMaster(Path above, Path below, Path cache) throws IOException {
        return start(List.of(
                "submaster",
                "--quiet",
                "--transport",
                "tcp",
                "--listen",
                "127.0.0.1:0",
                "--cache",
                cache.toString(),
                "--run-file",
                below.toString(),
                above.toString()));
    }

    /** Starts a program of this module that uses classes of the master; its output and input are pipes. */
    public Process beside(Class<?> program) throws IOException {
        List<String> command = new ArrayList<>(List.of(JAVA));
        command.addAll(javaOptions);
        command.addAll(List.of(
                "-cp",
                places.masterJar() + File.pathSeparator + System.getProperty("java.class.path"),
                program.getName()));
        return new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    /** Runs a command of the master, and returns its output. */
    public String output(List<String> arguments) throws IOException, InterruptedException {
        return output(arguments, Map.of());
    }

    /** Runs a command of the master with additional variables in its environment, and returns its output. */
    public String output(List<String> arguments, Map<String, String> environment)
            throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(command(arguments));
        builder.environment().putAll(environment);
        Process process = builder.redirectError(ProcessBuilder.Redirect.INHERIT).start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException("exit " + process.exitValue() + " of " + arguments + " (expected: 0)");
        }
        return text;
    }

    /** The words that run a command of the master. */
    public List<String> command(List<String> arguments) {
        List<String> command = new ArrayList<>(List.of(JAVA));
        command.addAll(javaOptions);
        command.addAll(List.of("-jar", places.masterJar().toString()));
        command.addAll(arguments);
        return command;
    }

    /** The directory for the output of programs. */
    public Path logs() {
        return places.logs();
    }

    /** The directory for flame graphs and other pictures. */
    public Path pictures() {
        return places.pictures();
    }

    public Effort effort() {
        return effort;
    }

    /** Runs an application under the real command with two slots under SS, connected by this transport. */
    public Run sluice(Class<?> application, Cycles cycles, LocalTransport transport, List<String> masterOptions)
            throws Exception {
        List<String> options = new ArrayList<>(transport.masterOptions());
        options.addAll(List.of("--policy", "SS"));
        options.addAll(masterOptions);
        return sluice(application, cycles, options, List.of());
    }

    /** Runs an application under the real command. */
    public Run sluice(Class<?> application, Cycles cycles, List<String> masterOptions, List<String> arguments)
            throws Exception {
        Path figures = figures("sluice");
        List<String> command = master(application, masterOptions);
        command.addAll(List.of("--", "--cycles=" + written(cycles), "--figures=" + figures));
        command.addAll(arguments);
        return run(command, figures);
    }

    /** Runs an application under the real command, with one more option for the master's JVM. */
    public void recorded(Class<?> application, Cycles cycles, List<String> masterOptions, String javaOption)
            throws Exception {
        List<String> options = new ArrayList<>(javaOptions);
        options.add(javaOption);
        new Programs(places, effort, options).sluice(application, cycles, masterOptions, List.of());
    }

    /** Runs an application in a test network, which is built for it and removed. */
    public Run inLab(
            NetworkRoles network,
            Class<?> application,
            Cycles cycles,
            List<String> masterOptions,
            List<String> arguments)
            throws Exception {
        Path figures = figures("lab");
        List<String> theirs = new ArrayList<>(List.of("--cycles=" + written(cycles), "--figures=" + figures));
        theirs.addAll(arguments);
        return inLab(network, options -> master(application, options), masterOptions, theirs, figures);
    }

    /** Runs the performance emulator in a test network; {@code arguments} are its own. */
    public Run emulated(NetworkRoles network, List<String> masterOptions, List<String> arguments) throws Exception {
        Path figures = figures("pep");
        List<String> theirs = new ArrayList<>(List.of("--figures=" + figures));
        theirs.addAll(arguments);
        return inLab(network, options -> master(places.emulatorJar(), options), masterOptions, theirs, figures);
    }

    /** Runs Jacobi's iteration, here or in a test network; its figures have a cycle for each step. */
    public Run jacobi(@Nullable NetworkRoles network, List<String> masterOptions, List<String> arguments)
            throws Exception {
        Path figures = figures("jacobi");
        Path jar = lab().resolveSibling("app-jacobi").resolve("target/app-jacobi.jar");
        List<String> theirs = new ArrayList<>(List.of("--figures=" + figures, "--out=" + figures + ".png"));
        theirs.addAll(arguments);
        if (network != null) {
            return inLab(network, options -> master(jar, options), masterOptions, theirs, figures);
        }
        List<String> command = master(jar, masterOptions);
        command.add("--");
        command.addAll(theirs);
        return run(command, figures);
    }

    public Run inLab(
            NetworkRoles network,
            Function<List<String>, List<String>> master,
            List<String> masterOptions,
            List<String> arguments,
            Path figures)
            throws Exception {
        Path directory = Files.createTempDirectory("sluice-lab");
        Path runFile = directory.resolve("worker.run");
        List<String> command = new ArrayList<>(List.of(lab().resolve("lab").toString(), "run"));
        command.addAll(List.of(network.view().toString(), "--id", LAB, "--"));
        command.addAll(cluster(network, runFile));
        List<String> options = new ArrayList<>(masterOptions);
        options.addAll(List.of("--listen", network.address() + ":" + LAB_PORT, "--run-file", runFile.toString()));
        options.add("--network=probe-bytes=0"); // only work crosses the links
        command.addAll(master.apply(options));
        command.add("--");
        command.addAll(arguments);
        try {
            return run(command, figures);
        } finally {
            remove(directory);
        }
    }

    /** The words that start workers and sub-masters for the command that follows. */
    private List<String> cluster(NetworkRoles network, Path runFile) {
        return List.of(
                lab().resolve("cluster").toString(),
                runFile.toString(),
                places.workerJar().toString(),
                places.masterJar().toString(),
                network.master(),
                String.join(",", network.children()));
    }

    /** Removes a directory and everything below it. */
    public static void remove(Path directory) throws IOException {
        try (Stream<Path> all = Files.walk(directory)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }

    public List<String> master(Class<?> application, List<String> options) {
        List<String> all = new ArrayList<>(List.of("--class", application.getName()));
        all.addAll(options);
        return master(places.applicationsJar(), all);
    }

    public List<String> master(Path jar, List<String> options) {
        List<String> command = new ArrayList<>(List.of(JAVA));
        command.addAll(javaOptions);
        command.addAll(List.of("-jar", places.masterJar().toString(), "run", jar.toString(), "--json"));
        command.addAll(options);
        return command;
    }

    /**
     * The report of a run of the performance emulator, which contains the runtime's own costs on this machine. With
     * {@code again}, the stored report of the last time.
     */
    String costs() throws Exception {
        Files.createDirectories(logs());
        Path answer = logs().resolve("costs.json").toAbsolutePath();
        if (effort.again() && Files.exists(answer)) {
            return Files.readString(answer);
        }
        System.err.println("+ sluice run pep --json");
        List<String> command = master(
                places.emulatorJar(),
                List.of("--local=1", "--slots=1", "--no-history", "--worker-jar=" + places.workerJar()));
        command.addAll(List.of("--", "--units=10000", "--time=1ms"));
        return printed(command, answer, Path.of("").toAbsolutePath());
    }

    /**
     * Runs a command of the master with an application of this module, and returns its output.
     *
     * @param options options of the command, before the application's arguments
     */
    public String answer(String command, Class<?> application, List<String> options, List<String> arguments)
            throws Exception {
        Files.createDirectories(logs());
        Path answer = logs().resolve(++started + "-" + command + ".out").toAbsolutePath();
        List<String> all = command(List.of(command, places.applicationsJar().toString()));
        all.addAll(List.of("--class", application.getName()));
        all.addAll(options);
        all.add("--");
        all.addAll(arguments);
        System.err.println("+ " + command + " " + String.join(" ", options) + " -- " + String.join(" ", arguments));
        return printed(all, answer, Path.of("").toAbsolutePath());
    }

    /** Runs a command in this directory, with its output in a file, and returns the output. */
    private static String printed(List<String> command, Path answer, Path directory) throws Exception {
        Process process = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .redirectOutput(answer.toFile())
                .start();
        awaitEnd(process, "" + command);
        if (process.exitValue() != 0) {
            throw new IOException("exit " + process.exitValue() + " of " + command + " (expected: 0)");
        }
        return Files.readString(answer);
    }

    /** Waits for the end of a process, and kills it with those that it started if it takes too long. */
    static void awaitEnd(Process process, String about) throws IOException, InterruptedException {
        if (!process.waitFor(LONGEST.toSeconds(), TimeUnit.SECONDS)) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
            throw new IOException("not finished within " + LONGEST + ": " + about);
        }
    }

    /** Discovers a network of the lab. Writes the view to a file, and returns the JSON output. */
    public String discovered(NetworkRoles network, Path view) throws Exception {
        Files.createDirectories(logs());
        Path answer = logs().resolve(++started + "-discover.out").toAbsolutePath();
        Path directory = Files.createTempDirectory("sluice-lab");
        Path runFile = directory.resolve("worker.run");
        List<String> command = new ArrayList<>(List.of(lab().resolve("lab").toString(), "run"));
        command.addAll(List.of(network.view().toString(), "--id", LAB, "--"));
        command.addAll(cluster(network, runFile));
        command.addAll(command(List.of("hosts", "discover", "--json")));
        command.addAll(List.of("--listen", network.address() + ":" + LAB_PORT, "--run-file", runFile.toString()));
        command.addAll(List.of("--run-dir", directory.resolve("run").toString(), "--output", view.toString()));
        command.addAll(List.of("--workers", String.valueOf(network.children().size())));
        System.err.println("+ lab run " + network.view().getFileName() + " -- sluice hosts discover");
        try {
            return printed(command, answer, Path.of("").toAbsolutePath());
        } finally {
            remove(directory);
        }
    }

    /** A test network for several runs. */
    public TestNetwork network(Path view) throws IOException {
        return TestNetwork.up(lab().resolve("lab"), view, LAB);
    }

    /** A test network for several runs, beside others; {@code part} is the end of its name. */
    public TestNetwork network(Path view, String part) throws IOException {
        return TestNetwork.up(lab().resolve("lab"), view, LAB + "-" + part);
    }

    /**
     * Starts the performance emulator and its workers in a test network, beside other runs.
     *
     * @param directory an empty one; it gets the output, {@code log}, and the run's directory, {@code run}
     */
    public Process emulating(
            TestNetwork network, NetworkRoles roles, Path directory, List<String> options, List<String> arguments)
            throws IOException {
        Path runFile = directory.resolve("worker.run");
        List<String> all = new ArrayList<>(options);
        all.addAll(List.of("--listen", roles.address() + ":" + LAB_PORT, "--run-file", runFile.toString()));
        all.addAll(List.of(
                "--network=probe-bytes=0", "--run-dir", directory.resolve("run").toString()));
        List<String> command = new ArrayList<>(cluster(roles, runFile));
        command.addAll(master(places.emulatorJar(), all));
        command.add("--");
        command.addAll(arguments);
        System.err.println("+ " + String.join(" ", options) + " -- " + String.join(" ", arguments));
        return network.beside(command)
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("log").toFile())
                .start();
    }

    /** Runs the performance emulator by a command on one of its hosts, in a directory shared by all hosts. */
    public void emulated(TestNetwork network, String host, Path directory, List<String> options, List<String> arguments)
            throws Exception {
        List<String> command = new ArrayList<>(master(places.emulatorJar(), options));
        command.add("--");
        command.addAll(arguments);
        Files.createDirectories(logs());
        Path answer = logs().resolve(++started + "-on-" + host + ".out").toAbsolutePath();
        System.err.println("+ " + String.join(" ", options) + " -- " + String.join(" ", arguments));
        printed(network.on(host, command), answer, directory);
    }

    /** Exchanges or streams messages with Netty alone, over a transport with sockets. */
    public Run raw(Cycles cycles, LocalTransport transport, List<String> options) throws Exception {
        Path figures = figures("raw");
        List<String> command =
                new ArrayList<>(List.of(JAVA, "-cp", System.getProperty("java.class.path"), RawMaster.class.getName()));
        command.addAll(List.of("--cycles=" + written(cycles), "--figures=" + figures));
        command.addAll(transport.rawOptions());
        command.addAll(options);
        return run(command, figures);
    }

    /** Runs an application in one JVM with two threads, all units of a cycle submitted at once. */
    public Run plain(Class<?> application, Cycles cycles) throws Exception {
        return plain(application, cycles, 0);
    }

    /** Runs an application in one JVM with two threads and at most {@code ahead} submitted units, or all if it is 0. */
    public Run plain(Class<?> application, Cycles cycles, int ahead) throws Exception {
        Path figures = figures("plain");
        List<String> command = executor(application, ahead);
        command.addAll(List.of("--cycles=" + written(cycles), "--figures=" + figures));
        return run(command, figures);
    }

    /** The command of a two-thread executor, which the application's arguments follow. */
    static List<String> executor(Class<?> application, int ahead) {
        return new ArrayList<>(List.of(
                JAVA,
                "-cp",
                System.getProperty("java.class.path"),
                PlainExecutor.class.getName(),
                application.getName(),
                "2",
                String.valueOf(ahead)));
    }

    private Path figures(String side) throws IOException {
        Files.createDirectories(logs());
        return logs().resolve(++started + "-" + side + ".figures").toAbsolutePath();
    }

    private Run run(List<String> command, Path figures) throws Exception {
        return MachineLoad.steadily(() -> runOnce(command, figures)).value();
    }

    private static Run runOnce(List<String> command, Path figures) throws Exception {
        Files.deleteIfExists(figures);
        Path log = Path.of(figures.toString().replace(".figures", ".log"));
        System.err.println("+ " + String.join(" ", command.subList(Math.max(0, command.size() - 8), command.size())));
        double othersBefore = MachineLoad.othersCpuSeconds();
        long startedMillis = System.currentTimeMillis();
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        awaitEnd(process, "its output is in " + log);
        Duration wall = Duration.ofMillis(System.currentTimeMillis() - startedMillis);
        if (process.exitValue() != 0 || !Files.exists(figures)) {
            throw new IOException("exit " + process.exitValue() + " of " + command + " (expected: 0 and figures in "
                    + figures + "); the end of its output:\n" + tail(log));
        }
        CycleFigures found = CycleFigures.read(figures);
        double others = MachineLoad.percentOfMachine(MachineLoad.othersCpuSeconds() - othersBefore, wall);
        return new Run(found.firstAcceptedMillis() - startedMillis, others, found.cycles(), log);
    }

    private static String tail(Path log) throws IOException {
        List<String> lines = Files.readAllLines(log);
        return String.join("\n", lines.subList(Math.max(0, lines.size() - TAIL_LINES), lines.size()));
    }

    private static String written(Cycles cycles) {
        return cycles.units().stream().map(String::valueOf).collect(Collectors.joining(","));
    }
}
