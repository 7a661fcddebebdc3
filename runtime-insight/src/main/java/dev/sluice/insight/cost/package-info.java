/**
 * An application that measures the runtime instead of computing: what its threads need for messages and units. Start
 * reading at {@link dev.sluice.master.calibration.Calibration}. Its classes travel to a worker in a jar of their own,
 * and depend on nothing but the template.
 */
@NullMarked
package dev.sluice.insight.cost;

import org.jspecify.annotations.NullMarked;
