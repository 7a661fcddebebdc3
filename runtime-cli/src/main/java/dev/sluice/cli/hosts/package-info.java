/**
 * The commands {@code hosts list}, {@code weather}, {@code benchmark} and {@code history}: which hosts there are, and
 * what is known of them. Start with {@link dev.sluice.cli.hosts.ListCommand}.
 */
@NullMarked
package dev.sluice.cli.hosts;

import org.jspecify.annotations.NullMarked;
