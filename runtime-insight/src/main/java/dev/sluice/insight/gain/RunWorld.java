package dev.sluice.insight.gain;

import dev.sluice.model.flow.Host;
import dev.sluice.model.flow.NetworkView;
import dev.sluice.model.schedule.Handout;
import dev.sluice.model.simulate.Machines;
import dev.sluice.model.simulate.Machines.SubMaster;
import dev.sluice.model.simulate.Script;
import dev.sluice.model.simulate.SimulationTerms;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The machines, network and settings of a run, as they were or changed. Host 0 of the simulated view is the master's,
 * then come those of the workers and of the sub-masters. Immutable.
 */
record RunWorld(List<GainWorker> workers, GainNetwork network, SimulationTerms terms) {
    /** Workers that were ready so much after the first were there from the start [s, share of the run]. */
    private static final double TOGETHER_SECONDS = 1;

    private static final double TOGETHER_SHARE = 0.05;

    RunWorld {
        workers = List.copyOf(workers);
    }

    /** The run as it was, with the hand-out that held at last. */
    static RunWorld of(GainInput input) {
        Handout last = input.terms().handout();
        for (Script.SwitchPolicy change : input.terms().script().switches()) {
            last = change.from(last);
        }
        SimulationTerms terms = input.terms().with(last).withScript(Script.EMPTY);
        return new RunWorld(input.workers(), input.network(), terms);
    }

    RunWorld with(List<GainWorker> others) {
        return new RunWorld(others, network, terms);
    }

    RunWorld with(GainNetwork other) {
        return new RunWorld(workers, other, terms);
    }

    RunWorld with(SimulationTerms other) {
        return new RunWorld(workers, network, other);
    }

    /** The same world with one more worker. */
    RunWorld plus(GainWorker more) {
        List<GainWorker> all = new ArrayList<>(workers);
        all.add(more);
        return with(all);
    }

    /** The same world with another worker in this place. */
    RunWorld replaced(int index, GainWorker other) {
        List<GainWorker> all = new ArrayList<>(workers);
        all.set(index, other);
        return with(all);
    }

    /** The same world without the worker in this place. */
    RunWorld without(int index) {
        List<GainWorker> all = new ArrayList<>(workers);
        all.remove(index);
        return with(all);
    }

    /** Tells whether messages take no time on their way, whatever their size. */
    boolean isUnlimited() {
        return network.masterPort().unlimited()
                && network.links().stream().allMatch(link -> link.wire().unlimited())
                && workers.stream().allMatch(worker -> worker.port().unlimited());
    }

    int slots() {
        return workers.stream().mapToInt(GainWorker::slots).sum();
    }

    /** A world with this number of slots: the first workers of this one, or more workers like these. */
    RunWorld withSlots(int count) {
        List<GainWorker> all = new ArrayList<>();
        int left = count;
        for (int i = 0; left > 0; i++) {
            GainWorker like = workers.get(i % workers.size());
            int slots = Math.min(left, like.slots());
            all.add(like.withSlots(slots));
            left -= slots;
        }
        return with(all);
    }

    /**
     * The hosts for the simulator.
     *
     * @param unitSeconds of a slot of speed 1 [s]
     */
    Machines machines(double unitSeconds) {
        return machines(unitSeconds, startsAt());
    }

    /** The hosts for the simulator, all with a worker from the beginning. */
    Machines allMachines(double unitSeconds) {
        return machines(unitSeconds, IntStream.rangeClosed(1, workers.size()).toArray());
    }

    private Machines machines(double unitSeconds, int[] present) {
        List<SubMaster> subs = new ArrayList<>();
        List<List<Integer>> children = children();
        for (int s = 0; s < children.size(); s++) {
            subs.add(new SubMaster(1 + workers.size() + s, children.get(s)));
        }
        return new Machines(view(unitSeconds), 0, present).withSubMasters(subs);
    }

    /** The network of these hosts. */
    NetworkView view(double unitSeconds) {
        List<Host> hosts = new ArrayList<>();
        hosts.add(new Host("master", network.masterLink(), network.masterPort()));
        for (int i = 0; i < workers.size(); i++) {
            GainWorker worker = workers.get(i);
            double speed = unitSeconds / worker.unitSeconds();
            hosts.add(new Host("w" + (i + 1), worker.link(), worker.port(), worker.slots(), speed, 1, 1, ""));
        }
        for (int s = 0; s < network.subMasters().size(); s++) {
            GainNetwork.GainSubMaster sub = network.subMasters().get(s);
            hosts.add(new Host("s" + (s + 1), sub.link(), sub.port()));
        }
        return new NetworkView("run", network.links(), hosts);
    }

    /** Hosts of the workers below each sub-master. */
    private List<List<Integer>> children() {
        List<List<Integer>> children = new ArrayList<>();
        network.subMasters().forEach(unused -> children.add(new ArrayList<>()));
        for (int i = 0; i < workers.size(); i++) {
            if (workers.get(i).above() >= 0) {
                children.get(workers.get(i).above()).add(i + 1);
            }
        }
        return children;
    }

    /** Hosts whose workers are there from the start: workers below sub-masters are always among them. */
    private int[] startsAt() {
        double late = lateSeconds();
        return IntStream.rangeClosed(1, workers.size())
                .filter(host -> !isLate(workers.get(host - 1), late))
                .toArray();
    }

    private static boolean isLate(GainWorker worker, double lateSeconds) {
        return worker.above() < 0 && worker.readySeconds() > lateSeconds;
    }

    /** Workers that were ready after this time joined later [s]. */
    private double lateSeconds() {
        DoubleSummaryStatistics ready =
                workers.stream().mapToDouble(GainWorker::readySeconds).summaryStatistics();
        return workers.isEmpty() ? 0 : ready.getMin() + Math.max(TOGETHER_SECONDS, TOGETHER_SHARE * ready.getMax());
    }

    /** Time until the first workers are ready: the mean over those that start together [s]. */
    double startSeconds() {
        double late = lateSeconds();
        return workers.stream()
                .filter(worker -> !isLate(worker, late))
                .mapToDouble(GainWorker::readySeconds)
                .average()
                .orElse(0);
    }

    /** The workers that join later. */
    Script script() {
        List<Script.Step> steps = new ArrayList<>();
        double start = startSeconds();
        double late = lateSeconds();
        for (int i = 0; i < workers.size(); i++) {
            if (isLate(workers.get(i), late)) {
                steps.add(new Script.Join(Math.round(Math.max(0, workers.get(i).readySeconds() - start) * 1e9), i + 1));
            }
        }
        return new Script(steps);
    }
}
