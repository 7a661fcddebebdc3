/**
 * The application of {@code sluice each}: one command for each input. Start reading at
 * {@link dev.sluice.app.each.EachApplication}, then {@link dev.sluice.app.each.shell.CommandCrew}.
 */
@NullMarked
package dev.sluice.app.each;

import org.jspecify.annotations.NullMarked;
