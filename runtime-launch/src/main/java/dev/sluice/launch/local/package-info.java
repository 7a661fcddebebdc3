/** Starts workers on this machine. Start with {@link dev.sluice.launch.local.LocalLauncher}. */
@NullMarked
package dev.sluice.launch.local;

import org.jspecify.annotations.NullMarked;
