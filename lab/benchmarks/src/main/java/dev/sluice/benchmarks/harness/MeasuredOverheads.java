package dev.sluice.benchmarks.harness;

import dev.sluice.model.simulate.cost.Overheads;
import dev.sluice.model.simulate.cost.RuntimeCosts;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The runtime's own costs on this machine, as a run counts them. */
public final class MeasuredOverheads {
    private MeasuredOverheads() {}

    public static Overheads measure(Programs programs) throws Exception {
        String report = programs.costs();
        RuntimeCosts counted = new RuntimeCosts(
                number(report, "masterMessageNanos"),
                number(report, "workerMessageNanos"),
                number(report, "unitNanos"),
                number(report, "secondNanos"),
                number(report, "startNanos"));
        System.err.println(counted);
        return counted.or(RuntimeCosts.DEFAULT).overheads();
    }

    /** A number of the report; NaN if the run could not measure it. */
    private static double number(String report, String name) {
        Matcher matcher = Pattern.compile("\"" + name + "\":([-+.\\dEe]+)[,}]").matcher(report);
        return matcher.find() ? Double.parseDouble(matcher.group(1)) : Double.NaN;
    }
}
