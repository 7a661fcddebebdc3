/**
 * The live page of a run: its data, and how it is served. Start with {@link dev.sluice.cli.page.LivePage};
 * {@link dev.sluice.cli.page.PageJson} and {@link dev.sluice.cli.page.Metrics} turn a view of the run into text.
 */
@NullMarked
package dev.sluice.cli.page;

import org.jspecify.annotations.NullMarked;
