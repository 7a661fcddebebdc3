package dev.sluice.insight.gain;

import dev.sluice.insight.gain.RunFigures.HostFigures;
import dev.sluice.insight.gain.RunFigures.LinkFigures;
import dev.sluice.master.report.Blame;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

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

    /** Megabits of a byte. */
    private static final double MEGABITS = 8e-6;

    private final RunFigures assumed;
    private final RunFigures measured;

    /** The measured hosts by name. */
    private final Map<String, HostFigures> came = new LinkedHashMap<>();

    private final List<Suspect> suspects = new ArrayList<>();

    /**
     * A figure that differs.
     *
     * @param changed the assumed figures with the measured value of this one
     */
    private record Suspect(
            String figure, String subject, double assumed, double measured, String unit, RunFigures changed) {
        Blame blame(double effectSeconds) {
            double effect = Double.isFinite(effectSeconds) ? effectSeconds : 0;
            return new Blame(figure, subject, assumed, measured, unit, effect);
        }
    }

    private Attribution(RunFigures assumed, RunFigures measured) {
        this.assumed = assumed;
        this.measured = measured;
        measured.hosts().forEach(host -> came.put(host.host(), host));
        slots();
        hosts();
        links();
        double in = measured.inputBytes();
        double out = measured.resultBytes();
        double accept = measured.acceptSeconds();
        suspect("bytes of an input", assumed.inputBytes(), in, "bytes", assumed.withBytes(in, assumed.resultBytes()));
        suspect("bytes of a result", assumed.resultBytes(), out, "bytes", assumed.withBytes(assumed.inputBytes(), out));
        suspect("time to accept a result", assumed.acceptSeconds(), accept, "s", assumed.withAcceptSeconds(accept));
        suspect("number of cycles", assumed.cycles(), measured.cycles(), "", assumed.withCycles(measured.cycles()));
    }

    /**
     * The figure that explains best why a run took longer or less than its forecast.
     *
     * @param missSeconds actual less predicted time [s]
     */
    public static @Nullable Blame ofTime(RunFigures assumed, RunFigures measured, double missSeconds) {
        Blame most = null;
        double largest = 0;
        for (Suspect suspect : new Attribution(assumed, measured).suspects) {
            double effect = suspect.changed().seconds() - assumed.seconds();
            double towards = effect * Math.signum(missSeconds);
            if (towards > largest && towards >= LEAST_PART * Math.abs(missSeconds)) {
                largest = towards;
                most = suspect.blame(effect);
            }
        }
        return most;
    }

    private void suspect(String figure, double was, double is, String unit, RunFigures changed) {
        suspect(figure, "", was, is, unit, changed);
    }

    private void suspect(String figure, String subject, double was, double is, String unit, RunFigures changed) {
        if (differs(was, is)) {
            suspects.add(new Suspect(figure, subject, was, is, unit, changed));
        }
    }

    private static boolean differs(double was, double is) {
        double size = Math.max(Math.abs(was), Math.abs(is));
        return was != is && (Double.isInfinite(size) || Math.abs(was - is) > SAME * size);
    }

    // ---- hosts

    /** All hosts together: one that did not come, or came unasked, counts with its slots. */
    private void slots() {
        Map<String, HostFigures> hosts = new LinkedHashMap<>(came);
        for (HostFigures host : assumed.hosts()) {
            hosts.computeIfPresent(
                    host.host(),
                    (name, real) ->
                            new HostFigures(name, real.slots(), host.unitSeconds(), host.share(), host.startSeconds()));
        }
        suspect(
                "number of slots",
                slots(assumed.hosts()),
                slots(measured.hosts()),
                "",
                assumed.withHosts(List.copyOf(hosts.values())));
    }

    private static int slots(List<HostFigures> hosts) {
        return hosts.stream().mapToInt(HostFigures::slots).sum();
    }

    /** A figure that each host has. */
    enum HostFigure {
        UNIT_SECONDS("time of a unit", "on ", "s", HostFigures::unitSeconds),
        SHARE("share of a processor", "on ", "", HostFigures::share),
        START("start", "of ", "s", HostFigures::startSeconds);

        final String words;
        private final String preposition;
        private final String unit;
        private final ToDoubleFunction<HostFigures> value;

        HostFigure(String words, String preposition, String unit, ToDoubleFunction<HostFigures> value) {
            this.words = words;
            this.preposition = preposition;
            this.unit = unit;
            this.value = value;
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

        /** The mean of several hosts. */
        double of(List<HostFigures> hosts) {
            return hosts.stream().mapToDouble(value).average().orElse(0);
        }
    }

    /** The figures of the fastest hosts one by one, and each of all hosts, which may be wrong for one reason. */
    private void hosts() {
        List<HostFigures> there = assumed.hosts().stream()
                .filter(host -> came.containsKey(host.host()))
                .sorted(Comparator.comparingDouble(HostFigures::rate).reversed())
                .toList();
        for (HostFigures host : there.subList(0, Math.min(MOST, there.size()))) {
            for (HostFigure figure : HostFigure.values()) {
                suspect(figure, host.host(), List.of(host));
            }
        }
        for (HostFigure figure : HostFigure.values()) {
            List<HostFigures> wrong = there.stream()
                    .filter(host -> differs(figure.value.applyAsDouble(host), figure.value.applyAsDouble(real(host))))
                    .toList();
            if (wrong.size() > 1) {
                suspect(figure, wrong.size() + " hosts", wrong);
            }
        }
    }

    private HostFigures real(HostFigures host) {
        return came.getOrDefault(host.host(), host);
    }

    private void suspect(HostFigure figure, String subject, List<HostFigures> wrong) {
        List<HostFigures> hosts = assumed.hosts().stream()
                .map(host -> wrong.contains(host) ? figure.changed(host, real(host)) : host)
                .toList();
        double is = figure.of(wrong.stream().map(this::real).toList());
        suspect(
                figure.words,
                figure.preposition + subject,
                figure.of(wrong),
                is,
                figure.unit,
                assumed.withHosts(hosts));
    }

    // ---- links

    private void links() {
        for (LinkFigures real : measured.links().stream().limit(MOST).toList()) {
            LinkFigures before = assumed.links().stream()
                    .filter(link -> link.hosts().equals(real.hosts()))
                    .findFirst()
                    .orElse(new LinkFigures(
                            real.name(), real.hosts(), Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY));
            double down = real.downBytesPerSecond();
            double up = real.upBytesPerSecond();
            rate("from", before, before.upBytesPerSecond(), up, before.with(before.downBytesPerSecond(), up));
            rate("to", before, before.downBytesPerSecond(), down, before.with(down, before.upBytesPerSecond()));
        }
    }

    private void rate(String direction, LinkFigures before, double was, double is, LinkFigures changed) {
        if (!Double.isInfinite(is)) {
            List<LinkFigures> links = new ArrayList<>(assumed.links());
            links.remove(before);
            links.add(changed);
            suspect(
                    "rate " + direction,
                    before.name(),
                    MEGABITS * was,
                    MEGABITS * is,
                    "Mbit/s",
                    assumed.withLinks(links));
        }
    }
}
