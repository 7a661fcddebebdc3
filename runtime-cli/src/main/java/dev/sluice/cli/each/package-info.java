/** {@code sluice each}: runs a command for each input. Start reading at {@link dev.sluice.cli.each.EachCommand}. */
@NullMarked
package dev.sluice.cli.each;

import org.jspecify.annotations.NullMarked;
