package dev.sluice.model.simulate;

import dev.sluice.model.schedule.Event;
import java.util.List;

/** Delegates to another workload; subclasses override parts of it. */
public abstract class WorkloadLike implements Workload {
    private final Workload like;

    protected WorkloadLike(Workload like) {
        this.like = like;
    }

    @Override
    public long together() {
        return like.together();
    }

    @Override
    public int cycles() {
        return like.cycles();
    }

    @Override
    public long units(int cycle) {
        return like.units(cycle);
    }

    @Override
    public long setupBytes(int cycle) {
        return like.setupBytes(cycle);
    }

    @Override
    public long computeNanos(int cycle, long unit) {
        return like.computeNanos(cycle, unit);
    }

    @Override
    public double cpuShare() {
        return like.cpuShare();
    }

    @Override
    public List<Event.Sized> kinds(int cycle) {
        return like.kinds(cycle);
    }

    @Override
    public List<Growth> growth(int cycle) {
        return like.growth(cycle);
    }

    @Override
    public long inputBytes(int cycle, long unit) {
        return like.inputBytes(cycle, unit);
    }

    @Override
    public long resultBytes(int cycle, long unit) {
        return like.resultBytes(cycle, unit);
    }

    @Override
    public long acceptNanos(int cycle, long unit) {
        return like.acceptNanos(cycle, unit);
    }

    @Override
    public long foldedBytes(int cycle) {
        return like.foldedBytes(cycle);
    }

    @Override
    public long mergeNanos(int cycle) {
        return like.mergeNanos(cycle);
    }
}
