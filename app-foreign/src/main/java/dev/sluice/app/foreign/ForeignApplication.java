package dev.sluice.app.foreign;

import dev.sluice.api.Accumulation;
import dev.sluice.api.Application;
import dev.sluice.api.ArgumentException;
import dev.sluice.api.Blob;
import dev.sluice.api.Codec;
import dev.sluice.api.CodecException;
import dev.sluice.api.Codecs;
import dev.sluice.api.Cycle;
import dev.sluice.api.Decoder;
import dev.sluice.api.Encoder;
import dev.sluice.api.FailedUnit;
import dev.sluice.api.InputFile;
import dev.sluice.api.Results;
import dev.sluice.api.Verdict;
import dev.sluice.api.language.ForeignException;
import dev.sluice.api.language.LateResults;
import dev.sluice.api.language.OwnArguments;
import dev.sluice.api.language.OwnProcesses;
import dev.sluice.api.unit.Needs;
import dev.sluice.api.unit.Remedy;
import dev.sluice.app.foreign.child.ChildHome;
import dev.sluice.app.foreign.child.ChildProgram;
import dev.sluice.app.foreign.child.ChildRole;
import dev.sluice.app.foreign.child.ForeignChild;
import dev.sluice.app.foreign.wire.Kind;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * The application whose methods a program in another language implements. On the master one child of that program
 * answers for them, and on a worker one child for each slot. Values are opaque bytes here.
 *
 * <p>The state of a worker is in its children, so that isolation needs no further processes.
 */
public final class ForeignApplication extends Application<ForeignSetup, ForeignUnit, ForeignValue>
        implements LateResults<Verdict>, OwnArguments, OwnProcesses {
    /** System property that names the socket on which a process plays the master; unset: a child does. */
    public static final String MASTER_SOCKET = "sluice.foreign.socket";

    /** System property, {@code false} where workers are others' processes, whose results must be data. */
    public static final String TRUST = "sluice.foreign.trust";

    private static final String USAGE = "usage";
    private static final String HELP = "help";
    private static final int MOST_PARTS = 64;
    private static final long MOST_PART_BYTES = 1 << 20;

    private List<String> arguments = List.of();
    private @Nullable ChildProgram program;
    private @Nullable ChildHome home;
    private @Nullable MasterChild master;
    private volatile @Nullable WorkerChildren children;
    private String results = "each";

    /** An application whose program is in the same jar. */
    public ForeignApplication() {}

    /** An application with this program, whose children live here. */
    ForeignApplication(ChildProgram program, ChildHome home) {
        this.program = program;
        this.home = home;
    }

    // ---- arguments

    @Override
    public void arguments(List<String> typed) {
        arguments = typed;
    }

    @Override
    public void check() throws Exception {
        try {
            master();
        } catch (ForeignException refused) {
            if (refused.type().equals(USAGE)) {
                throw new ArgumentException(String.valueOf(refused.getMessage()));
            }
            if (refused.type().equals(HELP)) {
                throw new ArgumentException("the arguments ask for help (expected: arguments of a run; sluice run "
                        + program().name() + " --help shows them)");
            }
            throw refused;
        }
    }

    @Override
    public String usage(String command) throws Exception {
        List<String> asking = new ArrayList<>(arguments);
        asking.add("--help");
        try {
            ForeignChild.start(program().with(asking), ChildRole.MASTER, 0, home())
                    .end();
            return "(" + program().name() + " describes no arguments)" + System.lineSeparator();
        } catch (ForeignException answer) {
            if (answer.type().equals(HELP)) {
                return String.valueOf(answer.getMessage());
            }
            throw answer;
        }
    }

    private ChildHome home() throws IOException {
        ChildHome open = home;
        if (open == null) {
            open = ChildHome.open();
            home = open;
        }
        return open;
    }

    private ChildProgram program() throws IOException {
        ChildProgram known = program;
        if (known == null) {
            known = ProgramFiles.unpack(ProgramFiles.description(), home().directory());
            program = known;
        }
        return known.with(arguments);
    }

    // ---- both sides

    /** Starts the first child of a worker, unless this is the master: what is missing here shows before any unit. */
    @Override
    protected void initialize() throws Exception {
        MasterChild known = master;
        if (known != null) {
            results = known.results();
        } else {
            WorkerChildren started = new WorkerChildren(program(), home(), this::pairs);
            children = started;
            results = started.start();
        }
    }

    @Override
    protected Results<ForeignValue> results() {
        return switch (results) {
            case "accumulate" -> Accumulation.of(ForeignValue.NONE, this::merge);
            case "cycle-end" -> Results.atCycleEnd();
            default -> Results.each();
        };
    }

    @Override
    protected Codec<ForeignValue> resultCodec() {
        return new ForeignCodec();
    }

    /** Collects values until a request to merge them pays. */
    private ForeignValue merge(ForeignValue one, ForeignValue other) {
        ForeignValue both = one.and(other);
        if (both.parts().size() < MOST_PARTS && both.bytes() < MOST_PART_BYTES) {
            return both;
        }
        try {
            MasterChild known = master;
            ForeignValue merged = known != null ? known.merge(both) : children().merge(both);
            if (merged.blob() == null) {
                return merged;
            }
            throw new IllegalStateException("a merged value of " + merged.bytes() + " bytes (expected: at most "
                    + WorkerChildren.MOST_IN_MEMORY + "; results that large are not accumulated)");
        } catch (ForeignException e) {
            throw new IllegalStateException(e.toString(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while results were merged", e);
        } catch (IOException e) {
            throw new IllegalStateException(e.toString(), e);
        }
    }

    // ---- master

    private MasterChild master() throws ForeignException, InterruptedException, IOException {
        MasterChild known = master;
        if (known == null) {
            String socket = System.getProperty(MASTER_SOCKET, "");
            ForeignChild child = socket.isEmpty()
                    ? ForeignChild.start(program(), ChildRole.MASTER, 0, home())
                    : ForeignChild.connect(program(), ChildRole.MASTER, Path.of(socket));
            known = new MasterChild(child, () -> addUnits(0), this::giveUp);
            master = known;
        }
        return known;
    }

    @Override
    protected List<InputFile> files() throws Exception {
        return master().files();
    }

    /** The files of the run in this process, each as {@code NAME=PATH}. */
    private List<String> pairs() {
        List<String> pairs = new ArrayList<>();
        for (String name : fileNames()) {
            if (name.indexOf('=') >= 0) {
                throw new IllegalArgumentException(
                        "file: " + name + " (expected: a name without '=' for a program in another language)");
            }
            pairs.add(name + "=" + file(name));
        }
        return pairs;
    }

    private static boolean trustsWorkers() {
        return !"false".equals(System.getProperty(TRUST));
    }

    @Override
    protected Cycle<ForeignSetup> cycle(int number) throws Exception {
        return master().cycle(number, this::pairs, trustsWorkers());
    }

    @Override
    protected OptionalInt expectedCycles() {
        MasterChild known = master;
        int cycles = known == null ? 0 : known.expectedCycles();
        return cycles > 0 ? OptionalInt.of(cycles) : OptionalInt.empty();
    }

    @Override
    protected ForeignUnit unit(long index) throws Exception {
        return new ForeignUnit(master().unit(index), trustsWorkers());
    }

    @Override
    protected More<ForeignUnit> more(long given) throws Exception {
        More<byte[]> more = master().more(given);
        List<ForeignUnit> units = new ArrayList<>(more.units().size());
        for (byte[] value : more.units()) {
            units.add(new ForeignUnit(value, trustsWorkers()));
        }
        return new More<>(units, more.last());
    }

    @Override
    protected Needs needs(long index) throws Exception {
        return master().needs(index);
    }

    @Override
    protected int priority(long index) throws Exception {
        return master().priority(index);
    }

    @Override
    protected Verdict accept(long index, ForeignValue result) throws Exception {
        return grown(master().accept(index, result));
    }

    @Override
    public Verdict settle() throws Exception {
        return grown(master().settleNow());
    }

    /** Adds the units that the child has added. */
    private Verdict grown(Verdict verdict) throws Exception {
        MasterChild.Growth growth = master().grown();
        if (growth.units() != 0) {
            addUnits(growth.units());
        }
        if (growth.closes()) {
            closeCycle();
        }
        return verdict;
    }

    @Override
    public Map<Long, String> refused(boolean all) throws Exception {
        return master().refused(all);
    }

    @Override
    protected Verdict accumulated(ForeignValue total) throws Exception {
        return master().accumulated(total);
    }

    @Override
    protected Verdict endCycle(int number) throws Exception {
        return master().endCycle(number);
    }

    @Override
    protected void missing(List<FailedUnit> failures) throws Exception {
        master().missing(Kind.MISSING, failures);
    }

    @Override
    protected void complete() throws Exception {
        master().complete();
        endMaster();
    }

    @Override
    protected void incomplete(List<FailedUnit> failures) throws Exception {
        unlessUnknown(() -> master().missing(Kind.INCOMPLETE, failures));
        endMaster();
    }

    @Override
    protected void interrupted() throws Exception {
        unlessUnknown(() -> master().interrupted());
        endMaster();
    }

    /** A step with the child. */
    private interface Step {
        void run() throws Exception;
    }

    /** Passes over a method that the program does not have. */
    private static void unlessUnknown(Step step) throws Exception {
        try {
            step.run();
        } catch (ForeignException e) {
            if (!e.type().equals("protocol")) {
                throw e;
            }
        }
    }

    /** Ends the child; it prints the last of its output then. */
    private void endMaster() throws InterruptedException {
        MasterChild known = master;
        if (known != null) {
            known.end();
        }
        if (children == null) {
            closeHome();
        }
    }

    private void closeHome() {
        ChildHome open = home;
        if (open != null) {
            open.close();
        }
    }

    // ---- workers

    private WorkerChildren children() throws IOException {
        WorkerChildren known = children;
        return known == null ? firstChildren() : known;
    }

    private synchronized WorkerChildren firstChildren() throws IOException {
        WorkerChildren known = children;
        if (known == null) {
            known = new WorkerChildren(program(), home(), this::pairs);
            children = known;
        }
        return known;
    }

    @Override
    protected void loadState() throws Exception {
        children().prepare();
    }

    @Override
    public void prepare() throws Exception {
        children().prepare();
    }

    @Override
    protected ForeignValue compute(ForeignSetup setup, ForeignUnit unit) throws Exception {
        return children().compute(setup, unit, context());
    }

    /** The program has asked its own rule, and computed the unit again if that said so. */
    @Override
    protected Remedy onFailure(ForeignUnit unit, Exception thrown, int tries) {
        return thrown instanceof ForeignException said && said.givesUp() ? Remedy.GIVE_UP : Remedy.ELSEWHERE;
    }

    @Override
    public Optional<String> shown(Object result) throws Exception {
        ForeignValue value = (ForeignValue) result;
        try {
            return Optional.of(children().shown(value));
        } catch (ForeignException unable) {
            return Optional.of(value.toString()); // programs need not show values
        }
    }

    @Override
    public long peakBytes() {
        WorkerChildren known = children;
        return known == null ? 0 : known.peakBytes();
    }

    @Override
    protected void finish() throws Exception {
        WorkerChildren known = children;
        if (known != null) {
            known.end();
        }
        closeHome();
    }

    /** Writes a value as the number of its parts and these, or as a zero byte and a blob. */
    private static final class ForeignCodec implements Codec<ForeignValue> {
        private static final Codec<Blob> BLOBS = Codecs.of(Blob.class);
        private static final int MOST_PARTS = 1 << 16;

        @Override
        public void encode(ForeignValue value, Encoder out) {
            if (value.blob() != null) {
                out.writeVarint(0);
                BLOBS.encode(value.blob(), out);
                return;
            }
            out.writeVarint(value.parts().size() + 1L);
            value.parts().forEach(out::writeBytes);
        }

        @Override
        public ForeignValue decode(Decoder in) {
            long parts = in.readVarint() - 1;
            if (parts < 0) {
                return ForeignValue.of(BLOBS.decode(in));
            }
            if (parts > MOST_PARTS) {
                throw new CodecException("a value of " + parts + " parts (expected: at most " + MOST_PARTS + ")");
            }
            List<byte[]> all = new ArrayList<>((int) Math.min(parts, 256));
            for (long part = 0; part < parts; part++) {
                all.add(in.readBytes());
            }
            return new ForeignValue(all, null);
        }
    }
}
