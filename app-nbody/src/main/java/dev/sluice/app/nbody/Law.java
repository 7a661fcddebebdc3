package dev.sluice.app.nbody;

/**
 * The law of attraction: gravity · mass / (distance² + softening²), for points smeared over a softening length (Plummer
 * softening). In two dimensions bodies move in a plane under the same law.
 *
 * @param dimensions 2 or 3
 * @param gravity Newton's constant in the units of the bodies
 * @param softening softening length; 0 for points
 */
public record Law(int dimensions, double gravity, double softening) {}
