package dev.sluice.view;

import dev.sluice.model.flow.NetworkView;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

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

    ViewFile(String name, List<LinkEntry> links, List<HostEntry> hosts) {
        this.name = name;
        this.links = List.copyOf(links);
        this.hosts = List.copyOf(hosts);
    }

    /**
     * Reads a file; JSON when its first character is a brace, otherwise YAML.
     *
     * @throws ViewException with file, line and field, when it is no network view
     * @throws IOException when it cannot be read
     */
    public static ViewFile read(Path file) throws IOException {
        Source source = new Source(file.toString());
        if (Files.size(file) > MOST_BYTES) {
            throw source.wrong(0, "more than " + (MOST_BYTES >> 20) + " MiB", "a network view");
        }
        return parse(source, text(source, Files.readAllBytes(file)));
    }

    /**
     * Reads text.
     *
     * @param file names the text in messages
     * @throws ViewException with file, line and field, when it is no network view
     */
    public static ViewFile parse(String file, String text) {
        return parse(new Source(file), text);
    }

    private static ViewFile parse(Source source, String text) {
        if (text.isBlank()) {
            throw source.wrong(0, "nothing in it", "name:, links: and hosts:");
        }
        boolean json = text.stripLeading().startsWith("{");
        return new ViewReader(source).read(json ? JsonTree.read(source, text) : YamlTree.read(source, text));
    }

    private static String text(Source source, byte[] bytes) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .onUnmappableCharacter(CodingErrorAction.REPORT)
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException wrong) {
            throw source.wrong(0, "no text in UTF-8", "a network view in YAML or JSON");
        }
    }

    /** What the view calls itself. */
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
     * For an application whose unit and result take so long where the speed is 1; both are used only for hosts with
     * times of their own, and are then above 0 [s].
     */
    public NetworkView view(double unitSeconds, double resultSeconds) {
        return new NetworkView(
                name,
                links.stream().map(LinkEntry::link).toList(),
                hosts.stream()
                        .map(host -> host.host(unitSeconds, resultSeconds))
                        .toList());
    }

    /** Without times of an application; those of hosts count as speeds relative to one second. */
    public NetworkView view() {
        return view(1, 1);
    }
}
