package dev.sluice.app.render;

/**
 * A rendered tile: a result.
 *
 * @param program name and version of the program that rendered it
 * @param pixels red, green and blue of each pixel, row by row
 */
public record RenderedPatch(String program, byte[] pixels) {}
