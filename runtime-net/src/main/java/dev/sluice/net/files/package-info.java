/**
 * Files that applications read on workers: their transfer, and the cache of a host. Start with
 * {@link dev.sluice.net.files.FileArrival}.
 */
@NullMarked
package dev.sluice.net.files;

import org.jspecify.annotations.NullMarked;
