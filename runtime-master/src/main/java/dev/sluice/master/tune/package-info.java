/**
 * Changes who works and how units are handed out while a run goes on. Start with
 * {@link dev.sluice.master.tune.Actuator}.
 */
@NullMarked
package dev.sluice.master.tune;

import org.jspecify.annotations.NullMarked;
