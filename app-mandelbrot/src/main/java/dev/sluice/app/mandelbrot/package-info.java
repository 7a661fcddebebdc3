/** Pictures of the Mandelbrot set. Start reading at {@link dev.sluice.app.mandelbrot.Mandelbrot}. */
@NullMarked
package dev.sluice.app.mandelbrot;

import org.jspecify.annotations.NullMarked;
