package dev.sluice.cli.hosts;

import dev.sluice.cli.option.Table;
import dev.sluice.insight.history.HostTimes;
import dev.sluice.insight.predict.GeneralTimes;
import dev.sluice.json.Json;
import dev.sluice.master.report.Processor;
import dev.sluice.model.Amount;
import dev.sluice.model.IfKnown;
import dev.sluice.model.Written;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The result of {@code hosts benchmark}.
 *
 * @param application its class; empty where none was measured
 * @param general one for each host; empty where that was left out
 */
record BenchmarkReport(String application, List<GeneralTimes> general, Units units) {
    /**
     * The measured units of the application.
     *
     * @param acceptSeconds of the master, for each unit; NaN where there is none
     */
    record Units(@IfKnown @Written("acceptSecondsPerUnit") double acceptSeconds, List<HostTimes> hosts) {
        static final Units NONE = new Units(Double.NaN, List.of());
    }

    /** Times of units, with the processors that the general benchmark has found. */
    List<HostTimes> withProcessors() {
        List<HostTimes> all = new ArrayList<>();
        for (HostTimes each : units.hosts()) {
            Optional<Processor> found = general.stream()
                    .filter(times -> times.host().equals(each.host()))
                    .map(GeneralTimes::processor)
                    .findFirst();
            all.add(new HostTimes(
                    each.host(),
                    found.or(each::processor),
                    each.slots(),
                    each.units(),
                    each.wallSeconds(),
                    each.cpuSeconds(),
                    each.spreadSeconds()));
        }
        return all;
    }

    String table() {
        StringBuilder text = new StringBuilder();
        if (!general.isEmpty()) {
            text.append(new Table<GeneralTimes>()
                    .left("host", GeneralTimes::host)
                    .left("slots", GeneralTimes::slots)
                    .left("general", each -> seconds(each.seconds()))
                    .left("sure", each -> percent(each.errorSeconds() / each.seconds()))
                    .left("floating", each -> seconds(each.floatingSeconds()))
                    .left("integer", each -> seconds(each.integerSeconds()))
                    .left("memory", each -> seconds(each.memorySeconds()))
                    .left("rounds", GeneralTimes::rounds)
                    .left("processor", each -> each.processor().model())
                    .of(general));
        }
        if (!units.hosts().isEmpty()) {
            text.append(general.isEmpty() ? "" : System.lineSeparator())
                    .append(application)
                    .append(System.lineSeparator())
                    .append(new Table<HostTimes>()
                            .left("host", HostTimes::host)
                            .left("slots", HostTimes::slots)
                            .left("units", HostTimes::units)
                            .left("wall/unit", each -> seconds(each.wallSeconds()))
                            .left("cpu/unit", each -> seconds(each.cpuSeconds()))
                            .left("spread", each -> seconds(each.spreadSeconds()))
                            .left(
                                    "busy",
                                    each -> percent(each.cpuSeconds() / each.wallSeconds())
                                            .replace("±", ""))
                            .of(units.hosts()))
                    .append("the master took ")
                    .append(seconds(units.acceptSeconds()))
                    .append(" for the result of a unit")
                    .append(System.lineSeparator());
        }
        return text.toString();
    }

    private static String seconds(double seconds) {
        return Double.isNaN(seconds) ? "-" : Amount.seconds(seconds);
    }

    private static String percent(double share) {
        return Double.isNaN(share) ? "-" : String.format(Locale.ROOT, "±%.1f %%", 100 * share);
    }

    private record Document(
            String schema,
            List<GeneralTimes> general,
            @IfKnown String application,
            @Written(flat = true) @Nullable Units units) {}

    String json() {
        return Json.of(new Document("sluice-benchmark-1", general, application, application.isEmpty() ? null : units));
    }
}
