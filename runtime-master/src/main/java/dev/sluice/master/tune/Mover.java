package dev.sluice.master.tune;

import dev.sluice.model.WorkerId;
import dev.sluice.net.message.MoveBelow;
import dev.sluice.net.message.Refuge;
import dev.sluice.net.message.SteerAnswer;
import dev.sluice.net.message.SteerWorkers;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Moves workers between the masters of a run, and removes sub-masters, while the run goes on. A worker that moves hands
 * back what it has not started, delivers the rest to the master that it leaves, and joins the other one with nothing.
 * No unit is lost, and none is computed twice. Confined to the loop of its master.
 */
public final class Mover {
    private final Floor tree;

    public Mover(Floor tree) {
        this.tree = tree;
    }

    /** The master or sub-master to which workers move. */
    private record Parent(
            Floor.@Nullable Present subMaster, @Nullable Refuge place) {
        static final Parent MASTER = new Parent(null, null);

        String name() {
            return subMaster == null ? "the master" : subMaster.name();
        }
    }

    /** The workers that were named. */
    private static final class Named {
        final List<Floor.Present> own = new ArrayList<>();
        final Map<Floor.Present, List<Floor.Below>> below = new LinkedHashMap<>();
        final List<String> unknown = new ArrayList<>();
    }

    /** Carries out the request of an operator and records it. */
    public SteerAnswer apply(SteerWorkers request, String why) {
        List<Floor.Present> present = present();
        return request.to().isEmpty() ? remove(request, present, why) : move(request, present, why);
    }

    private SteerAnswer move(SteerWorkers request, List<Floor.Present> present, String why) {
        Named named = named(request.workers(), present);
        if (!named.unknown.isEmpty()) {
            return SteerAnswer.unknown(named.unknown, everybody(present));
        }
        Parent to = parent(request.to(), present);
        if (to == null) {
            return SteerAnswer.refused(request.to() + " is no sub-master (expected: " + SteerWorkers.MASTER
                    + ", or a sub-master of this run: "
                    + String.join(", ", names(subMasters(present))) + ")");
        }
        if (to.subMaster != null && to.place == null) {
            return SteerAnswer.refused(to.name() + " has not said where it listens (expected: a sub-master that serves,"
                    + " of this build); try again");
        }
        String refused = refusal(request, present, named);
        return refused.isEmpty()
                ? SteerAnswer.done(move(named, to, why), to.name(), everybody(present))
                : SteerAnswer.refused(refused);
    }

    private String refusal(SteerWorkers request, List<Floor.Present> present, Named named) {
        for (Floor.Present each : subMasters(present)) {
            if (request.workers().contains(each.id().toString())) {
                return each.name() + " is a sub-master (expected: workers); 'sluice tree merge' removes a sub-master";
            }
        }
        for (Floor.Present each : named.own) {
            if (tree.inProcess(each.id())) {
                return each.name() + " is in the process of the master (expected: a worker in a process of its own)";
            }
        }
        return "";
    }

    /** Tells the workers; returns those that were told, each with its host. Those that are there already stay. */
    private List<String> move(Named named, Parent to, String why) {
        List<String> asked = new ArrayList<>();
        if (to.place != null) {
            for (Floor.Present worker : named.own) {
                tree.decided(worker.name() + " moves to " + to.name(), why);
                tree.move(worker.id(), to.place);
                asked.add(worker.name());
            }
        }
        named.below.forEach((subMaster, workers) -> {
            if (!subMaster.equals(to.subMaster)) {
                List<String> all = workers.stream()
                        .map(each -> subMaster.id() + "/" + each.name() + " on " + each.host())
                        .toList();
                all.forEach(each -> tree.decided(each + " moves to " + to.name(), why));
                List<String> names = workers.stream().map(Floor.Below::name).toList();
                for (int from = 0; from < names.size(); from += MoveBelow.MOST) {
                    List<String> some = names.subList(from, Math.min(names.size(), from + MoveBelow.MOST));
                    tree.moveBelow(subMaster.id(), new MoveBelow(some, to.place, false));
                }
                asked.addAll(all);
            }
        });
        return asked;
    }

    private SteerAnswer remove(SteerWorkers request, List<Floor.Present> present, String why) {
        List<Floor.Present> asked = new ArrayList<>();
        List<String> unknown = new ArrayList<>();
        for (String name : request.workers()) {
            List<Floor.Present> found = subMasters(present).stream()
                    .filter(each -> isCalled(each, name))
                    .toList();
            asked.addAll(found);
            if (found.isEmpty()) {
                unknown.add(name);
            }
        }
        if (!unknown.isEmpty()) {
            return SteerAnswer.unknown(unknown, names(subMasters(present)));
        }
        for (Floor.Present each : asked) {
            if (tree.below(each.id()).stream().anyMatch(worker -> worker.name().contains("/"))) {
                return SteerAnswer.refused(each.name() + " has sub-masters below it (expected: one with workers only)");
            }
        }
        for (Floor.Present each : asked) {
            tree.decided(each.name() + " is removed; its workers move to the master", why);
            tree.moveBelow(each.id(), new MoveBelow(List.of(), null, true));
        }
        return SteerAnswer.done(names(asked), Parent.MASTER.name(), names(subMasters(present)));
    }

    private @Nullable Parent parent(String name, List<Floor.Present> present) {
        if (name.equals(SteerWorkers.MASTER)) {
            return Parent.MASTER;
        }
        return subMasters(present).stream()
                .filter(each -> isCalled(each, name))
                .findFirst()
                .map(each -> new Parent(each, tree.place(each.id())))
                .orElse(null);
    }

    private Named named(List<String> names, List<Floor.Present> present) {
        Named named = new Named();
        for (String name : names) {
            boolean found = false;
            for (Floor.Present each : present) {
                if (each.subMaster()) {
                    found |= addBelow(each, name, named);
                } else if (isCalled(each, name)) {
                    named.own.remove(each);
                    named.own.add(each);
                    found = true;
                }
            }
            if (!found) {
                named.unknown.add(name);
            }
        }
        return named;
    }

    private boolean addBelow(Floor.Present subMaster, String name, Named named) {
        List<Floor.Below> found = tree.below(subMaster.id()).stream()
                .filter(each -> name.equals(each.host()) || name.equals(subMaster.id() + "/" + each.name()))
                .toList();
        if (!found.isEmpty()) {
            List<Floor.Below> all = named.below.computeIfAbsent(subMaster, any -> new ArrayList<>());
            found.stream().filter(each -> !all.contains(each)).forEach(all::add);
        }
        return !found.isEmpty() || name.equals(subMaster.id().toString());
    }

    /** The workers and sub-masters that are not leaving, each with its host. */
    public List<String> everybody() {
        return everybody(present());
    }

    private List<Floor.Present> present() {
        return tree.present().stream().filter(each -> !each.leaving()).toList();
    }

    private List<String> everybody(List<Floor.Present> present) {
        List<String> names = new ArrayList<>();
        for (Floor.Present each : present) {
            names.add(each.name());
            tree.below(each.id())
                    .forEach(worker -> names.add(each.id() + "/" + worker.name() + " on " + worker.host()));
        }
        return names;
    }

    private static List<Floor.Present> subMasters(List<Floor.Present> present) {
        return present.stream().filter(Floor.Present::subMaster).toList();
    }

    private static boolean isCalled(Floor.Present each, String name) {
        return name.equals(each.id().toString()) || name.equals(each.host());
    }

    private static List<String> names(List<Floor.Present> all) {
        return all.stream().map(Floor.Present::name).toList();
    }

    // ---- at a sub-master

    /** Tells workers by their names relative to this master; those that are not there are passed over. */
    public void moveNamed(List<String> names, Refuge to) {
        Map<String, List<String>> deeper = new LinkedHashMap<>();
        for (String name : names) {
            int slash = name.indexOf('/');
            String first = slash < 0 ? name : name.substring(0, slash);
            deeper.computeIfAbsent(first, any -> new ArrayList<>());
            if (slash >= 0) {
                deeper.get(first).add(name.substring(slash + 1));
            }
        }
        for (Floor.Present each : tree.present()) {
            List<String> below = deeper.get(each.id().toString());
            if (below != null && each.subMaster() && !below.isEmpty()) {
                tree.moveBelow(each.id(), new MoveBelow(below, to, false));
            } else if (below != null && !each.subMaster()) {
                tree.move(each.id(), to);
            }
        }
    }

    /** Tells whether a sub-master is connected. */
    public boolean hasSubMasters() {
        return tree.present().stream().anyMatch(Floor.Present::subMaster);
    }

    /** Tells whether nobody is connected. */
    public boolean isEmpty() {
        return tree.present().isEmpty();
    }

    /** Tells all workers of this master, without its sub-masters. */
    public void moveAll(Refuge to) {
        tree.present().stream().filter(each -> !each.subMaster()).forEach(each -> tree.move(each.id(), to));
    }

    /** Tells a worker that has just registered. */
    public void moveOne(WorkerId worker, Refuge to) {
        tree.move(worker, to);
    }
}
