/**
 * Reads the load of a worker's host. Start reading at {@link dev.sluice.worker.sense.HostSensor}, the thread that
 * samples periodically. {@code HostLook} makes a report of two samples, {@code Availability} has the formula. A
 * {@code HostReader} reads the host: with oshi, or from the files of the Linux kernel if the native code of oshi does
 * not load. Values that only Linux has (the run queue, control groups, affinity) come from its files in either case.
 */
@NullMarked
package dev.sluice.worker.sense;

import org.jspecify.annotations.NullMarked;
