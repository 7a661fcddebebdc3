/** Values that the master and the workers exchange for each command. */
@NullMarked
package dev.sluice.app.each.job;

import org.jspecify.annotations.NullMarked;
