package dev.sluice.benchmarks.papers;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.sluice.benchmarks.harness.NetworkRoles;
import dev.sluice.benchmarks.harness.Presence;
import dev.sluice.benchmarks.harness.Programs;
import dev.sluice.benchmarks.harness.TestNetwork;
import dev.sluice.benchmarks.tuning.MateExperiment;
import dev.sluice.benchmarks.tuning.MateExperiment.Outcome;
import dev.sluice.json.JsonTree;
import dev.sluice.model.flow.NetworkView;
import dev.sluice.model.flow.UnitCosts;
import dev.sluice.model.simulate.Workload;
import dev.sluice.model.simulate.Workloads;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * One real run of MATE's experiment in a test network of its own. A warm-up cycle under the usual load lasts until all
 * workers have joined; the load file begins when it ends. Confined to the thread of the experiment.
 */
final class MateRun implements AutoCloseable {
    private static final String PROGRESS_SECONDS = "0.1";

    /** A progress line after the end of the warm-up. */
    private static final Pattern BEGUN = Pattern.compile("(?m)^[1-9][0-9,]*/[0-9,]+ cycles ");

    /** Time of a unit of the warm-up on a whole processor [s]. */
    private static final double WARM_UNIT_SECONDS = 0.05;

    private static final Pattern JOINED = Pattern.compile("(?m)^w[0-9]+ on \\S+ joined with 1 slot");

    private static final int INPUT_BYTES = 24;

    private final MateExperiment experiment;
    private final Contender contender;
    private final TestNetwork network;
    private final Path directory;
    private final Process run;
    private @Nullable Process load;

    /**
     * A number of workers.
     *
     * @param tuned whether the tuner may park some of them
     */
    record Contender(int workers, boolean tuned) {
        /** A word for names and tables. */
        String name() {
            return tuned ? "tuned" : Integer.toString(workers);
        }
    }

    private MateRun(MateExperiment experiment, Contender contender, TestNetwork network, Path directory, Process run) {
        this.experiment = experiment;
        this.contender = contender;
        this.network = network;
        this.directory = directory;
        this.run = run;
    }

    /**
     * Starts master and workers under the first load of the file.
     *
     * @param network built from the view of the experiment
     * @param joinSeconds length of the warm-up if all workers are there from its begin on [s]
     */
    static MateRun start(
            Programs programs, MateExperiment experiment, Contender contender, TestNetwork network, double joinSeconds)
            throws IOException, InterruptedException {
        Path directory = Files.createTempDirectory("sluice-mate");
        double share = experiment.share(0);
        Path first = Files.writeString(directory.resolve("first.load"), "0s load * " + share + "\n");
        network.load(first).waitFor();
        Path units = directory.resolve("units.csv");
        long warmUps = (long) Math.ceil(contender.workers * joinSeconds * share / WARM_UNIT_SECONDS);
        replay(experiment, warmUps).write(units);
        List<String> options = new ArrayList<>(List.of("--no-history", "--progress=" + PROGRESS_SECONDS));
        options.addAll(List.of("--isolate=off", "--delivery=setups=AT_ONCE", "--expect-slots=" + contender.workers));
        if (contender.tuned) {
            options.add("--tune=workers");
        }
        List<String> arguments = List.of(
                "--compute=quota",
                "--time=trace:" + units,
                "--result=trace:" + units,
                "--input=" + INPUT_BYTES + "B",
                "--setup=" + experiment.scale().bodiesBytes() + "B");
        Process run =
                programs.emulating(network, roles(programs, experiment, contender), directory, options, arguments);
        return new MateRun(experiment, contender, network, directory, run);
    }

    private static Replay replay(MateExperiment experiment, long warmUps) {
        MateExperiment.Scale scale = experiment.scale();
        UnitCosts costs = new UnitCosts(scale.unitSeconds(), 0, INPUT_BYTES, scale.resultBytes(), 0);
        Workload cycle = Workloads.constant(1, scale.units(), costs);
        return new Replay(Collections.nCopies(experiment.cycles(), cycle), warmUps);
    }

    private static NetworkRoles roles(Programs programs, MateExperiment experiment, Contender contender) {
        NetworkView view = experiment.machines().view();
        int master = experiment.machines().master();
        List<String> workers = IntStream.range(0, contender.workers)
                .map(experiment.machines()::worker)
                .mapToObj(host -> view.hosts().get(host).name())
                .toList();
        return new NetworkRoles(
                experiment.scale().view(programs.lab()),
                view.hosts().get(master).name(),
                view.hosts().get(master).address(),
                workers);
    }

    /**
     * Tells whether the run needs no more of the machine to start: its workers have joined, its warm-up is over, or it
     * has ended.
     */
    boolean hasStarted() throws IOException {
        String said = Files.readString(log(), ISO_8859_1);
        long joined = JOINED.matcher(said).results().count();
        return joined >= contender.workers || BEGUN.matcher(said).find() || !run.isAlive();
    }

    /**
     * Begins the load when the warm-up is over. Called several times a second.
     *
     * @throws IOException if the run's output cannot be read
     */
    void follow(Path loadFile) throws IOException {
        if (load == null && BEGUN.matcher(Files.readString(log(), ISO_8859_1)).find()) {
            load = network.load(loadFile);
        }
    }

    /** True until the run has ended. */
    boolean isAlive() {
        return run.isAlive();
    }

    private Path log() {
        return directory.resolve("log");
    }

    /**
     * Reads the outcome.
     *
     * @param logs the report is left there
     * @return null if a worker had not joined when the warm-up ended
     * @throws IOException if the run failed
     */
    @Nullable
    Outcome read(Path logs) throws IOException {
        Path report = directory.resolve("run").resolve("run.json");
        if (run.isAlive() || run.exitValue() != 0 || !Files.exists(report)) {
            String said = Files.readString(log(), ISO_8859_1);
            throw new IOException("the run with " + contender.name()
                    + " workers did not complete (expected: exit 0 and a report); the end of its output:\n"
                    + said.substring(Math.max(0, said.length() - 3_000)));
        }
        Files.createDirectories(logs);
        Path copy = logs.resolve("mate-" + experiment.name() + "-" + contender.name() + ".json");
        Files.copy(report, copy, StandardCopyOption.REPLACE_EXISTING);
        Outcome outcome = MateRecord.of(JsonTree.read(report), contender.workers);
        int there = Presence.workers(Files.readString(report), outcome.seconds());
        return there >= contender.workers ? outcome : null;
    }

    Contender contender() {
        return contender;
    }

    /** Ends what still runs, but for the network, and removes the files. */
    @Override
    public void close() throws IOException {
        for (Process each : load == null ? List.of(run) : List.of(run, load)) {
            List<ProcessHandle> below = each.descendants().toList();
            each.destroyForcibly();
            below.forEach(ProcessHandle::destroyForcibly);
        }
        Programs.remove(directory);
    }
}
