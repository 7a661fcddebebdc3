/**
 * Virtual time: what will happen when, and how long servers work. Start reading at
 * {@link dev.sluice.model.simulate.event.EventQueue}.
 */
@NullMarked
package dev.sluice.model.simulate.event;

import org.jspecify.annotations.NullMarked;
