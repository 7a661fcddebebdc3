/**
 * Pictures that say what bounds a run, as SVG that stands alone and as pages of one file: no network, no script, light
 * and dark, on paper too. Start reading at {@code FlowTree}, {@code RateCurve}, {@code TaskStream} and
 * {@code RegimeMap}: each is a plain record and draws itself as a {@code Picture}; {@code Page} puts pictures and
 * tables on one page.
 */
@NullMarked
package dev.sluice.picture;

import org.jspecify.annotations.NullMarked;
