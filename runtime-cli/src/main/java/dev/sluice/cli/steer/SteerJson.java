package dev.sluice.cli.steer;

import dev.sluice.cli.run.RunJson;
import dev.sluice.model.RunId;
import dev.sluice.model.schedule.SchedulerConfig;
import dev.sluice.net.message.SteerAnswer;
import java.util.Collection;

/** The answers of commands that change a run in JSON, by docs/run.schema.json. */
final class SteerJson {
    private record Drained(RunId run, Collection<?> leaving) {}

    private record Listed(RunId run, Collection<?> workers, Collection<?> parked) {}

    private record Parked(RunId run, Collection<?> workers, Collection<?> replaced) {}

    private record Moved(RunId run, Collection<?> workers, String to) {}

    /** @param prefetch "auto" or a number */
    private record Handout(RunId run, String policy, String weights, Object prefetch, int speculation) {}

    private SteerJson() {}

    static String drained(RunId run, SteerAnswer answer) {
        return RunJson.object("drained", new Drained(run, answer.changed()));
    }

    static String listed(RunId run, SteerAnswer answer) {
        return RunJson.object("listed", new Listed(run, answer.present(), answer.changed()));
    }

    static String parked(RunId run, boolean parked, SteerAnswer answer) {
        return RunJson.object(parked ? "parked" : "unparked", new Parked(run, answer.changed(), answer.replaced()));
    }

    static String moved(RunId run, boolean removes, SteerAnswer answer) {
        return RunJson.object(removes ? "merged" : "moved", new Moved(run, answer.changed(), answer.to()));
    }

    static String handout(RunId run, dev.sluice.model.schedule.Handout now) {
        Object prefetch = now.prefetch() == SchedulerConfig.AUTO ? "auto" : (Object) now.prefetch();
        return RunJson.object(
                "handout", new Handout(run, now.policy().name(), now.weighting().name(), prefetch, now.speculation()));
    }
}
