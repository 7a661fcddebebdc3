/**
 * Everything that an application may know of one unit, and say of it: its needs, its context, its share of the host
 * while it is computed, and what follows when it fails. Start reading at {@link dev.sluice.api.unit.UnitContext}.
 */
@NullMarked
package dev.sluice.api.unit;

import org.jspecify.annotations.NullMarked;
