/** Clusters of points that stay on workers. Start reading at {@link dev.sluice.app.kmeans.Kmeans}. */
@NullMarked
package dev.sluice.app.kmeans;

import org.jspecify.annotations.NullMarked;
