package dev.sluice.app.nbody;

/** From a place among the bodies to a place on the picture, seen from far away: no perspective. */
final class Camera {
    private final int width;
    private final int height;
    private final double pixels;
    private final double elevation;
    private final double turn;
    private final boolean flat;

    /** In the plane it looks straight down. */
    Camera(Settings settings) {
        this.width = settings.look().width();
        this.height = settings.look().height();
        this.pixels = height / (2 * settings.look().reach());
        this.elevation = StrictMath.toRadians(settings.preset().view().elevation());
        this.turn = StrictMath.toRadians(settings.preset().view().turn());
        this.flat = settings.law().dimensions() == 2;
    }

    /**
     * Columns of the bodies, then their rows, in pixels from the upper left corner.
     *
     * @param part of the film that has passed, from 0 to 1
     */
    double[] project(Bodies bodies, double part) {
        int count = bodies.count();
        double[] places = bodies.positions();
        double[] seen = new double[2 * count];
        double cosine = flat ? 1 : StrictMath.cos(turn * part);
        double sine = flat ? 0 : StrictMath.sin(turn * part);
        double steep = flat ? 1 : StrictMath.sin(elevation);
        double slant = StrictMath.cos(elevation);
        for (int body = 0; body < count; body++) {
            double x = places[body];
            double y = places[count + body];
            double up = (x * sine + y * cosine) * steep + (flat ? 0 : places[2 * count + body] * slant);
            seen[body] = width / 2.0 + pixels * (x * cosine - y * sine);
            seen[count + body] = height / 2.0 - pixels * up;
        }
        return seen;
    }
}
