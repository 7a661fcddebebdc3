/** The command {@code predict}. Start with {@link dev.sluice.cli.predict.PredictCommand}. */
@NullMarked
package dev.sluice.cli.predict;

import org.jspecify.annotations.NullMarked;
