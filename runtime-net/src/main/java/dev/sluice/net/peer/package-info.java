/**
 * Files that workers fetch from each other. Start reading at {@link dev.sluice.net.peer.PeerFiles}; the choice of
 * sources is in {@code dev.sluice.model.share}.
 */
@NullMarked
package dev.sluice.net.peer;

import org.jspecify.annotations.NullMarked;
