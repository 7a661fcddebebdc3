/** A genetic algorithm for the travelling salesman. Start reading at {@link dev.sluice.app.tsp.Tsp}. */
@NullMarked
package dev.sluice.app.tsp;

import org.jspecify.annotations.NullMarked;
