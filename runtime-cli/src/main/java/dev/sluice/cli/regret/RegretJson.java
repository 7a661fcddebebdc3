package dev.sluice.cli.regret;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.sluice.insight.replay.Regret;
import dev.sluice.insight.replay.Replay;
import dev.sluice.insight.replay.ReplayTime;
import dev.sluice.insight.replay.WorkerRegret;
import dev.sluice.json.Json;
import dev.sluice.master.RunTerms;
import dev.sluice.model.tune.FixedChoice;
import java.io.IOException;

/** The regret of a run as {@code docs/regret.schema.json} has it. */
final class RegretJson {
    static final String SCHEMA = "sluice-regret-1";

    private final JsonGenerator json;

    private RegretJson(JsonGenerator json) {
        this.json = json;
    }

    static String of(RegretAnswer answer) {
        return Json.object(json -> new RegretJson(json).write(answer));
    }

    private void write(RegretAnswer answer) throws IOException {
        Replay replay = answer.replay();
        json.writeStringField("schema", SCHEMA);
        json.writeStringField("run", replay.recorded().run());
        json.writeNumberField("actualSeconds", replay.recorded().seconds());
        json.writeNumberField("replayedSeconds", replay.seconds());
        json.writeNumberField("replayError", replay.error());
        json.writeBooleanField("fits", replay.fits());
        json.writeNumberField("units", replay.recorded().units());
        json.writeNumberField("recordedUnits", replay.recorded().recordedUnits());
        Regret regret = answer.regret();
        if (regret != null) {
            choices(regret);
        }
        WorkerRegret workers = answer.workers();
        if (workers != null) {
            workers(workers);
        }
    }

    private void choices(Regret regret) throws IOException {
        json.writeNumberField("draws", regret.draws());
        json.writeObjectFieldStart("chosen");
        row(regret.chosen(), regret);
        json.writeEndObject();
        json.writeObjectFieldStart("best");
        row(regret.best(), regret);
        json.writeEndObject();
        if (regret.chosen().time().ends()) {
            json.writeNumberField("regretPercent", regret.percent());
            json.writeNumberField("regretSpreadPercent", regret.percentSpread());
        }
        Json.objects(json, "choices", regret.rows(), row -> row(row, regret));
    }

    private void row(Regret.Row row, Regret regret) throws IOException {
        FixedChoice choice = row.choice();
        json.writeStringField("policy", choice.policy().name());
        json.writeStringField("weights", Json.lower(choice.weighting()));
        json.writeStringField("prefetch", RunTerms.prefetch(choice.prefetch()));
        if (row.changes() > 0) {
            json.writeNumberField("changes", row.changes());
        }
        time(row.time(), regret.best().time());
    }

    private void time(ReplayTime time, ReplayTime best) throws IOException {
        if (time.ends()) {
            json.writeNumberField("seconds", time.mean());
            json.writeNumberField("spreadSeconds", time.spread());
            json.writeNumberField("percentOfBest", 100 + time.percentAbove(best));
        } else {
            json.writeNullField("seconds");
        }
    }

    private void workers(WorkerRegret workers) throws IOException {
        json.writeObjectFieldStart("workers");
        json.writeNumberField("chosen", workers.chosen().workers());
        json.writeNumberField("best", workers.best().workers());
        json.writeNumberField("mate", workers.mateWorkers());
        json.writeNumberField("mateEquation", workers.mate().optimumEquation());
        Json.objects(json, "rows", workers.rows(), row -> {
            json.writeNumberField("workers", row.workers());
            json.writeNumberField("mateSeconds", workers.mateSeconds(row.workers()));
            time(row.time(), workers.best().time());
        });
        json.writeEndObject();
    }
}
