/** Models of what a tuner may set. Start reading at {@code MateModel}, the number of workers. */
@NullMarked
package dev.sluice.model.tune;

import org.jspecify.annotations.NullMarked;
