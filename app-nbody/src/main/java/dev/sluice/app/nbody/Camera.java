package dev.sluice.app.nbody;

/** Projects positions of bodies to the picture, seen from far away and therefore without perspective. */
final class Camera {
    private final int width;
    private final int height;
    private final double pixels;
    private final double elevation;
    private final double turn;
    private final boolean flat;

    /** In two dimensions the camera looks straight down. */
    Camera(Settings settings) {
        this.width = settings.look().width();
        this.height = settings.look().height();
        this.pixels = height / (2 * settings.look().reach());
        this.elevation = StrictMath.toRadians(settings.preset().view().elevation());
        this.turn = StrictMath.toRadians(settings.preset().view().turn());
        this.flat = settings.law().dimensions() == 2;
    }

    /**
     * Positions and motions of the bodies on the picture: columns, then rows, one for each body.
     *
     * @param places positions in pixels from the upper left corner
     * @param motions velocities in pixels per unit of time, without the turning of the camera
     */
    record Seen(double[] places, double[] motions) {}

    /** @param part fraction of the film that has passed, 0 to 1 */
    Seen project(Bodies bodies, double part) {
        double[] places = project(bodies.positions(), bodies.count(), part);
        for (int body = 0; body < bodies.count(); body++) {
            places[body] += width / 2.0;
            places[bodies.count() + body] += height / 2.0;
        }
        return new Seen(places, project(bodies.velocities(), bodies.count(), part));
    }

    private double[] project(double[] vectors, int count, double part) {
        double[] seen = new double[2 * count];
        double cosine = flat ? 1 : StrictMath.cos(turn * part);
        double sine = flat ? 0 : StrictMath.sin(turn * part);
        double steep = flat ? 1 : StrictMath.sin(elevation);
        double slant = StrictMath.cos(elevation);
        for (int body = 0; body < count; body++) {
            double x = vectors[body];
            double y = vectors[count + body];
            double up = (x * sine + y * cosine) * steep + (flat ? 0 : vectors[2 * count + body] * slant);
            seen[body] = pixels * (x * cosine - y * sine);
            seen[count + body] = -pixels * up;
        }
        return seen;
    }
}
