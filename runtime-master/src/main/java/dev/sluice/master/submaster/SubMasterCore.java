package dev.sluice.master.submaster;

import dev.sluice.master.RunCore;
import dev.sluice.master.RunCourse;
import dev.sluice.master.SchedulerDriver;

/**
 * The half of a sub-master that faces its workers.
 *
 * @param kept whether results are kept below until they are collected
 */
public record SubMasterCore(
        RunCore core, SchedulerDriver driver, RunCourse course, Forwarding forwarding, boolean kept) {}
