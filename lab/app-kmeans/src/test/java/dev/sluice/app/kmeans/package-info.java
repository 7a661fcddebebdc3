@NullMarked
package dev.sluice.app.kmeans;

import org.jspecify.annotations.NullMarked;
