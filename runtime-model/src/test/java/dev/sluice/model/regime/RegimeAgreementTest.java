package dev.sluice.model.regime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.flow.Host;
import dev.sluice.model.flow.Link;
import dev.sluice.model.flow.NetworkView;
import dev.sluice.model.flow.UnitCosts;
import dev.sluice.model.flow.Wire;
import dev.sluice.model.ledger.Cause;
import dev.sluice.model.ledger.Counters;
import dev.sluice.model.ledger.RegimeWindow;
import dev.sluice.model.ledger.ResourcesSeen;
import dev.sluice.model.ledger.RunVerdict;
import dev.sluice.model.record.CourseView;
import dev.sluice.model.record.RegimeSlice;
import dev.sluice.model.simulate.SimulationReport;
import dev.sluice.model.simulate.SimulationReport.Part;
import dev.sluice.model.simulate.SimulationReport.ServerUse;
import dev.sluice.model.simulate.SimulationTerms;
import dev.sluice.model.simulate.Timeline;
import dev.sluice.model.simulate.Workloads;
import dev.sluice.model.simulate.World;
import dev.sluice.model.simulate.actor.Simulation;
import dev.sluice.model.simulate.cost.Overheads;
import dev.sluice.testing.Records;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

/** The live regime of the windows of simulated runs, against the regime that the simulator's own statistics show. */
class RegimeAgreementTest {
    private static final int WORLDS = 40;

    /** Both lie so near to the border between two classes that either may be right. */
    private static final double BORDER = 0.05;

    private static final double SECONDS = 60;

    private record Place(World machines, UnitCosts costs, Overheads overheads, long units) {}

    private static Overheads handling(double slotNanos) {
        return Records.with(Overheads.NONE, "unitNanos", slotNanos);
    }

    private static double between(SplittableRandom random, double from, double to) {
        return from * Math.pow(to / from, random.nextDouble());
    }

    /** Workers behind a link. The load of one resource, or of two of them, is drawn near that of the slots. */
    private static Place world(int number) {
        SplittableRandom random = new SplittableRandom(number);
        int workers = 2 + random.nextInt(7);
        int slots = 1 + random.nextInt(2);
        double bytesPerSecond = between(random, 1e5, 1e8);
        List<Host> hosts = new ArrayList<>(List.of(new Host("hub", 0)));
        for (int i = 0; i < workers; i++) {
            hosts.add(new Host("w" + i, 1).withSlots(slots, 1));
        }
        NetworkView view = new NetworkView(
                "world",
                List.of(new Link("core", Wire.UNLIMITED), new Link("wan", 0, Wire.duplex(bytesPerSecond))),
                hosts);
        double unitSeconds = between(random, 0.02, 0.3);
        double rate = workers * slots / unitSeconds;
        int kind = number % 5;
        double link = kind == 1 ? between(random, 1.5, 4) : kind == 2 ? between(random, 0.9, 1.1) : 0.1;
        double accept = kind == 3 ? between(random, 1.5, 4) : 0.01;
        double around = kind == 4 ? between(random, 1.5, 4) : 0.001;
        double most = Math.max(1, Math.max(link, Math.max(accept, around + 1)));
        UnitCosts costs = new UnitCosts(unitSeconds, accept / rate, 50, link * bytesPerSecond / rate, 0);
        return new Place(
                World.all(view, 0), costs, handling(around * unitSeconds * 1e9), Math.round(SECONDS * rate / most));
    }

    private static double distance(double computation, double communication, double overhead) {
        double[] loads = {computation, communication, overhead};
        Arrays.sort(loads);
        return Math.abs(loads[1] / loads[2] - RunVerdict.NEAR);
    }

    /** The statistics of the simulator in one window, as a report. */
    private static Standing truth(RegimeWindow window) {
        List<ServerUse> servers = new ArrayList<>();
        window.links()
                .forEach(link -> servers.add(
                        new ServerUse(link.name().replaceFirst("^link ", ""), 0, Part.LINK_UP, link.use(), 0, 0, 0)));
        servers.add(new ServerUse("hub", 0, Part.LOOP, window.messages(), 0, 0, 0));
        servers.add(new ServerUse("hub", 0, Part.APPLICATION, window.accept(), 0, 0, 0));
        return SimulatedRegime.of(new SimulationReport(
                SimulationReport.Ending.COMPLETE,
                0,
                List.of(),
                List.of(new SimulationReport.WorkerUse(1, 0, 0, 0, 0, 0, 0, window.times())),
                servers,
                new Counters(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
                new SimulationReport.Traffic(0, 0, 0, 0, 0, 0),
                new SimulationReport.Grants(0, 0, 0, List.of()),
                ResourcesSeen.NONE));
    }

    /** Tells what a master learns of a run: sums that each worker reports every two seconds, at a time of its own. */
    private static final class Reports implements Timeline {
        private static final long BEAT_NANOS = 2_000_000_000L;
        private final RegimeWindows windows = new RegimeWindows(LiveRegime.WINDOW_NANOS, 1_000);
        private final Ways ways;
        private final Map<List<Object>, Double> sums = new LinkedHashMap<>();

        Reports(World machines) {
            this.ways = new Ways(machines, windows);
        }

        private static long phase(int host) {
            return host * 617_000_000L % BEAT_NANOS;
        }

        private void add(int host, Object what, long fromNanos, long toNanos, double amount) {
            long from = fromNanos - phase(host) + BEAT_NANOS;
            long to = toNanos - phase(host) + BEAT_NANOS;
            for (long k = from / BEAT_NANOS; k * BEAT_NANOS < to; k++) {
                double part = Math.min(to, (k + 1) * BEAT_NANOS) - Math.max(from, k * BEAT_NANOS);
                sums.merge(List.of(host, what, k), amount * part / (to - from), Double::sum);
            }
        }

        @Override
        public void computed(
                int host, int slot, int cycle, long unit, int units, long from, long to, boolean finished) {
            add(host, Cause.COMPUTE, from, to, to - from);
        }

        @Override
        public void idle(int host, int slot, Cause cause, long from, long to) {
            add(host, cause, from, to, to - from);
        }

        @Override
        public void travelled(int host, boolean toMaster, Message message, long bytes, long from, long to) {
            add(host, toMaster, to - 1, to, bytes); // counted when it has arrived
        }

        @Override
        public void handled(int host, long from, long to) {
            add(0, "messages", from, to, to - from);
        }

        @Override
        public void accepted(int host, int cycle, long units, long from, long to) {
            add(0, "accept", from, to, to - from);
        }

        List<RegimeSlice> slices(long endNanos) {
            sums.forEach((key, amount) -> {
                int host = (Integer) key.get(0);
                long to = ((Long) key.get(2)) * BEAT_NANOS + phase(host);
                long from = Math.max(0, to - BEAT_NANOS);
                Object what = key.get(1);
                if (what instanceof Cause cause) {
                    windows.spent(cause, ways.of(host, cause == Cause.RESULTS_LINK), from, to, amount);
                } else if (what instanceof Boolean toMaster) {
                    windows.carried(ways.of(host, toMaster), from, to, amount);
                } else if (what.equals("messages")) {
                    windows.handled(0, from, to, amount);
                } else {
                    windows.accepted(from, to, amount, amount);
                }
            });
            LiveRegime regime = new LiveRegime();
            return windows.closed(endNanos).stream().map(regime::next).toList();
        }
    }

    @Test
    void shouldAgreeWithTheSimulatorInNearlyAllSlices() {
        Map<Regime, Integer> seen = new EnumMap<>(Regime.class);
        List<String> wrong = new ArrayList<>();
        int all = 0;
        for (int number = 0; number < WORLDS; number++) {
            Place world = world(number);
            RegimeTimeline exact = new RegimeTimeline(world.machines);
            Reports reports = new Reports(world.machines);
            long end = run(world, 1, exact, reports);
            List<RegimeWindow> windows = exact.windows(end);
            List<RegimeSlice> slices = reports.slices(end);
            for (int i = 0; i < slices.size(); i++) {
                RegimeSlice slice = slices.get(i);
                Standing truth = truth(windows.get(i));
                assertThat(windows.get(i).fromSeconds()).isEqualTo(slice.fromSeconds());
                if (!slice.isKnown()) {
                    continue;
                }
                all++;
                seen.merge(truth.regime(), 1, Integer::sum);
                boolean same = slice.regime().equals(truth.regime().name().toLowerCase(Locale.ROOT));
                boolean border = distance(truth.computation(), truth.communication(), truth.overhead()) <= BORDER
                        && distance(slice.computation(), slice.communication(), slice.overhead()) <= BORDER;
                if (!same && !border) {
                    wrong.add(number + ": " + slice + " for " + truth);
                }
            }
        }
        assertThat(seen).containsOnlyKeys(Regime.values());
        assertThat(seen.values()).allMatch(slices -> slices >= 50);
        assertThat(wrong.size()).as("of " + all + " slices: " + wrong).isLessThanOrEqualTo(all / 20);
    }

    private static long run(Place world, int cycles, Timeline... told) {
        Timeline both = new Timeline() {
            @Override
            public void computed(
                    int host, int slot, int cycle, long unit, int units, long from, long to, boolean finished) {
                for (Timeline each : told) {
                    each.computed(host, slot, cycle, unit, units, from, to, finished);
                }
            }

            @Override
            public void idle(int host, int slot, Cause cause, long from, long to) {
                for (Timeline each : told) {
                    each.idle(host, slot, cause, from, to);
                }
            }

            @Override
            public void travelled(int host, boolean toMaster, Message message, long bytes, long from, long to) {
                for (Timeline each : told) {
                    each.travelled(host, toMaster, message, bytes, from, to);
                }
            }

            @Override
            public void handled(int host, long from, long to) {
                for (Timeline each : told) {
                    each.handled(host, from, to);
                }
            }

            @Override
            public void accepted(int host, int cycle, long units, long from, long to) {
                for (Timeline each : told) {
                    each.accepted(host, cycle, units, from, to);
                }
            }

            @Override
            public void cycle(int cycle, long from, long to) {
                for (Timeline each : told) {
                    each.cycle(cycle, from, to);
                }
            }

            @Override
            public void worker(int host, Change change, long nanos) {
                for (Timeline each : told) {
                    each.worker(host, change, nanos);
                }
            }
        };
        return Simulation.run(
                        Workloads.constant(cycles, world.units / cycles, world.costs),
                        world.machines.with(world.overheads, SimulationTerms.DEFAULT),
                        both)
                .makespanNanos();
    }

    @Test
    void shouldNameTheResourceAndRecordTheCycles() {
        Place world = world(1);
        RegimeTimeline timeline = new RegimeTimeline(world.machines);
        long end = run(world, 3, timeline);
        CourseView course = timeline.view(end);
        RegimeSlice longest = course.regimes().stream()
                .max((a, b) -> Double.compare(a.seconds(), b.seconds()))
                .orElseThrow();
        assertThat(longest.regime()).isEqualTo(RegimeSlice.COMMUNICATION);
        assertThat(longest.resource()).isEqualTo("link wan");
        assertThat(course.cycles()).hasSize(3);
        assertThat(course.cycles()).extracting(each -> each.units()).containsOnly(world.units / 3);
        assertThat(course.cycles().stream().mapToDouble(each -> each.seconds()).sum())
                .isCloseTo(end / 1e9, Percentage.withPercentage(1));
    }
}
