package dev.sluice.master.tune;

import dev.sluice.model.Plural;
import dev.sluice.model.WorkerId;
import dev.sluice.model.policy.PolicyName;
import dev.sluice.model.schedule.Event;
import dev.sluice.model.schedule.Handout;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Parks workers, lets them work again, and changes the hand-out of a run. A parked worker keeps its session and its
 * application, finishes what it computes, and gets neither units nor setups; it has a lease like any other. At least
 * one worker stays at work. Confined to the master loop.
 */
public final class Actuator {
    /** The reason for which a worker is parked. */
    private enum By {
        /** Enough workers are at work; it takes the place of one that is lost. */
        LIMIT,
        /** Somebody asked for it; it works again when asked, or if no other worker is left. */
        CHANGE
    }

    private final Floor floor;
    /** Workers that are at work at most, unless more are asked for; 0 for all. */
    private final int limit;

    private final Map<WorkerId, By> parked = new LinkedHashMap<>();
    /** Workers of hosts that the scheduler has excluded for a while. */
    private final Set<WorkerId> excluded = new HashSet<>();
    /** Hosts whose next workers join parked. */
    private final Set<String> hosts = new HashSet<>();

    /** @param active workers that are at work at first; others join parked; 0: all are at work */
    public Actuator(Floor floor, int active) {
        this.floor = floor;
        this.limit = active;
    }

    /** How units are handed out. */
    public Handout handout() {
        return floor.handout();
    }

    /** Tells whether the run goes on without this worker. */
    public boolean isParked(WorkerId worker) {
        return parked.containsKey(worker) || excluded.contains(worker);
    }

    /** Parks these workers, as {@link #change} does. */
    public Applied park(Set<WorkerId> workers, String why) {
        return change(workers, Set.of(), why);
    }

    /** Lets these workers work again, as {@link #change} does. */
    public Applied unpark(Set<WorkerId> workers, String why) {
        return change(Set.of(), workers, why);
    }

    /** Lets the workers work that are parked because enough others are at work. */
    public Applied unparkSpares(String why) {
        return unpark(
                spares(Set.of(), Integer.MAX_VALUE).stream()
                        .map(Floor.Present::id)
                        .collect(Collectors.toSet()),
                why);
    }

    /** Tells whether only so many workers are at work, unless more are asked for. */
    boolean isLimited() {
        return limit > 0;
    }

    /** The hosts of workers that are parked because enough others are at work. */
    Set<String> waitingHosts() {
        return spares(Set.of(), Integer.MAX_VALUE).stream()
                .map(Floor.Present::host)
                .collect(Collectors.toSet());
    }

    /**
     * Changes who works and records it. Workers that are not connected, or are parked as asked, are passed over.
     *
     * @param parks workers that the run goes on without
     * @param unparks workers that work again
     */
    Applied change(Set<WorkerId> parks, Set<WorkerId> unparks, String why) {
        List<Floor.Present> park = new ArrayList<>();
        List<Floor.Present> unpark = new ArrayList<>();
        for (Floor.Present worker : floor.present()) {
            if (parks.contains(worker.id()) && worker.subMaster()) {
                return Applied.refused(worker.name() + " is a sub-master (expected: workers of this master alone, as a"
                        + " sub-master cannot be parked); drain the workers below it instead");
            }
            boolean isIn = isParked(worker.id());
            if (parks.contains(worker.id()) && !worker.leaving()) {
                park.add(worker);
            } else if (unparks.contains(worker.id()) && isIn) {
                unpark.add(worker);
            }
        }
        List<Floor.Present> replacing = replacing(park, unpark.size());
        if (!park.isEmpty() && !staysOne(park, unpark.size() + replacing.size())) {
            return Applied.refused(
                    "the run would have no worker at work (expected: at least one); unpark or add another"
                            + " worker first, or end the run");
        }
        replacing.forEach(worker -> unpark(worker, "takes the place of a parked worker"));
        unpark.forEach(worker -> unpark(worker, why));
        List<String> changed = new ArrayList<>(names(unpark));
        for (Floor.Present worker : park) {
            if (parked.put(worker.id(), By.CHANGE) == null) {
                park(worker, why);
                changed.add(worker.name());
            }
        }
        return new Applied(changed, names(replacing), "");
    }

    /** The next workers of this host join parked, or join at work. */
    public void parkHost(String host, boolean parks) {
        if (parks) {
            hosts.add(host);
        } else {
            hosts.remove(host);
        }
    }

    /** Hands units out differently from now on, and records it. */
    public void handOut(Handout to, String why) {
        Handout from = floor.handout();
        Handout next = to.with(to.used()).copying(floor.mayCopy() ? to.speculation() : 0);
        if (!next.equals(from)) {
            floor.apply(new Event.HandoutChanged(next));
            floor.handedOutBy(floor.decided("policy", next.allWords(), why + "; before: " + from.allWords(), ""));
        }
    }

    /** Goes on with the usual policy, because this one cannot. */
    public void replacePolicy(String why) {
        handOut(floor.handout().with(PolicyName.DEFAULT), why);
    }

    /** Parked workers that take the place of those that are to be parked. */
    private List<Floor.Present> replacing(List<Floor.Present> park, int more) {
        Set<WorkerId> leaving = new HashSet<>();
        park.forEach(worker -> leaving.add(worker.id()));
        int missing = limit - more - atWork(leaving);
        return missing <= 0 ? List.of() : spares(leaving, Math.min(missing, newlyParked(park)));
    }

    private int newlyParked(List<Floor.Present> park) {
        return (int) park.stream().filter(worker -> !isParked(worker.id())).count();
    }

    private List<Floor.Present> spares(Set<WorkerId> without, int most) {
        return floor.present().stream()
                .filter(worker -> parked.get(worker.id()) == By.LIMIT && !worker.leaving())
                .filter(worker -> !without.contains(worker.id()))
                .limit(most)
                .toList();
    }

    private boolean staysOne(List<Floor.Present> park, int more) {
        Set<WorkerId> leaving = new HashSet<>();
        park.forEach(worker -> leaving.add(worker.id()));
        return more > 0 || atWork(leaving) > 0;
    }

    private int atWork(Set<WorkerId> without) {
        return (int) floor.present().stream()
                .filter(worker -> worker.slots() > 0 && !worker.leaving())
                .filter(worker -> !isParked(worker.id()) && !without.contains(worker.id()))
                .count();
    }

    private void park(Floor.Present worker, String why) {
        floor.withdrawSetup(worker.id());
        floor.park(worker.id(), true);
        floor.decided("worker", worker.name() + " is parked", why, "");
        floor.apply(new Event.WorkerParked(worker.id()));
    }

    private void unpark(Floor.Present worker, String why) {
        parked.remove(worker.id());
        excluded.remove(worker.id());
        hosts.remove(worker.host());
        floor.decided("worker", worker.name() + " works again", why, "");
        floor.park(worker.id(), false);
        floor.sendSetup(worker.id(), false);
        floor.apply(new Event.WorkerUnparked(worker.id()));
    }

    private static List<String> names(List<Floor.Present> workers) {
        return workers.stream().map(Floor.Present::name).toList();
    }

    // ---- what happens to workers

    /**
     * Decides whether a worker that registers for the first time joins parked. Called before it is present.
     *
     * @param slots number of its slots; 0 for a sub-master, which is never parked
     */
    public boolean joins(WorkerId worker, String host, int slots) {
        boolean enough = limit > 0 && atWork(Set.of()) >= limit;
        if (slots == 0 || !enough && !hosts.contains(host)) {
            return false;
        }
        parked.put(worker, hosts.contains(host) ? By.CHANGE : By.LIMIT);
        return true;
    }

    /** Tells a worker that joined parked that it is; called after its registration is answered. */
    public void joined(WorkerId worker) {
        Floor.Present present = isParked(worker) ? find(worker) : null;
        if (present != null) {
            floor.park(worker, true);
            String why = parked.get(worker) == By.LIMIT
                    ? Plural.of(limit, "worker") + " at work (--active)"
                    : "its host is parked";
            floor.decided("worker", present.name() + " is parked", why, "");
        }
    }

    /**
     * Parks a worker again that returned after its connection broke, or whose place was taken. The scheduler has taken
     * it as one at work by now.
     */
    public void returned(WorkerId worker) {
        Floor.Present present = isParked(worker) || limit > 0 ? find(worker) : null;
        if (present == null || present.slots() == 0) {
            return;
        }
        boolean replaced = limit > 0 && !present.subMaster() && atWork(Set.of(worker)) >= limit;
        if (parked.containsKey(worker)) {
            park(present, "it was parked before its connection broke");
        } else if (excluded.contains(worker)) {
            floor.park(worker, true);
        } else if (replaced) {
            parked.put(worker, By.LIMIT);
            park(present, "another worker has taken its place");
        }
    }

    /** Lets parked workers take the place of one that is about to be lost, before the scheduler hears of it. */
    public void losing(WorkerId worker) {
        if (limit == 0 || isParked(worker)) {
            return;
        }
        int missing = limit - atWork(Set.of(worker));
        if (missing > 0) {
            spares(Set.of(worker), missing)
                    .forEach(spare -> unpark(spare, "takes the place of " + worker + ", which is lost"));
        }
    }

    /** Forgets a worker that is gone for good. */
    public void gone(WorkerId worker) {
        parked.remove(worker);
        excluded.remove(worker);
    }

    /** Lets a worker work again, because the scheduler cannot do without it. */
    public void needed(WorkerId worker) {
        Floor.Present present = find(worker);
        parked.remove(worker);
        if (present != null) {
            hosts.remove(present.host());
            floor.park(worker, false);
            floor.sendSetup(worker, true);
            floor.decided("worker", present.name() + " works again", "the run cannot go on without it", "");
        }
    }

    // ---- excluded hosts

    /** Tells the workers of an excluded host that they are parked; the scheduler gives them nothing. */
    public void excluded(List<WorkerId> workers) {
        for (WorkerId worker : workers) {
            Floor.Present present = find(worker);
            if (present != null && !present.subMaster() && excluded.add(worker) && !parked.containsKey(worker)) {
                floor.withdrawSetup(worker);
                floor.park(worker, true);
            }
        }
    }

    /** Lets workers of an excluded host work again that are not parked for another reason. */
    public void admitted(List<WorkerId> workers) {
        for (WorkerId worker : workers) {
            if (excluded.remove(worker) && !parked.containsKey(worker) && find(worker) != null) {
                floor.park(worker, false);
                floor.sendSetup(worker, true);
            }
        }
    }

    /** Lets parked workers take the places of excluded ones, as far as {@code --active} says. */
    public void replaceExcluded() {
        int missing = limit == 0 ? 0 : limit - atWork(Set.of());
        if (missing > 0) {
            spares(Set.of(), missing).forEach(spare -> unpark(spare, "takes the place of an excluded worker"));
        }
    }

    private Floor.@Nullable Present find(WorkerId worker) {
        return floor.present().stream()
                .filter(each -> each.id().equals(worker))
                .findAny()
                .orElse(null);
    }
}
