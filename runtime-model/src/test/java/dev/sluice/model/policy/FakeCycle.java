package dev.sluice.model.policy;

import dev.sluice.model.WorkerId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A cycle for tests: keeps R and k, and returns the workers and measurements that a test sets. */
final class FakeCycle implements Allocation {
    /** One chunk that was given. {@code left} is R before it. */
    record Given(WorkerId worker, double weight, long units, long left) {}

    final long units;
    final ChunkPolicy policy;
    final List<Given> given = new ArrayList<>();
    final Map<WorkerId, Share> there = new TreeMap<>();
    final Map<WorkerId, UnitTimes> times = new TreeMap<>();
    Measured measured = Measured.NOTHING;
    int expectedSlots;
    double awaitedWeight = 1;
    long unassigned;
    private WorkerId asking = new WorkerId(1);

    FakeCycle(PolicyName policy, long units) {
        this.policy = policy.begin();
        this.units = units;
        this.unassigned = units;
    }

    /** A cycle with workers of one slot that all weigh 1. */
    static FakeCycle ofAlike(PolicyName policy, long units, int workers) {
        FakeCycle cycle = new FakeCycle(policy, units);
        for (int i = 1; i <= workers; i++) {
            cycle.join(i, 1, 1);
        }
        return cycle;
    }

    WorkerId join(int number, int slots, double weight) {
        WorkerId worker = new WorkerId(number);
        there.put(worker, new Share(worker, slots, weight));
        return worker;
    }

    /** Removes a worker; {@code back} units return. */
    void lose(WorkerId worker, long back) {
        there.remove(worker);
        unassigned += back;
        policy.workerGone(worker);
    }

    /** Requests a chunk for a slot of the worker, limited to {@code most} units. Returns its size. */
    long ask(WorkerId worker, long most) {
        asking = worker;
        if (unassigned == 0) {
            return 0;
        }
        long chunk = Math.min(policy.chunk(this), most);
        if (chunk > 0) {
            policy.assigned(this, chunk);
            given.add(new Given(worker, weight(), chunk, unassigned));
            unassigned -= chunk;
        }
        return chunk;
    }

    long ask(WorkerId worker) {
        return ask(worker, Long.MAX_VALUE);
    }

    /** Requests chunks for the slots in turn until no slot gets any more. Returns the chunks. */
    List<Long> askInTurn() {
        boolean any = true;
        while (any) {
            any = false;
            for (Share share : List.copyOf(there.values())) {
                for (int slot = 0; slot < share.slots(); slot++) {
                    any |= ask(share.worker()) > 0;
                }
            }
        }
        return given.stream().map(Given::units).toList();
    }

    @Override
    public long units() {
        return units;
    }

    @Override
    public long unassigned() {
        return unassigned;
    }

    @Override
    public int slots() {
        int slots = there.values().stream().mapToInt(Share::slots).sum();
        return Math.max(1, Math.max(slots, expectedSlots));
    }

    private Share share() {
        return there.getOrDefault(asking, new Share(asking, 1, 1));
    }

    @Override
    public double weight() {
        return share().weight();
    }

    @Override
    public WorkerId worker() {
        return asking;
    }

    @Override
    public int workerSlots() {
        return share().slots();
    }

    @Override
    public UnitTimes times() {
        return times.getOrDefault(asking, UnitTimes.NONE);
    }

    @Override
    public Measured measured() {
        return measured;
    }

    @Override
    public double awaitedWeight() {
        return awaitedWeight;
    }

    @Override
    public List<Share> shares() {
        return List.copyOf(there.values());
    }
}
