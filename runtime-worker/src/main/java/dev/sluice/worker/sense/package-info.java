/**
 * What a worker's host is doing. Start reading at {@link dev.sluice.worker.sense.HostSensor}, the thread that looks now
 * and then; {@code HostLook} makes a report of two looks, {@code Availability} has the formula. Who reads the host is a
 * {@code HostReader}: oshi, or the files of the Linux kernel where its native code does not load. What only Linux has
 * (the run queue, control groups, affinity) is read from its files in either case.
 */
@NullMarked
package dev.sluice.worker.sense;

import org.jspecify.annotations.NullMarked;
