package dev.sluice.view;

import dev.sluice.model.SluiceException;
import dev.sluice.model.flow.Wire;
import dev.sluice.model.simulate.World;
import dev.sluice.testing.FuzzTarget;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The steps of a simulated run. */
public final class ScriptFuzz {
    private static final World MACHINES = World.star(3, 2, Wire.UNLIMITED);
    private static final FuzzTarget TARGET = FuzzTarget.of(ScriptFuzz::read, SluiceException.class);

    private ScriptFuzz() {}

    public static void fuzzerTestOneInput(byte[] input) {
        TARGET.feed(input);
    }

    static List<byte[]> seeds() {
        return List.of(HostileScriptsTest.script(MACHINES).replace('\n', ';').getBytes(StandardCharsets.UTF_8));
    }

    /** The semicolon makes the text a script. Without one, it could be the name of a file. */
    private static void read(byte[] input) {
        new ScriptText(MACHINES).parse(";" + new String(input, StandardCharsets.UTF_8));
    }
}
