package dev.sluice.system;

import dev.sluice.api.extension.TunerKnob;
import java.util.Set;
import java.util.stream.Collectors;

// tag::readme[]
/** Works without workers that take more than twice as long as the fastest one, in large chunks if slots often wait. */
public final class FastWorkers implements TunerKnob {
    @Override
    public Setting turn(Run run) {
        double fastest = run.workers().stream()
                .mapToDouble(Worker::unitSeconds)
                .filter(seconds -> seconds > 0)
                .min()
                .orElse(0);
        Set<Integer> slow = run.workers().stream()
                .filter(worker -> worker.unitSeconds() > 2 * fastest)
                .map(Worker::number)
                .collect(Collectors.toSet());
        Setting fast = run.setting().parking(slow);
        return run.busyShare() < 0.8 ? fast.withPolicy("FAC") : fast;
    }
}
// end::readme[]
