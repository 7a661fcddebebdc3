package dev.sluice.hosts;

import dev.sluice.text.Source;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A file that names hosts, of any {@link HostKind} (docs/hosts.md). */
public final class HostFile {
    /** Larger files are refused; one of 65,536 hosts needs a tenth of it. */
    static final long MOST_BYTES = 1L << 24;

    private HostFile() {}

    /**
     * The hosts of a file of a kind that its text shows, in its order, at least one, each once. Reads the file; any
     * thread.
     *
     * @throws HostFileException with file and line, when it cannot be read or is no list of hosts
     */
    public static List<HostSpec> read(Path file) {
        return open(file, null).hosts();
    }

    /**
     * The same with how it was written down.
     *
     * @param kind null: what its text shows
     * @throws HostFileException with file and line, when it cannot be read or is not of that kind
     */
    public static HostList open(Path file, @Nullable HostKind kind) {
        Source source = source(file.toString());
        String text;
        try {
            text = source.read(file, MOST_BYTES);
        } catch (NoSuchFileException e) {
            throw source.wrong(0, "no such file", source.what());
        } catch (IOException e) {
            throw source.wrong(0, "cannot be read: " + e.getMessage(), source.what());
        }
        boolean pbs = kind == null && file.toString().equals(System.getenv("PBS_NODEFILE"));
        return parse(file.toString(), text, pbs ? HostKind.PBS : kind);
    }

    /**
     * The hosts that one line of a plain list names, which was told elsewhere than in a file.
     *
     * @param origin of the hosts, such as {@code --host}
     * @throws HostFileException with the origin, when it names none
     */
    public static List<HostSpec> line(String origin, String text) {
        return new ListReader(source(origin), HostKind.LIST).read(List.of(new Line(0, text.strip())));
    }

    /**
     * The hosts of a text.
     *
     * @param name names it in messages and origins
     * @throws HostFileException with name and line, when it is no list of hosts
     */
    static HostList parse(String name, String text, @Nullable HostKind kind) {
        List<Line> lines = Line.of(text);
        Source source = source(name);
        HostKind found = kind == null ? HostKindFinder.of(lines) : kind;
        List<HostSpec> hosts = switch (found) {
            case LIST, MPI, MPICH -> new ListReader(source, found).read(lines);
            case SSH -> SshConfigReader.read(source, lines, Path.of(System.getProperty("user.home")));
            case ANSIBLE -> new InventoryReader(source, "ansible-inventory").read(Path.of(name));
            case SLURM -> BatchReader.slurm(source, lines);
            case PBS -> BatchReader.pbs(source, lines);
            case SGE -> BatchReader.sge(source, lines);
        };
        return new HostList(found, name, hosts);
    }

    private static Source source(String name) {
        return new Source(name, "a file of hosts", HostFileException::new);
    }
}
