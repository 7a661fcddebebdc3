/** The command {@code hosts discover}. Start with {@link dev.sluice.cli.discover.DiscoverRun}. */
@NullMarked
package dev.sluice.cli.discover;

import org.jspecify.annotations.NullMarked;
