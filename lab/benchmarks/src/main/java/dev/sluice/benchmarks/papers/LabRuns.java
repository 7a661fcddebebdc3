package dev.sluice.benchmarks.papers;

import dev.sluice.benchmarks.harness.NetworkRoles;
import dev.sluice.benchmarks.harness.Presence;
import dev.sluice.benchmarks.harness.Programs;
import dev.sluice.benchmarks.harness.Run;
import dev.sluice.benchmarks.timing.Timing;
import dev.sluice.model.ResultsKind;
import dev.sluice.model.flow.Host;
import dev.sluice.model.flow.NetworkView;
import dev.sluice.model.simulate.SimulationReport.CycleTimes;
import dev.sluice.model.simulate.SimulationTerms;
import dev.sluice.model.simulate.Workload;
import dev.sluice.model.simulate.WorkloadLike;
import dev.sluice.model.simulate.World;
import dev.sluice.model.simulate.World.SubMaster;
import dev.sluice.view.ViewFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * Real runs in a view of {@code lab/network}, and the same runs simulated. The emulator replays loads, one in each
 * cycle. Its units sleep, as all hosts share this machine, and sleep longer where a host has less of a processor. A
 * warm-up cycle lasts until all workers have joined. Confined to the thread of the experiment.
 */
final class LabRuns {
    private static final int MOST_TRIES = 2;
    private static final int WARM_UPS_OF_A_WORKER = 20;

    private final Programs programs;
    private final Path file;
    private final double joinSeconds;
    private final NetworkView view;
    private double others;

    /**
     * @param file name of the view in {@code lab/network}
     * @param joinSeconds time that the workers take to join; a second try has twice as long [s]
     * @throws IOException if the view cannot be read
     */
    LabRuns(Programs programs, String file, double joinSeconds) throws IOException {
        this.programs = programs;
        this.file = programs.lab().resolve(file);
        this.joinSeconds = joinSeconds;
        this.view = ViewFile.read(this.file).view();
    }

    /**
     * The hosts of a run, and its way of handing out.
     *
     * @param children children of the master, as in {@link NetworkRoles}
     * @param options options of the command that say the same as the terms
     */
    record Manner(String master, List<String> children, List<String> options, SimulationTerms terms) {
        /** A run without options. */
        static Manner of(String master, List<String> children) {
            return of(master, children, SimulationTerms.DEFAULT);
        }

        /** A run with policy, weights, feeding ahead, copies and grants of these terms. */
        static Manner of(String master, List<String> children, SimulationTerms terms) {
            SimulationTerms usual = SimulationTerms.DEFAULT;
            List<String> options = new ArrayList<>();
            add(options, "--policy", usual.handout().policy(), terms.handout().policy());
            add(
                    options,
                    "--weights",
                    usual.handout().weighting(),
                    terms.handout().weighting());
            add(
                    options,
                    "--planned-weights",
                    usual.planned().words(),
                    terms.planned().words());
            add(
                    options,
                    "--delivery",
                    "prefetch=" + usual.handout().prefetch(),
                    "prefetch=" + terms.handout().prefetch());
            add(
                    options,
                    "--speculation",
                    usual.handout().speculation(),
                    terms.handout().speculation());
            add(
                    options,
                    "--delivery",
                    "congestion=" + usual.delivery().congestion(),
                    "congestion=" + terms.delivery().congestion());
            return new Manner(master, children, options, terms);
        }

        private static void add(List<String> options, String name, Object usual, Object value) {
            if (!value.equals(usual)) {
                options.addAll(List.of(name, value.toString()));
            }
        }
    }

    /** The time of one load [s]. */
    record Timed(long units, double measured, double simulated) {
        /** The error of the simulated time. */
        double error() {
            return simulated / measured - 1;
        }

        double rate() {
            return units / measured;
        }
    }

    /** All hosts of the view but these. */
    List<String> without(String... hosts) {
        return viewWithout(hosts).hosts().stream().map(Host::name).toList();
    }

    /** The network of the view. */
    NetworkView view() {
        return view;
    }

    /** The network of the view without some of its hosts. */
    NetworkView viewWithout(String... hosts) {
        List<String> excluded = List.of(hosts);
        return view.withHosts(view.hosts().stream()
                .filter(host -> !excluded.contains(host.name()))
                .toList());
    }

    /** How much other processes disturbed the runs: a sentence for the page. */
    String disturbance() {
        return "Other processes used up to " + Math.round(others) + " % of the machine during a run.";
    }

    /**
     * Measures and simulates loads in one run, in their order. Both begin with the same warm-up, so that both know
     * their workers when the first load begins.
     *
     * @throws IOException if a run fails, or if workers did not join in time
     */
    List<Timed> times(Manner manner, List<? extends Workload> loads) throws Exception {
        World machines = machines(manner);
        for (int tries = 1; ; tries++) {
            Replay replay = warmedUp(loads, machines, manner.terms, tries * joinSeconds);
            Run run = run(manner, machines.workers(), replay);
            double counted =
                    run.cycles().stream().skip(1).mapToDouble(Timing::seconds).sum();
            int there = Presence.workers(Files.readString(run.log()), counted);
            if (there >= manner.children.size()) {
                others = Math.max(others, run.otherCpuPercent());
                return timed(run, replay, machines, manner.terms);
            }
            if (tries == MOST_TRIES) {
                throw new IOException(run.log() + ": " + there + " of " + manner.children.size()
                        + " children of the master were there when the warm-up ended (expected: all)");
            }
        }
    }

    /** The mean times of a load that one run repeats, one in each cycle. */
    Timed mean(Manner manner, Workload load, int cycles) throws Exception {
        List<Timed> times = times(manner, Collections.nCopies(cycles, load));
        return new Timed(load.units(0), mean(times, Timed::measured), mean(times, Timed::simulated));
    }

    private static double mean(List<Timed> times, ToDoubleFunction<Timed> seconds) {
        return times.stream().mapToDouble(seconds).average().orElseThrow();
    }

    private static List<Timed> timed(Run run, Replay replay, World machines, SimulationTerms terms) {
        List<CycleTimes> simulated = SimulatedRuns.of(replay, machines, terms).cycles();
        List<Timed> all = new ArrayList<>();
        for (int cycle = 1; cycle < replay.cycles(); cycle++) {
            all.add(new Timed(
                    replay.units(cycle),
                    run.cycles().get(cycle).seconds(),
                    simulated.get(cycle).nanos() * 1e-9));
        }
        return all;
    }

    /** @param slots of all workers */
    private Run run(Manner manner, int slots, Replay replay) throws Exception {
        Path units = Files.createTempFile("sluice-units", ".csv");
        try {
            replay.write(units);
            List<String> arguments = List.of(
                    "--compute=quota",
                    "--time=trace:" + units,
                    manner.terms.results() == ResultsKind.ACCUMULATED
                            ? "--cycle-result=" + replay.foldedBytes(0) + "B"
                            : "--result=trace:" + units,
                    "--input=" + replay.inputBytes(0, 0) + "B",
                    "--setup=" + replay.setupBytes(0) + "B");
            List<String> options = new ArrayList<>(List.of("--no-history"));
            options.add("--expect-slots=" + slots);
            options.addAll(manner.options);
            String address = view.hosts().get(view.host(manner.master)).address();
            return programs.emulated(
                    new NetworkRoles(file, manner.master, address, manner.children), options, arguments);
        } finally {
            Files.delete(units);
        }
    }

    /** The loads after as many short units as the workers compute in the time that they take to join. */
    private static Replay warmedUp(
            List<? extends Workload> loads, World machines, SimulationTerms terms, double seconds) {
        int few = WARM_UPS_OF_A_WORKER * machines.workers();
        Workload probe = new UnitsAlone(new Replay(loads, few));
        double fewSeconds =
                SimulatedRuns.of(probe, machines, terms).cycles().get(0).nanos() * 1e-9;
        return new Replay(loads, (long) Math.ceil(few * seconds / fewSeconds));
    }

    /** A workload without what each worker receives and returns once, whose time no number of units makes longer. */
    private static final class UnitsAlone extends WorkloadLike {
        UnitsAlone(Workload like) {
            super(like);
        }

        @Override
        public long setupBytes(int cycle) {
            return 0;
        }

        @Override
        public long foldedBytes(int cycle) {
            return 0;
        }
    }

    /** The machines of a run. */
    World machines(Manner manner) {
        List<Integer> workers = new ArrayList<>();
        List<SubMaster> subMasters = new ArrayList<>();
        for (String child : manner.children) {
            String[] roles = child.split("[=+]");
            List<Integer> hosts = Arrays.stream(roles).map(view::host).toList();
            if (roles.length > 1) {
                subMasters.add(new SubMaster(hosts.get(0), hosts.subList(1, hosts.size())));
            }
            workers.addAll(roles.length > 1 ? hosts.subList(1, hosts.size()) : hosts);
        }
        int[] indices = workers.stream().mapToInt(each -> each).toArray();
        return new World(view, view.host(manner.master), indices).withSubMasters(subMasters);
    }
}
