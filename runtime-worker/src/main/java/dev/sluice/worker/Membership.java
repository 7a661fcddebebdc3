package dev.sluice.worker;

import dev.sluice.model.WorkerId;
import dev.sluice.net.runfile.RunFile;

/**
 * The master of a worker and the worker's name there. A master of a higher epoch knows nothing of this worker, also
 * where it listens at the same place and gives the worker the same number.
 *
 * @param epoch of the master
 * @param place where the master listens
 */
record Membership(WorkerId worker, long epoch, RunFile place) {}
