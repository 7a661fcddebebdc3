@NullMarked
package dev.sluice.app.mandelbrot;

import org.jspecify.annotations.NullMarked;
