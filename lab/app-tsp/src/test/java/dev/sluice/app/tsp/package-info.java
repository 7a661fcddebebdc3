@NullMarked
package dev.sluice.app.tsp;

import org.jspecify.annotations.NullMarked;
