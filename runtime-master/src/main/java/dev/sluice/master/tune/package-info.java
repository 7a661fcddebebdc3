/**
 * Changes who works, how units are handed out, and below which master workers are, while a run goes on. Start with
 * {@link dev.sluice.master.tune.Actuator} and {@link dev.sluice.master.tune.Mover}.
 */
@NullMarked
package dev.sluice.master.tune;

import org.jspecify.annotations.NullMarked;
