package dev.sluice.insight.replay;

import dev.sluice.insight.gain.RunReplica;
import dev.sluice.model.Plural;
import dev.sluice.model.simulate.Machines;
import dev.sluice.model.simulate.Script;
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

    private final RunReplica replica;
    private final List<String> words = new ArrayList<>();

    private ChangeWords(RunReplica replica) {
        this.replica = replica;
    }

    /** One phrase for each kind of change; empty if the run had none. */
    static String of(RunReplica replica) {
        ChangeWords changes = new ChangeWords(replica);
        changes.all();
        return String.join("; ", changes.words);
    }

    private void all() {
        Script script = replica.terms().script();
        add(script.switches().size(), "change", " of the hand-out");
        parked(script);
        Machines machines = replica.machines();
        int expected =
                script.all(Script.Expect.class).mapToInt(Script.Expect::slots).sum();
        add(Math.min(laterWorkers(), Math.max(0, slots() - expected)), "worker", " joined later");
        add(ofWorkers(script, Script.Drain.class), "worker", " left");
        add(ofWorkers(script, Script.Die.class) + ofWorkers(script, Script.Lose.class), "worker", " lost");
        add(ofWorkers(script, Script.Join.class), "worker", " came back");
        add(later(machines.subMasters().stream().mapToInt(Machines.SubMaster::host)), "sub-master", " came");
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
        Machines machines = replica.machines();
        return later(IntStream.range(0, machines.workers()).map(machines::worker));
    }

    private int slots() {
        Machines machines = replica.machines();
        return IntStream.range(0, machines.workers())
                .map(worker ->
                        machines.view().hosts().get(machines.worker(worker)).slots())
                .sum();
    }

    /** The hosts among these that start later than the first worker. */
    private long later(IntStream hosts) {
        Machines machines = replica.machines();
        long first = IntStream.range(0, machines.workers())
                .mapToLong(worker -> machines.startNanos(machines.worker(worker), 0))
                .min()
                .orElse(0);
        return hosts.filter(host -> machines.startNanos(host, 0) > first + LATER_NANOS)
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
        return replica.machines().subMasters().stream().noneMatch(sub -> sub.host() == host);
    }

    private void add(long count, String noun, String what) {
        if (count > 0) {
            words.add(Plural.of(count, noun) + what);
        }
    }
}
