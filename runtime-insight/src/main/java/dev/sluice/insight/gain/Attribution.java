package dev.sluice.insight.gain;

import dev.sluice.insight.gain.RunFigures.HostFigures;
import dev.sluice.insight.gain.RunFigures.LinkFigures;
import dev.sluice.master.report.Blame;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * Finds the figure that was wrong when a run differs from what was expected. Each figure in turn takes its measured
 * value, while all others keep the assumed one; the figure whose change goes farthest in the direction of the
 * difference is to blame. Pure.
 */
public final class Attribution {
    /** A figure that explains a smaller part of the difference is not to blame. */
    private static final double LEAST_PART = 0.25;

    /** Hosts and links that are looked at one by one; those with the largest rates. */
    private static final int MOST = 64;

    /** Relative differences below are errors of measurement. */
    private static final double SAME = 0.02;

    private final RunFigures assumed;
    private final RunFigures measured;

    /**
     * A figure that differs.
     *
     * @param measured the assumed figures with the measured value of this one
     */
    private record Suspect(Blame blame, RunFigures measured) {}

    private Attribution(RunFigures assumed, RunFigures measured) {
        this.assumed = assumed;
        this.measured = measured;
    }

    /**
     * The figure that explains best why a run took longer or less than its forecast.
     *
     * @param missSeconds actual less predicted time [s]
     */
    public static Blame ofTime(RunFigures assumed, RunFigures measured, double missSeconds) {
        return new Attribution(assumed, measured).blame(RunFigures::seconds, missSeconds);
    }

    /**
     * The figure that explains best why a run was faster than its bound.
     *
     * @param excess actual rate less the bound [units/s]
     */
    public static Blame ofRate(RunFigures assumed, RunFigures measured, double excess) {
        return new Attribution(assumed, measured).blame(RunFigures::rate, excess);
    }

    private Blame blame(ToDoubleFunction<RunFigures> model, double miss) {
        double before = model.applyAsDouble(assumed);
        double secondsBefore = assumed.seconds();
        Blame most = Blame.none(0);
        double largest = 0;
        for (Suspect suspect : suspects()) {
            double change = model.applyAsDouble(suspect.measured()) - before;
            double towards = change * Math.signum(miss);
            if (towards > largest && towards >= LEAST_PART * Math.abs(miss)) {
                largest = towards;
                most = effect(suspect.blame(), suspect.measured().seconds() - secondsBefore);
            }
        }
        return most;
    }

    private static Blame effect(Blame blame, double seconds) {
        return new Blame(
                blame.figure(),
                blame.subject(),
                blame.assumed(),
                blame.measured(),
                blame.unit(),
                Double.isFinite(seconds) ? seconds : 0);
    }

    private List<Suspect> suspects() {
        List<Suspect> all = new ArrayList<>();
        Map<String, HostFigures> real = new HashMap<>();
        measured.hosts().forEach(host -> real.put(host.host(), host));
        slots(all, real);
        assumed.hosts().stream()
                .filter(host -> real.containsKey(host.host()))
                .sorted(Comparator.comparingDouble(HostFigures::rate).reversed())
                .limit(MOST)
                .forEach(host -> host(all, host, real.getOrDefault(host.host(), host)));
        everyHost(all, real);
        links(all);
        add(
                all,
                new Blame("bytes of an input", "", assumed.inputBytes(), measured.inputBytes(), "bytes", 0),
                assumed.withBytes(measured.inputBytes(), assumed.resultBytes()));
        add(
                all,
                new Blame("bytes of a result", "", assumed.resultBytes(), measured.resultBytes(), "bytes", 0),
                assumed.withBytes(assumed.inputBytes(), measured.resultBytes()));
        add(
                all,
                new Blame("time to accept a result", "", assumed.acceptSeconds(), measured.acceptSeconds(), "s", 0),
                assumed.withAcceptSeconds(measured.acceptSeconds()));
        add(
                all,
                new Blame("number of cycles", "", assumed.cycles(), measured.cycles(), "", 0),
                assumed.withCycles(measured.cycles()));
        return all;
    }

    private static void add(List<Suspect> all, Blame blame, RunFigures changed) {
        if (differs(blame.assumed(), blame.measured())) {
            all.add(new Suspect(blame, changed));
        }
    }

    // ---- hosts

    /** All hosts together: one that did not come, or came unasked, counts with its slots. */
    private void slots(List<Suspect> all, Map<String, HostFigures> real) {
        List<HostFigures> hosts = new ArrayList<>();
        for (HostFigures host : assumed.hosts()) {
            HostFigures came = real.getOrDefault(host.host(), host);
            if (came != null) {
                hosts.add(new HostFigures(
                        host.host(), came.slots(), host.unitSeconds(), host.share(), host.startSeconds()));
            }
        }
        measured.hosts().stream()
                .filter(host ->
                        assumed.hosts().stream().noneMatch(each -> each.host().equals(host.host())))
                .forEach(hosts::add);
        add(
                all,
                new Blame("number of slots", "", slots(assumed.hosts()), slots(measured.hosts()), "", 0),
                assumed.withHosts(hosts));
    }

    private static int slots(List<HostFigures> hosts) {
        return hosts.stream().mapToInt(HostFigures::slots).sum();
    }

    /** A figure that each host has. */
    private enum HostFigure {
        UNIT_SECONDS("time of a unit", "on ", "s", HostFigures::unitSeconds),
        SHARE("share of a processor", "on ", "", HostFigures::share),
        START("start", "of ", "s", HostFigures::startSeconds);

        private final String words;
        private final String preposition;
        private final String unit;
        private final ToDoubleFunction<HostFigures> value;

        HostFigure(String words, String preposition, String unit, ToDoubleFunction<HostFigures> value) {
            this.words = words;
            this.preposition = preposition;
            this.unit = unit;
            this.value = value;
        }

        double of(HostFigures host) {
            return value.applyAsDouble(host);
        }

        /** The host with this figure of the other one. */
        HostFigures changed(HostFigures host, HostFigures other) {
            return new HostFigures(
                    host.host(),
                    host.slots(),
                    (this == UNIT_SECONDS ? other : host).unitSeconds(),
                    (this == SHARE ? other : host).share(),
                    (this == START ? other : host).startSeconds());
        }

        Blame blame(String subject, double assumed, double measured) {
            return new Blame(words, preposition + subject, assumed, measured, unit, 0);
        }
    }

    private void host(List<Suspect> all, HostFigures host, HostFigures came) {
        for (HostFigure figure : HostFigure.values()) {
            List<HostFigures> hosts = assumed.hosts().stream()
                    .map(each -> each == host ? figure.changed(host, came) : each)
                    .toList();
            add(all, figure.blame(host.host(), figure.of(host), figure.of(came)), assumed.withHosts(hosts));
        }
    }

    /** The same figure of several hosts, which may be wrong for one reason. */
    private void everyHost(List<Suspect> all, Map<String, HostFigures> real) {
        for (HostFigure figure : HostFigure.values()) {
            List<HostFigures> wrong = assumed.hosts().stream()
                    .filter(host -> real.containsKey(host.host()))
                    .filter(host -> differs(figure.of(host), figure.of(real.getOrDefault(host.host(), host))))
                    .toList();
            if (wrong.size() > 1) {
                Blame blame = figure.blame(
                        wrong.size() + " hosts",
                        wrong.stream().mapToDouble(figure::of).average().orElse(0),
                        wrong.stream()
                                .mapToDouble(host -> figure.of(real.getOrDefault(host.host(), host)))
                                .average()
                                .orElse(0));
                List<HostFigures> hosts = assumed.hosts().stream()
                        .map(host -> wrong.contains(host)
                                ? figure.changed(host, real.getOrDefault(host.host(), host))
                                : host)
                        .toList();
                all.add(new Suspect(blame, assumed.withHosts(hosts)));
            }
        }
    }

    private static boolean differs(double was, double is) {
        double size = Math.max(Math.abs(was), Math.abs(is));
        return was != is && (Double.isInfinite(size) || Math.abs(was - is) > SAME * size);
    }

    // ---- links

    private void links(List<Suspect> all) {
        for (LinkFigures real : measured.links().stream().limit(MOST).toList()) {
            LinkFigures before = assumed.links().stream()
                    .filter(link -> link.hosts().equals(real.hosts()))
                    .findFirst()
                    .orElse(new LinkFigures(
                            real.name(), real.hosts(), Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY));
            direction(all, before, real, true);
            direction(all, before, real, false);
        }
    }

    private void direction(List<Suspect> all, LinkFigures before, LinkFigures real, boolean up) {
        double was = up ? before.upBytesPerSecond() : before.downBytesPerSecond();
        double is = up ? real.upBytesPerSecond() : real.downBytesPerSecond();
        if (!differs(was, is) || Double.isInfinite(is)) {
            return;
        }
        List<LinkFigures> links = new ArrayList<>(assumed.links());
        links.remove(before);
        links.add(new LinkFigures(
                before.name(),
                before.hosts(),
                up ? before.downBytesPerSecond() : is,
                up ? is : before.upBytesPerSecond()));
        Blame blame =
                new Blame("rate " + (up ? "from" : "to"), before.name(), megabits(was), megabits(is), "Mbit/s", 0);
        all.add(new Suspect(blame, assumed.withLinks(links)));
    }

    private static double megabits(double bytesPerSecond) {
        return bytesPerSecond * 8e-6;
    }
}
