package dev.sluice.model.plan;

import dev.sluice.model.ResultsKind;
import dev.sluice.model.flow.FlowSolution;
import dev.sluice.model.flow.Link;
import dev.sluice.model.flow.NetworkView;
import dev.sluice.model.flow.Placement;
import dev.sluice.model.flow.Routes;
import dev.sluice.model.flow.UnitCosts;
import dev.sluice.model.flow.Wire;
import dev.sluice.model.ledger.RunVerdict;
import dev.sluice.model.simulate.Run;
import dev.sluice.model.simulate.SimulationReport;
import dev.sluice.model.simulate.StagedFiles;
import dev.sluice.model.simulate.Workload;
import dev.sluice.model.simulate.World;
import dev.sluice.model.simulate.World.SubMaster;
import dev.sluice.model.simulate.actor.Simulation;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** Finds the sub-masters of a {@link SubMasterPlan}. Confined to one thread. */
final class SubMasterSearch {
    /** A chosen sub-master with its cluster. */
    private record Node(Cluster cluster, SubMaster subMaster) {}

    /** A group has a sub-master and workers. */
    private static final int LEAST_GROUPED = 4;

    private static final int MOST_GROUPED_LINKS = 4;

    private final Run run;
    private final World flat;
    private final UnitCosts costs;
    private final NetworkView view;
    private final double minGain;
    private final FlowSolution flow;
    private final double secondsWithout;
    private Tree chosen = new Tree();
    private double seconds;

    /** Sub-masters, and the hosts assigned to them. */
    private static final class Tree {
        final List<Node> nodes;
        private final Set<Integer> hosts;
        private final Set<Integer> children;

        Tree() {
            nodes = new ArrayList<>();
            hosts = new HashSet<>();
            children = new HashSet<>();
        }

        private Tree(Tree other) {
            nodes = new ArrayList<>(other.nodes);
            hosts = new HashSet<>(other.hosts);
            children = new HashSet<>(other.children);
        }

        Tree copy() {
            return new Tree(this);
        }

        void add(Node node) {
            nodes.add(node);
            hosts.add(node.subMaster().host());
            children.addAll(node.subMaster().children());
        }

        boolean isSubMaster(int host) {
            return hosts.contains(host);
        }

        boolean isChild(int host) {
            return children.contains(host);
        }
    }

    /** Clusters of the same depth, size and wire behave alike: one simulation answers for all of them. */
    private record Kind(int depth, int workers, Wire wire) {}

    SubMasterSearch(Run run, UnitCosts costs, double minGain) {
        this.run = run;
        this.flat = run.world();
        this.costs = costs;
        this.view = flat.view();
        this.minGain = minGain;
        this.flow = Placement.solve(view, costs).solution(flat.master(), flat.hosts());
        this.secondsWithout = simulate(flat).secondsToEnd();
        this.seconds = secondsWithout;
    }

    SubMasterPlan plan() {
        Map<Kind, List<Cluster>> byKind = new LinkedHashMap<>();
        clusters()
                .forEach(cluster -> byKind.computeIfAbsent(kind(cluster), any -> new ArrayList<>())
                        .add(cluster));
        List<List<Cluster>> kinds = List.copyOf(byKind.values());
        Set<List<Cluster>> worthwhile = kinds.stream()
                .filter(alike -> couldSave(alike) > 0)
                .sorted(Comparator.comparingDouble(alike -> -couldSave(alike)))
                .limit(SubMasterPlan.MOST_SIMULATED)
                .collect(Collectors.toCollection(() -> Collections.newSetFromMap(new IdentityHashMap<>())));
        List<SubMasterCandidate> candidates = new ArrayList<>();
        for (List<Cluster> alike : kinds) {
            if (worthwhile.contains(alike)) {
                candidates.addAll(tried(alike));
            } else {
                alike.forEach(cluster -> candidates.add(notTried(cluster)));
            }
        }
        candidates.addAll(grouped());
        World machines = machines(chosen);
        RunVerdict verdict =
                chosen.nodes.isEmpty() ? RunVerdict.NONE : simulate(machines).verdict(true);
        return new SubMasterPlan(machines, seconds, secondsWithout, candidates, verdict);
    }

    private Kind kind(Cluster cluster) {
        return new Kind(
                cluster.depth(),
                cluster.workers().size(),
                view.links().get(cluster.wire()).wire());
    }

    private double couldSave(List<Cluster> alike) {
        return alike.stream().mapToDouble(cluster -> couldSave(cluster)).sum();
    }

    // ---- clusters

    /**
     * All clusters, the farthest first. If several links have the same workers behind them, the one nearest to the
     * workers counts.
     */
    private List<Cluster> clusters() {
        Routes routes = Routes.to(view, flat.master());
        int links = view.links().size();
        List<List<Integer>> workers = new ArrayList<>();
        List<List<Integer>> behind = new ArrayList<>();
        int[] depth = new int[links];
        for (int link = 0; link < links; link++) {
            workers.add(new ArrayList<>());
            behind.add(new ArrayList<>());
        }
        for (int worker : flat.places()) {
            int own = view.hosts().get(worker).link();
            for (int link = own; link >= 0 && routes.reaches(link); link = routes.next(link)) {
                workers.get(link).add(worker);
            }
        }
        for (int own = 0; own < links; own++) {
            for (int link = own; link >= 0 && routes.reaches(link); link = routes.next(link)) {
                behind.get(link).add(own);
                depth[own]++;
            }
        }
        int mine = view.hosts().get(flat.master()).link();
        List<Cluster> clusters = new ArrayList<>();
        Set<List<Integer>> seen = new HashSet<>();
        IntStream.range(0, links)
                .boxed()
                .filter(link -> link != mine && workers.get(link).size() > 1)
                .sorted(Comparator.comparingInt((Integer link) -> -depth[link]))
                .filter(link -> seen.add(workers.get(link)))
                .forEach(link -> clusters.add(
                        new Cluster(link, routes.wire(link), depth[link], behind.get(link), workers.get(link))));
        return clusters;
    }

    /**
     * Upper bound of the saving of fewer transfers on the way to the master [s]; 1 ns if only latency and messages
     * could be saved.
     */
    private double couldSave(Cluster cluster) {
        Link link = view.links().get(cluster.wire());
        double narrowest =
                Math.min(link.wire().downBytesPerSecond(), link.wire().upBytesPerSecond());
        double copies = copiedBytes(cluster) / Math.max(1, narrowest);
        boolean far = link.wire().latencyNanos() > 0 || link.wire().downBytesPerSecond() < Double.POSITIVE_INFINITY;
        return Math.max(copies, far ? 1e-9 : 0);
    }

    /** Bytes of setups, folded results and files that a sub-master of the cluster saves its master [bytes]. */
    private double copiedBytes(Cluster cluster) {
        Workload workload = run.work();
        double bytes = 0;
        for (int cycle = 0; cycle < Math.min(workload.cycles(), 100); cycle++) {
            bytes += workload.setupBytes(cycle);
            if (flat.terms().results() == ResultsKind.ACCUMULATED) {
                bytes += workload.foldedBytes(cycle);
            }
        }
        return (cluster.workers().size() - 1) * bytes + filesSaved(cluster);
    }

    /** Bytes of files that cross the way up less often [bytes]. */
    private double filesSaved(Cluster cluster) {
        if (flat.terms().files().copies() == StagedFiles.Copies.ONE_PER_LINE) {
            return 0; // hosts behind one link pass them on without a sub-master
        }
        long[] missing = cluster.workers().stream()
                .mapToLong(worker -> flat.terms().files().missing(view.hosts().get(worker)))
                .sorted()
                .toArray();
        return LongStream.of(missing).sum() - (double) missing[missing.length - 1];
    }

    // ---- candidates

    /** Tries a sub-master for each of these clusters together, and keeps all or none. */
    private List<SubMasterCandidate> tried(List<Cluster> alike) {
        Trial trial = trial(alike);
        if (trial.pays) {
            chosen = trial.with;
            seconds = trial.seconds;
        }
        return trial.candidates;
    }

    /** Clusters with sub-masters, in addition to those chosen before. */
    private record Trial(List<SubMasterCandidate> candidates, Tree with, double seconds, boolean pays) {}

    private Trial trial(List<Cluster> alike) {
        Tree with = chosen.copy();
        List<Node> added = new ArrayList<>();
        List<SubMasterCandidate> candidates = new ArrayList<>();
        for (Cluster cluster : alike) {
            int host = best(cluster, with);
            if (host < 0) {
                int any = cluster.workers().get(0);
                String why = "not simulated: all its hosts have a sub-master";
                candidates.add(candidate(cluster, any, children(cluster, any, with), why));
            } else {
                Node node = new Node(cluster, new SubMaster(host, children(cluster, host, with)));
                with.add(node);
                added.add(node);
            }
        }
        if (added.isEmpty()) {
            return new Trial(candidates, chosen, seconds, false);
        }
        double after = simulate(machines(with)).secondsToEnd();
        boolean pays = after < seconds * (1 - minGain);
        added.forEach(node -> candidates.add(candidate(node, added.size() - 1, seconds, after, pays)));
        return new Trial(candidates, with, after, pays);
    }

    /**
     * Workers of one link that have no sub-master yet, in groups: a second level may pay where no link separates them.
     * Keeps the best number of groups for each of the links with most such workers.
     */
    private List<SubMasterCandidate> grouped() {
        Map<Integer, List<Integer>> onLink = new TreeMap<>();
        IntStream.of(flat.hosts())
                .filter(worker -> !chosen.isSubMaster(worker) && !chosen.isChild(worker))
                .forEach(worker -> onLink.computeIfAbsent(
                                view.hosts().get(worker).link(), any -> new ArrayList<>())
                        .add(worker));
        List<SubMasterCandidate> candidates = new ArrayList<>();
        onLink.entrySet().stream()
                .filter(each -> each.getValue().size() >= LEAST_GROUPED)
                .sorted(Comparator.comparingInt(each -> -each.getValue().size()))
                .limit(MOST_GROUPED_LINKS)
                .forEach(each -> bestGroups(each.getKey(), each.getValue())
                        .ifPresent(best -> candidates.addAll(best.candidates)));
        return candidates;
    }

    private Optional<Trial> bestGroups(int link, List<Integer> workers) {
        int[] counts = IntStream.of(2, 3, 4, (int) Math.round(Math.sqrt(workers.size())), workers.size() / 4)
                .filter(count -> count > 1 && 2 * count <= workers.size())
                .distinct()
                .toArray();
        Trial best = null;
        for (int count : counts) {
            List<Cluster> groups = groups(link, workers, count);
            if (copiedBytes(groups.get(0)) == 0) {
                break;
            }
            Trial trial = trial(groups);
            best = best == null || trial.seconds < best.seconds ? trial : best;
        }
        if (best != null && best.pays) {
            chosen = best.with;
            seconds = best.seconds;
        }
        return Optional.ofNullable(best);
    }

    /** Divides the workers into groups of about the same rate. */
    private List<Cluster> groups(int link, List<Integer> workers, int count) {
        List<Integer> fastest = workers.stream()
                .sorted(Comparator.comparingDouble(worker -> -flow.hostRate(worker)))
                .toList();
        return IntStream.range(0, count)
                .mapToObj(group -> new Cluster(
                        link,
                        link,
                        0,
                        List.of(link),
                        IntStream.range(0, fastest.size())
                                .filter(i -> i % count == group)
                                .mapToObj(fastest::get)
                                .toList()))
                .toList();
    }

    private SubMasterCandidate candidate(Node node, int others, double before, double after, boolean pays) {
        Cluster cluster = node.cluster();
        SubMaster sub = node.subMaster();
        String reason = new Reasons(run, cluster, sub.host(), others).sentence(before, after, pays);
        return new SubMasterCandidate(
                cluster.link(), sub.host(), sub.children(), rate(cluster), pays, true, after, before, reason);
    }

    private double rate(Cluster cluster) {
        return cluster.workers().stream().mapToDouble(flow::hostRate).sum();
    }

    private SubMasterCandidate notTried(Cluster cluster) {
        int best = best(cluster, chosen);
        int host = best < 0 ? cluster.workers().get(0) : best;
        String why = couldSave(cluster) > 0
                ? "not simulated: " + SubMasterPlan.MOST_SIMULATED + " others could save more"
                : "not simulated: the way up has neither limit nor latency, so nothing can be saved on it";
        return candidate(cluster, host, children(cluster, host, chosen), why);
    }

    private SubMasterCandidate candidate(Cluster cluster, int host, List<Integer> children, String why) {
        String name = view.links().get(cluster.link()).name();
        return new SubMasterCandidate(
                cluster.link(), host, children, rate(cluster), false, false, Double.NaN, seconds, name + ": " + why);
    }

    /** The best host that is neither a sub-master nor a child of one, or -1. */
    private int best(Cluster cluster, Tree tree) {
        List<Integer> free = cluster.workers().stream()
                .filter(worker -> !tree.isSubMaster(worker) && !tree.isChild(worker))
                .toList();
        return free.isEmpty() ? -1 : cluster.best(view, costs, free);
    }

    /** The hosts behind the link without a sub-master yet, including the nearest sub-masters. */
    private static List<Integer> children(Cluster cluster, int host, Tree tree) {
        return cluster.workers().stream()
                .filter(worker -> worker != host && !tree.isChild(worker))
                .toList();
    }

    private World machines(Tree tree) {
        int[] workers = IntStream.of(flat.hosts())
                .filter(worker -> !tree.isSubMaster(worker))
                .toArray();
        List<SubMaster> subs = tree.nodes.stream()
                .sorted(Comparator.comparingInt((Node node) -> node.cluster().depth()))
                .map(Node::subMaster)
                .toList();
        return flat.only(workers).withSubMasters(subs);
    }

    private SimulationReport simulate(World world) {
        return Simulation.run(run.work(), world);
    }
}
