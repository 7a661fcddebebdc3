package dev.sluice.benchmarks.runtime;

import dev.sluice.benchmarks.application.EmptyUnits;
import dev.sluice.benchmarks.application.FarUnits;
import dev.sluice.benchmarks.harness.FigureReport;
import dev.sluice.benchmarks.harness.LocalTransport;
import dev.sluice.benchmarks.harness.NetworkBenchmark;
import dev.sluice.benchmarks.harness.NetworkRoles;
import dev.sluice.benchmarks.harness.Programs;
import dev.sluice.benchmarks.harness.Run;
import dev.sluice.benchmarks.timing.Cycles;
import java.util.List;
import java.util.Locale;

/**
 * Measures rates of messages by kind of link (dissertation, Table 2.3): within a process and between processes of this
 * machine, two slots each; on a switch of 100 Mbit/s and over a wide area of 10 ms one way, one slot each. A unit is
 * empty, and costs a message to the worker and one back.
 */
public final class MessagesBenchmark implements NetworkBenchmark {
    private static final String ALONE = "--delivery=prefetch=0";

    @Override
    public String question() {
        return "messages: empty units/s by kind of link, one at a time for each slot, and fed ahead (root)";
    }

    @Override
    public void measure(Programs programs, FigureReport report) throws Exception {
        for (LocalTransport transport : List.of(LocalTransport.MEMORY, LocalTransport.UNIX, LocalTransport.TLS)) {
            String name = transport.name().toLowerCase(Locale.ROOT);
            Cycles few = programs.effort().cycles("20000,20000x2");
            Cycles many = programs.effort().cycles("500000,500000x2");
            report.figure(
                    name + "-alone", rate(programs.sluice(EmptyUnits.class, few, transport, List.of(ALONE))), "1/s");
            report.figure(name + "-fed", rate(programs.sluice(EmptyUnits.class, many, transport, List.of())), "1/s");
        }
        NetworkRoles lan = new NetworkRoles(programs.lab().resolve("fast16.yaml"), "m", "10.99.0.100", List.of("f1"));
        far(programs, report, "lan", lan, programs.effort().cycles("2000,2000x2"));
        NetworkRoles wan = new NetworkRoles(programs.lab().resolve("far.yaml"), "a", "10.99.1.1", List.of("c"));
        far(programs, report, "wan", wan, programs.effort().cycles("200,200x2"));
    }

    private static void far(Programs programs, FigureReport report, String name, NetworkRoles network, Cycles few)
            throws Exception {
        Cycles many = new Cycles(few.units().stream().map(units -> 20 * units).toList());
        List<String> one = List.of("--workers=1");
        report.figure(name + "-alone", rate(programs.inLab(network, FarUnits.class, few, List.of(ALONE), one)), "1/s");
        report.figure(name + "-fed", rate(programs.inLab(network, FarUnits.class, many, List.of(), one)), "1/s");
    }

    private static double rate(Run run) {
        return run.cycles().get(run.cycles().size() - 1).unitsPerSecond();
    }
}
