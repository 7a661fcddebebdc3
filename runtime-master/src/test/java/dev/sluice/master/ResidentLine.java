package dev.sluice.master;

import dev.sluice.api.ApplicationException;
import dev.sluice.api.Hosted;
import dev.sluice.api.None;
import dev.sluice.api.ResidentApplication;
import dev.sluice.api.SerialRun;
import dev.sluice.api.Verdict;
import dev.sluice.net.virtual.VirtualLoop;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;

/** Cells in a line, each of which adds its left neighbour in each step. Pieces of the line may be cut anew. */
final class ResidentLine extends ResidentApplication<None, long[], Long, long[]> {
    private final VirtualLoop loop;
    private final int cells;
    private final int parts;
    private final int steps;
    private final long cellNanos;

    /** The cells after each step, on the master, as hash codes. */
    final List<Integer> results = new ArrayList<>();

    /** The sizes of the parts in the latest step, on the master. */
    List<Integer> sizes = List.of();

    /** @param cellNanos time of a cell in a step */
    ResidentLine(VirtualLoop loop, int cells, int parts, int steps, long cellNanos) {
        this.loop = loop;
        this.cells = cells;
        this.parts = parts;
        this.steps = steps;
        this.cellNanos = cellNanos;
    }

    /** A copy whose cells take so many times as long. */
    ResidentLine slower(int times) {
        return new ResidentLine(loop, cells, parts, steps, times * cellNanos);
    }

    /** The results of a serial run. */
    List<Integer> expected() {
        ResidentLine serial = new ResidentLine(new VirtualLoop(), cells, parts, steps, 0);
        try {
            new SerialRun<>(Hosted.of(serial)).run();
        } catch (ApplicationException e) {
            throw new IllegalStateException(e);
        }
        return serial.results;
    }

    private int first(int part) {
        return part * cells / parts;
    }

    @Override
    protected None setup() {
        return None.NONE;
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
    protected long[] part(None setup, Place place) {
        return LongStream.range(first(place.part()), first(place.part() + 1)).toArray();
    }

    @Override
    protected Step<long[], Long, long[]> step(None setup, Place place, long[] piece, List<Message<Long>> messages) {
        loop.spend(piece.length * cellNanos);
        long before = place.step() == 0 ? first(place.part()) - 1 : -1;
        for (Message<Long> message : messages) {
            before = message.value();
        }
        for (int at = 0; at < piece.length; at++) {
            long now = piece[at];
            piece[at] = 3 * now + before;
            before = now;
        }
        Step<long[], Long, long[]> step = new Step<>(piece, piece.clone());
        ends(place, piece).forEach(each -> step.send(each.part(), each.value()));
        return step;
    }

    private List<Message<Long>> ends(Place place, long[] piece) {
        return place.part() == parts - 1
                ? List.of()
                : List.of(new Message<>(place.part() + 1, piece[piece.length - 1]));
    }

    @Override
    protected Verdict endStep(int step, List<long[]> pieces) {
        results.add(
                Arrays.hashCode(pieces.stream().flatMapToLong(Arrays::stream).toArray()));
        sizes = pieces.stream().map(piece -> piece.length).toList();
        return Verdict.CONTINUE;
    }

    @Override
    protected Optional<Cutting<long[], Long>> cutting() {
        return Optional.of(new Cutting<>() {
            @Override
            public int size(long[] piece) {
                return piece.length;
            }

            @Override
            public Halves<long[]> split(long[] piece, int at) {
                return new Halves<>(Arrays.copyOf(piece, at), Arrays.copyOfRange(piece, at, piece.length));
            }

            @Override
            public long[] join(long[] first, long[] second) {
                return LongStream.concat(Arrays.stream(first), Arrays.stream(second))
                        .toArray();
            }

            @Override
            public List<Message<Long>> messages(Place place, long[] piece) {
                return ends(place, piece);
            }
        });
    }
}
