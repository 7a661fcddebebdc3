package dev.sluice.master.application;

import dev.sluice.api.Application.More;
import dev.sluice.api.ApplicationException;
import dev.sluice.api.CodecException;
import dev.sluice.api.Cycle;
import dev.sluice.api.Cycle.Growth;
import dev.sluice.api.Hosted;
import dev.sluice.master.ApplicationPort;
import dev.sluice.master.Feed;
import dev.sluice.master.journal.JournalEntry;
import dev.sluice.model.schedule.Event;
import dev.sluice.model.schedule.UnitRanges;
import dev.sluice.net.payload.Payload;
import dev.sluice.net.payload.PayloadEncoder;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The units of open cycles: those that the application adds, and those of its source, which is asked on a thread of its
 * own, one call at a time. Confined to the application's thread, except for methods that name another.
 */
final class OpenUnits {
    private final Hosted<Object, Object, Object> application;
    private final Growth growth;
    private final ApplicationPort port;
    private final SourcedUnits sourced;
    private final UnitKinds kinds;
    private final Consumer<JournalEntry.UnitsArrived> came;
    private final TurnsThread own;
    private Turns asking;
    /** The source of the cycle; null if there is none, or it has ended. */
    private volatile @Nullable Source source;

    private boolean started;
    private int cycle;
    /** Units of which the loop knows. */
    private long told;

    private boolean toldClosed = true;
    /** Results of the cycle that the application has accepted. */
    private long accepted;
    /** Feeds with units that wait to be sent. */
    private final Set<Feed> waiting = new HashSet<>();
    /** Units whose results were taken, and that wait there. */
    private UnitRanges taken = new UnitRanges();
    /** Number of units at which all were finished; -1 if they never were. */
    private long dryAt = -1;

    /** @param came is told on the source's thread of the units that came */
    OpenUnits(
            ApplicationInputs inputs, ApplicationPort port, UnitKinds kinds, Consumer<JournalEntry.UnitsArrived> came) {
        this.kinds = kinds;
        this.application = inputs.application();
        this.growth = application.growth();
        this.sourced = inputs.sourced();
        this.port = port;
        this.came = came;
        this.own = new TurnsThread("sluice-source", port::crashed);
        this.asking = own;
    }

    /** Asks the source with these turns instead of a thread of its own. Call before the start. */
    void askBy(Turns other) {
        asking = other;
        started = true;
    }

    /** The source of one cycle, which is asked while {@link #wanted} is more than {@link #have}. */
    private static final class Source {
        final int cycle;
        /** Units that it has given. Written by the application's thread between two calls. */
        volatile long given;
        /** Units of the cycle. Written by the application's thread. */
        volatile long have;

        volatile long wanted;
        private boolean busy;
        private boolean over;
        private @Nullable Thread caller;

        Source(int cycle) {
            this.cycle = cycle;
        }

        /** Returns whether to ask now; then {@link #answered} follows. */
        synchronized boolean begins() {
            boolean now = !busy && !over && have < wanted;
            busy |= now;
            return now;
        }

        synchronized void answered() {
            busy = false;
        }

        synchronized boolean enter() {
            caller = over ? null : Thread.currentThread();
            return !over;
        }

        /** Returns whether the answer counts. */
        synchronized boolean leave() {
            caller = null;
            if (over) {
                Thread.interrupted(); // what interrupted this call is not for the next one
            }
            return !over;
        }

        synchronized void end() {
            over = true;
            if (caller != null) {
                caller.interrupt();
            }
        }
    }

    void begin(int number, Cycle<?> begun) {
        cycle = number;
        sourced.clear();
        waiting.clear();
        taken = new UnitRanges();
        dryAt = -1;
        accepted = 0;
        growth.begin(begun);
        told = begun.units();
        toldClosed = !begun.open();
        if (begun.open() && application.hasSource()) {
            Source next = new Source(number);
            next.have = told;
            source = next;
        }
    }

    /** Units so far. */
    long units() {
        return growth.units();
    }

    boolean isOpen() {
        return growth.isOpen();
    }

    /** All that was added so far is told to the loop with the begin of the cycle. */
    void begun() {
        told = growth.units();
        toldClosed = !growth.isOpen();
        dryAt = -1;
        have();
    }

    /** Tells the loop what was added, and a close, once the journal has this entry. */
    void tell(long position) throws ApplicationException {
        tell(position, accepted);
    }

    /** The same for units that came from the source. */
    void tellSourced(long position) throws ApplicationException {
        tell(position, -1);
    }

    private void tell(long position, long after) throws ApplicationException {
        long added = growth.units() - told;
        boolean closes = !growth.isOpen() && !toldClosed;
        if (added > 0 || closes) {
            List<Event.Sized> sized = kinds.of(told, told + added);
            told += added;
            toldClosed |= closes;
            port.unitsAdded(cycle, added, closes, position, after, sized);
            have();
        }
    }

    private void have() {
        Source asked = source;
        if (asked != null) {
            asked.have = told;
            if (!growth.isOpen()) {
                end();
            }
        }
    }

    /** Units came from the source, of this process or an earlier one. */
    void arrived(JournalEntry.UnitsArrived those) {
        Source of = source;
        if (those.cycle() != cycle || of == null || !growth.isOpen()) {
            return;
        }
        sourced.add(growth.units(), those);
        growth.add(those.units());
        of.given += those.units();
        if (those.last()) {
            endSource();
        }
    }

    /** The source may be asked again. */
    void answered() {
        Source of = source;
        if (of != null) {
            of.answered();
            poke(of);
        }
    }

    /** All of so many units are finished, and their results are taken. */
    void ranDry(int ofCycle, long units) {
        dryAt = ofCycle == cycle ? units : dryAt;
    }

    /**
     * Closes the cycle if nothing is left that could add units: every unit is finished, and the source has ended.
     *
     * @param again whether units are computed again, after which the application may add some
     */
    void closeIfDry(boolean again) {
        if (growth.isOpen() && !toldClosed && dryAt == growth.units() && source == null) {
            toldClosed = true;
            port.unitsAdded(cycle, 0, true, 0, 0, List.of());
            if (!again) {
                growth.close();
            }
        }
    }

    /** This feed may have assignments that wait for room. */
    void waits(Feed feed) {
        if (!sourced.all().isEmpty() && !feed.waiting.isEmpty()) {
            waiting.add(feed);
        }
    }

    /**
     * Forgets the units of results that were taken, except those whose result is void, and those that are still to be
     * sent to another worker.
     */
    void taken(JournalEntry.ResultsAccepted results, UnitRanges voids) {
        accepted += results.units().size();
        if (sourced.all().isEmpty()) {
            return;
        }
        UnitRanges units = results.units();
        voids.forEach(units::remove);
        units.addAll(taken);
        UnitRanges unsent = new UnitRanges();
        waiting.removeIf(feed -> feed.waiting.isEmpty());
        for (Feed feed : waiting) {
            feed.waiting.forEach(task -> units.forEachWithin(task.next(), task.end(), unsent::add));
        }
        unsent.forEach(units::remove);
        taken = unsent;
        sourced.remove(units);
    }

    /** Units of the cycle that came from the source; the caller changes nothing. */
    UnitRanges fromSource() {
        return sourced.all();
    }

    /** The cycle ends. */
    void end() {
        growth.end();
        endSource();
    }

    private void endSource() {
        Source of = source;
        source = null;
        if (of != null) {
            of.end();
        }
    }

    /** The run ends. Any thread. */
    void close() {
        Source of = source;
        if (of != null) {
            of.end();
        }
        own.close();
    }

    // ---- the source

    /** The slots want units while the cycle has fewer than {@code upTo}. On the loop. */
    void want(int ofCycle, long upTo) {
        Source of = source;
        if (of != null && of.cycle == ofCycle) {
            of.wanted = upTo;
            poke(of);
        }
    }

    private void poke(Source of) {
        if (of.begins()) {
            startOnce();
            asking.turn(() -> ask(of));
        }
    }

    private synchronized void startOnce() {
        if (!started) {
            started = true;
            own.start();
        }
    }

    /** Asks once. On the source's thread. */
    private void ask(Source of) {
        if (!of.enter()) {
            return;
        }
        More<Object> more;
        try {
            more = application.more(of.given);
        } catch (ApplicationException failure) {
            if (of.leave()) {
                port.failed(failure);
            }
            return;
        }
        if (!of.leave()) {
            return;
        }
        if (more.units().isEmpty() && !more.last()) {
            of.answered();
            poke(of);
            return;
        }
        try {
            came.accept(encoded(of.cycle, more));
        } catch (CodecException failure) {
            port.failed(failure);
        }
    }

    private JournalEntry.UnitsArrived encoded(int ofCycle, More<Object> more) {
        PayloadEncoder encoder = new PayloadEncoder();
        try {
            for (Object unit : more.units()) {
                encoder.writeSized(application.unitCodec(), unit);
            }
        } catch (RuntimeException | Error e) {
            encoder.discard();
            throw CodecFailures.of("unit of the source", e);
        }
        Payload payload = encoder.finish();
        try {
            ByteBuffer bytes = ByteBuffer.allocate(Math.toIntExact(payload.size()));
            Arrays.stream(payload.buffers()).forEach(bytes::put);
            return new JournalEntry.UnitsArrived(ofCycle, more.units().size(), more.last(), bytes.flip());
        } finally {
            payload.release();
        }
    }
}
