package dev.sluice.insight.plan;

import dev.sluice.model.Plural;
import dev.sluice.view.Quantity;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

/**
 * The best of several plans by an objective.
 *
 * @param alternatives all of them, in the order in which they were considered
 * @param chosen index of the best one
 * @param met whether the objective could be met; a deadline may be too short for every plan
 * @param words about hosts that have fewer slots than they could have, or no worker
 */
public record PlanChoice(
        PlanObjective objective, List<PlanAlternative> alternatives, int chosen, boolean met, List<String> words) {
    /** Plans that differ by less are equal: the one with fewer hosts is better. */
    private static final double EQUAL = 0.01;

    /** Preferred hosts may make a plan worse by this fraction. */
    private static final double PREFERENCE = 0.03;

    /** Saving worker-seconds may make a run longer by this factor. */
    private static final double SLOWEST = 2;

    public PlanChoice {
        alternatives = List.copyOf(alternatives);
        words = List.copyOf(words);
    }

    /**
     * Chooses among plans, of which one at least is given.
     *
     * @throws IllegalArgumentException if the objective needs times and there are none
     */
    public static PlanChoice of(PlanObjective objective, List<PlanAlternative> alternatives) {
        if (alternatives.isEmpty()) {
            throw new IllegalArgumentException("no plans (expected: at least one)");
        }
        List<Integer> usable = new ArrayList<>();
        for (int i = 0; i < alternatives.size(); i++) {
            if (alternatives.get(i).rate() > 0
                    && (!objective.needsUnits() || alternatives.get(i).time().isKnown())) {
                usable.add(i);
            }
        }
        if (usable.isEmpty()) {
            if (objective.needsUnits() && alternatives.stream().anyMatch(each -> each.rate() > 0)) {
                throw new IllegalArgumentException(objective.text() + " without times (expected: a number of units)");
            }
            return new PlanChoice(objective, alternatives, 0, false, List.of());
        }
        return new Choosing(alternatives, usable).by(objective);
    }

    /** The same choice, whose best plan takes the time of this forecast. */
    PlanChoice foretold(PlanForecast forecast) {
        List<PlanAlternative> all = new ArrayList<>(alternatives);
        all.set(chosen, best().with(forecast));
        return new PlanChoice(objective, all, chosen, met, words);
    }

    PlanChoice with(List<String> more) {
        return new PlanChoice(objective, alternatives, chosen, met, more);
    }

    /** The best plan. */
    public PlanAlternative best() {
        return alternatives.get(chosen);
    }

    /** The best plan of the other place, this machine or other hosts; empty if all plans are of one place. */
    public Optional<PlanAlternative> elsewhere() {
        List<PlanAlternative> others = alternatives.stream()
                .filter(each -> each.here() != best().here() && each.rate() > 0)
                .toList();
        return others.isEmpty()
                ? Optional.empty()
                : Optional.of(of(objective.needsUnits() ? new PlanObjective.Time() : objective, others))
                        .map(PlanChoice::best);
    }

    /** The comparison of this machine with other hosts, and what follows: "8 cores here: 9 s; 12 hosts: 14 s". */
    public String sentence() {
        Optional<PlanAlternative> other = elsewhere();
        String comparison =
                words(best()) + other.map(each -> "; " + words(each)).orElse("");
        String consequence = best().here() && other.isPresent() ? ": the run stays here" : "";
        return comparison + consequence + deadline();
    }

    private String deadline() {
        if (!(objective instanceof PlanObjective.Deadline deadline)) {
            return "";
        }
        String limit = Quantity.TIME.rounded(deadline.seconds());
        String most = Quantity.TIME.rounded(best().time().high());
        return met
                ? "; at most " + most + ", within the deadline of " + limit
                : "; no plan surely ends within the deadline of " + limit + ", and this is the fastest: at most "
                        + most;
    }

    private String words(PlanAlternative plan) {
        String place = plan.here()
                ? Plural.of(plan.slots(), "core") + " here"
                : Plural.of(plan.workers().size(), "host")
                        + (plan.workers().size() == 1 ? " (" + plan.workers().get(0) + ")" : "");
        if (!plan.time().isKnown() || objective instanceof PlanObjective.Rate) {
            return place + String.format(Locale.ROOT, ": %.4g units/s", plan.rate());
        }
        String seconds = place + ": " + Quantity.TIME.rounded(plan.seconds());
        return objective instanceof PlanObjective.Time
                ? seconds
                : seconds + " and " + Quantity.TIME.rounded(plan.time().workerSeconds()) + " of workers";
    }

    /** The choice among the usable plans, which are given by their indices. */
    private record Choosing(List<PlanAlternative> all, List<Integer> usable) {
        PlanChoice by(PlanObjective objective) {
            if (objective instanceof PlanObjective.Rate) {
                return chosen(objective, usable, plan -> 1 / plan.rate());
            }
            if (objective instanceof PlanObjective.WorkerSeconds) {
                double most = SLOWEST * least(usable, PlanAlternative::seconds);
                return chosen(
                        objective,
                        kept(plan -> plan.seconds() <= most),
                        plan -> plan.time().workerSeconds());
            }
            if (objective instanceof PlanObjective.Deadline deadline) {
                List<Integer> inTime = kept(plan -> plan.time().high() <= deadline.seconds());
                return inTime.isEmpty()
                        ? new PlanChoice(
                                objective,
                                all,
                                chosen(objective, usable, PlanAlternative::late).chosen(),
                                false,
                                List.of())
                        : chosen(objective, inTime, plan -> plan.time().workerSeconds());
            }
            return chosen(objective, usable, PlanAlternative::late);
        }

        private List<Integer> kept(Predicate<PlanAlternative> good) {
            return usable.stream().filter(i -> good.test(all.get(i))).toList();
        }

        private PlanChoice chosen(
                PlanObjective objective, List<Integer> among, ToDoubleFunction<PlanAlternative> value) {
            int preference =
                    among.stream().mapToInt(i -> all.get(i).preference()).max().orElse(0);
            List<Integer> left = among;
            if (preference > 0) {
                List<Integer> near = near(among, value, PREFERENCE);
                int most = near.stream()
                        .mapToInt(i -> all.get(i).preference())
                        .max()
                        .orElse(0);
                left = near.stream()
                        .filter(i -> all.get(i).preference() == most)
                        .toList();
            }
            int best = near(left, value, EQUAL).stream()
                    .min(Comparator.comparingInt(
                                    (Integer i) -> all.get(i).workers().size())
                            .thenComparingDouble(i -> value.applyAsDouble(all.get(i))))
                    .orElseThrow();
            return new PlanChoice(objective, all, best, true, List.of());
        }

        private List<Integer> near(List<Integer> among, ToDoubleFunction<PlanAlternative> value, double tolerance) {
            double most = (1 + tolerance) * least(among, value);
            return among.stream()
                    .filter(i -> value.applyAsDouble(all.get(i)) <= most)
                    .toList();
        }

        private double least(List<Integer> among, ToDoubleFunction<PlanAlternative> value) {
            return among.stream()
                    .mapToDouble(i -> value.applyAsDouble(all.get(i)))
                    .min()
                    .orElseThrow();
        }
    }
}
