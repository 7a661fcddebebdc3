package dev.sluice.app.foreign;

import dev.sluice.api.Application.More;
import dev.sluice.api.Cycle;
import dev.sluice.api.FailedUnit;
import dev.sluice.api.InputFile;
import dev.sluice.api.Verdict;
import dev.sluice.api.language.ForeignException;
import dev.sluice.api.language.LateResults;
import dev.sluice.api.unit.Needs;
import dev.sluice.app.foreign.child.ForeignChild;
import dev.sluice.app.foreign.wire.Frame;
import dev.sluice.app.foreign.wire.FrameException;
import dev.sluice.app.foreign.wire.FrameLine;
import dev.sluice.app.foreign.wire.Kind;
import dev.sluice.app.foreign.wire.Tag;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The child in the role master. Results that come in quick succession wait a few milliseconds and travel together; the
 * verdict about them then comes with a later call. Its lock makes it safe for the thread that sends waiting results.
 */
final class MasterChild {
    private static final int MOST_WAITING = LateResults.MOST_LATE;
    private static final long MOST_WAITING_BYTES = 512 << 10;
    /** Results are sent at once if none was for so long. */
    private static final long QUIET_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    private static final long LONGEST_WAIT_MILLIS = 5;
    private static final Verdict[] VERDICTS = Verdict.values();

    private record Waiting(long index, ForeignValue value) {}

    /** Units that the child added to the open cycle, and whether it closed it. */
    record Growth(long units, boolean closes) {
        static final Growth NONE = new Growth(0, false);
    }

    private final ForeignChild child;
    private final LongSupplier units;
    private final LongConsumer givesUp;
    private final ScheduledThreadPoolExecutor timer;
    private final List<Waiting> waiting = new ArrayList<>();
    private long waitingBytes;
    private boolean timed;
    private long sentNanos = System.nanoTime() - QUIET_NANOS;
    /** The verdict about results sent since the last call; later results of the cycle are dropped if it ends it. */
    private Verdict verdict = Verdict.CONTINUE;

    /** Units whose results the child could not decode, with the reasons. */
    private final Map<Long, String> refused = new LinkedHashMap<>();

    private int expectedCycles;
    private @Nullable Exception failure;
    private @Nullable UnitAhead ahead;
    /** True while the cycle gets more units. */
    private boolean open;

    /** Units of a cycle that was never open. */
    private long closedUnits;

    private Growth growth = Growth.NONE;
    private @Nullable Path sourceAt;
    private @Nullable Path givenUpAt;
    private @Nullable GivenUpUnits givenUp;
    /** The connection to the source of the cycle; used by the thread that asks it. */
    private volatile @Nullable ForeignChild source;

    /** The needs of the units of the cycle; null if each needs one slot. */
    private @Nullable ForeignNeeds needs;

    private boolean sized;
    private boolean knowsFiles;

    /**
     * @param units of the current cycle so far, asked on the thread that accepts
     * @param givesUp takes units of the current cycle that the child gives up
     */
    MasterChild(ForeignChild child, LongSupplier units, LongConsumer givesUp) {
        this.givesUp = givesUp;
        this.child = child;
        this.units = units;
        this.timer = new ScheduledThreadPoolExecutor(1, task -> {
            Thread thread = new Thread(task, "child-accept");
            thread.setDaemon(true);
            return thread;
        });
        timer.setRemoveOnCancelPolicy(true);
    }

    String results() {
        return child.results();
    }

    /** The files that the program names; none if it does not know the request. */
    synchronized List<InputFile> files() throws ForeignException, InterruptedException {
        try {
            return child.ask(Frame.of(Kind.FILES), Kind.FILES_ARE, MasterChild::readFiles);
        } catch (ForeignException e) {
            if (e.type().equals("protocol") && !child.isBroken()) {
                return List.of();
            }
            throw e;
        }
    }

    private static List<InputFile> readFiles(FrameLine answer) throws IOException {
        List<InputFile> files = new ArrayList<>();
        while (answer.nextField()) {
            if (answer.tag() == Tag.FILE || answer.tag() == Tag.UNPACK) {
                boolean unpack = answer.tag() == Tag.UNPACK;
                String pair = answer.text();
                int sign = pair.indexOf('=');
                if (sign < 0) {
                    throw new FrameException("file " + pair + " (expected: NAME=PATH)");
                }
                files.add(new InputFile(pair.substring(0, sign), Path.of(pair.substring(sign + 1)), unpack));
            }
        }
        return files;
    }

    /**
     * @param files of the run, each as {@code NAME=PATH}, for the first call
     * @param trusted whether results may be of any kind
     */
    synchronized Cycle<ForeignSetup> cycle(int number, Supplier<List<String>> files, boolean trusted)
            throws ForeignException, InterruptedException {
        verdict = Verdict.CONTINUE;
        open = false;
        sourceAt = null;
        givenUpAt = null;
        closeSource();
        Frame request = Frame.of(Kind.CYCLE).u64(Tag.NUMBER, number);
        if (trusted) {
            request.u8(Tag.TRUST, 1);
        }
        if (!knowsFiles) {
            request.texts(Tag.FILE, files.get());
            knowsFiles = true;
        }
        Cycle<ForeignSetup> cycle = child.ask(request, Kind.CYCLE_IS, answer -> read(number, answer));
        Path at = givenUpAt;
        if (at != null) {
            givenUp = new GivenUpUnits(at, unit -> givesUp(at, unit));
        }
        closedUnits = open ? 0 : cycle.units();
        ahead = new UnitAhead(this::units, this::knownUnits);
        needs = sized ? new ForeignNeeds(this::askNeeds, this::knownNeeds) : null;
        return cycle;
    }

    /** The number of cycles that the child foretold; 0 if it did not. */
    synchronized int expectedCycles() {
        return expectedCycles;
    }

    private Cycle<ForeignSetup> read(int number, FrameLine answer) throws IOException {
        long units = 0;
        byte[] setup = null;
        boolean last = false;
        sized = false;
        while (answer.nextField()) {
            switch (answer.tag()) {
                case Tag.UNITS -> units = answer.number(Long.BYTES);
                case Tag.VALUE -> setup = answer.bytes();
                case Tag.EXPECTED ->
                    expectedCycles = (int) Math.min(Integer.MAX_VALUE, Math.max(0, answer.number(Long.BYTES)));
                case Tag.NEEDS -> sized = answer.number(Byte.BYTES) != 0;
                case Tag.LAST -> last = answer.number(Byte.BYTES) != 0;
                case Tag.OPEN -> open = answer.number(Byte.BYTES) != 0;
                case Tag.SOURCE -> sourceAt = Path.of(answer.text());
                case Tag.GIVEN_UP -> givenUpAt = Path.of(answer.text());
                default -> {
                    // a field of a later version
                }
            }
        }
        if (setup == null) {
            return Cycle.none();
        }
        if (units < 0) {
            throw new FrameException("a cycle of " + units + " units (expected: 0 or more)");
        }
        return new Cycle<>(units, new ForeignSetup(number, setup), last, open);
    }

    /**
     * Waits for the next units of the source. On a thread of its own, which may be interrupted.
     *
     * @param given units that the source has given in this cycle
     */
    More<byte[]> more(long given) throws ForeignException, InterruptedException {
        ForeignChild asked = source;
        if (asked == null) {
            Path at;
            synchronized (this) {
                at = sourceAt;
            }
            if (at == null) {
                return More.closed();
            }
            asked = ForeignChild.source(at);
            synchronized (this) {
                if (at != sourceAt) { // another cycle began
                    asked.kill();
                    return More.none();
                }
                source = asked;
            }
        }
        return asked.ask(Frame.of(Kind.MORE).u64(Tag.COUNT, given), Kind.MORE_IS, answer -> {
            List<byte[]> units = new ArrayList<>();
            boolean ends = false;
            while (answer.nextField()) {
                if (answer.tag() == Tag.VALUE) {
                    units.add(answer.bytes());
                } else if (answer.tag() == Tag.LAST) {
                    ends = answer.number(Byte.BYTES) != 0;
                }
            }
            return new More<>(units, ends);
        });
    }

    /** Gives a unit up if its cycle is the current one. */
    private synchronized void givesUp(Path at, long unit) {
        if (at.equals(givenUpAt)) {
            givesUp.accept(unit);
        }
    }

    private void closeSource() {
        if (givenUp != null) {
            givenUp.close();
            givenUp = null;
        }
        ForeignChild known = source;
        source = null;
        if (known != null) {
            known.kill();
        }
    }

    /** Returns what a unit needs; the child says it for many at a time. */
    synchronized Needs needs(long index) throws ForeignException, InterruptedException {
        ForeignNeeds known = needs;
        return known == null ? Needs.ONE_SLOT : known.of(index);
    }

    /** Returns the priority of a unit, which the child says with its needs. */
    synchronized int priority(long index) throws ForeignException, InterruptedException {
        ForeignNeeds known = needs;
        return known == null ? 0 : known.priority(index);
    }

    private ForeignNeeds.Answer askNeeds(long first, long count) throws ForeignException, InterruptedException {
        Frame request = Frame.of(Kind.NEEDS).u64(Tag.INDEX, first).u64(Tag.COUNT, count);
        return child.ask(request, Kind.NEEDS_ARE, answer -> ForeignNeeds.read(first, answer));
    }

    synchronized byte[] unit(long index) throws Exception {
        UnitAhead asked = ahead;
        if (asked == null) {
            throw new IllegalStateException("unit " + index + " of no cycle (expected: cycle was called)");
        }
        return asked.unit(index);
    }

    /** The index below which the child knows all units: those of its source are known here alone. */
    private long knownUnits() {
        return !open ? closedUnits : sourceAt == null ? units.getAsLong() : 0;
    }

    /** Units whose needs the child knows: those of a source too, once it has given them. */
    private long knownNeeds() {
        return open ? units.getAsLong() : closedUnits;
    }

    private byte[][] units(long first, int count) throws ForeignException, InterruptedException {
        Frame request = Frame.of(Kind.UNITS).u64(Tag.INDEX, first).u64(Tag.COUNT, count);
        return child.ask(request, Kind.VALUE, answer -> {
            byte[][] values = new byte[count][];
            int read = 0;
            while (answer.nextField()) {
                if (answer.tag() == Tag.VALUE && read++ < count) {
                    values[read - 1] = answer.bytes();
                }
            }
            if (read != count) {
                throw new FrameException(read + " units (expected: " + count + ", as asked)");
            }
            return values;
        });
    }

    synchronized Verdict accept(long index, ForeignValue value) throws Exception {
        demandNoFailure();
        if (verdict != Verdict.CONTINUE) {
            return verdict;
        }
        waiting.add(new Waiting(index, value));
        waitingBytes += value.bytes();
        boolean now = value.blob() != null // which lasts until this call returns
                || waiting.size() >= MOST_WAITING
                || waitingBytes >= MOST_WAITING_BYTES
                || !open && System.nanoTime() - sentNanos >= QUIET_NANOS;
        if (now) {
            send();
        } else if (!open && !timed) { // else the results of this message go together
            timed = true;
            timer.schedule(this::sendLate, LONGEST_WAIT_MILLIS, TimeUnit.MILLISECONDS);
        }
        return verdict;
    }

    private synchronized void sendLate() {
        timed = false;
        try {
            send();
        } catch (ForeignException | InterruptedException | RuntimeException e) {
            failure = e;
        }
    }

    private void demandNoFailure() throws Exception {
        Exception known = failure;
        if (known != null) {
            throw known;
        }
    }

    /** Sends the waiting results. */
    private void send() throws ForeignException, InterruptedException {
        if (waiting.isEmpty()) {
            return;
        }
        Frame request = Frame.of(Kind.ACCEPT);
        if (open) {
            request.u64(Tag.UNITS, units.getAsLong());
        }
        for (Waiting each : waiting) {
            request.u64(Tag.INDEX, each.index());
            if (each.value().blob() == null) {
                request.bytes(Tag.VALUE, each.value().parts().get(0));
            } else {
                request.blob(Tag.VALUE, each.value().blob());
            }
        }
        waiting.clear();
        waitingBytes = 0;
        verdict = child.ask(request, Kind.VERDICT, this::verdict);
        sentNanos = System.nanoTime();
    }

    /** Reads a verdict, with the units that the child could not decode, and those that it added. */
    private Verdict verdict(FrameLine answer) throws IOException {
        int number = 0;
        long unit = -1;
        while (answer.nextField()) {
            switch (answer.tag()) {
                case Tag.VERDICT -> number = (int) answer.number(Byte.BYTES);
                case Tag.INDEX -> unit = answer.number(Long.BYTES);
                case Tag.MESSAGE -> refused.put(unit, answer.text());
                case Tag.UNITS -> growth = new Growth(growth.units + answer.number(Long.BYTES), growth.closes);
                case Tag.LAST -> growth = new Growth(growth.units, answer.number(Byte.BYTES) != 0);
                default -> {
                    // a field of a later version
                }
            }
        }
        if (number >= VERDICTS.length) {
            throw new FrameException("verdict " + number + " (expected: 0 to " + (VERDICTS.length - 1) + ")");
        }
        return VERDICTS[number];
    }

    /**
     * The units whose results the child could not decode since the last call; at first all are sent if asked for. None
     * if the application has ended the cycle, which forgives what is missing.
     */
    synchronized Map<Long, String> refused(boolean all) throws Exception {
        if (all) {
            settle();
        }
        Map<Long, String> known = verdict == Verdict.CONTINUE ? new LinkedHashMap<>(refused) : Map.of();
        refused.clear();
        return known;
    }

    /** Has the waiting results taken; returns the verdict. */
    synchronized Verdict settleNow() throws Exception {
        settle();
        return verdict;
    }

    /** The growth of the cycle since the last call. */
    synchronized Growth grown() {
        Growth known = growth;
        growth = Growth.NONE;
        open &= !known.closes;
        return known;
    }

    /** Sends the waiting results; returns the verdict if it ends more than the cycle, else CONTINUE. */
    private Verdict settle() throws Exception {
        demandNoFailure();
        send();
        boolean ends = verdict == Verdict.APPLICATION_COMPLETE || verdict == Verdict.FAILED;
        return ends ? verdict : Verdict.CONTINUE;
    }

    synchronized Verdict accumulated(ForeignValue total) throws Exception {
        byte[] whole = total.parts().size() == 1
                ? total.parts().get(0)
                : merge(total).parts().get(0);
        return child.ask(Frame.of(Kind.ACCUMULATED).bytes(Tag.VALUE, whole), Kind.VERDICT, this::verdict);
    }

    synchronized ForeignValue merge(ForeignValue values) throws ForeignException, InterruptedException {
        return child.ask(WorkerChildren.mergeRequest(values), Kind.VALUE, WorkerChildren::value);
    }

    synchronized Verdict endCycle(int number) throws Exception {
        Verdict settled = settle();
        for (Map.Entry<Long, String> each : refused(false).entrySet()) { // a serial run has not asked
            throw new ForeignException("", "result of unit " + each.getKey() + ": " + each.getValue(), "");
        }
        return settled != Verdict.CONTINUE
                ? settled
                : child.ask(Frame.of(Kind.END_CYCLE).u64(Tag.NUMBER, number), Kind.VERDICT, this::verdict);
    }

    synchronized void missing(int kind, List<FailedUnit> failures) throws Exception {
        settle();
        Frame request = Frame.of(kind);
        for (FailedUnit each : failures) {
            request.u64(Tag.INDEX, each.index())
                    .text(Tag.TYPE, each.kind().name().toLowerCase(Locale.ROOT).replace('_', '-'))
                    .text(Tag.MESSAGE, each.error());
        }
        child.tell(request);
    }

    synchronized void complete() throws Exception {
        settle();
        child.tell(Frame.of(Kind.COMPLETE));
    }

    synchronized void interrupted() throws Exception {
        settle();
        child.tell(Frame.of(Kind.INTERRUPTED));
    }

    /** Ends the child. */
    void end() throws InterruptedException {
        timer.shutdown();
        closeSource();
        synchronized (this) {
            child.end();
        }
    }
}
