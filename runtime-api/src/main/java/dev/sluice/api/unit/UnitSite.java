package dev.sluice.api.unit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A place where units are computed one after the other: the runtime's side of {@link UnitContext}. Confined to the
 * thread that computes, except for {@link #progress()}, {@link #printout} and {@link #print}.
 */
public final class UnitSite implements UnitContext {
    private static final ThreadLocal<UnitSite> HERE = new ThreadLocal<>();
    private static final long GOLDEN = 0x9e3779b97f4a7c15L;
    private static final int MOST_SAID = 100;
    private static final String SCRATCH = "sluice-scratch-";

    /**
     * The last word of a unit on how far it is.
     *
     * @param done from 0 to 1
     * @param saying at most 100 characters
     */
    public record Progress(double done, String saying) {}

    private final long runSeed;
    private final Runnable told;
    private int occupied = 1;
    private int cycle;
    private long index;
    private boolean computing;
    private @Nullable RandomGenerator random;
    private @Nullable Path scratch;
    private volatile @Nullable Progress progress;
    private volatile @Nullable Printout printout;

    /** @param runSeed the seed of the run */
    public UnitSite(long runSeed) {
        this(runSeed, () -> {});
    }

    /** @param told called on the thread of the unit after each word on its progress */
    public UnitSite(long runSeed, Runnable told) {
        this.runSeed = runSeed;
        this.told = told;
    }

    /** The next units occupy so many slots, as they need. */
    public UnitSite occupies(int slots) {
        occupied = slots;
        return this;
    }

    /** The next call of {@code compute} here is for this unit. */
    public void begin(int ofCycle, long unit) {
        cycle = ofCycle;
        index = unit;
        if (printout != null) {
            printout = null;
        }
    }

    /** {@code compute} is about to be called on this thread. */
    public void enter() {
        if (HERE.get() != this) {
            HERE.set(this);
        }
        computing = true;
    }

    /** The unit is over: what it was given is gone. */
    public void leave() {
        computing = false;
        random = null;
        if (progress != null) {
            progress = null;
        }
        Path made = scratch;
        if (made != null) {
            scratch = null;
            delete(made);
        }
    }

    /**
     * The place of the unit that this thread computes.
     *
     * @throws IllegalStateException if it computes none
     */
    public static UnitSite here() {
        UnitSite site = HERE.get();
        if (site == null || !site.computing) {
            throw new IllegalStateException(
                    "context: no unit is computed (expected: called in compute, on the thread that called it)");
        }
        return site;
    }

    /** The last word of the unit; null if it has said nothing. Any thread. */
    public @Nullable Progress progress() {
        return progress;
    }

    /** The output of the latest unit; null if that is nothing. Any thread. */
    public @Nullable Printout printout() {
        return printout;
    }

    /** Says where the unit prints, if not here. */
    public void printsTo(Printout elsewhere) {
        printout = elsewhere;
    }

    /** Keeps the latest that the unit prints. Any thread. */
    public void print(int stream, byte[] bytes, int from, int count) {
        Printout known = printout;
        if (known == null) {
            synchronized (this) {
                known = printout;
                if (known == null) {
                    known = new Printout.Ring(cycle, index);
                    printout = known;
                }
            }
        }
        if (known instanceof Printout.Ring ring) {
            ring.add(stream, bytes, from, count);
        }
    }

    /** Keeps what this thread prints, if it computes a unit. */
    public static void printed(int stream, byte[] bytes, int from, int count) {
        UnitSite site = HERE.get();
        if (site != null && site.computing) {
            site.print(stream, bytes, from, count);
        }
    }

    @Override
    public int cycle() {
        return cycle;
    }

    @Override
    public long index() {
        return index;
    }

    @Override
    public long runSeed() {
        return runSeed;
    }

    @Override
    public long seed() {
        return seedOf(runSeed, cycle, index);
    }

    /** The seed of a unit; programs in other languages compute the same. */
    public static long seedOf(long run, long cycle, long index) {
        return mix(mix(run + GOLDEN * (cycle + 1)) + GOLDEN * (index + 1)) >>> 1;
    }

    /** A seed of a run from its name: from 0 to 2⁵³ - 1, which every reader of JSON keeps. */
    public static long seedOf(String run) {
        long seed = 0;
        for (int each = 0; each < run.length(); each++) {
            seed = mix(seed + GOLDEN + run.charAt(each));
        }
        return seed >>> 11;
    }

    /** The finalizer of SplitMix64. */
    private static long mix(long from) {
        long mixed = (from ^ from >>> 30) * 0xbf58476d1ce4e5b9L;
        mixed = (mixed ^ mixed >>> 27) * 0x94d049bb133111ebL;
        return mixed ^ mixed >>> 31;
    }

    @Override
    public RandomGenerator random() {
        RandomGenerator known = random;
        if (known == null) {
            known = new SplittableRandom(seed());
            random = known;
        }
        return known;
    }

    @Override
    public int processors() {
        return occupied > 1 ? occupied : UnitProcessors.each();
    }

    @Override
    public Path scratch() throws IOException {
        Path made = scratch;
        if (made == null) {
            made = Files.createTempDirectory(SCRATCH + ProcessHandle.current().pid() + "-");
            scratch = made;
        }
        return made;
    }

    @Override
    public void progress(double done, String saying) {
        double share = done > 0 ? Math.min(1, done) : 0; // also of what is no number
        progress = new Progress(share, saying.substring(0, Math.min(MOST_SAID, saying.length())));
        told.run();
    }

    /** Deletes what units of a process have left in its directory for temporary files, because it was killed. */
    public static void deleteOf(long pid, Path temporary) {
        try (Stream<Path> entries = Files.list(temporary)) {
            entries.filter(entry -> entry.getFileName().toString().startsWith(SCRATCH + pid + "-"))
                    .forEach(UnitSite::delete);
        } catch (IOException | UncheckedIOException unreadable) {
            // the system cleans its directory for temporary files
        }
    }

    private static void delete(Path directory) {
        try (Stream<Path> walk = Files.walk(directory)) {
            List<Path> all = walk.sorted(Comparator.reverseOrder()).toList();
            for (Path each : all) {
                Files.deleteIfExists(each);
            }
        } catch (IOException | UncheckedIOException inUse) {
            // the system cleans its directory for temporary files
        }
    }
}
