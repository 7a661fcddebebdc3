package dev.sluice.insight.predict;

import dev.sluice.api.extension.HostFacts;
import dev.sluice.api.extension.TimeModel;
import dev.sluice.insight.history.ApplicationKey;
import dev.sluice.master.tune.Extensions;
import dev.sluice.model.forecast.Estimate;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** Services of the application that know hosts; the first one that knows answers. For one thread. */
final class ToldByApplication {
    private final List<TimeModel> models = Extensions.services(TimeModel.class);
    private final List<HostFacts> facts = Extensions.services(HostFacts.class);
    private final KnownProcessors processors;

    ToldByApplication(KnownProcessors processors) {
        this.processors = processors;
    }

    /** The host, as a model is asked about it. */
    private record Asked(String name, String processor, double clockHertz, String arguments)
            implements TimeModel.Host {}

    /** The time of a unit on an idle slot of a host [s]. */
    Optional<UnitTime> unitSeconds(ApplicationKey application, String host) {
        if (models.isEmpty()) {
            return Optional.empty();
        }
        Instant now = Instant.now();
        Asked asked = new Asked(
                host,
                processors.model(host, now),
                processors.clockHertz(host, now).orElse(Double.NaN),
                application.arguments());
        for (TimeModel model : models) {
            double seconds = Extensions.answer(
                    model, "unitSeconds of " + host, Double.MAX_VALUE, () -> model.unitSeconds(asked));
            double error = Extensions.answer(model, "error", Double.MAX_VALUE, model::error);
            if (seconds > 0) {
                String source = "model: " + model.getClass().getName();
                Estimate estimate = new Estimate(seconds, seconds * error, source, now);
                return Optional.of(new UnitTime(estimate, Generalization.TOLD, false, 1));
            }
        }
        return Optional.empty();
    }

    /** The share of a processor that a new process on a host gets. */
    Optional<Estimate> availability(String host, Instant now) {
        for (HostFacts each : facts) {
            double share = Extensions.answer(each, "availability of " + host, 1, () -> each.availability(host));
            if (!Double.isNaN(share)) {
                return Optional.of(
                        new Estimate(share, 0, "facts: " + each.getClass().getName(), now));
            }
        }
        return Optional.empty();
    }

    /** Free memory of a host [bytes]. */
    OptionalDouble freeBytes(String host) {
        for (HostFacts each : facts) {
            double free = Extensions.answer(each, "freeBytes of " + host, Double.MAX_VALUE, () -> each.freeBytes(host));
            if (!Double.isNaN(free)) {
                return OptionalDouble.of(free);
            }
        }
        return OptionalDouble.empty();
    }
}
