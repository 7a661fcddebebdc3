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
     * Where bodies are seen and how they move on the picture: columns, then rows, one for each body.
     *
     * @param places in pixels from the upper left corner
     * @param motions in pixels in a unit of time, the turning of the camera left out
     */
    record Seen(double[] places, double[] motions) {}

    /** @param part of the film that has passed, from 0 to 1 */
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
