package dev.sluice.insight.gain;

import dev.sluice.model.Plural;
import dev.sluice.model.ResourceUse;
import dev.sluice.model.ResultsKind;
import dev.sluice.model.flow.Link;
import dev.sluice.model.flow.Wire;
import dev.sluice.model.policy.PolicyName;
import dev.sluice.model.record.IdleLedger;
import dev.sluice.model.schedule.Handout;
import dev.sluice.model.simulate.World;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/** The changes that the idle ledger of a run makes plausible, the most plausible first. */
final class GainCandidates {
    /** Smallest share of the slots' time that is worth a change of its cause. */
    private static final double SHARE = 0.01;

    /** Rates within this factor are those of equal workers. */
    private static final double ALIKE = 1.05;

    private final GainInput input;
    private final World world;

    /**
     * A change.
     *
     * @param what "twice the bandwidth of the link to b1"
     * @param kind only the best of a kind other than {@link Kind#OTHER} is shown
     */
    record TriedChange(String what, World world, Kind kind) {}

    /** Kinds of changes of which several are tried. */
    enum Kind {
        POLICY,
        LESS,
        OTHER
    }

    GainCandidates(GainInput input, World world) {
        this.input = input;
        this.world = world;
    }

    List<TriedChange> all() {
        List<TriedChange> all = new ArrayList<>();
        resources(all);
        double links = waited(input.workers()) / Math.max(1e-9, input.ledger().slotSeconds());
        if (links >= SHARE) {
            masterPort(all);
            farLinks(all);
            ports(all);
        }
        subMasters(all);
        if (links >= SHARE) {
            results(all);
        }
        machines(all);
        policies(all);
        return all;
    }

    private static double waited(List<GainWorker> workers) {
        return workers.stream().mapToDouble(GainWorker::linkWaitSeconds).sum();
    }

    private void add(List<TriedChange> all, String what, World changed) {
        all.add(new TriedChange(what, changed, Kind.OTHER));
    }

    /** One more of each resource that units need, except for processors, which more hosts bring. */
    private void resources(List<TriedChange> all) {
        Map<String, Long> least = new TreeMap<>();
        for (GainKind kind : input.work().kinds()) {
            kind.amounts().byName().forEach((name, amount) -> {
                if (amount > 0) {
                    least.merge(name, amount, Math::min);
                }
            });
        }
        least.forEach((name, amount) -> {
            long ofRun = world.terms().resources().get(name);
            ResourceUse use = new ResourceUse(name, ofRun > 0, ofRun, 0, 0, amount);
            World more = world.more(use);
            if (more != world) {
                add(all, use.more(), more);
            }
        });
    }

    // ---- links

    private void masterPort(List<TriedChange> all) {
        if (!input.network().masterPort().unlimited()) {
            add(all, "twice the bandwidth of the master's link", world.fasterPorts(List.of(world.master()), 2));
        }
    }

    private void farLinks(List<TriedChange> all) {
        List<Link> links = world.view().links();
        double least = SHARE * input.ledger().slotSeconds();
        IntStream.range(0, links.size())
                .filter(link -> !links.get(link).wire().unlimited() && waited(behind(link)) >= least)
                .forEach(link ->
                        add(all, "twice the bandwidth of the link to " + hosts(behind(link)), world.faster(link, 2)));
    }

    /** All ports together: with one that is not faster, its workers would only do less. */
    private void ports(List<TriedChange> all) {
        List<GainWorker> narrow = input.workers().stream()
                .filter(each -> !each.port().unlimited())
                .toList();
        if (!narrow.isEmpty() && waited(narrow) >= SHARE * input.ledger().slotSeconds()) {
            add(all, "twice the bandwidth of " + hosts(narrow), world.fasterPorts(world.places(), 2));
        }
    }

    private List<GainWorker> behind(int link) {
        return input.workers().stream()
                .filter(worker -> isBehind(worker.link(), link))
                .toList();
    }

    private boolean isBehind(int from, int link) {
        for (int each = from; each >= 0; each = parent(each)) {
            if (each == link) {
                return true;
            }
        }
        return false;
    }

    private int parent(int link) {
        List<Integer> parents = world.view().links().get(link).parents();
        return parents.isEmpty() ? -1 : parents.get(0);
    }

    private static String hosts(List<GainWorker> workers) {
        Set<String> names = new TreeSet<>();
        workers.forEach(worker -> names.add(worker.host()));
        String first = names.iterator().next();
        int more = names.size() - 1;
        return more == 0 ? first : first + " and " + more + (more == 1 ? " more host" : " more hosts");
    }

    private void results(List<TriedChange> all) {
        if (world.terms().results() == ResultsKind.EACH) {
            add(
                    all,
                    "results at the end of each cycle (Results.atCycleEnd)",
                    world.with(world.terms().withResults(ResultsKind.AT_CYCLE_END)));
        } else if (world.terms().results() == ResultsKind.AT_CYCLE_END) {
            add(
                    all,
                    "results as they are ready (Results.each)",
                    world.with(world.terms().withResults(ResultsKind.EACH)));
        }
    }

    // ---- machines

    private void machines(List<TriedChange> all) {
        List<GainWorker> workers = input.workers();
        double[] rates = workers.stream()
                .mapToDouble(each -> each.slots() / each.unitSeconds())
                .toArray();
        double most = DoubleStream.of(rates).max().orElseThrow();
        double least = DoubleStream.of(rates).min().orElseThrow();
        int first = IntStream.range(0, rates.length)
                .filter(i -> rates[i] * ALIKE >= most)
                .findFirst()
                .orElseThrow();
        GainWorker fastest = workers.get(first);
        add(
                all,
                "another host like " + fastest.host() + " (" + Plural.of(fastest.slots(), "slot") + ")",
                world.plus(world.worker(first)));
        double quickest = workers.stream()
                .filter(each -> each.spareSlots() > 0)
                .mapToDouble(GainWorker::unitSeconds)
                .min()
                .orElse(0);
        IntStream.range(0, workers.size())
                .filter(i -> workers.get(i).spareSlots() > 0 && workers.get(i).unitSeconds() <= ALIKE * quickest)
                .findFirst()
                .ifPresent(i -> add(
                        all,
                        "one more slot on " + workers.get(i).host(),
                        world.with(
                                world.worker(i),
                                world.computing()
                                        .get(i)
                                        .withSlots(workers.get(i).slots() + 1))));
        if (workers.size() > 1) {
            int worst = IntStream.range(0, rates.length)
                    .filter(i -> rates[i] <= ALIKE * least)
                    .max()
                    .orElseThrow();
            all.add(new TriedChange(
                    "one worker less, without " + words(workers.get(worst)),
                    world.parked(Set.of(world.worker(worst))),
                    Kind.LESS));
        }
    }

    private static String words(GainWorker worker) {
        return worker.name() + " (" + worker.host() + ", " + Plural.of(worker.slots(), "slot") + ")";
    }

    private void subMasters(List<TriedChange> all) {
        List<Link> links = world.view().links();
        for (int link = 0; link < links.size(); link++) {
            Wire wire = links.get(link).wire();
            List<Integer> own = own(link);
            boolean far = !wire.unlimited() || wire.latencyNanos() > 0;
            if (link != input.network().masterLink() && far && own.size() > 1) {
                String place = own.stream()
                        .map(host -> input.workers().get(host - 1).host())
                        .min(Comparator.naturalOrder())
                        .orElseThrow();
                add(all, "a sub-master on " + place, world.split(link, own));
            }
        }
    }

    /** Hosts of the workers on this link that have no sub-master. */
    private List<Integer> own(int link) {
        return world.places().stream()
                .filter(host -> input.workers().get(host - 1).link() == link
                        && input.workers().get(host - 1).above() < 0)
                .toList();
    }

    // ---- settings

    private void policies(List<TriedChange> all) {
        double master = input.share(IdleLedger.Line.MASTER) + input.ledger().runtimePercent() / 100;
        if (master < 5 * SHARE) {
            return;
        }
        for (PolicyName policy : List.of(PolicyName.FAC, PolicyName.GSS)) {
            if (policy != world.terms().handout().policy()) {
                Handout now = world.terms().handout().with(policy);
                World changed = world.with(world.terms().with(now.with(now.used())));
                all.add(new TriedChange("larger chunks (--policy " + policy + ")", changed, Kind.POLICY));
            }
        }
    }
}
