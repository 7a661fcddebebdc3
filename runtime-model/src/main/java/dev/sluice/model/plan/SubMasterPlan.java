package dev.sluice.model.plan;

import dev.sluice.model.simulate.Machines;
import dev.sluice.model.simulate.SimulationReport;
import java.util.ArrayList;
import java.util.List;

/**
 * Where sub-masters pay (model.md §6). Hosts behind a link are one candidate, the best host among them its master;
 * links behind a further link are one again. From the farthest inwards each is simulated with what was chosen before,
 * and chosen when the run gets shorter; those that are as far, as large and behind the same wire are tried together, as
 * what one of many racks saves is too little to be seen. A sub-master saves copies of the setup and, where results
 * fold, copies of these, and messages of its master; it costs the processor of its host and one hop.
 *
 * @param machines to launch: the master, workers, and the sub-masters that were chosen
 * @param seconds simulated time with these [s]
 * @param secondsWithout simulated time of the same hosts without sub-masters [s]
 * @param candidates all that were looked at, the farthest from the master first
 */
public record SubMasterPlan(
        Machines machines, double seconds, double secondsWithout, List<SubMasterCandidate> candidates) {
    /** Kinds of candidates that are simulated at most, those that could save most. */
    static final int MOST_SIMULATED = 32;

    public SubMasterPlan {
        candidates = List.copyOf(candidates);
    }

    /**
     * Plans by simulation: one run without, and one for each kind of candidates that could save something, at most
     * {@value #MOST_SIMULATED}.
     *
     * @param minGain a sub-master must shorten the run by this share of it, 0.01 for 1 %
     * @throws IllegalArgumentException when a worker cannot reach the master
     */
    public static SubMasterPlan of(SubMasterQuestion question, double minGain) {
        return new SubMasterSearch(question, minGain).plan();
    }

    /** The ones that pay. */
    public List<SubMasterCandidate> chosen() {
        return candidates.stream().filter(SubMasterCandidate::chosen).toList();
    }

    /** Who works for whom, as lines to read: each host below its master, two spaces deeper. */
    public List<String> tree() {
        List<String> lines = new ArrayList<>();
        List<Integer> top = new ArrayList<>();
        List<Integer> owned = machines.subMasters().stream()
                .flatMap(sub -> sub.children().stream())
                .toList();
        machines.subMasters().stream()
                .map(Machines.SubMaster::host)
                .filter(host -> !owned.contains(host))
                .forEach(top::add);
        for (int i = 0; i < machines.workers(); i++) {
            if (!owned.contains(machines.worker(i))) {
                top.add(machines.worker(i));
            }
        }
        lines.add("master " + name(machines.master()));
        addBelow(top, 1, lines);
        return lines;
    }

    private void addBelow(List<Integer> hosts, int depth, List<String> lines) {
        List<String> workers = new ArrayList<>();
        for (int host : hosts) {
            List<Integer> children = children(host);
            if (children.isEmpty()) {
                workers.add(name(host));
            } else {
                lines.add("  ".repeat(depth) + "sub-master " + name(host));
                addBelow(children, depth + 1, lines);
            }
        }
        if (!workers.isEmpty()) {
            lines.add("  ".repeat(depth) + (workers.size() == 1 ? "worker " : "workers ") + Amounts.listed(workers));
        }
    }

    private List<Integer> children(int host) {
        return machines.subMasters().stream()
                .filter(sub -> sub.host() == host)
                .findFirst()
                .map(Machines.SubMaster::children)
                .orElse(List.of());
    }

    private String name(int host) {
        return machines.view().hosts().get(host).name();
    }

    /** Infinite unless the run was completed. */
    static double seconds(SimulationReport report) {
        return report.ending() == SimulationReport.Ending.COMPLETE ? report.seconds() : Double.POSITIVE_INFINITY;
    }
}
