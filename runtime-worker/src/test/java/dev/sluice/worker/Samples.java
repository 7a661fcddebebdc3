package dev.sluice.worker;

import dev.sluice.api.Application;
import dev.sluice.api.Codec;
import dev.sluice.api.Cycle;
import dev.sluice.api.Decoder;
import dev.sluice.api.Encoder;
import dev.sluice.api.None;
import dev.sluice.api.Verdict;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** Applications for tests. Units and results are numbers. */
public final class Samples {
    private Samples() {}

    /** Gives back what it gets, unless the number has a meaning. */
    public static class Echo extends Application<None, Long, Long> {
        /** Units of these indices misbehave. */
        public static final long THROWS = 9000;

        public static final long NULL = 9100;
        public static final long NO_MEMORY = 9200;
        public static final long NO_STACK = 9300;
        public static final long NO_CLASS = 9400;
        public static final long UNCODABLE = 9500;
        public static final long WAITS = 9600;
        public static final long EXITS = 9700;
        /** Units from here on, up to the next hundred, wait for {@link #RELEASED} and heed no interrupt. */
        public static final long DEAF = 9800;

        /** Set when units that ignore interrupts may end. */
        public static final AtomicBoolean RELEASED = new AtomicBoolean();

        /** Unit {@link #WAITS} takes one. */
        public static final Semaphore GATE = new Semaphore(0);

        /** The last unit that waits, or that heeds no interrupt, which compute has entered. */
        public static final AtomicLong ENTERED = new AtomicLong(-1);

        /** Calls of finish. */
        public static final AtomicInteger FINISHED = new AtomicInteger();

        public Echo() {}

        @Override
        protected Cycle<None> cycle(int number) {
            return Cycle.only(1, None.NONE);
        }

        @Override
        protected Long unit(long index) {
            return index;
        }

        @Override
        protected Long compute(None setup, Long unit) throws Exception {
            return switch ((int) (long) unit) {
                case (int) THROWS -> throw new IllegalStateException("unit is cursed");
                case (int) NULL -> null;
                case (int) NO_MEMORY -> throw new OutOfMemoryError("pretended");
                case (int) NO_STACK -> dive(unit);
                case (int) NO_CLASS -> throw new NoClassDefFoundError("not/There");
                case (int) WAITS -> {
                    ENTERED.set(unit);
                    GATE.acquire();
                    yield unit;
                }
                case (int) EXITS -> {
                    System.exit(7);
                    yield unit;
                }
                default -> unit >= DEAF && unit < DEAF + 100 ? deaf(unit) : unit;
            };
        }

        private static long deaf(long unit) {
            ENTERED.set(unit);
            while (!RELEASED.get()) {
                Thread.onSpinWait();
            }
            return unit;
        }

        @SuppressWarnings("InfiniteRecursion") // the stack is to overflow
        private static long dive(long depth) {
            return dive(depth + 1) + 1;
        }

        @Override
        protected Verdict accept(long index, Long result) {
            return Verdict.CONTINUE;
        }

        @Override
        protected void finish() {
            FINISHED.incrementAndGet();
        }

        @Override
        protected Codec<Long> resultCodec() {
            return new Codec<>() {
                @Override
                public void encode(Long value, Encoder out) {
                    out.writeLong(value);
                    if (value == UNCODABLE) {
                        throw new IllegalArgumentException("half written");
                    }
                }

                @Override
                public Long decode(Decoder in) {
                    return in.readLong();
                }
            };
        }
    }

    /** Its setup is a number. */
    public static class Setup extends Application<Long, Long, Long> {
        public Setup() {}

        @Override
        protected Cycle<Long> cycle(int number) {
            return Cycle.only(1, 1L);
        }

        @Override
        protected Long unit(long index) {
            return index;
        }

        @Override
        protected Long compute(Long setup, Long unit) {
            return setup + unit;
        }

        @Override
        protected Verdict accept(long index, Long result) {
            return Verdict.CONTINUE;
        }
    }

    /** Adds a number that it loads; its first loads fail, as many as are set. */
    public static class Stateful extends Setup {
        /** Calls of loadState. */
        public final AtomicInteger loads = new AtomicInteger();

        private final int failing;
        private long state;

        public Stateful(int failing) {
            this.failing = failing;
        }

        @Override
        protected void loadState() throws IOException {
            if (loads.incrementAndGet() <= failing) {
                throw new NoSuchFileException("points.csv");
            }
            state = 50_000;
        }

        @Override
        protected Long compute(Long setup, Long unit) {
            return super.compute(setup, unit) + state;
        }
    }

    /** Cannot be initialized. */
    public static class Stillborn extends Echo {
        public Stillborn() {}

        @Override
        protected void initialize() {
            throw new IllegalStateException("no licence");
        }
    }
}
