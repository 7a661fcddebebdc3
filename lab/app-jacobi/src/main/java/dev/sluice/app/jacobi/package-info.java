/**
 * Jacobi's iteration on a grid in strips that stay on workers. Start reading at {@link dev.sluice.app.jacobi.Jacobi}.
 */
@NullMarked
package dev.sluice.app.jacobi;

import org.jspecify.annotations.NullMarked;
