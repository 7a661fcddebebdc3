/**
 * What an application can teach Sluice. Each interface is implemented by a public class in the application's jars, with
 * a public constructor without parameters. {@code --policy} names a {@link dev.sluice.api.extension.DistributionPolicy};
 * the others are services, named in {@code META-INF/services}. Start reading at that policy.
 */
@NullMarked
package dev.sluice.api.extension;

import org.jspecify.annotations.NullMarked;
