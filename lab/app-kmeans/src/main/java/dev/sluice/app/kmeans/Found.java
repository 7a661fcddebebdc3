package dev.sluice.app.kmeans;

/**
 * The result of a step of a part.
 *
 * @param centres x and y of each centre at the begin of the step; empty but for the first part
 * @param squares sum of squares of the distances of the part's points from the nearest centre
 */
public record Found(double[] centres, double squares) {}
