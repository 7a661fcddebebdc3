package dev.sluice.insight.replay;

import dev.sluice.model.Plural;
import dev.sluice.model.flow.Host;
import dev.sluice.model.simulate.Script;
import dev.sluice.model.simulate.World;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;

/** The changes of a run that its replay makes, in words. */
final class ChangeWords {
    /** Workers that start so much later than the first one joined while the run went on [ns]. */
    private static final long LATER_NANOS = 1_000_000_000L;

    private final World world;
    private final List<String> words = new ArrayList<>();

    private ChangeWords(World world) {
        this.world = world;
    }

    /** One phrase for each kind of change; empty if the run had none. */
    static String of(World world) {
        ChangeWords changes = new ChangeWords(world);
        changes.all();
        return String.join("; ", changes.words);
    }

    private void all() {
        Script script = world.terms().script();
        add(script.switches().size(), "change", " of the hand-out");
        parked(script);
        int expected =
                script.all(Script.Expect.class).mapToInt(Script.Expect::slots).sum();
        add(Math.min(laterWorkers(), Math.max(0, slots() - expected)), "worker", " joined later");
        add(ofWorkers(script, Script.Drain.class), "worker", " left");
        add(ofWorkers(script, Script.Die.class) + ofWorkers(script, Script.Lose.class), "worker", " lost");
        add(ofWorkers(script, Script.Join.class), "worker", " came back");
        add(later(world.subMasters().stream().mapToInt(World.SubMaster::host)), "sub-master", " came");
        add(
                script.all(Script.OfHost.class)
                        .filter(step -> step.ends() && !isWorker(step.host()))
                        .count(),
                "sub-master",
                " left");
        add(later(script, Script.Load.class), "change", " of the load");
        add(later(script, Script.Capacity.class), "change", " of the bandwidth");
    }

    private long laterWorkers() {
        return later(IntStream.of(world.hosts()));
    }

    private int slots() {
        return world.computing().stream().mapToInt(Host::slots).sum();
    }

    /** The hosts among these that start later than the first worker. */
    private long later(IntStream hosts) {
        long first = IntStream.of(world.hosts())
                .mapToLong(host -> world.startNanos(host, 0))
                .min()
                .orElse(0);
        return hosts.filter(host -> world.startNanos(host, 0) > first + LATER_NANOS)
                .count();
    }

    /** Steps after the beginning, which states how it was at first. */
    private static long later(Script script, Class<? extends Script.Step> kind) {
        return script.all(kind).filter(step -> step.atNanos() > 0).count();
    }

    private void parked(Script script) {
        Map<Integer, Long> since = new HashMap<>();
        long nanos = 0;
        long times = 0;
        for (Script.Step step : script.steps()) {
            if (step instanceof Script.Park park && since.putIfAbsent(park.host(), park.atNanos()) == null) {
                times++;
            } else if (step instanceof Script.Unpark || step instanceof Script.Drain) {
                Long from = since.remove(((Script.OfHost) step).host());
                nanos += from == null ? 0 : step.atNanos() - from;
            }
        }
        if (times > 0) {
            String open = since.isEmpty() ? "" : since.size() == times ? " until the end" : "";
            String whole = nanos > 0 ? String.format(Locale.ROOT, " for %.1f s", nanos / 1e9) : open;
            words.add(Plural.of(times, "worker") + " parked" + whole);
        }
    }

    private long ofWorkers(Script script, Class<? extends Script.OfHost> kind) {
        return script.all(kind).filter(step -> isWorker(step.host())).count();
    }

    private boolean isWorker(int host) {
        return world.subMasters().stream().noneMatch(sub -> sub.host() == host);
    }

    private void add(long count, String noun, String what) {
        if (count > 0) {
            words.add(Plural.of(count, noun) + what);
        }
    }
}
