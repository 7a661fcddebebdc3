package dev.sluice.app.nbody;

/**
 * How bodies attract each other: with gravity · mass / (distance² + softening²), as points smeared over a softening
 * length (Plummer's softening). In two dimensions bodies move in a plane; the law is the same.
 *
 * @param dimensions 2 or 3
 * @param gravity Newton's constant in the units of the bodies
 * @param softening in units of length; 0 for points
 */
public record Law(int dimensions, double gravity, double softening) {}
