package dev.sluice.app.nbody;

import dev.sluice.api.WholeFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/** Writes numbers as text, with enough digits to restore every bit. */
final class Tables {
    private static final List<String> AXES = List.of("x", "y", "z");

    private Tables() {}

    /** One line for each body. */
    static void writeBodies(Path file, Moment moment) throws IOException {
        Bodies bodies = moment.bodies();
        List<String> axes = AXES.subList(0, bodies.dimensions());
        write(file, text -> {
            text.append("body,group,mass,").append(String.join(",", axes));
            axes.forEach(axis -> text.append(",v").append(axis));
            text.append('\n');
            for (int body = 0; body < bodies.count(); body++) {
                text.append(body).append(',').append(bodies.groups()[body]);
                text.append(',').append(bodies.masses()[body]);
                for (int axis = 0; axis < bodies.dimensions(); axis++) {
                    text.append(',').append(bodies.positions()[axis * bodies.count() + body]);
                }
                for (int axis = 0; axis < bodies.dimensions(); axis++) {
                    text.append(',').append(bodies.velocities()[axis * bodies.count() + body]);
                }
                text.append('\n');
            }
        });
    }

    /** One line for each step. */
    static void writeEnergy(Path file, ConservationLedger ledger) throws IOException {
        write(file, text -> {
            text.append("step,time,kinetic,potential,energy,px,py,pz,lx,ly,lz\n");
            for (ConservationLedger.Entry entry : ledger.entries()) {
                text.append(entry.step()).append(',').append(entry.time());
                text.append(',').append(entry.kinetic());
                text.append(',').append(entry.potential());
                text.append(',').append(entry.energy());
                for (double component : entry.momentum()) {
                    text.append(',').append(component);
                }
                for (double component : entry.spin()) {
                    text.append(',').append(component);
                }
                text.append('\n');
            }
        });
    }

    /** Writes the file atomically. */
    private static void write(Path file, Consumer<StringBuilder> lines) throws IOException {
        StringBuilder text = new StringBuilder();
        lines.accept(text);
        WholeFile.write(file, to -> to.write(text.toString().getBytes(StandardCharsets.UTF_8)));
    }
}
