/**
 * Run files: address, certificate fingerprint and secret of a run. Start with {@link dev.sluice.net.runfile.RunFile}.
 */
@NullMarked
package dev.sluice.net.runfile;

import org.jspecify.annotations.NullMarked;
