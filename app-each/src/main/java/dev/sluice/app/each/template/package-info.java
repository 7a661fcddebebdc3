/** Commands with replacement strings, and what they are for an input. Start at {@link CommandTemplate}. */
@NullMarked
package dev.sluice.app.each.template;

import org.jspecify.annotations.NullMarked;
