/**
 * Charts that only experiments need: lines, steps and shaded tables, drawn with the canvas of
 * {@link dev.sluice.picture.Picture}. Start reading at {@code LineChart}.
 */
@NullMarked
package dev.sluice.benchmarks.chart;

import org.jspecify.annotations.NullMarked;
