/** Slices of a head, reconstructed from projections. Start reading at {@link dev.sluice.app.tomography.Tomography}. */
@NullMarked
package dev.sluice.app.tomography;

import org.jspecify.annotations.NullMarked;
