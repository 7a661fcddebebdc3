/** Time and price of runs on machines for rent. */
@NullMarked
package dev.sluice.insight.rent;

import org.jspecify.annotations.NullMarked;
