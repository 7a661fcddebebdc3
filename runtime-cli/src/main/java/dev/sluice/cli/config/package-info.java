/**
 * Configuration: options of commands from the environment and from files, each with where it comes from. Start reading
 * at {@link dev.sluice.cli.config.Configuration}.
 */
@NullMarked
package dev.sluice.cli.config;

import org.jspecify.annotations.NullMarked;
