package dev.sluice.cli.foreign.check;

import dev.sluice.api.language.ForeignException;
import dev.sluice.app.foreign.child.ChildProgram;
import dev.sluice.app.foreign.child.ChildRole;
import dev.sluice.app.foreign.child.ForeignChild;
import dev.sluice.app.foreign.wire.Frame;
import dev.sluice.app.foreign.wire.Kind;
import dev.sluice.app.foreign.wire.Tag;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** The rules of the protocol, each tried with children of its own. Confined to one thread at a time. */
final class ProtocolRules {
    /** The file that children are told of; an equals sign in a path is no end of a name. */
    static final String FILE = "a = b";

    private static final Pattern NEEDS = Pattern.compile("[\\w.-]+=[0-9]+( [\\w.-]+=[0-9]+)*");
    private static final int MOST_UNITS = 3;
    private static final int LARGE_BYTES = 4 << 20;
    private static final int UNKNOWN_KIND = 4_711;
    private static final Set<String> RESULTS = Set.of("each", "cycle-end", "accumulate");

    /** Something to do that fails if the rule is not met. */
    interface Trial {
        void run() throws IOException, InterruptedException, Unmet;
    }

    /** A rule in words, and how it is tried. */
    record Rule(String words, Trial trial) {}

    /** A conversation with a child. */
    private interface Talk {
        void with(CheckedChild child) throws IOException, InterruptedException, Unmet;
    }

    private final ChildProgram program;
    private final Path directory;
    private String results = "each";
    private long units;
    private boolean open;
    private boolean sized;
    private byte[] setup = new byte[0];
    private List<byte[]> inputs = List.of();
    private List<byte[]> outputs = List.of();

    ProtocolRules(ChildProgram program, Path directory) {
        this.program = program;
        this.directory = directory;
    }

    /** All rules; a later one may need what an earlier one learned. */
    List<Rule> all() {
        return List.of(
                new Rule("a master answers HELLO with READY, skips unknown fields", this::ready),
                new Rule("a question for help is answered", this::help),
                new Rule("FILES is answered by names and paths, or by FAILED of type protocol", this::files),
                new Rule("CYCLE gives units and a setup", this::cycle),
                new Rule("UNITS gives as many values as asked for, and the same again", this::units),
                new Rule("NEEDS gives needs of the units in order, if CYCLE says that they differ", this::needs),
                new Rule("a worker loads its state, takes a setup and computes units", this::compute),
                new Rule("a unit that is computed again gives an answer again", this::again),
                new Rule("frames may arrive byte by byte", this::trickle),
                new Rule("an unknown kind is answered by FAILED of type protocol", this::unknownKind),
                new Rule("empty values are answered", () -> strange(new byte[0])),
                new Rule("a value of 4 MiB is answered", () -> strange(new byte[LARGE_BYTES])),
                new Rule("the source of an open cycle gives units, or ends", this::source),
                new Rule("results are taken, the cycle ends, the answer is written", this::finish),
                new Rule("END is answered by DONE, then the process exits with 0", this::end),
                new Rule("the end of the stream ends a worker", () -> hangUp(ChildRole.WORKER)),
                new Rule("the end of the stream ends a master", () -> hangUp(ChildRole.MASTER)),
                new Rule("SIGINT is ignored", this::signal),
                new Rule("on pipes, standard output carries frames alone", this::pipes));
    }

    private void talk(ChildRole role, Talk talk) throws IOException, InterruptedException, Unmet {
        talk(role, false, talk);
    }

    private void talk(ChildRole role, boolean pipes, Talk talk) throws IOException, InterruptedException, Unmet {
        try (CheckedChild child = CheckedChild.start(program, directory, pipes)) {
            child.hello(role, program).demand(Kind.READY);
            talk.with(child);
        }
    }

    private void ready() throws IOException, Unmet {
        try (CheckedChild child = CheckedChild.start(program, directory, false)) {
            ChildAnswer ready = child.hello(ChildRole.MASTER, program).demand(Kind.READY);
            long version = ready.number(Tag.VERSION, Integer.BYTES);
            if (version != ForeignChild.VERSION) {
                throw new Unmet("version " + version, "version " + ForeignChild.VERSION);
            }
            ready.bytes(Tag.LANGUAGE);
            if (ready.has(Tag.RESULTS)) {
                results = ready.text(Tag.RESULTS);
            }
            if (!RESULTS.contains(results)) {
                throw new Unmet("RESULTS " + results, "each, cycle-end or accumulate");
            }
        }
    }

    private void help() throws IOException, Unmet {
        try (CheckedChild child = CheckedChild.start(program, directory, false)) {
            ChildAnswer answer = child.hello(ChildRole.MASTER, program, "--help");
            if (answer.kind() == Kind.FAILED && answer.text(Tag.TYPE).equals("help")) {
                answer.text(Tag.HELP);
            } else if (answer.kind() == Kind.FAILED && !answer.text(Tag.TYPE).equals("usage")) {
                throw new Unmet("FAILED of type " + answer.text(Tag.TYPE), "READY, or FAILED of type help or usage");
            }
        }
    }

    private void cycle() throws IOException, InterruptedException, Unmet {
        talk(ChildRole.MASTER, child -> {
            ChildAnswer cycle = child.ask(firstCycle()).demand(Kind.CYCLE_IS);
            if (!cycle.has(Tag.VALUE)) {
                return; // a program without work
            }
            units = cycle.number(Tag.UNITS, Long.BYTES);
            setup = cycle.bytes(Tag.VALUE);
            cycle.number(Tag.LAST, Byte.BYTES);
            open = cycle.has(Tag.OPEN) && cycle.number(Tag.OPEN, Byte.BYTES) == 1;
            sized = cycle.has(Tag.NEEDS) && cycle.number(Tag.NEEDS, Byte.BYTES) == 1;
            if (cycle.has(Tag.SOURCE) && !open) {
                throw new Unmet("SOURCE without OPEN", "OPEN 1 with SOURCE");
            }
        });
    }

    /** Asks once, if there is a source. */
    private void source() throws IOException, InterruptedException, Unmet {
        talk(ChildRole.MASTER, child -> {
            ChildAnswer cycle = child.ask(firstCycle()).demand(Kind.CYCLE_IS);
            if (!cycle.has(Tag.SOURCE)) {
                return;
            }
            try {
                ForeignChild source = ForeignChild.source(Path.of(cycle.text(Tag.SOURCE)));
                try {
                    source.ask(Frame.of(Kind.MORE).u64(Tag.COUNT, 0), Kind.MORE_IS, answer -> "");
                } finally {
                    source.kill();
                }
            } catch (ForeignException e) {
                throw new Unmet(e.toString(), "an answer to MORE");
            }
        });
    }

    private void begin(CheckedChild master) throws IOException, Unmet {
        master.ask(firstCycle()).demand(Kind.CYCLE_IS);
    }

    private Frame firstCycle() {
        return Frame.of(Kind.CYCLE)
                .u64(Tag.NUMBER, 0)
                .text(Tag.FILE, file())
                .bytes(CheckedChild.UNKNOWN_TAG, new byte[3]);
    }

    private Frame loadState() {
        return Frame.of(Kind.LOAD_STATE).text(Tag.FILE, file()).bytes(CheckedChild.UNKNOWN_TAG, new byte[3]);
    }

    private String file() {
        return "child-check=" + directory.resolve(FILE).toAbsolutePath();
    }

    private void files() throws IOException, InterruptedException, Unmet {
        talk(ChildRole.MASTER, child -> {
            ChildAnswer answer = child.ask(Frame.of(Kind.FILES));
            if (answer.kind() == Kind.FAILED && answer.text(Tag.TYPE).equals("protocol")) {
                return; // a program that names none
            }
            for (ChildAnswer.Field field : answer.demand(Kind.FILES_ARE).fields()) {
                String pair = new String(field.bytes(), StandardCharsets.UTF_8);
                boolean named = field.tag() == Tag.FILE || field.tag() == Tag.UNPACK;
                if (named && pair.indexOf('=') < 1) {
                    throw new Unmet("file " + pair, "NAME=PATH");
                }
            }
        });
    }

    private void units() throws IOException, InterruptedException, Unmet {
        int count = (int) Math.min(MOST_UNITS, units);
        talk(ChildRole.MASTER, child -> {
            begin(child);
            for (int times = 0; times < 2 && count > 0; times++) {
                Frame request = Frame.of(Kind.UNITS).u64(Tag.INDEX, 0).u64(Tag.COUNT, count);
                List<byte[]> values = child.ask(request).demand(Kind.VALUE).values();
                if (values.size() != count) {
                    throw new Unmet(values.size() + " values", "" + count);
                }
                for (int i = 0; times > 0 && i < count; i++) {
                    if (!Arrays.equals(values.get(i), inputs.get(i))) {
                        throw new Unmet("another value for unit " + i + " when asked again", "an equal value");
                    }
                }
                inputs = values;
            }
        });
    }

    private void needs() throws IOException, InterruptedException, Unmet {
        long asked = Math.min(MOST_UNITS, units);
        if (!sized || asked == 0) {
            return;
        }
        talk(ChildRole.MASTER, child -> {
            begin(child);
            Frame request = Frame.of(Kind.NEEDS).u64(Tag.INDEX, 0).u64(Tag.COUNT, asked);
            long told = 0;
            int last = 0;
            for (ChildAnswer.Field field :
                    child.ask(request).demand(Kind.NEEDS_ARE).fields()) {
                String text = new String(field.bytes(), StandardCharsets.UTF_8);
                if (field.tag() == Tag.NEEDS
                        && (last == 0 || !NEEDS.matcher(text).matches())) {
                    throw new Unmet("NEEDS " + text, "COUNT, then NAME=NUMBER of each need, such as processors=4");
                }
                if (field.tag() == Tag.COUNT && field.bytes().length == Long.BYTES) {
                    told += ByteBuffer.wrap(field.bytes())
                            .order(ByteOrder.LITTLE_ENDIAN)
                            .getLong();
                }
                last = field.tag();
            }
            if (told != asked || last != Tag.NEEDS) {
                throw new Unmet("needs of " + told + " units", "of " + asked + ", as asked");
            }
        });
    }

    private void prepare(CheckedChild worker) throws IOException, Unmet {
        worker.ask(loadState()).demand(Kind.DONE);
        worker.ask(setup(setup)).demand(Kind.DONE);
    }

    private static Frame setup(byte[] value) {
        return Frame.of(Kind.SETUP).u64(Tag.NUMBER, 0).u64(Tag.SEED, 0).bytes(Tag.VALUE, value);
    }

    private static Frame unit(long index, byte[] value) {
        return Frame.of(Kind.COMPUTE).u64(Tag.INDEX, index).bytes(Tag.VALUE, value);
    }

    private void compute() throws IOException, InterruptedException, Unmet {
        talk(ChildRole.WORKER, child -> {
            prepare(child);
            List<byte[]> computed = new ArrayList<>();
            for (int i = 0; i < inputs.size(); i++) {
                computed.add(
                        child.ask(unit(i, inputs.get(i))).demand(Kind.VALUE).bytes(Tag.VALUE));
            }
            outputs = computed;
        });
    }

    private void again() throws IOException, InterruptedException, Unmet {
        talk(ChildRole.WORKER, child -> {
            prepare(child);
            for (int times = 0; times < 2 && !inputs.isEmpty(); times++) {
                child.ask(unit(0, inputs.get(0))).demand(Kind.VALUE).bytes(Tag.VALUE);
            }
        });
    }

    private void trickle() throws IOException, InterruptedException, Unmet {
        talk(ChildRole.WORKER, child -> {
            child.trickle(true);
            prepare(child);
            if (!inputs.isEmpty()) {
                child.ask(unit(0, inputs.get(0))).demand(Kind.VALUE);
            }
        });
    }

    private void unknownKind() throws IOException, InterruptedException, Unmet {
        talk(ChildRole.WORKER, child -> {
            ChildAnswer answer = child.ask(Frame.of(UNKNOWN_KIND).text(Tag.NAME, "x"));
            String type = answer.demand(Kind.FAILED).text(Tag.TYPE);
            if (!type.equals("protocol")) {
                throw new Unmet("FAILED of type " + type, "type protocol");
            }
            prepare(child);
        });
    }

    /** Tries a value that the program may refuse, but has to answer. */
    private void strange(byte[] value) throws IOException, InterruptedException, Unmet {
        talk(ChildRole.WORKER, child -> {
            child.ask(loadState()).demand(Kind.DONE);
            answered(child.ask(setup(value)), Kind.DONE);
            child.ask(setup(setup)).demand(Kind.DONE);
            answered(child.ask(unit(0, value)), Kind.VALUE);
            child.ask(setup(setup)).demand(Kind.DONE);
        });
    }

    private static void answered(ChildAnswer answer, int kind) throws Unmet {
        if (answer.kind() != Kind.FAILED) {
            answer.demand(kind);
        }
    }

    private void finish() throws IOException, InterruptedException, Unmet {
        talk(ChildRole.MASTER, child -> {
            begin(child);
            finish(child);
        });
    }

    private void finish(CheckedChild master) throws IOException, Unmet {
        if (results.equals("accumulate")) {
            accumulate(master);
        } else if (!outputs.isEmpty()) {
            Frame accept = Frame.of(Kind.ACCEPT);
            if (open) {
                accept.u64(Tag.UNITS, units);
            }
            for (int i = 0; i < outputs.size(); i++) {
                accept.u64(Tag.INDEX, i).bytes(Tag.VALUE, outputs.get(i));
            }
            ChildAnswer verdict = verdict(master.ask(accept));
            long count = verdict.number(Tag.COUNT, Long.BYTES);
            boolean all = verdict.number(Tag.VERDICT, Byte.BYTES) == 0;
            if (all ? count != outputs.size() : count < 1 || count > outputs.size()) {
                throw new Unmet("COUNT " + count, "the number of results taken, of " + outputs.size());
            }
            if (open && all) {
                verdict.number(Tag.UNITS, Long.BYTES);
                verdict.number(Tag.LAST, Byte.BYTES);
            }
        }
        verdict(master.ask(Frame.of(Kind.END_CYCLE).u64(Tag.NUMBER, 0)));
        answered(master.ask(Frame.of(Kind.COMPLETE)), Kind.DONE); // few units may be too few for an answer
    }

    private void accumulate(CheckedChild master) throws IOException, Unmet {
        if (outputs.isEmpty()) {
            return;
        }
        Frame merge = Frame.of(Kind.MERGE);
        outputs.forEach(value -> merge.bytes(Tag.VALUE, value));
        byte[] total = master.ask(merge).demand(Kind.VALUE).bytes(Tag.VALUE);
        verdict(master.ask(Frame.of(Kind.ACCUMULATED).bytes(Tag.VALUE, total)));
    }

    private static ChildAnswer verdict(ChildAnswer answer) throws Unmet {
        long verdict = answer.demand(Kind.VERDICT).number(Tag.VERDICT, Byte.BYTES);
        if (verdict > 3) {
            throw new Unmet("VERDICT " + verdict, "0 to 3");
        }
        return answer;
    }

    private void end() throws IOException, InterruptedException, Unmet {
        for (ChildRole role : ChildRole.values()) {
            talk(role, child -> {
                child.ask(Frame.of(Kind.END)).demand(Kind.DONE);
                int code = child.exitCode();
                if (code != 0) {
                    throw new Unmet("exit code " + code, "0");
                }
            });
        }
    }

    private void hangUp(ChildRole role) throws IOException, InterruptedException, Unmet {
        talk(role, child -> {
            child.hangUp();
            child.exitCode();
        });
    }

    private void signal() throws IOException, InterruptedException, Unmet {
        talk(ChildRole.WORKER, child -> {
            child.interrupt();
            prepare(child);
        });
    }

    private void pipes() throws IOException, InterruptedException, Unmet {
        talk(ChildRole.MASTER, true, child -> {
            begin(child);
            finish(child);
        });
        talk(ChildRole.WORKER, true, child -> {
            prepare(child);
            for (int i = 0; i < inputs.size(); i++) {
                child.ask(unit(i, inputs.get(i))).demand(Kind.VALUE);
            }
            child.hangUp();
            child.exitCode();
        });
    }
}
