/**
 * The process that owns a run. Start reading at {@link dev.sluice.master.MasterLoop}, which makes the parts: messages
 * become events ({@code Arrivals} for units, {@code Registrations} and {@code WorkerEvents} for workers),
 * {@code SchedulerDriver} has the scheduler decide, and {@code Dispatch} carries out its actions. {@code RunCore} is
 * the state that they share. The package {@code application} calls the application's methods, {@code submaster} is the
 * sub-master.
 */
@NullMarked
package dev.sluice.master;

import org.jspecify.annotations.NullMarked;
