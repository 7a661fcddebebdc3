package dev.sluice.model.simulate.actor;

import dev.sluice.model.flow.Host;
import dev.sluice.model.flow.ProcessorShare;
import dev.sluice.model.simulate.Script;
import dev.sluice.model.simulate.World;
import dev.sluice.model.simulate.event.Course;
import dev.sluice.model.simulate.event.Courses;
import java.util.HashMap;
import java.util.Map;

/** How fast the processors of the hosts are, with the changes that the script names. Confined to its run. */
final class HostCourses {
    private final World machines;
    private final Script script;
    private final Courses steady;

    /** Share of their times in which units use a processor. */
    private final double cpuShare;

    private final Map<Integer, Course> slots = new HashMap<>();

    HostCourses(World machines, Script script, Courses steady, double cpuShare) {
        this.machines = machines;
        this.script = script;
        this.steady = steady;
        this.cpuShare = cpuShare;
    }

    /** How fast a slot of this host is, in units of where costs were measured. */
    Course slot(int host) {
        return slots.computeIfAbsent(host, index -> course(index, hostOf(index).speed(), cpuShare));
    }

    /** Time in which a unit waits for something else than its processor, per time of a unit on a slot of speed 1. */
    double waiting(int host) {
        return (1 - cpuShare) / hostOf(host).speed();
    }

    /** How fast a master on this host is, in units of where costs were measured. */
    Course master(int host) {
        return course(host, hostOf(host).masterSpeed(), 1);
    }

    private Host hostOf(int host) {
        return machines.view().hosts().get(host);
    }

    private Course course(int host, double speed, double share) {
        double unloaded = speed * hostOf(host).availability(share);
        Course.Builder course = new Course.Builder(unloaded);
        boolean changes = false;
        for (Script.Step step : script.steps()) {
            if (step instanceof Script.Load load && load.host() == host) {
                int count = hostOf(host).slots();
                double available = ProcessorShare.available(share, load.availability(), count);
                course.change(load.atNanos(), speed * available);
                changes = true;
            }
        }
        return changes ? course.build() : steady.steady(unloaded);
    }
}
