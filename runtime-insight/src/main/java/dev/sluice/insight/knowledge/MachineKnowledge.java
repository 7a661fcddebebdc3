package dev.sluice.insight.knowledge;

import dev.sluice.insight.correct.CorrectedView;
import dev.sluice.insight.correct.LinkBelief;
import dev.sluice.insight.correct.ViewCorrection;
import dev.sluice.insight.predict.HistoryForecast;
import dev.sluice.insight.predict.Knowledge;
import dev.sluice.insight.predict.UnitTime;
import dev.sluice.model.flow.Host;
import dev.sluice.model.flow.NetworkView;
import dev.sluice.model.forecast.Estimate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * The knowledge about machines before a run. Commands that plan, predict or simulate use the same one, so that the same
 * inputs lead to the same plan.
 *
 * @param view the machines as they are believed to be: speeds, availability, rates and latencies
 * @param hosts the belief about each host of the view, by name
 * @param links the wires about which measurements say more than the view as written
 * @param words where beliefs come from, for people, a sentence each
 */
public record MachineKnowledge(
        NetworkView view, Map<String, HostBelief> hosts, List<LinkBelief> links, List<String> words) {
    public MachineKnowledge {
        hosts = Collections.unmodifiableMap(new LinkedHashMap<>(hosts));
        links = List.copyOf(links);
        words = List.copyOf(words);
    }

    /** The machines as written in the view. */
    public static MachineKnowledge asWritten(NetworkView view) {
        Map<String, HostBelief> hosts = new LinkedHashMap<>();
        view.hosts().forEach(host -> hosts.put(host.name(), HostBelief.asWritten(host.speed(), host.availability())));
        return new MachineKnowledge(view, hosts, List.of(), List.of());
    }

    /**
     * The machines of a view, corrected by everything that is known.
     *
     * @param viewAgeSeconds since the view was measured or written; infinite if nobody has measured it [s]
     * @param unitSeconds time of a unit on a slot of speed 1, to which the speeds of hosts relate [s]
     */
    public static MachineKnowledge of(
            MachineSources sources, NetworkView view, double viewAgeSeconds, double unitSeconds) {
        CorrectedView network = ViewCorrection.of(view, viewAgeSeconds, sources.paths(), sources.trips());
        List<String> names = view.hosts().stream().map(Host::name).toList();
        Knowledge known = sources.knowledge();
        Map<String, UnitTime> timed =
                sources.application() == null ? Map.of() : known.unitSeconds(sources.application(), names);
        Map<String, Double> sure = HistoryForecast.sure(timed);
        Map<String, HostBelief> beliefs = new LinkedHashMap<>();
        List<Host> hosts = new ArrayList<>();
        for (Host host : network.view().hosts()) {
            UnitTime time = timed.get(host.name());
            Estimate unit = time == null || !sure.containsKey(host.name()) ? null : time.estimate();
            Estimate share = known.availability(host.name(), sources.now()).orElse(null);
            HostBelief belief = belief(host, unit, share, sources, unitSeconds)
                    .withFree(known.freeBytes(host.name(), sources.now()));
            beliefs.put(host.name(), belief);
            hosts.add(believed(host, belief));
        }
        NetworkView corrected = network.view().withHosts(hosts);
        List<String> words = new ArrayList<>(network.words());
        hostWords(beliefs).ifPresent(words::add);
        return new MachineKnowledge(corrected, beliefs, network.beliefs(), words);
    }

    /** Clocks of hosts differ, so an age is never negative. */
    private static double age(Estimate known, MachineSources sources) {
        return Duration.between(known.time(), sources.now()).abs().toMillis() / 1e3;
    }

    private static HostBelief belief(
            Host host, @Nullable Estimate unit, @Nullable Estimate share, MachineSources sources, double unitSeconds) {
        double left = share == null ? 1 : Math.max(0, Math.min(1, share.value()));
        String speed = unit == null ? "speed as written" : "speed from " + unit.source();
        String available = share == null ? "availability as written" : "availability from " + share.source();
        return new HostBelief(
                unit == null ? host.speed() : unitSeconds / unit.value(),
                unit == null ? 0 : unit.error() / unit.value(),
                unit != null,
                Math.min(host.availability(), left),
                share == null ? 0 : share.error(),
                share != null,
                OptionalDouble.empty(),
                false,
                speed + ", " + available,
                Math.max(unit == null ? 0 : age(unit, sources), share == null ? 0 : age(share, sources)));
    }

    private static Host believed(Host host, HostBelief belief) {
        return host.believed(belief.speed(), belief.available());
    }

    /** One sentence about speeds and load of all hosts; empty if everything is as written. */
    private static Optional<String> hostWords(Map<String, HostBelief> beliefs) {
        long timed = beliefs.values().stream().filter(HostBelief::timed).count();
        long sensed = beliefs.values().stream().filter(HostBelief::sensed).count();
        if (timed == 0 && sensed == 0) {
            return Optional.empty();
        }
        return Optional.of(String.format(
                Locale.ROOT,
                "speeds of %d and availability of %d of %d hosts from earlier runs and pools",
                timed,
                sensed,
                beliefs.size()));
    }

    /** The same with an additional host, as it is written. */
    public MachineKnowledge with(Host host) {
        Map<String, HostBelief> more = new LinkedHashMap<>(hosts);
        more.putIfAbsent(host.name(), HostBelief.asWritten(host.speed(), host.availability()));
        return new MachineKnowledge(view, more, links, words);
    }

    /** The same of a view with the same hosts. */
    public MachineKnowledge with(NetworkView other) {
        return new MachineKnowledge(other, hosts, links, words);
    }

    /** The belief about a host of the view. */
    public HostBelief host(String name) {
        HostBelief belief = hosts.get(name);
        if (belief == null) {
            throw new IllegalArgumentException("nothing is known of host " + name + " (expected: a host of the view)");
        }
        return belief;
    }
}
