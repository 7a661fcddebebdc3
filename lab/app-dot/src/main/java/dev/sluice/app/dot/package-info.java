/** Docking of two molecules by correlation of grids. Start reading at {@link dev.sluice.app.dot.Docking}. */
@NullMarked
package dev.sluice.app.dot;

import org.jspecify.annotations.NullMarked;
