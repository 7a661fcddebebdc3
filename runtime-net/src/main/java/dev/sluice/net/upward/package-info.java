/**
 * What a worker and a sub-master have in common towards the master above them: dialling, beating, fetching jars, and
 * what is on its way up. Start reading at {@link dev.sluice.net.upward.Transit}.
 */
@NullMarked
package dev.sluice.net.upward;

import org.jspecify.annotations.NullMarked;
