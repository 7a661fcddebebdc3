package dev.sluice.benchmarks.runtime;

import dev.sluice.benchmarks.harness.Benchmark;
import dev.sluice.benchmarks.harness.FigureReport;
import dev.sluice.benchmarks.harness.MachineLoad;
import dev.sluice.benchmarks.harness.Programs;
import dev.sluice.model.simulate.cost.PeerCost;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The master's cost of a message beside 1 to 64 sessions of light workers, and the fit of o0 + o1·P of the LogGP model.
 */
public final class PeersBenchmark implements Benchmark {
    private static final int MOST = 64;
    private static final int REPETITIONS = 2;
    private static final long UNITS = 1_000_000;
    private static final Pattern COST = Pattern.compile("\"masterMessageNanos\":\\s*([-+.\\dEe]+)");

    @Override
    public String question() {
        return "the master's processor time for a message, beside 1 to 64 sessions";
    }

    @Override
    public void measure(Programs programs, FigureReport report) throws Exception {
        report.figure("load", MachineLoad.load(), "processes");
        List<PeerCost.Row> rows = new ArrayList<>();
        for (int repetition = 0; repetition < REPETITIONS; repetition++) {
            for (int sessions = 1; sessions <= MOST; sessions *= 2) {
                double nanos = messageNanos(programs, sessions);
                report.figure(sessions + "-sessions", nanos, "ns/message");
                rows.add(new PeerCost.Row(sessions, nanos, 1));
            }
        }
        PeerCost cost = PeerCost.fit(rows).orElseThrow();
        report.figure("o0", cost.messageNanos(), "ns/message");
        report.figure("o1", cost.peerNanos(), "ns/message/session");
        report.figure("o1-error", cost.peerError(), "ns/message/session");
    }

    private static double messageNanos(Programs programs, int sessions) throws Exception {
        long units = UNITS / programs.effort().divisor();
        try (GatedMaster master = new GatedMaster(programs, units + "," + units)) {
            int registered = master.register(1, sessions, List.of(master.runFile()));
            if (registered != sessions) {
                throw new IOException(registered + " sessions (expected: " + sessions + ")");
            }
            master.open();
            Matcher cost = COST.matcher(Files.readString(master.run().resolve("run.json")));
            if (!cost.find()) {
                throw new IOException(
                        sessions + " sessions: the run counted no cost of a message (expected: in run.json)");
            }
            return Double.parseDouble(cost.group(1));
        }
    }
}
