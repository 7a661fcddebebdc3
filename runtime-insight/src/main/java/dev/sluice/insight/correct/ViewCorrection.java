package dev.sluice.insight.correct;

import dev.sluice.insight.correct.PathEvidence.Measured;
import dev.sluice.model.flow.NetworkView;
import dev.sluice.model.forecast.Calibration;
import dev.sluice.view.Quantity;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Corrects the rates and latencies of a network view by measured paths. A wire that is slower than a path over it is
 * raised. A path that is slower than all wires on its way lowers one of them: the one that explains the most such
 * paths, and the narrowest of these. A difference within the errors changes nothing.
 */
public final class ViewCorrection {
    /** Older measurements say nothing about the network of today [s]. */
    private static final double OLDEST_SECONDS = 86_400;

    /** Fewer values say nothing. */
    private static final long FEWEST = 3;

    /** Least relative difference that contradicts a rate of the view. */
    private static final double APART = 0.15;

    /** Relative spread of a rate of the view. */
    private static final double VIEW_SPREAD = 0.05;

    /** Share of a wire's capacity from which the traffic of a run fills it. */
    private static final double FULL = 0.8;

    /** Sentences about contradictions; more would hide the plan. */
    private static final int MOST_WORDS = 8;

    private final NetworkView written;
    private final double ageSeconds;
    private final Wires wires;
    private final PathEvidence evidence;
    private final Map<Integer, LinkBelief> beliefs = new LinkedHashMap<>();
    private final List<String> words = new ArrayList<>();

    private ViewCorrection(NetworkView written, double ageSeconds, List<PathForecast> paths) {
        this.written = written;
        this.ageSeconds = ageSeconds;
        this.wires = new Wires(written);
        List<Measured> measured = new ArrayList<>();
        for (PathForecast path : paths) {
            List<Integer> way = wires.way(path.from(), path.to());
            if (!way.isEmpty()
                    && path.count() >= FEWEST
                    && isUsed(path.ageSeconds())
                    && path.bytesPerSecond() > 0
                    && Double.isFinite(path.error())) {
                measured.add(new Measured(way, path));
            }
        }
        this.evidence = new PathEvidence(wires, measured);
    }

    /**
     * The view as later measurements have it. Views with several ways between two hosts stay as they are.
     *
     * @param ageSeconds since the view was measured; infinite if it was not measured [s]
     */
    public static CorrectedView of(
            NetworkView view, double ageSeconds, List<PathForecast> paths, List<TripForecast> trips) {
        return view.tree() && !(paths.isEmpty() && trips.isEmpty())
                ? new ViewCorrection(view, ageSeconds, paths).corrected(trips)
                : CorrectedView.unchanged(view);
    }

    private boolean isUsed(double age) {
        return age < Math.min(OLDEST_SECONDS, ageSeconds);
    }

    private CorrectedView corrected(List<TripForecast> trips) {
        raise();
        lower();
        LatencyCorrection latency = new LatencyCorrection(wires);
        latency.explain(trips.stream()
                .filter(trip -> trip.count() >= FEWEST && isUsed(trip.ageSeconds()))
                .toList());
        words.addAll(latency.words());
        long[] added = latency.added();
        boolean changed = !beliefs.isEmpty() || IntStream.range(0, added.length).anyMatch(i -> added[i] != 0);
        return changed
                ? new CorrectedView(wires.view(added), List.copyOf(beliefs.values()), few(words))
                : CorrectedView.unchanged(written);
    }

    private static List<String> few(List<String> words) {
        if (words.size() <= MOST_WORDS) {
            return words;
        }
        List<String> few = new ArrayList<>(words.subList(0, MOST_WORDS));
        few.add("the view is stale in " + (words.size() - MOST_WORDS) + " more places");
        return few;
    }

    // ---- rates

    private static double tolerance(double rate, double error) {
        double spread = VIEW_SPREAD * rate;
        double deviation = Calibration.OF_MEAN_ERROR * error;
        return Math.max(2 * Math.sqrt(deviation * deviation + spread * spread), APART * rate);
    }

    /** No path is faster than a wire on its way. */
    private void raise() {
        for (int wire = 0; wire < wires.count(); wire++) {
            if (evidence.over(wire).isEmpty() || wires.rate(wire) == Double.POSITIVE_INFINITY) {
                continue;
            }
            double shown = evidence.estimate(wire);
            double error = evidence.error(evidence.fastest(wire), wire);
            if (shown > wires.rate(wire) + tolerance(wires.rate(wire), error)) {
                believe(wire, shown);
            }
        }
    }

    /** Finds wires for paths that are slower than their way, until none is left that a wire explains. */
    private void lower() {
        Set<Measured> slow = new LinkedHashSet<>();
        evidence.all().stream().filter(this::isSlow).forEach(slow::add);
        while (!slow.isEmpty()) {
            Integer blamed = blamed(slow);
            if (blamed == null) {
                return;
            }
            int wire = blamed;
            List<Measured> explained = slow.stream()
                    .filter(each -> each.way().contains(wire) && evidence.explains(wire, each))
                    .toList();
            believe(wire, evidence.estimate(wire));
            explained.forEach(slow::remove);
            slow.removeIf(each -> !isSlow(each));
        }
    }

    private boolean isSlow(Measured measured) {
        int narrowest = narrowest(measured.way());
        double rate = wires.rate(narrowest);
        boolean slower = rate == Double.POSITIVE_INFINITY
                || evidence.shown(measured, narrowest) < rate - tolerance(rate, evidence.error(measured, narrowest));
        return slower && measured.way().stream().noneMatch(wire -> evidence.isCrowded(wire, measured, FULL));
    }

    private int narrowest(List<Integer> way) {
        return way.stream().min(Comparator.comparingDouble(wires::rate)).orElseThrow();
    }

    private @Nullable Integer blamed(Set<Measured> slow) {
        Map<Integer, Integer> explained = new LinkedHashMap<>();
        for (Measured measured : slow) {
            for (int wire : measured.way()) {
                if (isTooWide(wire) && evidence.explains(wire, measured) && mayBeBlamed(wire, measured)) {
                    explained.merge(wire, 1, Integer::sum);
                }
            }
        }
        return explained.entrySet().stream()
                .min(Comparator.comparingInt((Map.Entry<Integer, Integer> each) -> -each.getValue())
                        .thenComparingDouble(each -> wires.rate(each.getKey())))
                .map(Map.Entry::getKey)
                .orElse(null);
    }

    private boolean isTooWide(int wire) {
        double rate = wires.rate(wire);
        double error = evidence.error(evidence.fastest(wire), wire);
        return rate == Double.POSITIVE_INFINITY || evidence.estimate(wire) < rate - tolerance(rate, error);
    }

    /** A wire without a limit is blamed only if it is the port at that end of the path which fewer paths share. */
    private boolean mayBeBlamed(int wire, Measured measured) {
        if (wires.rate(wire) < Double.POSITIVE_INFINITY) {
            return true;
        }
        List<Integer> way = measured.way();
        if (way.stream().anyMatch(each -> wires.rate(each) < Double.POSITIVE_INFINITY && isTooWide(each))) {
            return false;
        }
        int first = way.get(0);
        int last = way.get(way.size() - 1);
        int own = evidence.over(first).size() <= evidence.over(last).size() ? first : last;
        return wire == own;
    }

    private void believe(int wire, double rate) {
        Measured fastest = evidence.fastest(wire);
        PathForecast path = fastest.path();
        double error = evidence.error(fastest, wire);
        double before = wires.rate(wire);
        boolean stale = before < Double.POSITIVE_INFINITY;
        beliefs.put(
                wire,
                new LinkBelief(
                        wires.name(wire),
                        wires.isPort(wire),
                        wires.isUp(wire),
                        before,
                        rate,
                        error,
                        stale,
                        path.ageSeconds(),
                        path.run()));
        wires.set(wire, rate);
        if (stale) {
            words.add(sentence(wire, before, rate, error, path));
        }
    }

    private String sentence(int wire, double before, double rate, double error, PathForecast path) {
        return (wires.isPort(wire) ? "the port of " + wires.name(wire) : wires.name(wire))
                + " carries " + Quantity.RATE.rounded(rate) + " ± " + Quantity.RATE.rounded(error) + " towards "
                + path.to() + " as run " + path.run() + " measured " + ago(path.ageSeconds()) + "; "
                + written.name() + " says " + Quantity.RATE.rounded(before)
                + (ageSeconds < Double.POSITIVE_INFINITY ? " (" + ago(ageSeconds) + ")" : "")
                + ": the view is stale";
    }

    private static String ago(double seconds) {
        return seconds < 120
                ? Math.round(seconds) + " s ago"
                : seconds < 7_200 ? Math.round(seconds / 60) + " min ago" : Math.round(seconds / 3_600) + " h ago";
    }
}
