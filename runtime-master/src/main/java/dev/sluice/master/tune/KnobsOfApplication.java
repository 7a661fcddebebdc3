package dev.sluice.master.tune;

import dev.sluice.api.extension.TunerKnob;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import dev.sluice.model.policy.OwnPolicy;
import dev.sluice.model.policy.Policy;
import dev.sluice.model.tune.OwnKnob;
import dev.sluice.model.tune.Setting;
import dev.sluice.model.tune.Snapshot;
import dev.sluice.net.rules.Text;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The knobs of the application, as the tuner asks them. They are guests: whatever they throw ends the tuning and not
 * the run. Confined to the place beside the loop, once it is made.
 */
final class KnobsOfApplication implements OwnKnob.Wishes {
    private static final int LONGEST = 300;

    private final List<TunerKnob> knobs;

    /** The policy with which the run began. */
    private final Policy first;

    /** Policies that were wanted, by name: a class is loaded once. */
    private final Map<String, Policy> policies = new HashMap<>();

    private Map<Integer, String> hosts = Map.of();
    private double cyclesLeft;

    KnobsOfApplication(List<TunerKnob> knobs, Policy first) {
        this.knobs = knobs;
        this.first = first;
    }

    /**
     * The run goes on as follows.
     *
     * @param names hosts of the connected workers, by the workers' numbers
     * @param cycles that are left
     */
    void at(Map<Integer, String> names, double cycles) {
        hosts = names;
        cyclesLeft = cycles;
    }

    /** The run, as a knob sees it. */
    private record Seen(
            TunerKnob.Setting setting,
            double seconds,
            int cycles,
            long units,
            double unitsLeft,
            double cycleSeconds,
            double busyShare,
            List<TunerKnob.Worker> workers)
            implements TunerKnob.Run {}

    @Override
    public List<OwnKnob.Wish> of(Snapshot snapshot, Setting now, OwnKnob.Course course) {
        Policy policy = now.policy() == null ? first : now.policy();
        List<TunerKnob.Worker> workers = snapshot.hosts().stream()
                .map(host -> new TunerKnob.Worker(
                        host.host(), hosts.getOrDefault(host.host(), ""), host.slots(), host.unitSeconds()))
                .toList();
        Seen run = new Seen(
                new TunerKnob.Setting(now.parked(), policy.name()),
                snapshot.seconds(),
                snapshot.cycle(),
                snapshot.units(),
                cyclesLeft * snapshot.units(),
                course.cycleSeconds(),
                course.busyShare(),
                workers);
        return knobs.stream().map(knob -> asked(knob, run, now)).toList();
    }

    private OwnKnob.Wish asked(TunerKnob knob, Seen run, Setting now) {
        String name = knob.getClass().getName();
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(knob.getClass().getClassLoader());
        try {
            return new OwnKnob.Wish(setting(name, knob.turn(run), run, now), name);
        } catch (SluiceException wrong) {
            throw wrong;
        } catch (Throwable thrown) { // even its errors end no run
            throw failed(
                    name + " threw " + thrown.toString().lines().findFirst().orElse(""));
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    private Setting setting(String name, TunerKnob.@Nullable Setting wanted, Seen run, Setting now) {
        if (wanted == null) {
            throw failed(name + " returned null (expected: a setting, that of the run for no change)");
        }
        Set<Integer> numbers =
                run.workers().stream().map(TunerKnob.Worker::number).collect(Collectors.toCollection(TreeSet::new));
        if (!numbers.containsAll(wanted.parked())) {
            throw failed(
                    name + " parks workers " + new TreeSet<>(wanted.parked()) + " (expected: some of " + numbers + ")");
        }
        if (wanted.parked().size() == numbers.size()) {
            throw failed(name + " parks all workers (expected: at least one at work)");
        }
        Policy policy = policies.computeIfAbsent(wanted.policy(), typed -> policy(name, typed));
        return now.withParked(wanted.parked()).withPolicy(policy.equals(first) ? null : policy);
    }

    private static Policy policy(String name, String wanted) {
        Policy named = Policy.named(wanted)
                .orElseThrow(() -> failed(name + " wants policy " + wanted + " (expected: " + Policy.expected() + ")"));
        return named instanceof OwnPolicy ? Extensions.policy(wanted) : named;
    }

    private static SluiceException failed(String text) {
        return new SluiceException(ErrorCode.KNOB_FAILED, Text.printable(text, LONGEST));
    }
}
