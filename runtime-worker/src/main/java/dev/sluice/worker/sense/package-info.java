/**
 * Reads the load of a worker's host. Start reading at {@link dev.sluice.worker.sense.HostSensor}, the thread that
 * samples periodically. {@code HostLook} makes a report of two samples, {@code Availability} has the formula. A
 * {@code HostReader} reads the host: from the files of the Linux kernel, or with oshi on other systems. Values that
 * only Linux has are the run queue, control groups and affinity.
 */
@NullMarked
package dev.sluice.worker.sense;

import org.jspecify.annotations.NullMarked;
