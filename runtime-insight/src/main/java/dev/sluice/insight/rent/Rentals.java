package dev.sluice.insight.rent;

import dev.sluice.insight.predict.MakespanForecast;
import dev.sluice.model.simulate.World;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * The machines for rent that are worth a look: no other ones are as cheap and end as early. By price, the cheapest
 * first. Immutable.
 */
public final class Rentals {
    private final List<Rental> worthwhile;

    private Rentals(List<Rental> worthwhile) {
        this.worthwhile = worthwhile;
    }

    /**
     * Compares numbers of machines of each kind.
     *
     * @param units of a cycle: no more machines are tried
     * @param forecast of a run on machines that are there
     */
    public static Rentals of(List<MachineKind> kinds, long units, Function<World, MakespanForecast> forecast) {
        List<Rental> all = new ArrayList<>();
        for (MachineKind kind : kinds) {
            for (int count = 1; count <= Math.min(kind.most(), units); count = next(count, kind.most())) {
                MakespanForecast there = forecast.apply(kind.machines(count));
                all.add(new Rental(
                        kind,
                        count,
                        kind.startSeconds() + there.seconds(),
                        kind.startSeconds() + there.low(),
                        kind.startSeconds() + there.high(),
                        kind.price(count, there.seconds()),
                        kind.price(count, there.high()),
                        there.limit()));
            }
        }
        return new Rentals(all.stream()
                .filter(each -> all.stream().noneMatch(each::isBeatenBy))
                .sorted(Comparator.comparingDouble(Rental::price).thenComparingDouble(Rental::seconds))
                .toList());
    }

    /** The next number of machines: 1, 2, 3, 4, 6, 8, 12 and so on, and the most. */
    static int next(int count, int most) {
        int half = Integer.highestOneBit(count);
        int next = count < 3 ? count + 1 : count == half ? count + half / 2 : 2 * half;
        return count < most && next > most ? most : next;
    }

    public List<Rental> worthwhile() {
        return worthwhile;
    }

    /**
     * The cheapest machines whose interval ends in time and within the budget; where no time is asked for, the machines
     * that end first within the budget.
     *
     * @param withinSeconds infinite: no time is asked for [s]
     * @param budget infinite: any price
     */
    public Optional<Rental> chosen(double withinSeconds, double budget) {
        Comparator<Rental> order = Double.isInfinite(withinSeconds) && !Double.isInfinite(budget)
                ? Comparator.comparingDouble(Rental::seconds)
                : Comparator.comparingDouble(Rental::price);
        return worthwhile.stream()
                .filter(each -> each.high() <= withinSeconds && each.highest() <= budget)
                .min(order);
    }

    /** The machines that end first. */
    public Rental soonest() {
        return worthwhile.stream().min(Comparator.comparingDouble(Rental::high)).orElseThrow();
    }

    /** The cheapest machines. */
    public Rental cheapest() {
        return worthwhile.get(0);
    }
}
