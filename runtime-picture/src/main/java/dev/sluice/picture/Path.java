package dev.sluice.picture;

/** The outline of a path, in the letters of SVG. */
public final class Path {
    private final StringBuilder data = new StringBuilder();

    public Path move(double x, double y) {
        return step('M', x, y);
    }

    public Path line(double x, double y) {
        return step('L', x, y);
    }

    /** A line, or the beginning of the path. */
    public Path to(double x, double y) {
        return isEmpty() ? move(x, y) : line(x, y);
    }

    /** A closed shape around a place; corners are offsets in x and y in turn, in multiples of {@code size}. */
    static Path shape(double x, double y, double size, double... corners) {
        Path path = new Path();
        for (int i = 0; i < corners.length; i += 2) {
            path.to(x + size * corners[i], y + size * corners[i + 1]);
        }
        return path.close();
    }

    /** Straight along x. */
    public Path across(double x) {
        data.append('H').append(Figures.coordinate(x));
        return this;
    }

    /** Straight along y. */
    public Path down(double y) {
        data.append('V').append(Figures.coordinate(y));
        return this;
    }

    /** A curve that leaves and arrives level, from where the path is at {@code fromX}. */
    Path bend(double fromX, double fromY, double toX, double toY) {
        double middle = (fromX + toX) / 2;
        data.append('C').append(Figures.coordinate(middle)).append(' ').append(Figures.coordinate(fromY));
        data.append(' ').append(Figures.coordinate(middle)).append(' ').append(Figures.coordinate(toY));
        data.append(' ').append(Figures.coordinate(toX)).append(' ').append(Figures.coordinate(toY));
        return this;
    }

    Path close() {
        data.append('Z');
        return this;
    }

    boolean isEmpty() {
        return data.isEmpty();
    }

    private Path step(char letter, double x, double y) {
        data.append(letter).append(Figures.coordinate(x)).append(' ').append(Figures.coordinate(y));
        return this;
    }

    String data() {
        return data.toString();
    }
}
