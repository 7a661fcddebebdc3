package dev.sluice.model;

import java.util.ArrayList;
import java.util.List;

/**
 * The resources of a worker, or of the workers below a sub-master.
 *
 * @param total of all together
 * @param single of single workers, such that a unit has room below if one of these covers its needs
 */
public record Offer(Amounts total, List<Amounts> single) {
    /** A worker that states no resources: a unit has room in its slots. */
    public static final Offer NONE = new Offer(Amounts.NONE, List.of());

    /** The longest list of single workers; smaller ones are left out of a longer one. */
    public static final int MOST_SINGLE = 64;

    public Offer {
        single = List.copyOf(single);
        if (single.size() > MOST_SINGLE) {
            throw new IllegalArgumentException(single.size() + " offers (expected: at most " + MOST_SINGLE + ")");
        }
    }

    /** The resources of one worker with so many slots, each of which is a processor. */
    public static Offer of(int slots, Amounts others) {
        Amounts all = others.with(Amounts.PROCESSORS, slots);
        return new Offer(all, List.of(all));
    }

    /** All of these together. A worker whose offer another one covers is not kept as a single one. */
    public static Offer sum(List<Offer> offers) {
        Amounts total = Amounts.NONE;
        List<Amounts> single = new ArrayList<>();
        for (Offer offer : offers) {
            total = total.plus(offer.total);
            for (Amounts each : offer.single) {
                if (single.stream().noneMatch(other -> other.covers(each))) {
                    single.removeIf(each::covers);
                    if (single.size() < MOST_SINGLE) {
                        single.add(each);
                    }
                }
            }
        }
        return new Offer(total, single);
    }

    /** True if one worker could compute a unit with these needs, were it idle. */
    public boolean hasRoomFor(Amounts needs) {
        for (Amounts each : single) {
            if (each.covers(needs)) {
                return true;
            }
        }
        return false;
    }
}
