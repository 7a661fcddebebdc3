/**
 * An application that computes nothing and behaves like any other: the instrument of experiments. Start reading at
 * {@link dev.sluice.app.pep.Pep}, then {@link dev.sluice.app.pep.UnitSeries}.
 */
@NullMarked
package dev.sluice.app.pep;

import org.jspecify.annotations.NullMarked;
