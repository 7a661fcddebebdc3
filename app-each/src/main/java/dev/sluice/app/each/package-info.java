/** The application of {@code sluice each}: one command for each input. */
@NullMarked
package dev.sluice.app.each;

import org.jspecify.annotations.NullMarked;
