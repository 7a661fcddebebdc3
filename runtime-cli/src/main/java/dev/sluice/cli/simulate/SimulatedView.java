package dev.sluice.cli.simulate;

import dev.sluice.model.Build;
import dev.sluice.model.EnumWords;
import dev.sluice.model.flow.Host;
import dev.sluice.model.ledger.Cause;
import dev.sluice.model.ledger.CauseTimes;
import dev.sluice.model.record.CourseView;
import dev.sluice.model.record.IdleLedger;
import dev.sluice.model.record.RunFacts;
import dev.sluice.model.record.RunRecorder;
import dev.sluice.model.record.RunView;
import dev.sluice.model.simulate.RecordedTimeline;
import dev.sluice.model.simulate.SimulationReport;
import dev.sluice.model.simulate.SimulationTerms;
import dev.sluice.model.simulate.World;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The view of a simulated run, for the page of a run. */
final class SimulatedView {
    private final World machines;
    private final SimulationTerms terms;
    private final SimulationReport report;
    private final RunRecorder recorder;
    private final CourseView course;

    private SimulatedView(
            World machines,
            SimulationTerms terms,
            SimulationReport report,
            RecordedTimeline timeline,
            CourseView course) {
        this.course = course;
        this.machines = machines;
        this.terms = terms;
        this.report = report;
        this.recorder = timeline.recorder();
    }

    /** The whole view of a run that was simulated. */
    static RunView of(
            World machines,
            SimulationTerms terms,
            SimulationReport report,
            RecordedTimeline timeline,
            CourseView course) {
        return new SimulatedView(machines, terms, report, timeline, course).view();
    }

    private RunView view() {
        recorder.ended(report.makespanNanos());
        IdleLedger ledger = IdleLedger.of(report.slotNanos(), 0, report.idle(), hostTimes());
        RunFacts facts = new RunFacts(about(), overview(), links(), ledger, null, hosts(), course);
        return recorder.view(0, facts, report.makespanNanos());
    }

    private String host(int index) {
        return machines.view().hosts().get(index).name();
    }

    private Map<String, CauseTimes> hostTimes() {
        Map<String, CauseTimes> times = new LinkedHashMap<>();
        report.workers().forEach(worker -> times.merge(host(worker.host()), worker.times(), CauseTimes::plus));
        return times;
    }

    private RunView.About about() {
        return new RunView.About(
                RunView.Kind.SIMULATED,
                "simulation",
                "",
                List.of(),
                "",
                host(machines.master()),
                terms.handout().policy().name(),
                Build.version(),
                Runtime.version().toString(),
                "",
                EnumWords.spaced(report.ending()),
                report.ending() == SimulationReport.Ending.COMPLETE ? 0 : 1);
    }

    private RunView.Overview overview() {
        SimulationReport.CycleTimes last = report.cycles().isEmpty()
                ? null
                : report.cycles().get(report.cycles().size() - 1);
        return new RunView.Overview(
                report.seconds(),
                last == null ? -1 : last.cycle(),
                report.cycles().size(),
                last == null ? 0 : last.units(),
                false,
                last == null ? 0 : last.units(),
                report.acceptedUnits(),
                recorder.rateNow(),
                report.rateWups(),
                0,
                0,
                0,
                recorder.workers(),
                recorder.workersPresent(),
                recorder.slots(),
                0,
                report.counters().quarantined(),
                report.verdict(true).sentence(),
                null,
                List.of());
    }

    private List<RunView.Host> hosts() {
        List<RunView.Host> hosts = new ArrayList<>();
        for (SimulationReport.WorkerUse worker : report.workers()) {
            double compute = worker.times().of(Cause.COMPUTE) / 1e9;
            hosts.add(new RunView.Host(
                    host(worker.host()),
                    1,
                    worker.slots(),
                    worker.units(),
                    worker.units() == 0 ? 0 : compute / worker.units(),
                    -1,
                    -1,
                    0,
                    "simulated",
                    RunView.State.GONE,
                    ""));
        }
        return hosts;
    }

    /** The master's port and those of its workers; the links between are in the report. */
    private List<RunView.Link> links() {
        double seconds = Math.max(1e-9, report.seconds());
        List<RunView.Link> links = new ArrayList<>();
        links.add(link(
                machines.master(),
                -1,
                0,
                report.traffic().bytesUp() / seconds,
                report.traffic().bytesDown() / seconds));
        for (SimulationReport.WorkerUse worker : report.workers()) {
            if (worker.host() != machines.master()) {
                links.add(link(worker.host(), links.size(), worker.slots(), 0, 0));
            }
        }
        return links;
    }

    private RunView.Link link(int index, int number, int slots, double up, double down) {
        Host host = machines.view().hosts().get(index);
        return new RunView.Link(
                Math.max(0, number), number < 0 ? -1 : 0, host.name(), slots, 0, 0, up, down, 0, 0, false);
    }
}
