package dev.sluice.cli.runs;

import dev.sluice.app.each.output.ClosedOutputException;
import dev.sluice.cli.option.Columns;
import dev.sluice.insight.weather.OperatorCall;
import dev.sluice.net.message.FollowUnit;
import dev.sluice.net.message.Message;
import dev.sluice.net.message.UnitOutput;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;

/** Prints what a running unit prints, as it comes from whatever host; says on standard error where it is. */
final class UnitTail {
    private final OutputStream out;
    private final PrintWriter err;
    private final long[] printed = new long[2];

    UnitTail(OutputStream out, PrintWriter err) {
        this.out = out;
        this.err = err;
    }

    /** Follows the unit until it or the run is over. Returns the exit code. */
    int follow(@Nullable String run, String unit) throws IOException, InterruptedException {
        RunDoor door = RunDoor.to(run, err);
        try (OperatorCall call = OperatorCall.open(door.file())) {
            call.stream(new FollowUnit(door.unit(unit), false), message -> take(message, door.ofCommands()));
            return 0;
        } catch (UncheckedIOException closed) {
            if (closed.getCause() instanceof ClosedOutputException) {
                return ClosedOutputException.EXIT_CODE;
            }
            throw new IOException(closed);
        }
    }

    /** Prints a message; true if it is the last. */
    boolean take(Message message, boolean ofCommands) {
        if (!(message instanceof UnitOutput output)) {
            message.release();
            return false;
        }
        try {
            if (output.stream() == 0) {
                say(EachName.numbered(ofCommands, output.unit()) + ": " + output.where());
            } else {
                long known = printed[output.stream() - 1];
                if (output.offset() > known) {
                    say((output.offset() - known) + " bytes of its output were not kept");
                }
                out.write(output.bytes());
                out.flush();
                printed[output.stream() - 1] = output.offset() + output.text().length();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return output.ended();
    }

    private void say(String line) {
        err.println("sluice: " + Columns.printable(line));
        err.flush();
    }
}
