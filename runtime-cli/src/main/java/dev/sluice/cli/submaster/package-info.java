/** The command {@code sub-master}. Start with {@link dev.sluice.cli.submaster.SubMasterRun}. */
@NullMarked
package dev.sluice.cli.submaster;

import org.jspecify.annotations.NullMarked;
