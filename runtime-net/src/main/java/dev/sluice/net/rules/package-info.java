/**
 * Limits that every session keeps, and what happens to a peer that exceeds them. Start with
 * {@link dev.sluice.net.rules.Limits}.
 */
@NullMarked
package dev.sluice.net.rules;

import org.jspecify.annotations.NullMarked;
