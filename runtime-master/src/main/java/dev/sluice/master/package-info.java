/**
 * The process that owns a run. Start reading at {@link dev.sluice.master.MasterLoop}: what arrives from the network
 * becomes an event of the scheduler ({@code Arrivals}), and the scheduler's actions are carried out ({@code Dispatch}).
 * {@code ApplicationThread} is where the application's methods are called, {@code RunCommand} where a user comes in.
 */
@NullMarked
package dev.sluice.master;

import org.jspecify.annotations.NullMarked;
