/**
 * Projects of users: what {@code sluice new} writes, and how its build gets the API and the runtime. Knows Maven and no
 * commands. Start reading at {@link dev.sluice.cli.project.Project}.
 */
@NullMarked
package dev.sluice.cli.project;

import org.jspecify.annotations.NullMarked;
