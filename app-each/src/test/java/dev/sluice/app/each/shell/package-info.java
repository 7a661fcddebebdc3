/** Tests of commands on a worker, with real processes. */
@NullMarked
package dev.sluice.app.each.shell;

import org.jspecify.annotations.NullMarked;
