package dev.sluice.app.jacobi;

import dev.sluice.api.Codec;
import dev.sluice.api.Codecs;
import dev.sluice.api.Decoder;
import dev.sluice.api.Encoder;
import java.util.Arrays;

/**
 * A strip of rows with the borders of its neighbours, which stays on a worker and changes in place. A border of h rows
 * lasts for h iterations: the row next to its end lacks a neighbour, so that each iteration uses up one row. Where the
 * grid ends there is one row, the fixed edge, which costs nothing. Confined to the thread of a step.
 */
public final class Strip {
    /** Encodes the cells; the second array is made anew. */
    static final Codec<Strip> CODEC = new Codec<>() {
        private final Codec<Content> content = Codecs.of(Content.class);

        @Override
        public void encode(Strip strip, Encoder out) {
            content.encode(new Content(strip.width, strip.above, strip.below, strip.now), out);
        }

        @Override
        public Strip decode(Decoder in) {
            Content read = content.decode(in);
            return new Strip(read.width, read.above, read.below, read.cells);
        }
    };

    private final int width;
    private final int rows;
    private final int above;
    private final int below;
    private double[] now;
    private double[] next;

    /**
     * The cells are not copied.
     *
     * @param width cells of a row, with the fixed one at each end
     * @param above rows of the border above; 0 if the edge of the grid is there
     * @param cells rows × width, row-major: the border or edge above, the strip, the border or edge below
     */
    Strip(int width, int above, int below, double[] cells) {
        this.width = width;
        this.above = above;
        this.below = below;
        this.rows = cells.length / width;
        this.now = cells;
        this.next = cells.clone();
    }

    /** The strip with this number, before the first iteration. */
    static Strip first(PlatePlan plan, int part) {
        PlatePlan.Strips work = plan.work();
        int above = part == 0 ? 0 : work.halo();
        int below = part == work.strips() - 1 ? 0 : work.halo();
        int from = work.first(part) - Math.max(1, above);
        int to = work.first(part + 1) + Math.max(1, below);
        return new Strip(work.width(), above, below, new Waves(work, plan.seed()).rows(from, to, 0));
    }

    record Content(int width, int above, int below, double[] cells) {}

    /** Replaces the border above or below by that of a neighbour. */
    void take(boolean isAbove, double[] border) {
        System.arraycopy(border, 0, now, isAbove ? 0 : now.length - border.length, border.length);
    }

    /**
     * Computes so many iterations, at most as many as a border has rows. Each follows the one before a row behind it,
     * so that a row stays in the cache until all have used it.
     */
    void iterate(int iterations) {
        for (int front = 1; front < rows + iterations; front++) {
            for (int iteration = 0; iteration < iterations; iteration++) {
                int left = iterations - 1 - iteration;
                int row = front - iteration;
                int from = above == 0 ? 1 : above - left;
                int to = below == 0 ? rows - 1 : rows - below + left;
                if (row >= from && row < to) {
                    boolean even = iteration % 2 == 0;
                    relax(even ? now : next, even ? next : now, row * width, width);
                }
            }
        }
        if (iterations % 2 == 1) {
            double[] spare = now;
            now = next;
            next = spare;
        }
    }

    /** The mean of the four neighbours, always added in the same order, for one row without its ends. */
    private static void relax(double[] now, double[] next, int start, int width) {
        for (int at = start + 1; at < start + width - 1; at++) {
            next[at] = 0.25 * ((now[at - width] + now[at + width]) + (now[at - 1] + now[at + 1]));
        }
    }

    /** The uppermost rows, which are the border of the neighbour above. */
    double[] upper(int count) {
        return copy(Math.max(1, above), count);
    }

    /** The lowest rows, which are the border of the neighbour below. */
    double[] lower(int count) {
        return copy(rows - Math.max(1, below) - count, count);
    }

    /** All rows, without borders and edges. */
    double[] all() {
        return copy(Math.max(1, above), rows - Math.max(1, above) - Math.max(1, below));
    }

    private double[] copy(int from, int count) {
        return Arrays.copyOfRange(now, from * width, (from + count) * width);
    }

    // ---- cuts

    /** Rows without borders and edges. */
    int size() {
        return rows - Math.max(1, above) - Math.max(1, below);
    }

    /** The rows from this one to another, without borders; the neighbours' messages fill the borders of cuts. */
    Strip piece(int from, int to, int halo) {
        int over = from == 0 ? above : halo;
        int under = to == size() ? below : halo;
        double[] cells = new double[(Math.max(1, over) + to - from + Math.max(1, under)) * width];
        int first = Math.max(1, above) + from;
        System.arraycopy(now, first * width, cells, Math.max(1, over) * width, (to - from) * width);
        keepEdges(cells, over, under);
        return new Strip(width, over, under, cells);
    }

    /** The strip with another below it. */
    Strip join(Strip lower) {
        int top = Math.max(1, above);
        int bottom = Math.max(1, lower.below);
        double[] cells = new double[(top + size() + lower.size() + bottom) * width];
        System.arraycopy(now, top * width, cells, top * width, size() * width);
        int from = Math.max(1, lower.above) * width;
        System.arraycopy(lower.now, from, cells, (top + size()) * width, lower.size() * width);
        lower.keepEdges(cells, above, lower.below);
        keepEdges(cells, above, lower.below);
        return new Strip(width, above, lower.below, cells);
    }

    /** Copies the fixed edges of the grid that are here. */
    private void keepEdges(double[] cells, int over, int under) {
        if (over == 0 && above == 0) {
            System.arraycopy(now, 0, cells, 0, width);
        }
        if (under == 0 && below == 0) {
            System.arraycopy(now, now.length - width, cells, cells.length - width, width);
        }
    }
}
