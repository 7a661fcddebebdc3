/**
 * Runs the application of the user on a thread of its own. Start with
 * {@link dev.sluice.master.application.ApplicationThread}.
 */
@NullMarked
package dev.sluice.master.application;

import org.jspecify.annotations.NullMarked;
