package dev.sluice.cli.plan;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.sluice.insight.correct.LinkBelief;
import dev.sluice.insight.knowledge.MachineKnowledge;
import dev.sluice.insight.plan.Plan;
import dev.sluice.insight.plan.PlanChoice;
import dev.sluice.insight.plan.PlanForecast;
import dev.sluice.insight.plan.PlanHandout;
import dev.sluice.insight.predict.MakespanForecast;
import dev.sluice.json.Json;
import dev.sluice.model.ResultsKind;
import dev.sluice.model.flow.CyclePhases;
import dev.sluice.model.flow.FlowSolution;
import dev.sluice.model.flow.Host;
import dev.sluice.model.flow.Limit;
import dev.sluice.model.flow.ResultsAdvice;
import dev.sluice.model.flow.UnitCosts;
import dev.sluice.model.flow.WorkerSelection;
import dev.sluice.model.ledger.RunVerdict;
import dev.sluice.model.plan.Staging;
import dev.sluice.model.policy.PlannedWeights;
import dev.sluice.model.schedule.SchedulerConfig;
import java.io.IOException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The JSON form of a plan, as {@code docs/plan.schema.json} has it. */
public final class PlanJson {
    static final String SCHEMA = "sluice-plan-1";

    /** Hosts of an alternative that are named. */
    private static final int MOST_HOSTS = 32;

    private final Plan plan;
    private final @Nullable PlanForecast forecast;
    private final JsonGenerator json;

    private PlanJson(Plan plan, @Nullable PlanForecast forecast, JsonGenerator json) {
        this.plan = plan;
        this.forecast = forecast;
        this.json = json;
    }

    /** The plan, and the forecast of its time; null if its units are not known. */
    public static String of(Plan plan, @Nullable PlanForecast forecast) {
        return Json.object(json -> new PlanJson(plan, forecast, json).write());
    }

    private void write() throws IOException {
        json.writeStringField("schema", SCHEMA);
        json.writeStringField("view", plan.view().name());
        if (plan.application() != null) {
            json.writeStringField("application", plan.application());
        }
        costs();
        json.writeBooleanField("masterComputes", plan.masterComputes());
        Json.objects(json, "candidates", plan.candidates(), candidate -> {
            json.writeStringField("host", plan.host(candidate.host()));
            json.writeNumberField("unitsPerSecond", candidate.rate());
            limit(plan.verdict(candidate));
        });
        solution();
        selection();
        choice();
        handout();
        files();
        if (plan.tree() != null) {
            plan.tree().write(json, plan.view());
        }
        Json.strings(
                json,
                "workers",
                Arrays.stream(plan.chosen()).mapToObj(plan::host).toList());
        weights(plan.weights(plan.costs().results()));
        json.writeStringField("verdict", plan.verdict().sentence());
        limit(plan.verdict());
        json.writeNumberField("unitsPerSecond", plan.rate());
        if (plan.seconds() > 0) {
            json.writeNumberField("units", plan.units());
            json.writeNumberField("seconds", plan.seconds());
        }
        cycle();
        forecast();
        knowledge();
    }

    private void forecast() throws IOException {
        if (forecast == null) {
            return;
        }
        MakespanForecast makespan = forecast.makespan();
        json.writeObjectFieldStart("forecast");
        json.writeNumberField("seconds", makespan.seconds());
        json.writeNumberField("low", makespan.low());
        json.writeNumberField("high", makespan.high());
        json.writeObjectFieldStart("parts");
        json.writeNumberField("startSeconds", makespan.startSeconds());
        json.writeNumberField("cycleSeconds", forecast.cycleSeconds());
        json.writeNumberField("endSeconds", forecast.endSeconds());
        json.writeEndObject();
        Json.field(json, "errors", forecast.errors());
        Json.strings(json, "assumes", makespan.words());
        json.writeEndObject();
    }

    private void knowledge() throws IOException {
        MachineKnowledge known = plan.machines();
        if (known == null) {
            return;
        }
        if (!known.links().isEmpty()) {
            Json.objects(json, "beliefs", known.links(), this::belief);
        }
        if (!known.words().isEmpty()) {
            Json.strings(json, "knowledge", known.words());
        }
    }

    private void belief(LinkBelief belief) throws IOException {
        json.writeStringField(belief.port() ? "port" : "link", belief.link());
        json.writeStringField("direction", belief.up() ? "up" : "down");
        finite("viewBytesPerSecond", belief.viewBytesPerSecond());
        json.writeNumberField("bytesPerSecond", belief.bytesPerSecond());
        json.writeNumberField("error", belief.error());
        json.writeBooleanField("stale", belief.stale());
        json.writeNumberField("ageSeconds", belief.ageSeconds());
        json.writeStringField("run", belief.run());
    }

    private void weights(PlannedWeights weights) throws IOException {
        if (weights.isNone()) {
            return;
        }
        json.writeArrayFieldStart("weights");
        for (boolean below : new boolean[] {true, false}) {
            for (String host : weights.hosts()) {
                double seconds = weights.unitSeconds(host, below);
                if (seconds > 0) {
                    json.writeStartObject();
                    json.writeStringField("host", host);
                    json.writeBooleanField("below", below);
                    json.writeNumberField("weight", weights.weight(host, below));
                    json.writeNumberField("unitsPerSecond", 1 / seconds);
                    json.writeEndObject();
                }
            }
        }
        json.writeEndArray();
    }

    private void cycle() throws IOException {
        CyclePhases cycle = plan.cycle().orElse(null);
        if (cycle != null) {
            json.writeObjectFieldStart("cycle");
            json.writeNumberField("setupSeconds", cycle.setupSeconds());
            json.writeNumberField("computeSeconds", cycle.computeSeconds());
            json.writeNumberField("collectSeconds", cycle.collectSeconds());
            json.writeNumberField("unitsPerSecond", cycle.rateWups());
            json.writeEndObject();
        }
        ResultsAdvice advice = plan.otherResults().orElse(null);
        if (advice != null) {
            json.writeObjectFieldStart("deferral");
            json.writeStringField("results", Json.lower(advice.kind()));
            json.writeNumberField("from", advice.fromWups());
            json.writeNumberField("to", advice.toWups());
            json.writeEndObject();
        }
    }

    private void costs() throws IOException {
        UnitCosts costs = plan.costs();
        json.writeObjectFieldStart("costs");
        json.writeNumberField("unitSeconds", costs.unitSeconds());
        json.writeNumberField("resultSeconds", costs.resultSeconds());
        json.writeNumberField("inputBytes", costs.inputBytes());
        json.writeNumberField("resultBytes", costs.resultBytes());
        json.writeNumberField("setupBytes", costs.setupBytes());
        json.writeNumberField("cpuShare", costs.cpuShare());
        if (costs.results() == ResultsKind.ACCUMULATED) {
            json.writeNumberField("valueBytes", costs.valueBytes());
            json.writeNumberField("mergeSeconds", costs.mergeSeconds());
        }
        json.writeEndObject();
    }

    private void limit(RunVerdict verdict) throws IOException {
        if (!verdict.limits().isEmpty()) {
            json.writeStringField("limit", verdict.words());
        }
    }

    private void limitObject(Limit limit) throws IOException {
        json.writeStartObject();
        json.writeStringField("kind", Json.lower(limit.kind()));
        json.writeStringField("name", plan.solution().name(limit));
        finite("capacity", limit.capacity());
        json.writeNumberField("ifDoubled", limit.rateIfDoubled());
        json.writeEndObject();
    }

    /** Left out where there is no limit. */
    private void finite(String name, double value) throws IOException {
        if (value < Double.POSITIVE_INFINITY) {
            json.writeNumberField(name, value);
        }
    }

    private void solution() throws IOException {
        FlowSolution solution = plan.solution();
        json.writeObjectFieldStart("flow");
        json.writeStringField("master", plan.host(solution.master()));
        json.writeNumberField("unitsPerSecond", solution.rate());
        json.writeArrayFieldStart("limits");
        for (Limit limit : solution.limits()) {
            limitObject(limit);
        }
        json.writeEndArray();
        json.writeArrayFieldStart("hosts");
        for (int host : solution.workers()) {
            Host each = plan.view().hosts().get(host);
            json.writeStartObject();
            json.writeStringField("host", each.name());
            json.writeNumberField("unitsPerSecond", solution.hostRate(host));
            json.writeNumberField(
                    "capacity",
                    each.slots()
                            / each.unitSeconds(
                                    plan.costs().unitSeconds(), plan.costs().cpuShare()));
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeArrayFieldStart("links");
        for (int link = 0; link < plan.view().links().size(); link++) {
            json.writeStartObject();
            json.writeStringField("link", plan.view().links().get(link).name());
            json.writeNumberField("unitsPerSecond", solution.linkRate(link));
            finite("capacity", solution.linkCapacity(link));
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private void files() throws IOException {
        if (plan.files().isNone()) {
            return;
        }
        Staging staging = plan.staging();
        json.writeObjectFieldStart("files");
        json.writeNumberField("bytes", plan.files().bytes());
        finite("seconds", staging.lastSeconds());
        Json.objects(json, "hosts", staging.hosts(), host -> {
            json.writeStringField("host", plan.host(host));
            finite("seconds", staging.seconds(host));
        });
        Json.strings(json, "heldBy", staging.holders().stream().map(plan::host).toList());
        json.writeEndObject();
    }

    private void choice() throws IOException {
        PlanChoice choice = plan.choice();
        if (choice == null) {
            return;
        }
        json.writeStringField("objective", choice.objective().text());
        json.writeBooleanField("objectiveMet", choice.met());
        Json.objects(json, "alternatives", choice.alternatives(), each -> {
            json.writeStringField("master", each.master());
            json.writeNumberField("workers", each.workers().size());
            Json.strings(
                    json,
                    "hosts",
                    each.workers()
                            .subList(0, Math.min(MOST_HOSTS, each.workers().size())));
            json.writeNumberField("slots", each.slots());
            json.writeBooleanField("here", each.here());
            json.writeBooleanField("chosen", each == choice.best());
            json.writeNumberField("unitsPerSecond", each.rate());
            if (each.time().isKnown()) {
                Json.fields(json, each.time());
            }
        });
        Json.strings(json, "leftOut", choice.words());
    }

    private void handout() throws IOException {
        PlanHandout handout = plan.handout();
        if (handout == null) {
            return;
        }
        PlanHandout.Way way = handout.chosen();
        json.writeObjectFieldStart("handout");
        json.writeStringField("policy", way.handout().policy().name());
        json.writeStringField("weights", Json.lower(way.handout().weighting()));
        if (way.handout().prefetch() != SchedulerConfig.AUTO) {
            json.writeNumberField("prefetch", way.handout().prefetch());
        }
        json.writeStringField("congestion", way.delivery().congestion().word());
        json.writeStringField("setups", Json.lower(way.delivery().setups()));
        json.writeBooleanField("usual", !handout.clear());
        json.writeNumberField("compared", handout.compared());
        json.writeStringField("why", handout.sentence());
        json.writeEndObject();
    }

    private void selection() throws IOException {
        WorkerSelection selection = plan.workers();
        if (selection == null || plan.simulated() == null) {
            return;
        }
        json.writeObjectFieldStart("simulation");
        json.writeNumberField("units", plan.simulated().units());
        json.writeNumberField("trials", selection.trials());
        json.writeNumberField("unitsPerSecond", selection.rate());
        Json.objects(json, "curve", selection.curve(), point -> {
            json.writeNumberField("workers", point.workers());
            json.writeStringField("host", plan.host(point.host()));
            json.writeNumberField("unitsPerSecond", point.rate());
            json.writeNumberField("flowUnitsPerSecond", point.flowRate());
            json.writeNumberField("gain", point.gain());
            limit(point.verdict());
        });
        json.writeEndObject();
    }
}
