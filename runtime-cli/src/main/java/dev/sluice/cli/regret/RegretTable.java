package dev.sluice.cli.regret;

import dev.sluice.cli.option.Table;
import dev.sluice.insight.replay.Regret;
import dev.sluice.insight.replay.ReplayTime;
import dev.sluice.insight.replay.WorkerRegret;
import dev.sluice.model.Amount;
import java.util.Locale;

/** The regret of a run as text. */
final class RegretTable {
    private final StringBuilder text = new StringBuilder();

    private RegretTable() {}

    static String of(RegretAnswer answer) {
        RegretTable table = new RegretTable();
        answer.replay().lines().forEach(table::line);
        Regret regret = answer.regret();
        if (regret != null) {
            table.choices(regret);
        }
        WorkerRegret workers = answer.workers();
        if (workers != null) {
            table.workers(workers);
        }
        return table.text.toString();
    }

    private void line(String words) {
        text.append(words).append(System.lineSeparator());
    }

    private void choices(Regret regret) {
        if (regret.draws() > 1) {
            line(words("± is the standard deviation over %d draws of the units without a time", regret.draws()));
        }
        line("");
        ReplayTime best = regret.best().time();
        text.append(new Table<Regret.Row>()
                .left("choice", Regret.Row::name)
                .left("seconds", row -> seconds(row.time()))
                .left("of best", row -> percent(row.time(), best))
                .left("", row -> row.equals(regret.chosen()) ? "chosen" : "")
                .of(regret.rows()));
        line("");
        line(words(
                "chosen: %s, %s; best in hindsight: %s, %s",
                regret.chosen().name(),
                seconds(regret.chosen().time()),
                regret.best().name(),
                seconds(best)));
        String spread = regret.draws() > 1 ? words(" ± %.1f", regret.percentSpread()) : "";
        line(
                regret.chosen().time().ends()
                        ? words("regret: %.1f%s %%", regret.percent(), spread)
                        : "regret: unknown, because the replayed run does not end");
    }

    private void workers(WorkerRegret workers) {
        line("");
        ReplayTime best = workers.best().time();
        text.append(new Table<WorkerRegret.Row>()
                .left("workers", WorkerRegret.Row::workers)
                .left("seconds", row -> seconds(row.time()))
                .left("of best", row -> percent(row.time(), best))
                .left("MATE", row -> Amount.number(workers.mateSeconds(row.workers())) + " s")
                .left("", row -> row.equals(workers.chosen()) ? "chosen" : "")
                .of(workers.rows()));
        line("");
        line(words(
                "best: %d of %d workers, %s instead of %s (simulated %d, MATE %d by equation %d)",
                workers.best().workers(),
                workers.chosen().workers(),
                seconds(best),
                seconds(workers.chosen().time()),
                workers.best().workers(),
                workers.mateWorkers(),
                workers.mate().optimumEquation()));
    }

    private static String percent(ReplayTime time, ReplayTime best) {
        return time.ends() ? words("%.1f %%", 100 + time.percentAbove(best)) : "-";
    }

    private static String seconds(ReplayTime time) {
        if (!time.ends()) {
            return "does not end";
        }
        String spread = time.seconds().size() > 1 ? words(" ± %s", Amount.number(time.spread())) : "";
        return Amount.number(time.mean()) + spread + " s";
    }

    private static String words(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
