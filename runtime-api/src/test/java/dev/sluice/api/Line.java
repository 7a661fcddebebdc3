package dev.sluice.api;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/** Cells in a line, each of which changes with its neighbours. Parts are pieces of the line, which may be cut anew. */
class Line extends ResidentApplication<Long, Line.Piece, long[], long[]> {
    private final int cells;
    private final int parts;
    private final int steps;

    /** Time of all workers and the master [ns]. */
    private final AtomicLong now;

    /** Time of a cell on this worker [ns]. */
    long cellNanos = 1_000;

    /** Time to copy a part [ns]. */
    long copyNanos;

    int least = 1;

    /** The cells after each step, on the master, as hash codes. */
    final List<Integer> results = new ArrayList<>();

    /** The sizes of the parts in each step, on the master. */
    final List<List<Integer>> sizes = new ArrayList<>();

    record Piece(int first, long[] cells) {}

    Line(int cells, int parts, int steps, AtomicLong now) {
        this.cells = cells;
        this.parts = parts;
        this.steps = steps;
        this.now = now;
        residence().clock(now::get);
    }

    /** A copy for a worker that takes so many times as long. */
    Line onWorker(int slowness) {
        Line copy = new Line(cells, parts, steps, now);
        copy.cellNanos = slowness * cellNanos;
        copy.copyNanos = copyNanos;
        return copy;
    }

    /** The results of every run, computed without one. */
    static List<Integer> expected(int cells, int steps) {
        List<Integer> all = new ArrayList<>();
        long[] line = begin(0, cells);
        for (int step = 0; step < steps; step++) {
            line = moved(line, 0, 0);
            all.add(Arrays.hashCode(line));
        }
        return all;
    }

    private static long[] begin(int first, int count) {
        long[] line = new long[count];
        Arrays.setAll(line, at -> 7L + first + at);
        return line;
    }

    private static long[] moved(long[] line, long before, long after) {
        long[] next = new long[line.length];
        for (int at = 0; at < line.length; at++) {
            long left = at == 0 ? before : line[at - 1];
            long right = at == line.length - 1 ? after : line[at + 1];
            next[at] = 31 * line[at] + 17 * left + right;
        }
        return next;
    }

    private int first(int part) {
        return (int) ((long) part * cells / parts);
    }

    @Override
    protected Long setup() {
        return 7L;
    }

    @Override
    protected int parts() {
        return parts;
    }

    @Override
    protected int steps() {
        return steps;
    }

    @Override
    protected Piece part(Long setup, Place place) {
        return new Piece(
                first(place.part()), begin(first(place.part()), first(place.part() + 1) - first(place.part())));
    }

    @Override
    protected Step<Piece, long[], long[]> step(Long setup, Place place, Piece piece, List<Message<long[]>> messages) {
        now.addAndGet(piece.cells().length * cellNanos);
        int end = piece.first() + piece.cells().length;
        long before = place.step() == 0 && piece.first() > 0 ? begin(piece.first() - 1, 1)[0] : 0;
        long after = place.step() == 0 && end < cells ? begin(end, 1)[0] : 0;
        for (Message<long[]> message : messages) {
            if (message.part() < place.part()) {
                before = message.value()[0];
            } else {
                after = message.value()[0];
            }
        }
        Piece next = new Piece(piece.first(), moved(piece.cells(), before, after));
        Step<Piece, long[], long[]> step = new Step<>(next, next.cells());
        ends(place, next).forEach(each -> step.send(each.part(), each.value()));
        return step;
    }

    private List<Message<long[]>> ends(Place place, Piece piece) {
        List<Message<long[]>> ends = new ArrayList<>();
        if (place.part() > 0) {
            ends.add(new Message<>(place.part() - 1, new long[] {piece.cells()[0]}));
        }
        if (place.part() < parts - 1) {
            ends.add(new Message<>(place.part() + 1, new long[] {piece.cells()[piece.cells().length - 1]}));
        }
        return ends;
    }

    @Override
    protected Verdict endStep(int step, List<long[]> pieces) {
        results.add(
                Arrays.hashCode(pieces.stream().flatMapToLong(Arrays::stream).toArray()));
        sizes.add(pieces.stream().map(piece -> piece.length).toList());
        return Verdict.CONTINUE;
    }

    @Override
    protected Codec<Piece> partCodec() {
        Codec<Piece> plain = super.partCodec();
        return new Codec<>() {
            @Override
            public void encode(Piece piece, Encoder out) {
                now.addAndGet(copyNanos);
                plain.encode(piece, out);
            }

            @Override
            public Piece decode(Decoder in) {
                return plain.decode(in);
            }
        };
    }

    @Override
    protected Optional<Cutting<Piece, long[]>> cutting() {
        return Optional.of(new Cutting<>() {
            @Override
            public int size(Piece piece) {
                return piece.cells().length;
            }

            @Override
            public int least() {
                return least;
            }

            @Override
            public Halves<Piece> split(Piece piece, int at) {
                return new Halves<>(
                        new Piece(piece.first(), Arrays.copyOf(piece.cells(), at)),
                        new Piece(piece.first() + at, Arrays.copyOfRange(piece.cells(), at, piece.cells().length)));
            }

            @Override
            public Piece join(Piece first, Piece second) {
                if (second.first() != first.first() + first.cells().length) {
                    throw new IllegalStateException("pieces that do not follow each other");
                }
                long[] all = Arrays.copyOf(first.cells(), first.cells().length + second.cells().length);
                System.arraycopy(second.cells(), 0, all, first.cells().length, second.cells().length);
                return new Piece(first.first(), all);
            }

            @Override
            public List<Message<long[]>> messages(Place place, Piece piece) {
                return ends(place, piece);
            }
        });
    }
}
