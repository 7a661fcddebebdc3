package dev.sluice.master.tune;

import dev.sluice.model.tune.Knob;

/** A run of one slot that is not looked at. Its clock stands still, and tasks run at once. */
class IdleFloor implements TunedFloor {
    @Override
    public RunMoment moment(long sinceNanos) {
        throw new AssertionError("a copy of the run");
    }

    @Override
    public long applicationNanos() {
        return 0;
    }

    @Override
    public long computedUnits() {
        return 0;
    }

    @Override
    public int activeSlots() {
        return 1;
    }

    @Override
    public double expectedSeconds() {
        return 1;
    }

    @Override
    public boolean isEnding() {
        return false;
    }

    @Override
    public long nanoTime() {
        return 0;
    }

    @Override
    public void looked(Knob knob, long cpuNanos) {}

    @Override
    public void judged(int decision, String outcome) {}

    @Override
    public void post(Runnable task) {
        task.run();
    }
}
