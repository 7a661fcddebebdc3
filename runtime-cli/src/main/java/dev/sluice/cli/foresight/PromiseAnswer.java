package dev.sluice.cli.foresight;

import dev.sluice.cli.process.CommandClock;
import dev.sluice.insight.history.ApplicationKey;
import dev.sluice.insight.history.History;
import dev.sluice.insight.history.RunRecord;
import dev.sluice.insight.plan.PlanForecast;
import dev.sluice.insight.plan.PlanHandout;
import dev.sluice.insight.plan.RunPlan;
import dev.sluice.insight.predict.MakespanForecast;
import dev.sluice.insight.predict.Prediction;
import dev.sluice.insight.predict.RunCosts;
import dev.sluice.insight.predict.RunKind;
import dev.sluice.master.report.Due;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.Plural;
import dev.sluice.model.SluiceException;
import dev.sluice.model.flow.Host;
import dev.sluice.model.forecast.Chance;
import dev.sluice.model.record.PromiseNow;
import dev.sluice.model.simulate.SimulationTerms;
import dev.sluice.model.simulate.World;
import java.io.IOException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Answers, before a run begins, whether it will be complete by the time that its user asked for. Where nothing is known
 * of its units, a few are executed here first. Used once, by one thread.
 */
public final class PromiseAnswer {
    /** Time for executing units [ns]. */
    private static final long SAMPLE_NANOS = TimeUnit.MILLISECONDS.toNanos(3_000);

    /** A run starts if the chance is as large. */
    private static final double PROBABLE = 0.5;

    /** A finish time is kept surely if the chance is as large. */
    private static final double SURE = 0.9;

    /** Hosts without which a run is foretold, too. */
    private static final int MOST_HOSTS = 6;

    private final Due due;
    private final ForesightTerms terms;
    private final Consumer<String> news;
    private final Instant command;

    /** How units are handed out; null: as the run says. */
    private @Nullable PlanHandout handout;

    /** Workers that are at work at first; 0: all. */
    private int active;

    /** Workers by whose work the end is expected; 0: all. */
    private int assumed;

    private PromiseAnswer(Due due, ForesightTerms terms, Consumer<String> news) {
        this.due = due;
        this.terms = terms;
        this.news = news;
        this.command = CommandClock.began();
    }

    /**
     * Holds what is expected, and how units are handed out.
     *
     * @param due the time that was asked for, with what is expected
     * @param handout null: as the run says
     * @param active workers that are at work at first; 0: all
     * @param assumed workers by whose work the end is expected, while the others wait; 0: all
     */
    public record Promised(Due due, @Nullable PlanHandout handout, int active, int assumed) {}

    /**
     * The wishes of the user, apart from the time.
     *
     * @param handout parts of the way to hand out units that are left open
     * @param active workers that are at work at first; 0: all; negative: no more than are enough
     */
    public record Asked(PlanHandout.Free handout, int active) {}

    /**
     * The time that was asked for, with what is expected. Runs over ssh hand out units in the way that ends earliest.
     *
     * @param run whose units are executed if nothing is known of them
     * @param open what the user leaves open
     * @param news told what is expected
     * @throws SluiceException with {@link ErrorCode#PROMISE_REFUSED} if the run will probably not be complete by then,
     *     unless it is to take place all the same
     */
    public static Promised of(Due due, ForesightTerms terms, RunCosts.Asked run, Asked open, Consumer<String> news)
            throws IOException, InterruptedException {
        PromiseAnswer answer = new PromiseAnswer(due, terms, news);
        answer.active = Math.max(0, open.active());
        Due answered = answer.answer(run, open);
        return new Promised(answered, answer.handout, answer.active, answer.assumed);
    }

    private Due answer(RunCosts.Asked run, Asked open) throws IOException, InterruptedException {
        RunPlan plan = terms.planned();
        if (plan != null) {
            PlanForecast forecast = plan.forecast();
            return forecast == null ? unknown("the plan has no time") : answer(forecast.makespan(), List.of(), "");
        }
        if (!terms.kind().knowsMachines()) {
            return unknown("it is not known who computes");
        }
        int slots = Math.max(1, terms.workers().local() * terms.workers().localSlots());
        Prediction known = RunCosts.prediction(run, slots, SAMPLE_NANOS, news);
        ApplicationKey key = RunRecord.key(known.origin());
        History history = RunRecord.history(news);
        RunOutlook outlook = new RunOutlook(terms, key, history, news);
        outlook.begun(CommandClock.seconds());
        RunOutlook.Foreseen found = outlook.foreseen(known, false);
        if (found == null) {
            return unknown("the slots of a host are not known");
        }
        if (terms.kind() == RunKind.HOSTS && found.machines() != null) {
            double seconds = found.forecast().seconds();
            PlanHandout way = outlook.handout(found.machines(), known, seconds, open.handout());
            news.accept(due.when() + ": " + way.sentence());
            if (way.clear()) {
                handout = way;
                SimulationTerms better = way.chosen().in(terms.terms()).withPlannedWeights(way.weights());
                outlook = new RunOutlook(terms.simulatedBy(better), key, history, news);
                outlook.begun(CommandClock.seconds());
                found = Objects.requireNonNull(outlook.foreseen(known, false));
            }
        }
        if (!known.sampled().whole()) {
            return firstCycle(found.forecast());
        }
        World machines = found.machines();
        boolean some = open.active() != 0 && terms.kind() == RunKind.HOSTS;
        if (some && machines != null && chance(found.forecast()) >= SURE) {
            MakespanForecast all = found.forecast();
            MakespanForecast by = open.active() < 0
                    ? fewest(outlook, known, machines, all)
                    : atFirst(outlook, known, machines, open.active(), all);
            return answer(by, List.of(), "");
        }
        active = some && machines != null ? 0 : active; // the time is not sure with all of them
        boolean here = terms.kind() == RunKind.EMBEDDED || terms.kind() == RunKind.LOCAL;
        boolean refused = chance(found.forecast()) < PROBABLE;
        List<String> more = here || machines == null || refused ? List.of() : withoutEach(outlook, known, machines);
        return answer(found.forecast(), more, refused ? twice(outlook, known, here ? null : machines) : "");
    }

    private Due unknown(String why) {
        news.accept(due.when() + ": " + why + ", so that nothing can be said before units are computed");
        return due;
    }

    /** Later cycles may follow: what is too long for the first is too long for all. */
    private Due firstCycle(MakespanForecast forecast) {
        double chance = chance(forecast);
        if (chance < PROBABLE && !due.bestEffort()) {
            throw refusal(forecast, chance, "; this is the end of the first cycle alone");
        }
        news.accept(
                due.when() + ": the number of cycles is not known; the first is expected to end " + between(forecast));
        return due;
    }

    private double chance(MakespanForecast forecast) {
        return Chance.ofAtMost(seconds(due.by()), forecast.low(), forecast.seconds(), forecast.high());
    }

    /** @param twice what more machines would bring, if it cannot be kept */
    private Due answer(MakespanForecast forecast, List<String> more, String twice) {
        double chance = chance(forecast);
        if (chance < PROBABLE && !due.bestEffort()) {
            throw refusal(forecast, chance, twice);
        }
        String cannot = chance < PROBABLE ? "will probably not be kept: " : "";
        news.accept(due.when() + ": " + cannot + "expected to end " + between(forecast) + " (" + PromiseNow.sure(chance)
                + ")" + where() + (chance < PROBABLE ? twice : ""));
        more.forEach(news);
        return due.expecting(forecast.low(), forecast.high(), chance);
    }

    private SluiceException refusal(MakespanForecast forecast, double chance, String twice) {
        String limit = forecast.limit().isEmpty() ? "" : "; limited by " + forecast.limit();
        return new SluiceException(
                ErrorCode.PROMISE_REFUSED,
                due.when() + ": cannot be kept, expected to end " + between(forecast) + " (" + PromiseNow.sure(chance)
                        + ")" + where() + limit + twice + " (expected: a later time, more machines, or --best-effort)");
    }

    private String where() {
        int slots = terms.workers().local() * terms.workers().localSlots();
        List<String> places = new ArrayList<>();
        if (slots > 0) {
            places.add(Plural.of(slots, "slot") + " here");
        }
        int hosts = terms.workers().hosts().size();
        if (hosts > 0) {
            places.add(Plural.of(hosts, "host"));
        }
        return places.isEmpty() ? "" : " on " + String.join(" and ", places);
    }

    /** Says for each of a few hosts whether the time would be kept without it, as far as it would not. */
    private List<String> withoutEach(RunOutlook outlook, Prediction known, World machines) {
        List<Host> hosts = machines.computing();
        List<String> lines = new ArrayList<>();
        if (hosts.size() < 2 || hosts.size() > MOST_HOSTS) {
            return lines;
        }
        for (int left : machines.hosts()) {
            int[] others =
                    IntStream.of(machines.hosts()).filter(host -> host != left).toArray();
            MakespanForecast without = outlook.among(machines.only(others), known);
            if (chance(without) < PROBABLE) {
                lines.add(String.format(
                        Locale.ROOT,
                        "without %s: %s, too late",
                        machines.view().hosts().get(left).name(),
                        time(without.seconds(), without)));
            }
        }
        return lines;
    }

    /**
     * The forecast with the fewest workers that surely keep the time, whichever join first: the slowest of them.
     *
     * @param all the forecast with all of them, which keep it
     */
    private MakespanForecast fewest(RunOutlook outlook, Prediction known, World machines, MakespanForecast all) {
        int[] slowest = IntStream.of(machines.hosts())
                .boxed()
                .sorted(Comparator.comparingDouble((Integer host) -> rate(machines, host)))
                .mapToInt(Integer::intValue)
                .toArray();
        int tooFew = 0;
        int enough = slowest.length;
        MakespanForecast kept = all;
        while (enough - tooFew > 1) {
            int middle = (tooFew + enough) / 2;
            MakespanForecast some = outlook.among(machines.only(Arrays.copyOf(slowest, middle)), known);
            boolean keeps = chance(some) >= SURE;
            kept = keeps ? some : kept;
            enough = keeps ? middle : enough;
            tooFew = keeps ? tooFew : middle;
        }
        active = enough < slowest.length ? enough : 0;
        assumed = active;
        news.accept(due.when() + ": " + enough + " of " + Plural.of(slowest.length, "worker")
                + (enough == 1 ? " is" : " are") + " enough at first; the others wait");
        return kept;
    }

    /** The forecast of so many workers, if they surely keep the time; else all work from the beginning. */
    private MakespanForecast atFirst(
            RunOutlook outlook, Prediction known, World machines, int count, MakespanForecast all) {
        World some = ForeseenMachines.atWork(machines, count);
        MakespanForecast alone = some == null || some == machines ? all : outlook.among(some, known);
        active = alone != all && chance(alone) >= SURE ? count : 0;
        assumed = active;
        if (active == 0 && count < machines.workers()) {
            news.accept(due.when() + ": " + Plural.of(count, "worker")
                    + " cannot surely keep it, so that all work from the beginning");
        }
        return active > 0 ? alone : all;
    }

    private static double rate(World machines, int index) {
        Host host = machines.view().hosts().get(index);
        return host.slots() / host.unitSeconds(1);
    }

    /** Says what twice the slots would bring. */
    private String twice(RunOutlook outlook, Prediction known, @Nullable World machines) {
        MakespanForecast other = machines == null
                ? outlook.here(known, 2)
                : outlook.among(machines.withSlots(2 * machines.slots()), known);
        boolean kept = chance(other) >= PROBABLE;
        return "; " + (kept ? "" : "not even ") + "with twice the slots" + (kept ? ": " : " (")
                + time(other.seconds(), other) + (kept ? ", in time" : ")");
    }

    // ---- words

    private String between(MakespanForecast forecast) {
        return "between " + time(forecast.low(), forecast) + " and " + time(forecast.high(), forecast);
    }

    /** A time of day; to the second in short runs. */
    private String time(double seconds, MakespanForecast of) {
        Instant end = command.plusMillis(Math.round(1e3 * seconds));
        boolean isShort = of.high() < TimeUnit.HOURS.toSeconds(1);
        OffsetDateTime shown =
                Due.local(isShort ? end.plusMillis(500) : end.plusSeconds(30)).withNano(0);
        return PromiseNow.words(isShort ? shown : shown.withSecond(0), Due.local(Instant.now()));
    }

    private double seconds(Instant time) {
        return (time.toEpochMilli() - command.toEpochMilli()) / 1e3;
    }
}
