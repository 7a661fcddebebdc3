package dev.sluice.benchmarks;

import dev.sluice.model.simulate.Overheads;
import dev.sluice.model.simulate.Overheads.Cost;
import dev.sluice.model.simulate.Overheads.Decline;
import dev.sluice.model.simulate.Overheads.Travel;
import dev.sluice.model.simulate.Overheads.Warming;
import java.io.IOException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What {@code sluice overheads --json} says of this machine. */
final class MeasuredOverheads {
    private final String json;

    private MeasuredOverheads(String json) {
        this.json = json;
    }

    static Overheads measure(Programs programs) throws Exception {
        MeasuredOverheads of = new MeasuredOverheads(programs.overheads());
        System.err.println(of.json.strip());
        return new Overheads(
                of.cost("masterSends"),
                of.cost("masterReceives"),
                of.cost("workerSends"),
                of.cost("workerReceives"),
                of.number("handOutNanos"),
                of.number("takeNanos"),
                of.number("unitNanos"),
                of.number("claimNanos"),
                (int) of.number("frameBytes"),
                (int) of.number("unitBytes"),
                (long) of.number("startNanos"),
                new Travel((long) of.number("delayNanos"), (int) of.number("segmentBytes"), (int)
                        of.number("segmentHeaderBytes")),
                new Warming(of.decline("warmingMaster"), of.decline("warmingWorker"), of.decline("warmingSlot")));
    }

    private Decline decline(String name) throws IOException {
        return new Decline(number(name + "More"), number(name + "Count"));
    }

    private Cost cost(String name) throws IOException {
        return new Cost(number(name + "MessageNanos"), number(name + "ByteNanos"));
    }

    private double number(String name) throws IOException {
        Matcher matcher = Pattern.compile("\"" + name + "\":([-+.\\dEe]+)").matcher(json);
        if (!matcher.find()) {
            throw new IOException("overheads without '" + name + "' in " + json.strip());
        }
        return Double.parseDouble(matcher.group(1));
    }
}
