/**
 * Which hosts there are to run on: host files of all kinds and the lists of batch systems, read into one model. Knows
 * no commands and starts nothing. Start reading at {@link dev.sluice.hosts.HostFile}.
 */
@NullMarked
package dev.sluice.hosts;

import org.jspecify.annotations.NullMarked;
