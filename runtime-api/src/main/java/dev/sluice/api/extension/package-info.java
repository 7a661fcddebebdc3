/**
 * Interfaces by which an application teaches Sluice: a public class in its jars implements one, and has a public
 * constructor without parameters. {@code --policy} names a {@link dev.sluice.api.extension.DistributionPolicy}; the
 * others are services, named in {@code META-INF/services}. Start reading at that policy.
 */
@NullMarked
package dev.sluice.api.extension;

import org.jspecify.annotations.NullMarked;
