/**
 * The frames that runtime and child exchange, and the streams that carry them; see docs/languages.md.
 * {@link dev.sluice.app.foreign.wire.FrameLine} is the place to start reading.
 */
@NullMarked
package dev.sluice.app.foreign.wire;

import org.jspecify.annotations.NullMarked;
