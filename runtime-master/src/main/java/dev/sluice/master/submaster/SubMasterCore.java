package dev.sluice.master.submaster;

import dev.sluice.master.Followers;
import dev.sluice.master.MasterLoop;
import dev.sluice.master.RunCore;
import dev.sluice.master.RunCourse;
import dev.sluice.master.SchedulerDriver;

/**
 * The half of a sub-master that faces its workers.
 *
 * @param master whose units come from a {@link Forwarding}
 * @param kept whether results are kept below until they are collected
 */
public record SubMasterCore(MasterLoop master, boolean kept) {
    RunCore core() {
        return master.core();
    }

    SchedulerDriver driver() {
        return master.driver();
    }

    RunCourse course() {
        return master.course();
    }

    Followers followers() {
        return master.followers();
    }

    Forwarding forwarding() {
        return (Forwarding) master.principal();
    }
}
