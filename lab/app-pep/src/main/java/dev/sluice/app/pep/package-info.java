/**
 * An instrument for experiments: an application without useful work that behaves like any other. Start reading at
 * {@link dev.sluice.app.pep.Pep}, then {@link dev.sluice.app.pep.UnitSeries}.
 */
@NullMarked
package dev.sluice.app.pep;

import org.jspecify.annotations.NullMarked;
