package dev.sluice.launch.pool;

import dev.sluice.launch.LaunchListener;
import dev.sluice.launch.Launcher;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.pool.Deadline;
import dev.sluice.net.message.Goodbye;
import dev.sluice.net.message.Message;
import dev.sluice.net.message.PoolJoin;
import dev.sluice.net.message.PoolNeeds;
import dev.sluice.net.message.PoolNews;
import dev.sluice.net.message.Problem;
import dev.sluice.net.parent.Dialer;
import dev.sluice.net.rules.Closing;
import dev.sluice.net.runfile.RunFile;
import dev.sluice.net.session.Loop;
import dev.sluice.net.session.Session;
import dev.sluice.net.session.SessionListener;
import dev.sluice.net.transport.ClientConfig;
import dev.sluice.net.transport.Transport;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Asks a pool for workers: joins it with the run's file, says every second what the run could use, and comes back when
 * the session is lost, also to a pool that was started again. The pool's agents start the workers, and drain them. The
 * state is confined to the loop; the methods may be called from any thread.
 */
public final class PoolLauncher implements Launcher {
    private static final long PERIOD_NANOS = TimeUnit.SECONDS.toNanos(1);
    /** The same until the first cycle begins, so that workers come soon [ns]. */
    private static final long FIRST_PERIOD_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    /** A pool that does not answer for this long is reported [ns]. The search goes on. */
    private static final long REPORTED_NANOS = TimeUnit.SECONDS.toNanos(10);

    private static final long FOREVER_NANOS = TimeUnit.DAYS.toNanos(365);

    private final Loop loop;
    private final Dialer dialer;
    private final Terms terms;
    private final CountDownLatch gone = new CountDownLatch(1);
    private final AtomicBoolean toldEnding = new AtomicBoolean();
    private @Nullable Transport transport;
    private @Nullable LaunchListener listener;
    private @Nullable RunFile run;
    private @Nullable Link link;
    private boolean ending;
    private boolean asked;
    private boolean begun;
    private boolean lost;
    private int slots = -1;
    private long beganNanos;

    /**
     * The wishes of a run.
     *
     * @param pool how the run's master connects to the pool
     * @param weight share of the run among others
     * @param priority runs of a higher priority get slots first
     * @param leastSlots that the run needs to be useful
     * @param mostSlots that the run may have
     * @param deadlineNanos time from the start to the wished end; {@link Deadline#NONE} without a wish [ns]
     */
    public record Terms(RunFile pool, int weight, int priority, int leastSlots, int mostSlots, long deadlineNanos) {}

    /** Makes one with a network thread of its own; connects to nothing yet. */
    public static PoolLauncher of(Terms terms) {
        Transport transport = Transport.open("pool", 1);
        PoolLauncher launcher = new PoolLauncher(
                transport.loop(),
                (place, address, listener) -> transport.dial(address, ClientConfig.of(place), listener),
                terms,
                new SplittableRandom());
        launcher.transport = transport;
        return launcher;
    }

    /**
     * Connects to nothing yet.
     *
     * @param loop calls the listeners of the connector
     */
    PoolLauncher(Loop loop, Dialer.Connector connector, Terms terms, RandomGenerator random) {
        this.loop = loop;
        this.dialer = new Dialer(loop, connector, terms.pool(), random);
        this.terms = terms;
    }

    /** None: the pool decides how many there will be. */
    @Override
    public int expectedSlots() {
        return 0;
    }

    @Override
    public List<String> byHand(Path runFile) {
        return List.of("# the pool " + terms.pool().run() + " starts workers");
    }

    @Override
    public void start(LaunchListener told) {
        loop.execute(() -> {
            listener = told;
            beganNanos = loop.nanoTime();
        });
    }

    @Override
    public void join(RunFile file) {
        loop.execute(() -> {
            run = file;
            if (!ending && link == null) {
                dialer.begin(FOREVER_NANOS);
                dialer.dial(this::newLink);
                loop.schedule(REPORTED_NANOS, this::reportMissing);
            }
        });
    }

    private void reportMissing() {
        if (!ending && slots < 0 && !lost) {
            news("the pool " + terms.pool().run() + " does not answer; the run waits for it");
        }
    }

    private SessionListener newLink() {
        Link next = new Link();
        link = next;
        return next;
    }

    /** One connection; messages of an abandoned one are ignored. */
    private final class Link implements SessionListener {
        private @Nullable Session session;

        @Override
        public void opened(Session open) {
            session = open;
            RunFile file = run;
            if (this != link || file == null || ending) {
                open.close();
                return;
            }
            open.send(new PoolJoin(
                    file.run(),
                    file.text(),
                    terms.weight(),
                    terms.priority(),
                    terms.leastSlots(),
                    terms.mostSlots(),
                    ProcessHandle.current().pid()));
            tick(this);
        }

        @Override
        public void received(Session from, Message message) {
            if (this == link && message instanceof PoolNews told) {
                heard(told);
            } else if (message instanceof Goodbye goodbye) {
                from.close();
                left(this, new Closing(goodbye.code(), goodbye.text(), true));
            } else if (message instanceof Problem problem) {
                from.close();
                left(this, new Closing(problem.code(), problem.text(), true));
            } else {
                message.release();
            }
        }

        @Override
        public void closed(Session from, Closing why) {
            left(this, why);
        }
    }

    private void heard(PoolNews told) {
        if (lost) {
            lost = false;
            news("the pool is back");
        }
        told.lines().forEach(this::news);
        if (told.slots() != slots) {
            slots = told.slots();
        }
    }

    /** Says what the run could use, every second while the session is open. */
    private void tick(Link open) {
        Session session = open.session;
        LaunchListener told = listener;
        if (open != link || session == null || told == null || ending) {
            return;
        }
        if (!asked) {
            asked = true; // one question at a time: a busy master answers late
            told.needs().whenCompleteAsync((needs, failure) -> answered(failure == null ? needs : null), loop);
        }
        loop.schedule(begun ? PERIOD_NANOS : FIRST_PERIOD_NANOS, () -> tick(open));
    }

    private void answered(@Nullable PoolNeeds needs) {
        asked = false;
        begun |= needs != null && needs.unitsLeft() + needs.unitsRunning() > 0;
        Link open = link;
        if (begun && needs != null && !ending && open != null && open.session != null) {
            open.session.send(needs.withNeeded(neededSlots(needs)));
        }
    }

    private int neededSlots(PoolNeeds needs) {
        long wished = terms.deadlineNanos();
        long left = wished == Deadline.NONE ? Deadline.NONE : wished - (loop.nanoTime() - beganNanos);
        return Deadline.slots(needs.unitsLeft() + needs.unitsRunning(), needs.unitNanos(), left);
    }

    private void left(Link gone, Closing why) {
        if (gone != link) {
            return;
        }
        boolean wasOpen = gone.session != null;
        link = null;
        if (ending) {
            this.gone.countDown();
            return;
        }
        if (wasOpen && !lost) {
            lost = true;
            news("the pool is away (" + why.text() + "); its workers go on, and the run looks for it");
        }
        if (wasOpen) {
            dialer.begin(FOREVER_NANOS);
        }
        if (why.code() == ErrorCode.NONE || Dialer.mayPass(why.code())) {
            dialer.dialLater(this::newLink);
        } else {
            news("the pool refuses the run: " + why.text());
            LaunchListener told = listener;
            if (told != null) {
                told.allGone("the pool refuses the run: " + why.text());
            }
        }
    }

    private void news(String line) {
        LaunchListener told = listener;
        if (told != null) {
            told.news(line);
        }
    }

    @Override
    public void ending() {
        if (toldEnding.getAndSet(true)) {
            return; // the loop may have ended by now
        }
        loop.execute(() -> {
            ending = true;
            Link open = link;
            if (open != null && open.session != null) {
                open.session.close(); // the pool drains what it has started
            } else {
                gone.countDown();
            }
        });
    }

    /** Waits until the pool knows that the run is over. Its workers end with the run. */
    @Override
    public void awaitEnd(long millis) throws InterruptedException {
        ending();
        boolean told = gone.await(Math.max(millis, 0), TimeUnit.MILLISECONDS);
        Transport own = transport;
        if (own != null && (told || millis == 0)) {
            own.close(); // otherwise the pool learns it from the end of the connection
        }
    }
}
