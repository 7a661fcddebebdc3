/** Starts workers on other hosts by ssh. Start with {@link dev.sluice.launch.ssh.SshLauncher}. */
@NullMarked
package dev.sluice.launch.ssh;

import org.jspecify.annotations.NullMarked;
