package dev.sluice.worker;

import static org.awaitility.Awaitility.await;

import dev.sluice.api.Application;
import dev.sluice.api.Hosted;
import dev.sluice.model.RunId;
import dev.sluice.model.WorkerId;
import dev.sluice.net.child.ChildFormat;
import dev.sluice.net.message.Acknowledge;
import dev.sluice.net.message.ApplicationInfo;
import dev.sluice.net.message.Registered;
import dev.sluice.net.message.Results;
import dev.sluice.net.message.UnitFailed;
import dev.sluice.net.message.UnitTerms;
import dev.sluice.net.virtual.RecordingSession;
import dev.sluice.worker.unit.LoadedApplication;
import java.util.List;
import java.util.TreeSet;

/** Opens workshops for tests and closes them again. */
public final class Workshops {
    private static final ApplicationInfo NO_JARS = new ApplicationInfo(List.of(), "", List.of());

    private Workshops() {}

    public static void open(
            WorkIntake shop,
            RecordingSession session,
            Application<?, ?, ?> application,
            long windowBytes,
            UnitTerms terms)
            throws Exception {
        attach(shop, session, windowBytes, terms);
        load(shop, application);
    }

    static void attach(WorkIntake shop, RecordingSession session, long windowBytes, UnitTerms terms) {
        shop.attach(
                session,
                new Registered(
                        new WorkerId(1), new RunId("r"), 0, 1, windowBytes, NO_JARS, List.of(), 0, terms, List.of(), 0),
                false);
    }

    @SuppressWarnings("unchecked")
    static void load(WorkIntake shop, Application<?, ?, ?> application) throws Exception {
        shop.open(new LoadedApplication(
                (Hosted<Object, Object, Object>) (Hosted<?, ?, ?>) Hosted.of(application),
                Workshops.class.getClassLoader(),
                dev.sluice.api.Results.each(),
                new ChildFormat.Load(NO_JARS, List.of())));
    }

    /** Lets units of {@link Samples.Echo} that wait at its gate go, and waits until no slot is left. */
    public static void stop(WorkIntake shop, RecordingSession session) {
        Samples.Echo.GATE.drainPermits();
        Samples.Echo.GATE.release(10);
        shop.stop();
        await().until(() -> shop.crew().hasLeft());
        Samples.Echo.GATE.drainPermits();
        session.release();
    }

    /** Says what a master says when it has dealt with the failures so far. */
    public static void answerFailures(WorkIntake shop, RecordingSession session) {
        long latest = session.sent(UnitFailed.class).stream()
                .mapToLong(UnitFailed::sequence)
                .max()
                .orElse(0);
        shop.onAcknowledge(new Acknowledge(0, 1 << 20, 0, latest));
    }

    /** The units whose results were sent. */
    public static TreeSet<Long> computed(RecordingSession session) {
        TreeSet<Long> numbers = new TreeSet<>();
        session.sent(Results.class).forEach(results -> numbers.addAll(Inputs.numbers(results)));
        return numbers;
    }
}
