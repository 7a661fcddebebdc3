package dev.sluice.insight.predict;

import dev.sluice.insight.history.History;
import dev.sluice.insight.information.Fact;
import dev.sluice.insight.information.Name;
import dev.sluice.insight.information.Provider;
import dev.sluice.insight.information.Question;
import dev.sluice.model.forecast.Estimate;
import dev.sluice.model.simulate.cost.Overheads;
import dev.sluice.model.simulate.cost.RuntimeCosts;
import java.util.List;
import java.util.OptionalDouble;

/** Knows the runtime's costs per message and unit on this host, from the counters of runs. */
public final class CostsProvider implements Provider {
    private static final double NANOS = 1e9;

    private final HereProvider here;
    private final History history;

    /** @param here describes this host */
    public CostsProvider(HereProvider here, History history) {
        this.here = here;
        this.history = history;
    }

    @Override
    public String name() {
        return "costs";
    }

    @Override
    public List<Fact> facts(Question question) {
        Name asked = Name.of(question.asked()).orElse(null);
        if (asked == null || value(asked, RuntimeCosts.NONE).isEmpty()) {
            return List.of();
        }
        KnownCosts known = KnownCosts.here(history);
        if (known.equals(KnownCosts.DEFAULT)) {
            return List.of();
        }
        double value = value(asked, known.costs()).orElseThrow();
        Fact fact = Fact.number(here.machine(), asked, new Estimate(value, Double.NaN, known.source(), known.time()));
        return fact.agreesWith(question) ? List.of(fact) : List.of();
    }

    private static OptionalDouble value(Name asked, RuntimeCosts costs) {
        Overheads each = costs.overheads();
        return switch (asked) {
            case MESSAGE_SECONDS ->
                OptionalDouble.of((costs.masterMessageNanos()
                                + costs.workerMessageNanos()
                                + each.travel().delayNanos())
                        / NANOS);
            case MESSAGE_BYTE_SECONDS ->
                OptionalDouble.of(
                        (each.masterSends().byteNanos() + each.workerReceives().byteNanos()) / NANOS);
            case HAND_OUT_SECONDS -> OptionalDouble.of(each.handOutNanos() / NANOS);
            case TAKE_SECONDS -> OptionalDouble.of(each.takeNanos() / NANOS);
            case SLOT_SECONDS -> OptionalDouble.of(each.unitNanos() / NANOS);
            case START_SECONDS -> OptionalDouble.of(costs.startNanos() / NANOS);
            default -> OptionalDouble.empty();
        };
    }
}
