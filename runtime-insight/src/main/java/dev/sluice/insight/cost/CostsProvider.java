package dev.sluice.insight.cost;

import dev.sluice.insight.information.Fact;
import dev.sluice.insight.information.Name;
import dev.sluice.insight.information.Provider;
import dev.sluice.insight.information.Question;
import dev.sluice.insight.predict.HereProvider;
import dev.sluice.model.forecast.Estimate;
import java.util.List;
import java.util.OptionalDouble;

/** Knows what messages and units cost the runtime on this host, once 'sluice predict' has measured it. */
public final class CostsProvider implements Provider {
    private static final double NANOS = 1e9;

    private final HereProvider here;

    /** @param here says what this host is */
    public CostsProvider(HereProvider here) {
        this.here = here;
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
        return CostsCache.kept().stream()
                .map(kept -> Fact.number(
                        here.machine(),
                        asked,
                        new Estimate(
                                value(asked, kept.costs()).orElseThrow(),
                                Double.NaN,
                                "measured by 'sluice predict'",
                                kept.time())))
                .filter(fact -> fact.agreesWith(question))
                .toList();
    }

    private static OptionalDouble value(Name asked, RuntimeCosts costs) {
        return switch (asked) {
            case MESSAGE_SECONDS -> OptionalDouble.of(costs.message().seconds(0, 1));
            case MESSAGE_BYTE_SECONDS -> OptionalDouble.of(costs.message().secondsPerByte());
            case HAND_OUT_SECONDS -> OptionalDouble.of(costs.overheads().handOutNanos() / NANOS);
            case TAKE_SECONDS -> OptionalDouble.of(costs.overheads().takeNanos() / NANOS);
            case SLOT_SECONDS -> OptionalDouble.of(costs.overheads().unitNanos() / NANOS);
            case START_SECONDS -> OptionalDouble.of(costs.overheads().startNanos() / NANOS);
            default -> OptionalDouble.empty();
        };
    }
}
