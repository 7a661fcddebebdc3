package dev.sluice.view;

import dev.sluice.model.flow.NetworkView;
import dev.sluice.text.Source;
import dev.sluice.text.Tree;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A network view that was read from a file in YAML or JSON (docs/network-view.md). Hosts may tell how long a unit and a
 * result take them; {@link #view} turns these times into speeds. Immutable.
 */
public final class ViewFile {
    /** A view of 10^6 hosts needs a tenth of it. */
    private static final long MOST_BYTES = 1L << 30;

    private final String name;
    private final List<LinkEntry> links;
    private final List<HostEntry> hosts;
    private final Optional<Instant> measured;
    private final List<String> undecided;

    ViewFile(
            String name,
            List<LinkEntry> links,
            List<HostEntry> hosts,
            Optional<Instant> measured,
            List<String> undecided) {
        this.name = name;
        this.links = List.copyOf(links);
        this.hosts = List.copyOf(hosts);
        this.measured = measured;
        this.undecided = List.copyOf(undecided);
    }

    /**
     * Reads a file: JSON or YAML by the end of its name, otherwise JSON when its first character is a brace.
     *
     * @throws ViewException with file, line and field, when it is no network view
     * @throws IOException when it cannot be read
     */
    public static ViewFile read(Path file) throws IOException {
        Source source = source(file.toString());
        return parse(source, source.read(file, MOST_BYTES));
    }

    /**
     * Reads text.
     *
     * @param file names the text in messages
     * @throws ViewException with file, line and field, when it is no network view
     */
    public static ViewFile parse(String file, String text) {
        return parse(source(file), text);
    }

    private static ViewFile parse(Source source, String text) {
        if (text.isBlank()) {
            throw source.wrong(0, "nothing in it", "name:, links: and hosts:");
        }
        return new ViewReader(source).read(Tree.read(source, text));
    }

    private static Source source(String file) {
        return new Source(file, "a network view", ViewException::new);
    }

    /** A view that was not read from a file; no host has times of its own. */
    public static ViewFile of(NetworkView view) {
        return new ViewFile(
                view.name(),
                view.links().stream().map(link -> new LinkEntry(0, link)).toList(),
                view.hosts().stream().map(host -> new HostEntry(host, 0, 0)).toList(),
                Optional.empty(),
                List.of());
    }

    /** When it was measured, if it was and tells. */
    public Optional<Instant> measured() {
        return measured;
    }

    /** Sentences for users: what the measurement did not decide, and what the view has instead. */
    public List<String> undecided() {
        return undecided;
    }

    /** The name in the view. */
    public String name() {
        return name;
    }

    /** A host that does not say how long a unit takes it. */
    public Optional<String> hostWithoutUnitTime() {
        return hosts.stream()
                .filter(host -> host.unitSeconds() == 0)
                .map(HostEntry::name)
                .findFirst();
    }

    /** A host that says how long a result takes it. */
    public Optional<String> hostWithResultTime() {
        return hosts.stream()
                .filter(host -> host.resultSeconds() > 0)
                .map(HostEntry::name)
                .findFirst();
    }

    /** A host that does not. */
    public Optional<String> hostWithoutResultTime() {
        return hosts.stream()
                .filter(host -> host.resultSeconds() == 0)
                .map(HostEntry::name)
                .findFirst();
    }

    /**
     * The view for an application whose unit and result take so long at speed 1; both are used only for hosts with
     * times of their own; the first is above 0 [s].
     */
    public NetworkView view(double unitSeconds, double resultSeconds) {
        return new NetworkView(
                name,
                links.stream().map(LinkEntry::link).toList(),
                hosts.stream()
                        .map(host -> host.host(unitSeconds, resultSeconds))
                        .toList());
    }

    /**
     * The speed at units that the file tells of a host; empty where it tells the time of a unit instead, or does not
     * know the host.
     */
    public OptionalDouble speed(String host) {
        return hosts.stream()
                .filter(each -> each.name().equals(host) && each.unitSeconds() == 0)
                .mapToDouble(each -> each.host().speed())
                .findFirst();
    }

    /** Without times of an application; those of hosts count as speeds relative to one second. */
    public NetworkView view() {
        return view(1, 1);
    }
}
