package dev.sluice.net.files;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;

/**
 * Unpacks one archive into an empty directory, and writes nothing outside of it. Symbolic links are made last, so that
 * no entry is written through one, and each must lead to something inside. Used once, by one thread.
 */
final class Unpacker {
    private static final int END_BYTES = 22;
    private static final int END_SIGNATURE = 0x06054b50;
    private static final int ENTRY_SIGNATURE = 0x02014b50;
    private static final int ENTRY_BYTES = 46;
    private static final int UNIX = 3;

    private static final int MOST_ENTRIES = 1_000_000;

    /** Directories that any archive may make, and bytes of an archive for each further one. */
    private static final int FREE_DIRECTORIES = 4_096;

    private static final int BYTES_PER_DIRECTORY = 8;

    /** Limits of Linux, less room for the cache's own directories [bytes]. */
    private static final int LONGEST_NAME = 255;

    private static final int LONGEST_PATH = 3_500;
    private static final int BUFFER = 64 * 1024;
    private static final int LINK_MODE = 0120000;
    private static final int KIND_MASK = 0170000;

    private final Path root;
    private final long mostBytes;
    private final boolean writes;
    private final Map<Path, String> links = new LinkedHashMap<>();
    private final Set<Path> directories = new HashSet<>();
    private long mostDirectories;
    private long bytes;
    private int entries;

    /**
     * @param root an empty directory
     * @param mostBytes that may be written [bytes]
     */
    Unpacker(Path root, long mostBytes) {
        this(root, mostBytes, true);
    }

    private Unpacker(Path root, long mostBytes, boolean writes) {
        this.root = root;
        this.mostBytes = mostBytes;
        this.writes = writes;
    }

    /**
     * Reads everything and writes nothing.
     *
     * @throws ArchiveException if an entry would be refused
     */
    static void check(Path archive, long mostBytes) throws IOException {
        Path nowhere = archive.toAbsolutePath().resolveSibling("unpacked");
        new Unpacker(nowhere, mostBytes, false).unpack(archive);
    }

    /** The kinds of archives, by their first bytes. */
    enum Kind {
        TAR_GZ,
        TAR,
        ZIP;

        /** @throws ArchiveException if it is none of them */
        static Kind of(Path archive) throws IOException {
            byte[] head;
            try (InputStream in = Files.newInputStream(archive)) {
                head = in.readNBytes(512);
            }
            if (head.length > 2 && (head[0] & 0xFF) == 0x1F && (head[1] & 0xFF) == 0x8B) {
                return TAR_GZ;
            }
            if (head.length > 4 && head[0] == 'P' && head[1] == 'K' && (head[2] == 3 || head[2] == 5)) {
                return ZIP;
            }
            if (head.length == 512 && new String(head, 257, 5, StandardCharsets.US_ASCII).equals("ustar")) {
                return TAR;
            }
            throw new ArchiveException("it is no archive (expected: tar, tar.gz or zip)");
        }
    }

    /** Unpacks everything. Returns the bytes written. */
    long unpack(Path archive) throws IOException {
        mostDirectories = FREE_DIRECTORIES + Files.size(archive) / BYTES_PER_DIRECTORY;
        try {
            switch (Kind.of(archive)) {
                case ZIP -> zip(archive);
                case TAR -> tar(Files.newInputStream(archive));
                case TAR_GZ -> tar(new GZIPInputStream(Files.newInputStream(archive), BUFFER));
            }
            if (writes) {
                makeLinks();
            }
        } catch (FileAlreadyExistsException e) {
            throw new ArchiveException(
                    e.getMessage() + ": an entry in the place of another one (expected: one of each)");
        } catch (ZipException | EOFException e) {
            throw new ArchiveException("it is damaged: " + e.getMessage() + " (expected: a complete archive)");
        } catch (InvalidPathException e) {
            throw new ArchiveException("a name that is none here (expected: names of files)");
        }
        return bytes;
    }

    private void tar(InputStream from) throws IOException {
        try (InputStream in = new BufferedInputStream(from, BUFFER)) {
            TarReader tar = new TarReader(in);
            for (TarReader.Entry entry = tar.next(); entry != null; entry = tar.next()) {
                Path target = target(entry.name());
                switch (entry.type()) {
                    case '0' -> write(target, entry.executable(), tar::read);
                    case '1' -> hardLink(target, entry.link());
                    case '2' -> link(target, entry.link());
                    case '5' -> directory(target);
                    default ->
                        throw new ArchiveException(shown(entry.name())
                                + ": a device, pipe or other special entry (expected: files, directories and links)");
                }
            }
        }
    }

    private void zip(Path archive) throws IOException {
        Map<String, Integer> modes = modes(archive);
        try (ZipFile zip = new ZipFile(archive.toFile())) {
            for (Enumeration<? extends ZipEntry> all = zip.entries(); all.hasMoreElements(); ) {
                ZipEntry entry = all.nextElement();
                Path target = target(entry.getName());
                int mode = modes.getOrDefault(entry.getName(), 0);
                if (entry.isDirectory()) {
                    directory(target);
                    continue;
                }
                try (InputStream in = zip.getInputStream(entry)) {
                    if ((mode & KIND_MASK) == LINK_MODE) {
                        link(target, new String(in.readNBytes(BUFFER), StandardCharsets.UTF_8));
                    } else {
                        write(target, (mode & 0100) != 0, in::read);
                    }
                }
            }
        }
    }

    /** The place of an entry, whose parent exists. */
    private Path target(String name) throws IOException {
        if (++entries > MOST_ENTRIES) {
            throw new ArchiveException("more than " + MOST_ENTRIES + " entries (expected: fewer)");
        }
        Path target = inside(name);
        links.remove(target); // a later entry replaces an earlier one
        if (writes && Files.isRegularFile(target, LinkOption.NOFOLLOW_LINKS)) {
            Files.delete(target);
        }
        if (!target.equals(root)) {
            directory(Objects.requireNonNull(target.getParent()));
        }
        return target;
    }

    /** Makes a directory inside of the root, and those above it. */
    private void directory(Path inside) throws IOException {
        for (Path each = inside; each != null && !each.equals(root) && directories.add(each); each = each.getParent()) {
            if (directories.size() > mostDirectories) {
                throw new ArchiveException("more than " + mostDirectories
                        + " directories (expected: at most 4,096, and one for each 8 bytes of the archive)");
            }
        }
        if (writes) {
            Files.createDirectories(inside);
        }
    }

    private Path inside(String name) throws ArchiveException {
        if (name.startsWith("/") || name.indexOf(0) >= 0) {
            throw new ArchiveException(shown(name) + ": an absolute path (expected: paths inside of the archive)");
        }
        if (name.getBytes(StandardCharsets.UTF_8).length > LONGEST_PATH) {
            throw new ArchiveException(
                    shown(name) + ": a path that is too long (expected: at most " + LONGEST_PATH + " bytes)");
        }
        for (String part : name.split("/")) {
            if (part.getBytes(StandardCharsets.UTF_8).length > LONGEST_NAME) {
                throw new ArchiveException(
                        shown(part) + ": a name that is too long (expected: at most " + LONGEST_NAME + " bytes)");
            }
            if (part.equals("..")) {
                throw new ArchiveException(shown(name) + ": a path with '..' (expected: paths inside of the archive)");
            }
        }
        return root.resolve(name).normalize();
    }

    /** Reads as {@link InputStream#read(byte[])} does. */
    private interface Source {
        int read(byte[] buffer) throws IOException;
    }

    private void write(Path target, boolean executable, Source source) throws IOException {
        byte[] buffer = new byte[BUFFER];
        try (OutputStream out = writes
                ? Files.newOutputStream(target, StandardOpenOption.CREATE_NEW)
                : OutputStream.nullOutputStream()) {
            for (int read = source.read(buffer); read >= 0; read = source.read(buffer)) {
                bytes += read;
                if (bytes > mostBytes) {
                    throw new ArchiveException("its files are larger than " + mostBytes
                            + " bytes together (expected: what --file-cache-size leaves)");
                }
                out.write(buffer, 0, read);
            }
        }
        if (writes) {
            Permissions.set(target, executable ? Permissions.PROGRAM : Permissions.FILE);
        }
    }

    private void hardLink(Path target, String name) throws IOException {
        Path existing = inside(name);
        if (!writes) {
            return;
        }
        if (!Files.isRegularFile(existing, LinkOption.NOFOLLOW_LINKS)) {
            throw new ArchiveException(shown(name) + ": a hard link to no earlier file (expected: files first)");
        }
        Files.createLink(target, existing);
    }

    private void link(Path target, String to) throws ArchiveException {
        if (to.isEmpty() || to.startsWith("/") || to.indexOf(0) >= 0) {
            throw new ArchiveException(shown(root.relativize(target).toString())
                    + ": a link to an absolute path (expected: links inside of the archive)");
        }
        links.put(target, to);
    }

    private void makeLinks() throws IOException {
        for (Map.Entry<Path, String> link : links.entrySet()) {
            Files.createDirectories(link.getKey().getParent());
            Files.createSymbolicLink(link.getKey(), Path.of(link.getValue()));
        }
        Path real = root.toRealPath();
        for (Path link : links.keySet()) {
            boolean within;
            try {
                within = link.toRealPath().startsWith(real);
            } catch (IOException dangling) {
                within = false;
            }
            if (!within) {
                throw new ArchiveException(shown(root.relativize(link).toString())
                        + ": a link out of the archive, or to nothing (expected: links inside of the archive)");
            }
        }
    }

    private static String shown(String name) {
        String text = name.replaceAll("\\p{Cntrl}", "?");
        return text.length() <= 200 ? text : text.substring(0, 200) + "…";
    }

    /**
     * The Unix modes of a zip archive's entries by their names, from its central directory. Java's zip classes do not
     * tell them. An archive of more than 65,534 entries or 4 GiB has no modes here.
     */
    private static Map<String, Integer> modes(Path archive) throws IOException {
        Map<String, Integer> modes = new HashMap<>();
        try (FileChannel file = FileChannel.open(archive, StandardOpenOption.READ)) {
            long tail = Math.min(file.size(), END_BYTES + 0xFFFFL);
            ByteBuffer end = modes(file, file.size() - tail, (int) tail);
            int at = (int) tail - END_BYTES;
            while (at >= 0 && end.getInt(at) != END_SIGNATURE) {
                at--;
            }
            if (at < 0) {
                return modes;
            }
            int count = end.getShort(at + 10) & 0xFFFF;
            long size = end.getInt(at + 12) & 0xFFFFFFFFL;
            long start = end.getInt(at + 16) & 0xFFFFFFFFL;
            if (count == 0xFFFF || start + size > file.size() || size > Integer.MAX_VALUE) {
                return modes;
            }
            entries(modes(file, start, (int) size), modes);
        }
        return modes;
    }

    private static void entries(ByteBuffer directory, Map<String, Integer> modes) {
        int at = 0;
        while (at + ENTRY_BYTES <= directory.limit() && directory.getInt(at) == ENTRY_SIGNATURE) {
            int name = directory.getShort(at + 28) & 0xFFFF;
            int rest = (directory.getShort(at + 30) & 0xFFFF) + (directory.getShort(at + 32) & 0xFFFF);
            if (at + ENTRY_BYTES + name > directory.limit()) {
                return;
            }
            if ((directory.getShort(at + 4) >> 8 & 0xFF) == UNIX) {
                byte[] bytes = new byte[name];
                directory.get(at + ENTRY_BYTES, bytes);
                modes.put(new String(bytes, StandardCharsets.UTF_8), directory.getInt(at + 38) >>> 16);
            }
            at += ENTRY_BYTES + name + rest;
        }
    }

    private static ByteBuffer modes(FileChannel file, long from, int length) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
        while (bytes.hasRemaining() && file.read(bytes, from + bytes.position()) >= 0) {
            // reads until the buffer is full
        }
        return bytes.flip();
    }
}
