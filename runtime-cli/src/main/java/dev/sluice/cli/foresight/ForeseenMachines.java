package dev.sluice.cli.foresight;

import dev.sluice.cli.launch.WorkersToStart;
import dev.sluice.hosts.HostSpec;
import dev.sluice.insight.gain.FigureSources;
import dev.sluice.insight.gain.GainWorker;
import dev.sluice.insight.history.ApplicationKey;
import dev.sluice.insight.history.BenchmarkRow;
import dev.sluice.insight.history.History;
import dev.sluice.insight.knowledge.MachineKnowledge;
import dev.sluice.insight.knowledge.MachineSources;
import dev.sluice.insight.predict.PredictedMachines;
import dev.sluice.model.Amounts;
import dev.sluice.model.flow.Host;
import dev.sluice.model.flow.NetworkView;
import dev.sluice.model.flow.Wire;
import dev.sluice.model.simulate.World;
import dev.sluice.net.runfile.ThisHost;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The machines of a run without a plan: one worker on each host around one switch, as fast and as free as hosts are
 * known to be.
 */
final class ForeseenMachines {
    private static final String MASTER = "the master";

    /** Hosts are unlike where one has more than another by this factor. */
    private static final double UNLIKE = 1.1;

    private ForeseenMachines() {}

    /** A place for a worker; {@code startSeconds} is NaN if unknown. */
    private record Place(String host, int slots, double startSeconds) {}

    /**
     * The machines before a run begins; null if the slots of a host are not known.
     *
     * @param unitSeconds of the units that are forecast, on a slot of speed 1 [s]
     */
    static @Nullable World before(
            WorkersToStart workers, double unitSeconds, ApplicationKey application, @Nullable History history) {
        List<Place> places = new ArrayList<>();
        for (int i = 0; i < workers.local(); i++) {
            places.add(new Place(ThisHost.name(), workers.localSlots(), Double.NaN));
        }
        Map<String, Integer> earlier = history == null ? Map.of() : slots(history.benchmarks());
        for (HostSpec host : workers.hosts()) {
            Integer slots = host.slots() > 0 ? Integer.valueOf(host.slots()) : earlier.get(host.name());
            if (slots == null) {
                return null;
            }
            places.add(new Place(host.name(), slots, Double.NaN));
        }
        return places.isEmpty() ? null : of(places, known(places, unitSeconds, application, history));
    }

    /**
     * The machines of a run in which so many workers are at work, and the others wait; null if hosts are unlike,
     * because those that join first are at work.
     *
     * @param active 0 for all
     */
    static @Nullable World atWork(World all, int active) {
        if (active == 0 || active >= all.workers()) {
            return all;
        }
        DoubleSummaryStatistics rates = all.computing().stream()
                .mapToDouble(host -> host.slots() / host.unitSeconds(1))
                .summaryStatistics();
        return rates.getMax() > UNLIKE * rates.getMin() ? null : all.only(Arrays.copyOf(all.hosts(), active));
    }

    /** Slots of each host in the latest run that used it. */
    private static Map<String, Integer> slots(List<BenchmarkRow> newestFirst) {
        Map<String, Integer> slots = new HashMap<>();
        newestFirst.stream()
                .filter(row -> row.slots() > 0 && !row.run().isEmpty())
                .forEach(row -> slots.putIfAbsent(row.host(), row.slots()));
        return slots;
    }

    /** The machines of the workers that came, each from when it could compute; null without workers. */
    static @Nullable World after(
            List<GainWorker> workers, double unitSeconds, ApplicationKey application, @Nullable History history) {
        List<Place> places = workers.stream()
                .filter(worker -> worker.slots() > 0)
                .map(worker -> new Place(worker.host(), worker.slots(), worker.readySeconds()))
                .toList();
        return places.isEmpty() ? null : of(places, known(places, unitSeconds, application, history));
    }

    /** Tells what is known of the hosts around one switch; as written without a history. */
    private static MachineKnowledge known(
            List<Place> places, double unitSeconds, ApplicationKey application, @Nullable History history) {
        List<Host> hosts = new ArrayList<>();
        Stream.concat(Stream.of(ThisHost.name()), places.stream().map(Place::host))
                .distinct()
                .forEach(name -> hosts.add(new Host(name, 0)));
        NetworkView star = NetworkView.star("known hosts", hosts);
        return history == null
                ? MachineKnowledge.asWritten(star)
                : MachineKnowledge.of(
                        MachineSources.of(history, application), star, Double.POSITIVE_INFINITY, unitSeconds);
    }

    private static World of(List<Place> places, MachineKnowledge known) {
        int here = places.stream()
                .filter(place -> place.host().equals(ThisHost.name()))
                .mapToInt(Place::slots)
                .sum();
        double shared = here == 0
                ? 1
                : PredictedMachines.speed(here, Runtime.getRuntime().availableProcessors(), 0);
        List<Host> hosts = new ArrayList<>();
        NetworkView view = known.view();
        hosts.add(
                new Host(MASTER, 0, view.hosts().get(view.host(ThisHost.name())).port()));
        for (int i = 0; i < places.size(); i++) {
            Place place = places.get(i);
            boolean local = place.host().equals(ThisHost.name());
            Host host = view.hosts().get(view.host(place.host()));
            Wire port = local ? Wire.UNLIMITED : host.port();
            double speed = local ? 1 : host.speed();
            double available = local ? shared : host.availability();
            hosts.add(new Host(name(place, i, hosts), 0, port, place.slots(), speed, 1, available, "", Amounts.NONE));
        }
        World machines = World.all(view.withHosts(hosts), 0);
        boolean timed = places.stream().noneMatch(place -> Double.isNaN(place.startSeconds()));
        return timed
                ? machines.starting(
                        host -> host == 0 ? Double.NaN : places.get(host - 1).startSeconds())
                : machines;
    }

    /** Each name once: further workers of a host are told apart. */
    private static String name(Place place, int number, List<Host> hosts) {
        boolean taken = hosts.stream().anyMatch(host -> host.name().equals(place.host()));
        return taken ? place.host() + FigureSources.FURTHER + (number + 1) : place.host();
    }
}
