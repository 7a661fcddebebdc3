package dev.sluice.insight.plan;

import dev.sluice.insight.correct.LinkBelief;
import dev.sluice.insight.knowledge.HostBelief;
import dev.sluice.insight.knowledge.MachineKnowledge;
import dev.sluice.insight.predict.MakespanForecast;
import dev.sluice.insight.predict.RunKind;
import dev.sluice.insight.start.StartKnowledge;
import dev.sluice.model.flow.FlowSolution;
import dev.sluice.model.flow.Host;
import dev.sluice.model.forecast.Calibration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The forecast of the time of a planned run: from the command until the first worker computes, then the units of its
 * cycles on workers that start one after another, then the end. Plans are compared by it, too.
 *
 * @param makespan with its interval
 * @param endSeconds from the last result to the end [s]
 * @param workerSeconds time for which slots are held, summed [s]
 * @param errors where the width of the interval comes from
 */
public record PlanForecast(MakespanForecast makespan, double endSeconds, double workerSeconds, Errors errors) {
    /** Relative error of a rate that nobody measured after the view was made. */
    private static final double VIEW_ERROR = 0.05;

    /**
     * Standard deviations of the logarithm of the time, by source. The sources are independent.
     *
     * @param units the time of a unit
     * @param hosts speed and availability
     * @param links the rates of links
     * @param start the time until workers compute
     * @param kind everything else, as outcomes of planned runs show it
     */
    public record Errors(double units, double hosts, double links, double start, double kind) {
        /** Standard deviation of all together. */
        public double sigma() {
            return Math.sqrt(units * units + hosts * hosts + links * links + start * start + kind * kind);
        }
    }

    /**
     * The forecast of a plan; null if the number of units is not known or nothing can be computed.
     *
     * @param cycles number of cycles of the run, all like the planned one
     * @param unitError half the width of the interval of the units' costs, as a fraction
     */
    public static @Nullable PlanForecast of(
            Plan plan, int cycles, double unitError, StartKnowledge start, Calibration calibration) {
        PlanTree tree = plan.tree();
        double together = tree == null || tree.isFlat() ? plan.seconds() : plan.units() / plan.rateWithSubMasters();
        if (plan.units() == 0 || !(together > 0) || together == Double.POSITIVE_INFINITY) {
            return null;
        }
        Map<String, Double> rates = rates(plan, plan.units() / together);
        double first = start.secondsFor(plan.units(), rates);
        // A host that starts late may miss the first cycle, and computes in later ones.
        double computing = start.secondsFor((double) plan.units() * cycles, rates);
        double around = start.commandSeconds() + start.endSeconds();
        double all = around + computing;
        double busy = (computing - start.firstSeconds()) / all;
        Errors errors = errors(plan, unitError, busy, start.errorOf(computing, rates) / all);
        double sigma = errors.sigma();
        List<String> words = new ArrayList<>(start.words());
        words.add(plan.verdict().sentence());
        MakespanForecast makespan = new MakespanForecast(
                calibration.corrected(all),
                calibration.low(all, sigma),
                calibration.high(all, sigma),
                sigma,
                start.commandSeconds() + start.firstSeconds(),
                first - start.firstSeconds(),
                cycles > 1 ? (computing - first) / (cycles - 1) : 0,
                cycles,
                RunKind.PLANNED,
                words);
        double held = Arrays.stream(plan.computing())
                .mapToObj(plan.view().hosts()::get)
                .mapToDouble(host -> host.slots()
                        * Math.max(0, computing - start.hostSeconds().getOrDefault(host.name(), 0.0)))
                .sum();
        return new PlanForecast(makespan, start.endSeconds(), held, errors);
    }

    /** The plan, whose choice among others has the time of this forecast; with sub-masters, it has another. */
    public Plan on(Plan plan) {
        PlanChoice choice = plan.choice();
        boolean flat = plan.tree() == null || plan.tree().isFlat();
        return choice == null || !flat || !choice.best().time().isKnown() ? plan : plan.with(choice.foretold(this));
    }

    /** The assumptions about the starts of workers, a line each. */
    public List<String> startWords() {
        return makespan.words().subList(0, makespan.words().size() - 1); // the last one names the limit
    }

    /** Time of the cycle while workers compute, without starts and end [s]. */
    public double cycleSeconds() {
        return makespan.firstCycleSeconds();
    }

    /** The rates of the hosts that compute, in proportion to their flow, if all of them are there. */
    private static Map<String, Double> rates(Plan plan, double rate) {
        int[] hosts = plan.computing();
        FlowSolution flow = plan.solution();
        double sum = Arrays.stream(hosts).mapToDouble(flow::hostRate).sum();
        Map<String, Double> rates = new LinkedHashMap<>();
        for (int host : hosts) {
            double share = sum > 0 ? flow.hostRate(host) / sum : 1.0 / hosts.length;
            rates.put(plan.host(host), rate * share);
        }
        return rates;
    }

    /** @param busy the part of the time in which workers compute; the errors of units, hosts and links count there */
    private static Errors errors(Plan plan, double unitError, double busy, double startError) {
        FlowSolution flow = plan.solution();
        double cpuShare = plan.costs().cpuShare();
        MachineKnowledge known = plan.machines();
        double used = 0;
        double hosts = 0;
        for (int i : plan.computing()) {
            Host host = plan.view().hosts().get(i);
            double most = host.slots() / host.unitSeconds(plan.costs().unitSeconds(), cpuShare);
            double share = flow.rate() > 0 ? flow.hostRate(i) / flow.rate() : 0;
            double weight = most > 0 ? share * Math.min(1, flow.hostRate(i) / most) : 0;
            used += weight;
            HostBelief belief = known == null ? null : known.hosts().get(host.name());
            if (belief != null && belief.available() > 0) {
                double apart = Math.hypot(belief.speedError(), cpuShare * belief.availableError() / belief.available());
                hosts += Math.pow(Calibration.OF_MEAN_ERROR * apart * weight, 2);
            }
        }
        return new Errors(
                busy * unitError / Calibration.NORMAL * Math.min(1, used),
                busy * Math.sqrt(hosts),
                busy * linkError(plan, known),
                Calibration.OF_MEAN_ERROR * startError,
                RunKind.PLANNED.sigma());
    }

    /** The error of the link that matters most: its relative error by the share of its capacity that is used. */
    private static double linkError(Plan plan, @Nullable MachineKnowledge known) {
        FlowSolution flow = plan.solution();
        double most = 0;
        for (int link = 0; link < plan.view().links().size(); link++) {
            double capacity = flow.linkCapacity(link);
            if (capacity > 0 && capacity < Double.POSITIVE_INFINITY) {
                String name = plan.view().links().get(link).name();
                most = Math.max(most, linkError(name, known) * Math.min(1, flow.linkRate(link) / capacity));
            }
        }
        return most;
    }

    /** Relative error of the rate of a link. */
    static double linkError(String name, @Nullable MachineKnowledge known) {
        return known == null
                ? VIEW_ERROR
                : known.links().stream()
                        .filter(belief -> !belief.port() && belief.link().equals(name))
                        .mapToDouble(PlanForecast::relative)
                        .max()
                        .orElse(VIEW_ERROR);
    }

    private static double relative(LinkBelief belief) {
        return belief.bytesPerSecond() > 0
                ? Calibration.OF_MEAN_ERROR * belief.error() / belief.bytesPerSecond()
                : VIEW_ERROR;
    }
}
