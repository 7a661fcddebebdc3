package dev.sluice.app.nbody;

/**
 * The effect of one cycle on a body once its acceleration is known. Leap-frog in its kick-drift-kick form kicks for
 * half a step, drifts for a whole one, and kicks for half a step with the acceleration at the new place (Hockney and
 * Eastwood, Computer Simulation Using Particles, 1988, chapter 4). The acceleration requires the drifted positions of
 * all bodies. A cycle therefore ends one step and begins the next with the same acceleration.
 *
 * @param closing time of the kick that ends the previous step; 0 in the first cycle
 * @param opening time of the kick that begins the next step; 0 in the last cycle
 * @param drift time of the drift after it; 0 in the last cycle
 */
public record Kick(double closing, double opening, double drift) {
    /** The kick of cycle {@code number} of {@code steps + 1}. */
    static Kick of(int number, int steps, double timeStep) {
        double half = timeStep / 2;
        boolean last = number == steps;
        return new Kick(number == 0 ? 0 : half, last ? 0 : half, last ? 0 : timeStep);
    }
}
