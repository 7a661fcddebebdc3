/**
 * Corrects a network view by what later runs measured. Pure: ages come in as seconds. Start reading at
 * {@link dev.sluice.insight.correct.ViewCorrection}.
 */
@NullMarked
package dev.sluice.insight.correct;

import org.jspecify.annotations.NullMarked;
