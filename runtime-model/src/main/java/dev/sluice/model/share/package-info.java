/**
 * Files that workers fetch from each other: who fetches from whom. Start reading at
 * {@link dev.sluice.model.share.FileSources}.
 */
@NullMarked
package dev.sluice.model.share;

import org.jspecify.annotations.NullMarked;
