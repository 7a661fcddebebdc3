package dev.sluice.api;

import dev.sluice.api.Residence.ResidentParts;
import dev.sluice.api.ResidentApplication.Cutting;
import dev.sluice.api.ResidentApplication.Halves;
import dev.sluice.api.ResidentApplication.Place;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Decides after each copy whether the parts of a {@link ResidentApplication} are cut anew, and cuts them. Times come
 * with results, so that a run that is resumed has the same cuts. Confined to the thread that calls the application on
 * the master.
 */
final class PartCuts<P, M> {
    /** Steps that get shorter by less than this share are not worth a cut. */
    private static final double WORTH = 0.05;

    /** The time of a result that has none, as only a broken worker sends it. */
    private static final ResidentSteps.Spent NONE = new ResidentSteps.Spent(0, 0, 1);

    private final Cutting<P, M> by;
    private final Residence residence;
    private final ResidentSteps steps;
    private final ResidentParts.Coding<P, M, ?> coding;

    /** The process of each part, and what processes did since the latest copies. */
    private long[] homes = {};

    private final Map<Long, Load> loads = new HashMap<>();
    private boolean moved;
    private int rounds;

    /** The processes of the parts when a cut seemed worth it; empty if none did after the copies before the latest. */
    private long[] uneven = {};

    PartCuts(Cutting<P, M> by, Residence residence, ResidentParts.Coding<P, M, ?> coding) {
        this.by = by;
        this.residence = residence;
        this.steps = residence.steps();
        this.coding = coding;
        if (by.least() < 1) {
            throw new IllegalArgumentException("parts of a least size " + by.least() + " (expected: 1 or more)");
        }
    }

    /** Counts what a process has done. */
    private static final class Load {
        private final Set<Integer> slots = new HashSet<>();
        private int turns;
        private double nanos;
        private long size;

        /** Time of a step, if so many were done and parts are of equal size [ns]. */
        double stepNanos(int steps) {
            double parts = (double) turns / steps;
            return nanos / turns * Math.ceil(parts / Math.min(parts, slots.size()));
        }
    }

    /** A round is over. */
    void stepped() {
        if (steps.isRepeated()) {
            begin();
            return;
        }
        count(steps.turned());
        List<byte[]> copies = steps.newCopies();
        if (!copies.isEmpty()) {
            consider(copies);
            begin();
        }
    }

    private void begin() {
        rounds = 0;
        moved = false;
        loads.clear();
    }

    private void count(List<ResidentSteps.Turned> all) {
        long[] before = homes;
        homes = new long[all.size()];
        for (int part = 0; part < homes.length; part++) {
            ResidentSteps.Spent spent = all.get(part).spent().orElse(NONE);
            homes[part] = spent.process();
            Load load = loads.computeIfAbsent(homes[part], any -> new Load());
            load.slots.add(spent.slot());
            load.turns++;
            load.nanos += Math.max(1, spent.nanos());
        }
        moved |= rounds++ > 0 && !Arrays.equals(before, homes);
    }

    /**
     * Cuts if steps take longer than they need, and did so with the same parts in the same places before: one cycle may
     * be uneven by chance, and parts may be about to move whole.
     */
    private void consider(List<byte[]> copies) {
        long[] before = uneven;
        uneven = new long[0];
        if (moved || !isWorth(leastStep())) {
            return;
        }
        List<P> parts = new ArrayList<>(copies.size());
        copies.forEach(copy -> parts.add(coding.part(copy)));
        int[] sizes = parts.stream().mapToInt(by::size).toArray();
        for (int part = 0; part < sizes.length; part++) {
            load(part).size += sizes[part];
        }
        double rate = 0;
        for (Load load : loads.values()) {
            rate += rate(load);
        }
        double then = IntStream.of(sizes).asLongStream().sum() / rate;
        if (!isWorth(then)) {
            return;
        }
        int[] anew = sizes(sizes, rate);
        if (!Arrays.equals(before, homes)) {
            uneven = homes;
        } else if (!Arrays.equals(anew, sizes)) {
            int cut = cut(parts, sizes, anew, copies);
            residence.cut(cut, longestStep(), then);
        }
    }

    private Load load(int part) {
        return loads.getOrDefault(homes[part], new Load());
    }

    /** Size that a process computes in a nanosecond. */
    private double rate(Load load) {
        return load.size / load.stepNanos(rounds);
    }

    /** The shortest time of any process, which no cut makes the longest of all. */
    private double leastStep() {
        return loads.values().stream()
                .mapToDouble(load -> load.stepNanos(rounds))
                .min()
                .orElse(0);
    }

    private double longestStep() {
        return loads.values().stream()
                .mapToDouble(load -> load.stepNanos(rounds))
                .max()
                .orElse(0);
    }

    /** Tells whether steps of this time [ns] are worth a cut. */
    private boolean isWorth(double thenNanos) {
        double now = longestStep();
        double gain = now - thenNanos;
        return gain > WORTH * now && gain * steps.ahead() > steps.copyNanos(); // NaN: not known yet
    }

    /** The sizes with which all processes end a step together; the present ones if parts would be too small. */
    private int[] sizes(int[] sizes, double rate) {
        long all = IntStream.of(sizes).asLongStream().sum();
        int[] anew = new int[sizes.length];
        double ideal = 0;
        long from = 0;
        for (int part = 0; part < sizes.length; part++) {
            Load load = load(part);
            ideal += all * rate(load) / rate / load.turns * rounds;
            long most = all - (long) by.least() * (sizes.length - 1 - part);
            long to = part == sizes.length - 1 ? all : Math.min(most, Math.max(from + by.least(), Math.round(ideal)));
            anew[part] = (int) (to - from);
            from = to;
        }
        return IntStream.of(anew).allMatch(size -> size >= by.least()) ? anew : sizes;
    }

    /** Cuts the parts; returns how many have changed. */
    private int cut(List<P> parts, int[] sizes, int[] anew, List<byte[]> copies) {
        Map<Integer, byte[]> changed = new HashMap<>();
        List<P> all = recut(parts, sizes, anew);
        for (int part = 0; part < all.size(); part++) {
            byte[] copy = coding.copy(all.get(part));
            if (!Arrays.equals(copy, copies.get(part))) {
                changed.put(part, copy);
            }
        }
        List<ResidentSteps.Mail> sent = new ArrayList<>(all.size());
        for (int part = 0; part < all.size(); part++) {
            Place place = new Place(part, all.size(), steps.endedStep());
            sent.add(coding.sent(by.messages(place, all.get(part)), all.size(), value -> Optional.empty()));
        }
        steps.cut(changed, sent);
        return changed.size();
    }

    private List<P> recut(List<P> parts, int[] sizes, int[] anew) {
        List<P> all = new ArrayList<>(parts.size());
        int next = 0;
        P rest = parts.get(0);
        int left = sizes[0];
        for (int size : anew) {
            @Nullable P made = null;
            for (int lacks = size; lacks > 0; ) {
                P piece = rest;
                int taken = Math.min(lacks, left);
                if (taken < left) {
                    Halves<P> halves = by.split(rest, taken);
                    piece = halves.first();
                    rest = halves.second();
                    left -= taken;
                } else if (++next < sizes.length) {
                    rest = parts.get(next);
                    left = sizes[next];
                }
                lacks -= taken;
                made = made == null ? piece : by.join(made, piece);
            }
            all.add(made);
        }
        return all;
    }
}
