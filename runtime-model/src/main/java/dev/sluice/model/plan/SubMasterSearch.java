package dev.sluice.model.plan;

import dev.sluice.model.flow.FlowSolution;
import dev.sluice.model.flow.Link;
import dev.sluice.model.flow.NetworkView;
import dev.sluice.model.flow.Placement;
import dev.sluice.model.flow.Routes;
import dev.sluice.model.simulate.Machines;
import dev.sluice.model.simulate.Machines.SubMaster;
import dev.sluice.model.simulate.ResultsKind;
import dev.sluice.model.simulate.Simulation;
import dev.sluice.model.simulate.SimulationReport;
import dev.sluice.model.simulate.Workload;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/** Finds the sub-masters of a {@link SubMasterPlan}. Confined to one thread. */
final class SubMasterSearch {
    /** One sub-master that was chosen, and where. */
    private record Node(Cluster cluster, SubMaster subMaster) {}

    private final SubMasterQuestion question;
    private final NetworkView view;
    private final double minGain;
    private final FlowSolution flow;
    private final List<Node> chosen = new ArrayList<>();
    private final double secondsWithout;
    private double seconds;

    SubMasterSearch(SubMasterQuestion question, double minGain) {
        this.question = question;
        this.view = question.view();
        this.minGain = minGain;
        this.flow = Placement.solve(view, question.costs()).solution(question.master(), question.workers());
        this.secondsWithout =
                SubMasterPlan.seconds(simulate(new Machines(view, question.master(), question.workers())));
        this.seconds = secondsWithout;
    }

    SubMasterPlan plan() {
        List<Cluster> clusters = clusters();
        Set<Cluster> worthwhile = new HashSet<>(clusters.stream()
                .filter(cluster -> couldSave(cluster) > 0)
                .sorted(Comparator.comparingDouble(cluster -> -couldSave(cluster)))
                .limit(SubMasterPlan.MOST_SIMULATED)
                .toList());
        List<SubMasterCandidate> candidates = new ArrayList<>();
        for (Cluster cluster : clusters) {
            candidates.add(worthwhile.contains(cluster) ? tried(cluster) : notTried(cluster));
        }
        return new SubMasterPlan(machines(chosen), seconds, secondsWithout, candidates);
    }

    // ---- clusters

    /** The farthest first; of those behind each other with the same workers the one nearer to these. */
    private List<Cluster> clusters() {
        Routes routes = Routes.to(view, question.master());
        int links = view.links().size();
        List<List<Integer>> workers = new ArrayList<>();
        List<List<Integer>> behind = new ArrayList<>();
        int[] depth = new int[links];
        for (int link = 0; link < links; link++) {
            workers.add(new ArrayList<>());
            behind.add(new ArrayList<>());
        }
        for (int worker : question.workers()) {
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
        int mine = view.hosts().get(question.master()).link();
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

    /** Seconds that less on the way up could save at best, or 1 where it is latency and messages that could [s]. */
    private double couldSave(Cluster cluster) {
        Link link = view.links().get(cluster.wire());
        Workload workload = question.workload();
        double bytes = 0;
        for (int cycle = 0; cycle < Math.min(workload.cycles(), 100); cycle++) {
            bytes += workload.setupBytes(cycle);
            if (question.terms().results() == ResultsKind.ACCUMULATED) {
                bytes += workload.foldedBytes(cycle);
            }
        }
        double narrowest =
                Math.min(link.wire().downBytesPerSecond(), link.wire().upBytesPerSecond());
        double copies = (cluster.workers().size() - 1) * bytes / Math.max(1, narrowest);
        boolean far = link.wire().latencyNanos() > 0 || link.wire().downBytesPerSecond() < Double.POSITIVE_INFINITY;
        return Math.max(copies, far ? 1e-9 : 0);
    }

    // ---- candidates

    private SubMasterCandidate tried(Cluster cluster) {
        int host = best(cluster);
        if (host < 0) {
            int any = cluster.workers().get(0);
            return candidate(cluster, any, children(cluster, any), "not simulated: all its hosts have a sub-master");
        }
        List<Integer> children = children(cluster, host);
        List<Node> with = new ArrayList<>(chosen);
        with.add(new Node(cluster, new SubMaster(host, children)));
        double before = seconds;
        double after = SubMasterPlan.seconds(simulate(machines(with)));
        boolean pays = after < before * (1 - minGain);
        String reason = new Reasons(question, cluster, host, children.size()).sentence(before, after, pays);
        SubMasterCandidate candidate = new SubMasterCandidate(
                cluster.link(), host, children, flow.linkRate(cluster.wire()), pays, true, after, before, reason);
        if (pays) {
            chosen.clear();
            chosen.addAll(with);
            seconds = after;
        }
        return candidate;
    }

    private SubMasterCandidate notTried(Cluster cluster) {
        int best = best(cluster);
        int host = best < 0 ? cluster.workers().get(0) : best;
        String why = couldSave(cluster) > 0
                ? "not simulated: " + SubMasterPlan.MOST_SIMULATED + " others could save more"
                : "not simulated: the way up has neither limit nor latency, so nothing can be saved on it";
        return candidate(cluster, host, children(cluster, host), why);
    }

    private SubMasterCandidate candidate(Cluster cluster, int host, List<Integer> children, String why) {
        String name = view.links().get(cluster.link()).name();
        return new SubMasterCandidate(
                cluster.link(),
                host,
                children,
                flow.linkRate(cluster.wire()),
                false,
                false,
                Double.NaN,
                seconds,
                name + ": " + why);
    }

    /** The best of those that are neither sub-masters nor children of one; -1 when there is none. */
    private int best(Cluster cluster) {
        Set<Integer> bound = new HashSet<>();
        for (Node node : chosen) {
            bound.add(node.subMaster().host());
            bound.addAll(node.subMaster().children());
        }
        List<Integer> free = cluster.workers().stream()
                .filter(worker -> !bound.contains(worker))
                .toList();
        return free.isEmpty() ? -1 : cluster.best(view, question.costs(), free);
    }

    /** Those behind the link that have no sub-master yet, and the sub-masters nearest to it. */
    private List<Integer> children(Cluster cluster, int host) {
        Set<Integer> taken = new HashSet<>();
        chosen.forEach(node -> taken.addAll(node.subMaster().children()));
        return cluster.workers().stream()
                .filter(worker -> worker != host && !taken.contains(worker))
                .toList();
    }

    private Machines machines(List<Node> nodes) {
        Set<Integer> hosts = new HashSet<>();
        nodes.forEach(node -> hosts.add(node.subMaster().host()));
        int[] workers = IntStream.of(question.workers())
                .filter(worker -> !hosts.contains(worker))
                .toArray();
        List<SubMaster> subs = nodes.stream()
                .sorted(Comparator.comparingInt((Node node) -> node.cluster().depth()))
                .map(Node::subMaster)
                .toList();
        return new Machines(view, question.master(), workers).withSubMasters(subs);
    }

    private SimulationReport simulate(Machines machines) {
        return Simulation.run(question.workload(), machines, question.overheads(), question.terms());
    }
}
