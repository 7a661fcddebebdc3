/**
 * A wave behind a wall with two gaps, in strips that stay on workers. Start reading at
 * {@link dev.sluice.app.wave.Wave}.
 */
@NullMarked
package dev.sluice.app.wave;

import org.jspecify.annotations.NullMarked;
