package dev.sluice.app.mandelbrot;

/**
 * A part of the plane; how high it is follows from the picture.
 *
 * @param real part of the centre
 * @param imaginary part of the centre
 * @param width of the picture
 */
record Region(double real, double imaginary, double width) {
    /** Doubles this close to each other still carry some digits of difference. */
    private static final double LEAST_ULPS = 4;

    /** Reads {@code real,imaginary,width}. */
    static Region parse(String text) {
        String[] parts = text.split(",", -1);
        if (parts.length != 3) {
            throw new NumberFormatException(text);
        }
        return new Region(
                Double.parseDouble(parts[0].strip()),
                Double.parseDouble(parts[1].strip()),
                Double.parseDouble(parts[2].strip()));
    }

    /** Whether pixels so far apart differ everywhere in this region. */
    boolean resolves(double step) {
        double far = Math.max(Math.abs(real), Math.abs(imaginary)) + width;
        return step >= LEAST_ULPS * Math.ulp(far);
    }

    @Override
    public String toString() {
        return real + "," + imaginary + "," + width;
    }
}
