package dev.sluice.cli.plan;

import dev.sluice.cli.foresight.ForetoldTime;
import dev.sluice.cli.option.Table;
import dev.sluice.insight.plan.Plan;
import dev.sluice.insight.plan.PlanChoice;
import dev.sluice.insight.plan.PlanForecast;
import dev.sluice.insight.plan.PlanTree;
import dev.sluice.insight.predict.MakespanForecast;
import dev.sluice.model.Amount;
import dev.sluice.model.Plural;
import dev.sluice.model.ResultsKind;
import dev.sluice.model.flow.FlowSolution;
import dev.sluice.model.flow.Host;
import dev.sluice.model.flow.Limit;
import dev.sluice.model.flow.UnitCosts;
import dev.sluice.model.flow.WorkerSelection;
import dev.sluice.model.plan.SimulatedTrial;
import dev.sluice.view.Quantity;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** A plan as a table of some forty lines at most; the JSON form has the rest. */
public final class PlanTable {
    private static final int WORKERS_SHOWN = 12;
    private static final int LIMITS_SHOWN = 3;
    private static final int POINTS_SHOWN = 12;

    private final Plan plan;
    private final StringBuilder text = new StringBuilder();

    private PlanTable(Plan plan) {
        this.plan = plan;
    }

    /** @param firstCycle whether only the first cycle is foretold, because the number of cycles is not known */
    static String of(Plan plan, @Nullable PlanForecast forecast, boolean firstCycle) {
        PlanTable table = new PlanTable(plan);
        table.sentence(first(plan, forecast, firstCycle));
        table.line("");
        table.line("Why:");
        table.headline();
        table.places();
        table.choice();
        if (plan.handout() != null) {
            table.sentence(capital(plan.handout().sentence()));
        }
        table.files();
        table.cycle();
        table.sentence(plan.verdict().sentence());
        table.bound();
        if (forecast != null) {
            table.sentence(capital(parts(forecast)));
            forecast.startWords().forEach(each -> table.sentence(capital(each)));
        }
        table.candidates();
        table.workers();
        table.curve();
        table.tree();
        return table.text.toString();
    }

    private void line(String format, Object... values) {
        text.append(String.format(Locale.ROOT, format, values).stripTrailing()).append(System.lineSeparator());
    }

    private void headline() {
        UnitCosts costs = plan.costs();
        line(
                "%s%s: %s, %s; a unit takes %s, %s in and %s out, its result %s of the master; setup %s",
                plan.application() == null ? "" : plan.application() + " on ",
                plan.view().name(),
                Plural.of(plan.view().hosts().size(), "host"),
                Plural.of(plan.view().links().size(), "link"),
                Quantity.TIME.rounded(costs.unitSeconds()),
                Quantity.SIZE.rounded(costs.inputBytes()),
                Quantity.SIZE.rounded(costs.resultBytes()),
                Quantity.TIME.rounded(costs.resultSeconds()),
                Quantity.SIZE.rounded(costs.setupBytes()));
    }

    private void cycle() {
        UnitCosts costs = plan.costs();
        boolean parts = costs.setupBytes() > 0 || costs.results() != ResultsKind.EACH;
        plan.cycle()
                .filter(unused -> parts)
                .ifPresent(cycle -> line(
                        "a cycle by the flow model: setup %s, units %s, collection %s",
                        Quantity.TIME.rounded(cycle.setupSeconds()),
                        Quantity.TIME.rounded(cycle.computeSeconds()),
                        Quantity.TIME.rounded(cycle.collectSeconds())));
        plan.resultsSentence().ifPresent(this::sentence);
        plan.shareSentence().ifPresent(this::sentence);
    }

    private void sentence(String words) {
        line("%s", words);
    }

    private void candidates() {
        line("");
        text.append(candidates(plan).of(plan.candidates()));
        int others = plan.view().hosts().size() - plan.candidates().size();
        if (others > 0) {
            line("and %s", Plural.of(others, "other"));
        }
    }

    /** The hosts that could have the master. */
    static Table<Plan.Candidate> candidates(Plan plan) {
        return new Table<Plan.Candidate>()
                .left("master on", 16, candidate -> plan.host(candidate.host()))
                .right("at most", 12, "%s", candidate -> rate(candidate.rate()))
                .right("if doubled", 12, "%s", candidate -> doubled(candidate.limit()))
                .left(
                        " limited most by",
                        candidate -> " " + plan.verdict(candidate).words());
    }

    private static String doubled(@Nullable Limit limit) {
        return limit == null ? "" : rate(limit.rateIfDoubled());
    }

    /** The first line of a plan that is not started. */
    static String first(Plan plan, @Nullable PlanForecast forecast, boolean firstCycle) {
        return capital(answer(plan, forecast, firstCycle, " from now"));
    }

    private static String capital(String sentence) {
        return Character.toUpperCase(sentence.charAt(0)) + sentence.substring(1);
    }

    /**
     * The answer: the time of the run from the command to the end, and its places.
     *
     * @param forecast null if the number of units is not known, or nothing can be computed
     * @param from follows the time
     */
    public static String answer(Plan plan, @Nullable PlanForecast forecast, boolean firstCycle, String from) {
        PlanTree shape = plan.tree();
        PlanTree tree = shape == null || shape.isFlat() ? null : shape;
        String places = String.format(
                Locale.ROOT,
                "master on %s%s%s, %s",
                plan.host(plan.solution().master()),
                plan.masterComputes() ? " (computes, too)" : "",
                tree == null ? "" : ", " + Plural.of(tree.subMasters(), "sub-master"),
                Plural.of(tree == null ? plan.chosen().length : tree.workers(), "worker"));
        String time = forecast != null
                ? ForetoldTime.of(forecast.makespan(), from, firstCycle)
                : plan.rate() > 0
                        ? "the time" + from + " is not known without the number of units (expected: --units N)"
                        : "the run would not end, because nothing can be computed";
        return time + ": " + places;
    }

    /** The parts of the time, for people. */
    public static String parts(PlanForecast forecast) {
        MakespanForecast makespan = forecast.makespan();
        double later = (makespan.cycles() - 1) * makespan.laterCycleSeconds();
        return String.format(
                Locale.ROOT,
                "of this time, %s until the first worker computes, %s until the last result, %s until the command ends",
                Amount.seconds(makespan.startSeconds()),
                Amount.seconds(makespan.firstCycleSeconds() + later),
                Amount.seconds(forecast.endSeconds()));
    }

    /** The rate: the simulated one if there is one, else the bound of the flow model. */
    private void places() {
        PlanTree shape = plan.tree();
        PlanTree tree = shape == null || shape.isFlat() ? null : shape;
        SimulatedTrial trial = plan.simulated();
        double rate = plan.rateWithSubMasters();
        double seconds = tree == null ? plan.seconds() : plan.units() / rate;
        line(
                "Rate: %s%s units/s%s%s",
                trial == null ? "at most " : "",
                rate(rate),
                plan.units() > 0 && rate > 0
                        ? String.format(
                                Locale.ROOT,
                                ", %,d units in about %s once all workers have joined",
                                plan.units(),
                                Amount.seconds(seconds))
                        : "",
                trial == null
                        ? ""
                        : String.format(
                                Locale.ROOT, " (simulated, %,d units)", tree == null ? trial.units() : tree.units()));
    }

    private void choice() {
        PlanChoice choice = plan.choice();
        if (choice == null) {
            return;
        }
        if (choice.objective().needsUnits()) {
            line("By %s: %s", choice.objective().text(), choice.sentence());
        }
        choice.words().forEach(each -> line("%s", each));
    }

    private void files() {
        plan.filesSentence()
                .ifPresent(sentence -> line(
                        "F%s%s",
                        sentence.substring(1), plan.units() > 0 ? "" : "; --units weighs this against the run"));
    }

    private void bound() {
        FlowSolution solution = plan.solution();
        line(
                "Upper bound (flow model): %s units/s from %,d of %,d hosts",
                rate(solution.rate()),
                solution.workers().length,
                plan.view().hosts().size() - (plan.masterComputes() ? 0 : 1));
        solution.limits().stream()
                .filter(limit -> limit.rateIfDoubled() > solution.rate())
                .limit(LIMITS_SHOWN)
                .forEach(limit -> line(
                        "  twice the %s: %s units/s, %+.1f %%",
                        plan.resource(limit),
                        rate(limit.rateIfDoubled()),
                        100 * (limit.rateIfDoubled() / solution.rate() - 1)));
    }

    private void workers() {
        int[] chosen = plan.chosen();
        if (chosen.length == 0) {
            return;
        }
        line("");
        text.append(new Table<Host>()
                .left("worker on", 16, Host::name)
                .left("link", 16, host -> plan.view().links().get(host.link()).name())
                .right("flow units/s", 12, "%s", host -> rate(flow(host)))
                .right("of", 12, "%s", host -> rate(most(host)))
                .right("use %", 7, "%.1f", host -> most(host) > 0 ? 100 * flow(host) / most(host) : 0)
                .of(Arrays.stream(chosen)
                        .limit(WORKERS_SHOWN)
                        .mapToObj(plan.view().hosts()::get)
                        .toList()));
        if (chosen.length > WORKERS_SHOWN) {
            line("and %,d more", chosen.length - WORKERS_SHOWN);
        }
    }

    private double flow(Host host) {
        return plan.solution().hostRate(plan.view().hosts().indexOf(host));
    }

    private double most(Host host) {
        return host.slots()
                / host.unitSeconds(plan.costs().unitSeconds(), plan.costs().cpuShare());
    }

    private void curve() {
        WorkerSelection selection = plan.workers();
        if (selection == null || selection.curve().isEmpty()) {
            return;
        }
        line("");
        int size = selection.curve().size();
        PlanTree tree = plan.tree();
        String mark = tree == null || tree.isFlat() ? "  <- chosen" : "  <- best without sub-masters";
        int stride = (size + POINTS_SHOWN - 1) / POINTS_SHOWN;
        int most = selection.workers().length;
        text.append(new Table<WorkerSelection.Point>()
                .right("workers", 7, "%d", WorkerSelection.Point::workers)
                .right("simulated", 12, "%s", point -> rate(point.rate()))
                .right("of flow", 12, "%s", point -> rate(point.flowRate()))
                .right("gain each", 12, "%s", point -> rate(point.gain()))
                .left(
                        " limited most by",
                        point -> " " + point.verdict().words() + (point.workers() == most ? mark : ""))
                .of(IntStream.range(0, size)
                        .filter(i -> i % stride == 0
                                || i == size - 1
                                || selection.curve().get(i).workers() == most)
                        .mapToObj(selection.curve()::get)
                        .toList()));
    }

    private void tree() {
        PlanTree tree = plan.tree();
        if (tree != null) {
            line("");
            tree.lines().forEach(each -> line("%s", each));
        }
    }

    /** Three digits at least, however small. */
    public static String rate(double value) {
        double size = Math.abs(value);
        return String.format(Locale.ROOT, size >= 100 || size == 0 ? "%,.1f" : size >= 0.01 ? "%.3f" : "%.2e", value);
    }
}
