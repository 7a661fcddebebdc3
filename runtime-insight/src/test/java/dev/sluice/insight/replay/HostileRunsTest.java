package dev.sluice.insight.replay;

import dev.sluice.insight.gain.GainInput;
import dev.sluice.insight.gain.GainJson;
import dev.sluice.insight.gain.GainNetwork;
import dev.sluice.insight.gain.GainWork;
import dev.sluice.insight.gain.GainWorker;
import dev.sluice.model.SluiceException;
import dev.sluice.model.flow.Link;
import dev.sluice.model.flow.Wire;
import dev.sluice.model.record.IdleLedger;
import dev.sluice.model.simulate.Script;
import dev.sluice.model.simulate.SimulationTerms;
import dev.sluice.model.simulate.cost.Overheads;
import dev.sluice.testing.Mutants;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.io.TempDir;

/** Recorded runs whose files were damaged. */
class HostileRunsTest {
    static final String UNITS = "cycle,first_unit,units,attempt,worker,host,slot,queued_s,started_s,ended_s,"
            + "received_s,input_bytes,result_bytes,outcome\n0,0,2,1,w1,h1,0,0,0.1,0.2,0.3,100,200,accepted\n"
            + "0,2,1,2,w2,\"h,2\",0,0,0.1,0.25,0.3,100,200,accepted\n0,3,1,2,w2,h2,0,,,,0.3,,,lost\n";

    private static final Wire WIRE = new Wire(1e6, 1e6, false, 1_000, 65_536);

    @TempDir
    Path directory;

    @BeforeEach
    void write() throws Exception {
        Files.writeString(directory.resolve(RecordedRun.MODEL), model());
        Files.writeString(directory.resolve("units.csv"), UNITS);
    }

    /** The measurements of a run, as it writes them. */
    static String model() {
        List<GainWorker> workers = List.of(
                new GainWorker("w1", "h1", 2, 0.1, 0, 0, WIRE, -1, 0, 0, ""),
                new GainWorker("w2", "h2", 1, 0.2, 0, 0, Wire.UNLIMITED, -1, 0, 1, ""));
        GainInput input = new GainInput(
                1.5,
                new GainWork(1, 4, 4, 0.1, 0.05, 1e-6, 100, 200, 1_000, 0, List.of(), List.of()),
                workers,
                new GainNetwork(List.of(new Link("switch", Wire.UNLIMITED)), 0, WIRE, List.of(), true),
                SimulationTerms.DEFAULT.withScript(Script.of(
                        new Script.Park(100_000_000, 1),
                        new Script.Unpark(300_000_000, 1),
                        new Script.Drain(400_000_000, 2),
                        new Script.Capacity(500_000_000, 1, 1e5, Double.POSITIVE_INFINITY))),
                Overheads.NONE,
                IdleLedger.NONE);
        return GainJson.of("made-1", input);
    }

    @Test
    void shouldNameFileAndFieldOfADamagedModel(TestReporter reporter) throws Exception {
        Path file = directory.resolve(RecordedRun.MODEL);
        Mutants mutants = new Mutants(
                "model of a run",
                SluiceException.class,
                Mutants.naming(file.toString(), Mutants.JSON + "|: the run computed nothing"));
        reporter.publishEntry(mutants.of(Files.readAllBytes(file), mutant -> {
            Mutants.write(file, mutant);
            RecordedRun.read(directory);
        }));
    }

    @Test
    void shouldNameFileAndLineOfDamagedUnits(TestReporter reporter) {
        Path file = directory.resolve("units.csv");
        Mutants mutants =
                new Mutants("units of a run", SluiceException.class, Mutants.naming(file.toString(), ":[0-9]+: "));
        reporter.publishEntry(mutants.of(UNITS.getBytes(StandardCharsets.UTF_8), mutant -> {
            Mutants.write(file, mutant);
            RecordedRun.read(directory);
        }));
    }
}
