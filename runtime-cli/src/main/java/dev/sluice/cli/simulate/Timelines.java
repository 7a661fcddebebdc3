package dev.sluice.cli.simulate;

import dev.sluice.model.ledger.Cause;
import dev.sluice.model.simulate.Timeline;
import java.util.List;

/** Tells several. */
record Timelines(List<Timeline> all) implements Timeline {
    @Override
    public void computed(
            int host, int slot, int cycle, long firstUnit, int units, long fromNanos, long toNanos, boolean finished) {
        all.forEach(each -> each.computed(host, slot, cycle, firstUnit, units, fromNanos, toNanos, finished));
    }

    @Override
    public void idle(int host, int slot, Cause cause, long fromNanos, long toNanos) {
        all.forEach(each -> each.idle(host, slot, cause, fromNanos, toNanos));
    }

    @Override
    public void travelled(int host, boolean toMaster, Message message, long bytes, long fromNanos, long toNanos) {
        all.forEach(each -> each.travelled(host, toMaster, message, bytes, fromNanos, toNanos));
    }

    @Override
    public void handled(int host, long fromNanos, long toNanos) {
        all.forEach(each -> each.handled(host, fromNanos, toNanos));
    }

    @Override
    public void accepted(int host, int cycle, long units, long fromNanos, long toNanos) {
        all.forEach(each -> each.accepted(host, cycle, units, fromNanos, toNanos));
    }

    @Override
    public void granted(int host, long bytes, long nanos) {
        all.forEach(each -> each.granted(host, bytes, nanos));
    }

    @Override
    public void cycle(int cycle, long fromNanos, long toNanos) {
        all.forEach(each -> each.cycle(cycle, fromNanos, toNanos));
    }

    @Override
    public void worker(int host, Change change, long nanos) {
        all.forEach(each -> each.worker(host, change, nanos));
    }
}
