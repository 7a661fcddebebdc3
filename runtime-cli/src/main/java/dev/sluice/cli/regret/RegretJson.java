package dev.sluice.cli.regret;

import dev.sluice.insight.replay.Regret;
import dev.sluice.insight.replay.Replay;
import dev.sluice.insight.replay.ReplayTime;
import dev.sluice.insight.replay.WorkerRegret;
import dev.sluice.json.Json;
import dev.sluice.master.RunTerms;
import dev.sluice.model.IfKnown;
import dev.sluice.model.Written;
import dev.sluice.model.tune.FixedChoice;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The regret of a run as {@code docs/regret.schema.json} has it. */
record RegretJson(
        String schema,
        String run,
        double actualSeconds,
        double replayedSeconds,
        double replayError,
        boolean fits,
        long units,
        long recordedUnits,
        @Written(flat = true) @Nullable Choices all,
        @IfKnown @Nullable Workers workers) {
    private record Choices(
            int draws,
            Choice chosen,
            Choice best,
            @IfKnown double regretPercent,
            @IfKnown double regretSpreadPercent,
            List<Choice> choices) {
        private static Choices of(Regret regret) {
            boolean ends = regret.chosen().time().ends();
            return new Choices(
                    regret.draws(),
                    Choice.of(regret.chosen(), regret),
                    Choice.of(regret.best(), regret),
                    ends ? regret.percent() : Double.NaN,
                    ends ? regret.percentSpread() : Double.NaN,
                    regret.rows().stream().map(row -> Choice.of(row, regret)).toList());
        }
    }

    private record Choice(
            @Written(flat = true) FixedChoice choice,
            String prefetch,
            @IfKnown @Nullable Integer changes,
            @Written(flat = true) Time time) {
        private static Choice of(Regret.Row row, Regret regret) {
            String prefetch = RunTerms.prefetch(row.choice().prefetch());
            Time time = Time.of(row.time(), regret.best().time());
            return new Choice(row.choice(), prefetch, row.changes() > 0 ? row.changes() : null, time);
        }
    }

    private record Time(
            @Written(orNull = true) double seconds,
            @IfKnown double spreadSeconds,
            @IfKnown double percentOfBest) {
        private static Time of(ReplayTime time, ReplayTime best) {
            return time.ends()
                    ? new Time(time.mean(), time.spread(), 100 + time.percentAbove(best))
                    : new Time(Double.NaN, Double.NaN, Double.NaN);
        }
    }

    private record Workers(int chosen, int best, int mate, int mateEquation, List<Row> rows) {
        private static Workers of(WorkerRegret regret) {
            return new Workers(
                    regret.chosen().workers(),
                    regret.best().workers(),
                    regret.mateWorkers(),
                    regret.mate().optimumEquation(),
                    regret.rows().stream().map(row -> Row.of(row, regret)).toList());
        }
    }

    private record Row(
            int workers,
            double mateSeconds,
            @Written(flat = true) Time time) {
        private static Row of(WorkerRegret.Row row, WorkerRegret regret) {
            Time time = Time.of(row.time(), regret.best().time());
            return new Row(row.workers(), regret.mateSeconds(row.workers()), time);
        }
    }

    static String of(RegretAnswer answer) {
        Replay replay = answer.replay();
        return Json.of(new RegretJson(
                "sluice-regret-1",
                replay.recorded().run(),
                replay.recorded().seconds(),
                replay.seconds(),
                replay.error(),
                replay.fits(),
                replay.recorded().units(),
                replay.recorded().recordedUnits(),
                answer.regret() == null ? null : Choices.of(answer.regret()),
                answer.workers() == null ? null : Workers.of(answer.workers())));
    }
}
