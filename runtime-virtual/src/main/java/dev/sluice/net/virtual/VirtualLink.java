package dev.sluice.net.virtual;

import dev.sluice.model.ErrorCode;
import dev.sluice.net.codec.Kind;
import dev.sluice.net.message.Message;
import dev.sluice.net.payload.Payload;
import dev.sluice.net.rules.Closing;
import dev.sluice.net.runfile.Role;
import dev.sluice.net.session.SessionListener;
import dev.sluice.net.session.UnopenedSession;
import io.netty.buffer.ByteBuf;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A connection in virtual time, between a worker, or an operator, and a master. Messages keep their order. */
public final class VirtualLink {
    /** The buffers of all messages of a test, which are to be released at its end. */
    public static final class Buffers {
        private final Set<ByteBuf> all = Collections.newSetFromMap(new IdentityHashMap<>());

        void add(Payload payload) {
            Collections.addAll(all, payload.segments());
        }

        /** Buffers that somebody holds still. */
        public List<String> held() {
            List<String> held = new ArrayList<>();
            all.stream().filter(each -> each.refCnt() != 0).forEach(each -> held.add(each.toString()));
            return held;
        }
    }

    /** The port of a master, through which the messages to its workers leave one after the other. */
    public static final class Port {
        private double bytesPerSecond;
        private final boolean both;
        private long freeNanos;
        private long freeUpNanos;

        public Port(long bytesPerSecond) {
            this(bytesPerSecond, false);
        }

        private Port(long bytesPerSecond, boolean both) {
            this.bytesPerSecond = bytesPerSecond;
            this.both = both;
        }

        /** A line that messages to the master pass as well, one after the other. */
        public static Port both(long bytesPerSecond) {
            return new Port(bytesPerSecond, true);
        }

        /** Makes it carry so many times as much from now on. */
        public void times(double factor) {
            bytesPerSecond *= factor;
        }

        private long nanos(long bytes) {
            return Math.round(bytes * 1e9 / bytesPerSecond);
        }

        private long bytes(long nanos) {
            return Math.round(nanos * 1e-9 * bytesPerSecond);
        }
    }

    private static final int SMALL_BYTES = 16 << 10;

    /** Longer than any test. */
    private static final long STUCK_NANOS = 100_000_000_000_000L;

    private static final Set<Kind> ANSWERS = EnumSet.of(Kind.RESULTS, Kind.UNIT_FAILED, Kind.HANDED_BACK);

    private final VirtualLoop loop;
    private final Buffers buffers;
    private final long delayNanos;
    private final VirtualSession near;
    private final VirtualSession far;
    private final Map<VirtualSession, Closing> lastWords = new HashMap<>();
    private final Deque<Runnable> waiting = new ArrayDeque<>();
    private Predicate<Class<? extends Message>> lost = kind -> false;
    private boolean held;
    private boolean repeats;
    private boolean withinOneProcess;
    private boolean broken;
    private @Nullable Port port;
    private boolean stuck;
    private long freeNanos;
    private long freeUpNanos;

    /**
     * @param role of the end that dials
     * @param delayNanos of each message, one way [ns]
     */
    public VirtualLink(VirtualLoop loop, Buffers buffers, Role role, long delayNanos) {
        this.loop = loop;
        this.buffers = buffers;
        this.delayNanos = delayNanos;
        this.near = new VirtualSession(this, role, Role.MASTER);
        this.far = new VirtualSession(this, Role.MASTER, role);
    }

    /** Opens the session at both ends. */
    public void open(SessionListener dialler, SessionListener.Factory master) {
        loop.schedule(delayNanos, () -> {
            if (broken) { // before it was open
                Closing why = new Closing(ErrorCode.CONNECTION_LOST, "the connection broke", false);
                dialler.closed(UnopenedSession.INSTANCE, why);
                return;
            }
            far.open(master.create(far));
            near.open(dialler);
        });
    }

    /** Tells a dialler that nobody listens. */
    public static void refuse(VirtualLoop loop, long delayNanos, SessionListener dialler) {
        Closing why = new Closing(ErrorCode.CONNECT_FAILED, "nobody listens", false);
        loop.schedule(delayNanos, () -> dialler.closed(UnopenedSession.INSTANCE, why));
    }

    VirtualLoop loop() {
        return loop;
    }

    void watch(Payload payload) {
        buffers.add(payload);
    }

    void lastWord(VirtualSession from, Closing why) {
        lastWords.put(from, why);
    }

    void carry(VirtualSession from, VirtualSession.Encoded message) {
        if (lost.test(message.kind().type())) {
            return;
        }
        if (repeats && from == near && ANSWERS.contains(message.kind())) {
            repeats = false;
            carry(from, message);
        }
        Port through = from == near && port != null && port.both ? port : null;
        VirtualSession.Encoded whole = through == null ? message : message.over(through.nanos(message.size()));
        loop.schedule(delayNanos + (through == null ? departure(from, message) : climb(through, message)), () -> {
            if (held) {
                waiting.addLast(() -> deliver(from, whole));
            } else {
                deliver(from, whole);
            }
        });
    }

    /** The next answer of the dialler about units arrives twice. */
    public void repeat() {
        repeats = true;
    }

    void carryPart(VirtualSession from, int bytes) {
        VirtualSession to = from == near ? far : near;
        loop.schedule(delayNanos, () -> to.arrivePart(bytes));
    }

    /** Time until the last byte of this message has passed the line to the master [ns]. */
    private long climb(Port through, VirtualSession.Encoded message) {
        long now = loop.nanoTime();
        boolean small = message.size() <= SMALL_BYTES; // it passes between the packets of large ones
        long free = Math.max(now, small ? freeUpNanos : Math.max(freeUpNanos, through.freeUpNanos));
        freeUpNanos = free + through.nanos(message.size());
        through.freeUpNanos = small ? through.freeUpNanos : freeUpNanos;
        return freeUpNanos - now;
    }

    /** Time until the last byte of this message has left [ns]; messages leave one after the other. */
    private long departure(VirtualSession from, VirtualSession.Encoded message) {
        Port through = port;
        if (from == near || through == null) {
            return 0;
        }
        long now = loop.nanoTime();
        boolean small = message.size() <= SMALL_BYTES; // it leaves between the packets of large ones
        freeNanos = Math.max(now, Math.max(freeNanos, small ? 0 : through.freeNanos)) + through.nanos(message.size());
        if (stuck && !small) {
            freeNanos += STUCK_NANOS;
        } else if (!small) {
            through.freeNanos = freeNanos;
        }
        loop.schedule(freeNanos - now, far::mayContinue);
        return freeNanos - now;
    }

    /** Lets everything that the master's end sends leave through this port from now on. */
    public void through(Port of) {
        port = of;
    }

    /** The worker's end takes no large message any more. */
    public void clog() {
        stuck = true;
    }

    /** True if a message of this end would leave soon. */
    boolean hasRoom(VirtualSession end) {
        return end == near || port == null || loop.nanoTime() >= freeNanos;
    }

    /** Bytes that this end has sent and that have not left. */
    long unsentBytes(VirtualSession end) {
        Port through = port;
        long left = freeNanos - loop.nanoTime();
        return end == near || through == null || left <= 0 ? 0 : through.bytes(left);
    }

    private void deliver(VirtualSession from, VirtualSession.Encoded message) {
        if (broken) {
            return;
        }
        VirtualSession to = from == near ? far : near;
        to.arrive(message);
        Closing why = lastWords.get(from);
        boolean last = message.kind() == Kind.GOODBYE || message.kind() == Kind.PROBLEM;
        if (why != null && last) { // the other end has closed the connection
            loop.schedule(delayNanos, () -> from.end(why));
        }
    }

    /** Messages of this kind, in either direction, are lost from now on. */
    public void lose(Class<? extends Message> kind) {
        lost = kind::equals;
    }

    /** Messages wait from now on, in both directions, as when the network is dead. */
    public void hold() {
        held = true;
    }

    /** Makes both ends parts of one process. */
    public void joinWithinOneProcess() {
        withinOneProcess = true;
    }

    boolean isWithinOneProcess() {
        return withinOneProcess;
    }

    /** Delivers what waits; the network works again. */
    public void release() {
        held = false;
        while (!waiting.isEmpty()) {
            waiting.removeFirst().run();
        }
    }

    /** The connection breaks: what is on the way is lost, and both ends are told. */
    public void cut() {
        Closing why = new Closing(ErrorCode.CONNECTION_LOST, "the connection broke", false);
        broken = true;
        loop.execute(() -> {
            far.end(why);
            near.end(why);
        });
    }

    /** The process that dialled dies: what is on its way is lost, and the master is told. */
    public void die() {
        broken = true;
        near.die();
        loop.execute(() -> far.end(new Closing(ErrorCode.CONNECTION_LOST, "the peer closed the connection", false)));
    }
}
