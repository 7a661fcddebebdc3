package dev.sluice.insight.gain;

import dev.sluice.json.Json;
import dev.sluice.json.JsonTree;
import dev.sluice.model.Amounts;
import dev.sluice.model.IfKnown;
import dev.sluice.model.ResultsKind;
import dev.sluice.model.Written;
import dev.sluice.model.collect.GrantMode;
import dev.sluice.model.delivery.SetupOrder;
import dev.sluice.model.policy.Policy;
import dev.sluice.model.policy.Weighting;
import dev.sluice.model.record.IdleLedger;
import dev.sluice.model.schedule.Handout;
import dev.sluice.model.simulate.Script;
import dev.sluice.model.simulate.SimulationTerms;
import dev.sluice.model.simulate.cost.Overheads;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The measurements of a run as {@code model.json}, of which the run can be replayed. The ledger is left out: it is in
 * {@code run.json}. An unlimited bandwidth is null.
 */
public record GainJson(
        String schema,
        String run,
        double seconds,
        GainWork work,
        GainNetwork network,
        List<GainWorker> workers,
        Terms terms,
        Overheads overheads) {
    /** The schema of the file. */
    public static final String SCHEMA = "sluice-model-1";

    /** @param changes of the hand-out; files of earlier versions have fewer fields */
    private record Terms(
            Policy policy,
            Weighting weights,
            int prefetch,
            @Written("speculationPercent") int speculation,
            ResultsKind results,
            GrantMode congestion,
            long resultMemoryBytes,
            @IfKnown @Nullable SetupOrder setups,
            @IfKnown List<Change> changes,
            @IfKnown List<Step> steps,
            @IfKnown String resources) {
        private static Terms of(SimulationTerms terms) {
            return new Terms(
                    terms.handout().policy(),
                    terms.handout().weighting(),
                    terms.handout().prefetch(),
                    terms.handout().speculation(),
                    terms.results(),
                    terms.delivery().congestion(),
                    terms.resultMemoryBytes(),
                    terms.delivery().setups(),
                    terms.script().switches().stream()
                            .map(change -> Change.of(change.atNanos(), change.from(terms.handout())))
                            .toList(),
                    terms.script().withoutSwitches().steps().stream()
                            .map(Step::of)
                            .toList(),
                    terms.resources().written());
        }

        private SimulationTerms terms() {
            return SimulationTerms.DEFAULT
                    .with(new Handout(policy, weights, prefetch, speculation))
                    .withResults(results)
                    .withCongestion(congestion)
                    .withResultMemory(resultMemoryBytes)
                    .withResources(Amounts.parse(resources))
                    .withSetups(setups == null ? SetupOrder.AT_ONCE : setups)
                    .withScript(new Script(Stream.concat(
                                    changes.stream().map(Change::step),
                                    steps.stream().map(Step::step))
                            .toList()));
        }
    }

    private record Change(
            @Written(value = "seconds", per = 1e9) long atNanos, Policy policy, Weighting weights, int prefetch) {
        private static Change of(long atNanos, Handout to) {
            return new Change(atNanos, to.policy(), to.weighting(), to.prefetch());
        }

        private Script.Step step() {
            return new Script.SwitchPolicy(atNanos, policy, weights, prefetch);
        }
    }

    /** The kinds of changes of a host or of a link. */
    private enum Kind {
        EXPECT,
        JOIN,
        DRAIN,
        PARK,
        UNPARK,
        LOSE,
        DIE,
        CAPACITY
    }

    private record Step(
            @Written(value = "seconds", per = 1e9) long atNanos,
            @Written("step") Kind kind,
            @IfKnown @Nullable Integer host,
            @IfKnown @Nullable Integer slots,
            @IfKnown @Nullable Integer link,
            @IfKnown double downBytesPerSecond,
            @IfKnown double upBytesPerSecond) {
        private static Step of(Script.Step step) {
            Script.Capacity capacity = step instanceof Script.Capacity of ? of : null;
            return new Step(
                    step.atNanos(),
                    Kind.valueOf(step.getClass().getSimpleName().toUpperCase(Locale.ROOT)),
                    step instanceof Script.OfHost of ? of.host() : null,
                    step instanceof Script.Expect expect ? expect.slots() : null,
                    capacity == null ? null : (Integer) capacity.link(),
                    capacity == null ? Double.NaN : capacity.downBytesPerSecond(),
                    capacity == null ? Double.NaN : capacity.upBytesPerSecond());
        }

        private Script.Step step() {
            return switch (kind) {
                case JOIN -> new Script.Join(atNanos, known(host));
                case DRAIN -> new Script.Drain(atNanos, known(host));
                case PARK -> new Script.Park(atNanos, known(host));
                case UNPARK -> new Script.Unpark(atNanos, known(host));
                case LOSE -> new Script.Lose(atNanos, known(host));
                case DIE -> new Script.Die(atNanos, known(host));
                case EXPECT -> new Script.Expect(atNanos, known(slots));
                case CAPACITY ->
                    new Script.Capacity(atNanos, known(link), limit(downBytesPerSecond), limit(upBytesPerSecond));
            };
        }

        private static int known(@Nullable Integer number) {
            return number == null ? 0 : number;
        }

        private static double limit(double bytesPerSecond) {
            return Double.isNaN(bytesPerSecond) ? Double.POSITIVE_INFINITY : Math.max(1, bytesPerSecond);
        }
    }

    /** The measurements as JSON. */
    public static String of(String run, GainInput input) {
        return Json.of(new GainJson(
                SCHEMA,
                run,
                input.seconds(),
                input.work(),
                input.network(),
                input.workers(),
                Terms.of(input.terms()),
                input.overheads()));
    }

    /** Reads what {@link #of} has written; any other content is an error that names file and field. */
    public static GainInput read(JsonTree json) {
        if (!json.at("schema").text().equals(SCHEMA)) {
            throw json.at("schema").wrong(SCHEMA);
        }
        return json.made(
                "measurements of a run", all -> begun(all).as(GainJson.class).input());
    }

    /** Runs of earlier versions whose policy was AUTO say with which one they began. */
    private static JsonTree begun(JsonTree json) {
        JsonTree terms = json.at("terms");
        return terms.has("begins")
                ? json.with(Map.of("terms", terms.with(Map.of("policy", terms.at("begins")))))
                : json;
    }

    private GainInput input() {
        return new GainInput(seconds, work, workers, network, terms.terms(), overheads, IdleLedger.NONE);
    }
}
