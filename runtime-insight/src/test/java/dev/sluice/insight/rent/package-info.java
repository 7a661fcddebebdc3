/** Tests of what machines for rent would take and cost. */
@NullMarked
package dev.sluice.insight.rent;

import org.jspecify.annotations.NullMarked;
