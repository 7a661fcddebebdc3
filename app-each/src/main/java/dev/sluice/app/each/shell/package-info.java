/**
 * Runs commands on a worker: start at {@link dev.sluice.app.each.shell.CommandCrew}. Texts of commands are bytes; where
 * a class needs a string of them, it uses ISO-8859-1, one character per byte.
 */
@NullMarked
package dev.sluice.app.each.shell;

import org.jspecify.annotations.NullMarked;
