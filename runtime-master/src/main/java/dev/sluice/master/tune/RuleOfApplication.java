package dev.sluice.master.tune;

import dev.sluice.api.extension.DistributionPolicy;
import dev.sluice.model.WorkerId;
import dev.sluice.model.policy.Allocation;
import dev.sluice.model.policy.ChunkPolicy;
import dev.sluice.net.rules.Text;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A policy of the application during one cycle. Once it throws or returns no size, it is not asked again, and chunks
 * have one unit until the master has replaced it. Confined to the driver of the scheduler.
 */
final class RuleOfApplication implements ChunkPolicy, DistributionPolicy.Slot {
    private static final int LONGEST = 200;

    private final String name;
    private final Supplier<DistributionPolicy> source;
    private @Nullable DistributionPolicy rule;
    private @Nullable Allocation asking;
    private String trouble = "";

    RuleOfApplication(String name, Supplier<DistributionPolicy> source) {
        this.name = name;
        this.source = source;
        call(null, unused -> rule = source.get());
    }

    /** A call of the rule. */
    private interface Call {
        void of(DistributionPolicy.Slot slot);
    }

    private void call(@Nullable Allocation allocation, Call call) {
        asking = allocation;
        try {
            call.of(this);
        } catch (Throwable thrown) { // it is a guest: even its errors end no run
            failed("threw " + thrown);
        } finally {
            asking = null;
        }
    }

    private void failed(String how) {
        rule = null;
        trouble = Text.printable(name + " " + how.lines().findFirst().orElse(""), LONGEST);
    }

    @Override
    public long chunk(Allocation allocation) {
        DistributionPolicy own = rule;
        if (own == null) {
            return 1;
        }
        long[] size = {1};
        call(allocation, slot -> size[0] = own.chunk(slot));
        if (size[0] < 1) {
            failed("returned a chunk of " + size[0] + " units (expected: 1 or more)");
        }
        return Math.max(1, Math.min(size[0], allocation.unassigned()));
    }

    @Override
    public void assigned(Allocation allocation, long units) {
        DistributionPolicy own = rule;
        if (own != null) {
            call(allocation, slot -> own.assigned(slot, units));
        }
    }

    @Override
    public void workerGone(WorkerId worker) {
        DistributionPolicy own = rule;
        if (own != null) {
            call(null, unused -> own.workerGone(worker.number()));
        }
    }

    /** A rule has a state of which Sluice knows nothing: another one begins with the units that are left. */
    @Override
    public ChunkPolicy continued() {
        return new RuleOfApplication(name, source);
    }

    @Override
    public String trouble() {
        return trouble;
    }

    private Allocation asking() {
        if (asking == null) {
            throw new IllegalStateException("the slot is valid during the call only");
        }
        return asking;
    }

    @Override
    public long units() {
        return asking().units();
    }

    @Override
    public long unassigned() {
        return asking().unassigned();
    }

    @Override
    public int slots() {
        return asking().slots();
    }

    @Override
    public double weight() {
        return asking().weight();
    }

    @Override
    public int worker() {
        return asking().worker().number();
    }

    @Override
    public int workerSlots() {
        return asking().workerSlots();
    }

    @Override
    public long timedUnits() {
        return asking().times().units();
    }

    @Override
    public double meanSeconds() {
        return asking().times().meanSeconds();
    }

    @Override
    public double deviationSeconds() {
        return Math.sqrt(asking().times().variance());
    }

    @Override
    public double tripSeconds() {
        return asking().measured().overheadSeconds();
    }
}
