package dev.sluice.model.plan;

import dev.sluice.model.flow.UnitCosts;
import dev.sluice.model.ledger.RunVerdict;
import dev.sluice.model.simulate.Run;
import dev.sluice.model.simulate.World;
import java.util.ArrayList;
import java.util.List;

/**
 * Plans the sub-masters that pay. The hosts behind a link are one candidate, with the best host among them as
 * sub-master; links behind a further link form another one. Candidates are simulated from the farthest inwards, each
 * together with those chosen before, and chosen if the run gets shorter. Candidates of the same distance and size
 * behind the same kind of wire are tried together, because the saving of one of many racks is too small to measure. A
 * sub-master saves copies of files, of the setup and of accumulated results, and messages at its master. It costs its
 * host's processor and one hop.
 *
 * @param machines machines to launch: the master, workers, and the chosen sub-masters
 * @param seconds simulated time with these [s]
 * @param secondsWithout simulated time of the same hosts without sub-masters [s]
 * @param candidates all candidates, the farthest from the master first
 * @param verdict the limit of the run with the chosen sub-masters; none without them
 */
public record SubMasterPlan(
        World machines,
        double seconds,
        double secondsWithout,
        List<SubMasterCandidate> candidates,
        RunVerdict verdict) {
    private static final int MOST_LISTED = 8;

    /** Maximum number of kinds of candidates to simulate: those that could save most. */
    static final int MOST_SIMULATED = 32;

    public SubMasterPlan {
        candidates = List.copyOf(candidates);
    }

    /**
     * Plans by simulation: one run without sub-masters, and one for each kind of candidates that could save something,
     * at most {@value #MOST_SIMULATED}.
     *
     * @param run without sub-masters; a sub-master replaces one of its workers
     * @param costs average costs of a unit, by which the flow model chooses a host for each sub-master
     * @param minGain fraction by which a sub-master must shorten the run, 0.01 for 1 %
     * @throws IllegalArgumentException when a worker cannot reach the master
     */
    public static SubMasterPlan of(Run run, UnitCosts costs, double minGain) {
        return new SubMasterSearch(run, costs, minGain).plan();
    }

    /** The candidates that pay. */
    public List<SubMasterCandidate> chosen() {
        return candidates.stream().filter(SubMasterCandidate::chosen).toList();
    }

    /** The tree of masters as text lines: each host below its master, indented by two spaces. */
    public List<String> tree() {
        List<String> lines = new ArrayList<>();
        List<Integer> top = new ArrayList<>();
        List<Integer> owned = machines.subMasters().stream()
                .flatMap(sub -> sub.children().stream())
                .toList();
        machines.subMasters().stream()
                .map(World.SubMaster::host)
                .filter(host -> !owned.contains(host))
                .forEach(top::add);
        machines.places().stream().filter(host -> !owned.contains(host)).forEach(top::add);
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
            lines.add("  ".repeat(depth) + (workers.size() == 1 ? "worker " : "workers ") + listed(workers));
        }
    }

    private List<Integer> children(int host) {
        return machines.subMasters().stream()
                .filter(sub -> sub.host() == host)
                .findFirst()
                .map(World.SubMaster::children)
                .orElse(List.of());
    }

    private String name(int host) {
        return machines.view().hosts().get(host).name();
    }

    /** Names as a, b, c and 97 more. */
    private static String listed(List<String> names) {
        if (names.size() <= MOST_LISTED) {
            return String.join(", ", names);
        }
        return String.join(", ", names.subList(0, MOST_LISTED - 1)) + " and " + (names.size() - MOST_LISTED + 1)
                + " more";
    }
}
