package dev.sluice.cli.plan;

import dev.sluice.cli.option.Table;
import dev.sluice.insight.plan.Plan;
import dev.sluice.model.Plural;
import dev.sluice.model.flow.FlowSolution;
import dev.sluice.model.flow.Host;
import dev.sluice.model.flow.Limit;
import dev.sluice.model.flow.Link;
import dev.sluice.model.flow.Wire;
import dev.sluice.model.flow.WorkerSelection;
import dev.sluice.model.ledger.RunVerdict;
import dev.sluice.picture.Binding;
import dev.sluice.picture.FlowTree;
import dev.sluice.picture.Page;
import dev.sluice.picture.RateCurve;
import dev.sluice.view.Quantity;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A plan as pictures: which way units flow, and the rate over the number of workers. */
public final class PlanPicture {
    private final Plan plan;
    private final FlowSolution solution;
    private final RunVerdict verdict;

    public PlanPicture(Plan plan) {
        this.plan = plan;
        this.solution = plan.solution();
        this.verdict = plan.verdict();
    }

    /** Which way results flow to the master. */
    public FlowTree flow() {
        List<FlowTree.Link> links = new ArrayList<>();
        for (int l = 0; l < plan.view().links().size(); l++) {
            Link link = plan.view().links().get(l);
            links.add(new FlowTree.Link(
                    link.name(),
                    link.parents(),
                    solution.linkCapacity(l),
                    solution.linkRate(l),
                    words(link.wire()),
                    link.wire().latencyNanos(),
                    binds(l, Limit.Kind.LINK)));
        }
        List<FlowTree.Host> hosts = new ArrayList<>();
        for (int h = 0; h < plan.view().hosts().size(); h++) {
            hosts.add(host(h, plan.view().hosts().get(h)));
        }
        String title = plan.view().name() + ": master on " + plan.host(solution.master());
        return new FlowTree(title, summary(), links, hosts, solution.master(), solution.rate());
    }

    private FlowTree.Host host(int index, Host host) {
        boolean master = index == solution.master();
        double costs = master ? plan.costs().resultSeconds() : plan.costs().unitSeconds();
        double most = master
                ? 1 / host.resultSeconds(costs)
                : host.slots() / host.unitSeconds(costs, plan.costs().cpuShare());
        boolean binding = master
                ? binds(index, Limit.Kind.MASTER, Limit.Kind.MASTER_PORT)
                : binds(index, Limit.Kind.WORKER, Limit.Kind.WORKER_PORT, Limit.Kind.LATENCY);
        double port = master ? host.port().unitsUp(plan.costs()) : host.port().unitsDown(plan.costs());
        return new FlowTree.Host(host.name(), host.link(), host.slots(), solution.hostRate(index), most, port, binding);
    }

    private static String words(Wire wire) {
        if (wire.unlimited()) {
            return "";
        }
        String down = Quantity.RATE.rounded(wire.downBytesPerSecond());
        String up = Quantity.RATE.rounded(wire.upBytesPerSecond());
        return wire.shared() ? down + " shared" : down.equals(up) ? down : "down " + down + ", up " + up;
    }

    /** Tells whether this is full and, where the limit of the run is known, a part of it. */
    private boolean binds(int index, Limit.Kind... kinds) {
        return solution.limits().stream()
                .filter(limit -> limit.index() == index && List.of(kinds).contains(limit.kind()))
                .anyMatch(limit -> verdict.limits().isEmpty() || isNamed(limit));
    }

    private boolean isNamed(Limit limit) {
        return switch (limit.kind()) {
            case RESOURCE -> verdict.names(RunVerdict.Kind.NEED);
            case MASTER -> verdict.names(RunVerdict.Kind.MASTER);
            case WORKER -> verdict.names(RunVerdict.Kind.COMPUTING);
            case LATENCY -> verdict.names(RunVerdict.Kind.LINK);
            case LINK, MASTER_PORT, WORKER_PORT -> verdict.names(plan.resource(limit));
        };
    }

    private String summary() {
        return String.format(
                Locale.ROOT,
                "At most %,.4g units/s from %,d of %,d hosts. %s",
                solution.rate(),
                solution.workers().length,
                plan.view().hosts().size(),
                verdict.sentence());
    }

    /** The rate over the number of workers; null where it was not simulated. */
    @Nullable
    RateCurve curve() {
        WorkerSelection selection = plan.workers();
        if (selection == null || selection.curve().isEmpty()) {
            return null;
        }
        List<RateCurve.Point> points = new ArrayList<>();
        for (WorkerSelection.Point point : selection.curve()) {
            points.add(new RateCurve.Point(
                    point.workers(),
                    point.rate(),
                    point.rate(),
                    point.rate(),
                    binding(point.verdict().words()),
                    point.verdict().words()));
        }
        int chosen = selection.workers().length;
        String summary = String.format(
                Locale.ROOT, "simulated; %s, %,.4g units/s", Plural.of(chosen, "worker"), selection.rate());
        return new RateCurve("Rate over workers", summary, "workers", "units/s", points, chosen, solution.rate());
    }

    /** The colour of a limit, from the words of its verdict. */
    public static Binding binding(String limit) {
        if (limit.startsWith(RunVerdict.Kind.COMPUTING.word())) {
            return Binding.SLOTS;
        }
        if (limit.startsWith(RunVerdict.Kind.MASTER.word())) {
            return Binding.MASTER;
        }
        if (limit.startsWith(RunVerdict.Kind.OVERHEAD.word())) {
            return Binding.OVERHEAD;
        }
        return limit.startsWith("the link") || limit.startsWith("the port") ? Binding.LINK : Binding.UNKNOWN;
    }

    /** Both, and the table, below the answer of the plan. */
    String html(String answer) {
        Page page = new Page("Plan for " + plan.view().name(), answer + ". " + summary());
        page.picture(flow().picture());
        RateCurve curve = curve();
        if (curve != null) {
            page.picture(curve.picture());
        }
        Table<Plan.Candidate> candidates = PlanTable.candidates(plan);
        return page.heading("Where the master could go")
                .table(candidates.titles(), candidates.cells(plan.candidates()))
                .html();
    }
}
