package dev.sluice.master.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.random.RandomGenerator;

/**
 * A file system in memory with every fault that a journal has to survive. Sectors reach the platter in any order until
 * a force; a power failure keeps any part of them, and blocks that were never written show what they had in an earlier
 * life. Writes are short, the disk runs full, forces fail and drop what they could not write, and the process is killed
 * within an operation. Deterministic by its generator.
 */
final class SimulatedDisk implements JournalFiles {
    /** Bytes that reach the platter together; a segment's header takes two sectors. */
    static final int SECTOR = 52;

    /** Ends the simulated process. */
    static final class Killed extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    /** The bytes that the system shows, and those that the platter has. */
    private static final class SimulatedFile {
        byte[] shown = {};
        byte[] platter = {};
        int size;
        int forcedSize;
        final BitSet dirty = new BitSet();

        void ensure(int bytes) {
            if (bytes > shown.length) {
                shown = Arrays.copyOf(shown, 2 * bytes + SECTOR);
                platter = Arrays.copyOf(platter, shown.length);
            }
        }

        void reach(int sector) {
            System.arraycopy(shown, sector * SECTOR, platter, sector * SECTOR, SECTOR);
        }
    }

    private final RandomGenerator chance;
    private final Map<String, byte[]> graves = new HashMap<>();
    private Map<String, SimulatedFile> names = new HashMap<>();
    private Map<String, SimulatedFile> forcedNames = new HashMap<>();

    /** Operations until the process is killed. */
    private int operationsLeft = Integer.MAX_VALUE;

    private double forceFails;
    boolean full;

    /** Numbers of writes that found the disk full, and of forces that failed. */
    int fullWrites;

    int failedForces;

    SimulatedDisk(RandomGenerator chance) {
        this.chance = chance;
    }

    void killAfter(int operations) {
        operationsLeft = operations;
    }

    /** @param rate probability with which a force fails */
    void failForces(double rate) {
        forceFails = rate;
    }

    private boolean dies() {
        return --operationsLeft < 0;
    }

    private void live() {
        if (dies()) {
            throw new Killed();
        }
    }

    /** Turns the power off and on. */
    void failPower() {
        Map<String, SimulatedFile> kept = new HashMap<>();
        Set<String> all = new HashSet<>(names.keySet());
        all.addAll(forcedNames.keySet());
        for (String name : all) {
            SimulatedFile file = chance.nextBoolean() ? names.get(name) : forcedNames.get(name);
            if (file != null) {
                kept.put(name, file);
            }
        }
        names = kept;
        forcedNames = new HashMap<>(kept);
        kept.values().forEach(this::failPower);
    }

    private void failPower(SimulatedFile file) {
        int mode = chance.nextInt(5);
        int middle = chance.nextInt(1 + Math.max(1, file.dirty.cardinality()));
        int place = 0;
        for (int sector = file.dirty.nextSetBit(0); sector >= 0; sector = file.dirty.nextSetBit(sector + 1)) {
            boolean reaches = switch (mode) {
                case 0, 1 -> place < middle;
                case 2, 3 -> place >= middle;
                default -> chance.nextBoolean();
            };
            if (reaches) {
                file.reach(sector);
            }
            place++;
        }
        file.dirty.clear();
        if (chance.nextInt(4) == 0) {
            file.size = file.forcedSize;
        }
        file.forcedSize = file.size;
        file.shown = file.platter.clone();
    }

    @Override
    public Path directory() {
        return Path.of("disk");
    }

    @Override
    public List<String> list() {
        return new ArrayList<>(names.keySet());
    }

    private SimulatedFile find(String name) throws IOException {
        SimulatedFile file = names.get(name);
        if (file == null) {
            throw new NoSuchFileException(name);
        }
        return file;
    }

    @Override
    public Source open(String name) throws IOException {
        SimulatedFile file = find(name);
        return new Source() {
            @Override
            public long size() {
                return file.size;
            }

            @Override
            public int read(long position, ByteBuffer into) {
                int count = (int) Math.min(into.remaining(), Math.max(0, file.size - position));
                into.put(file.shown, (int) position, count);
                return count;
            }

            @Override
            public void close() {}
        };
    }

    @Override
    public Appended create(String name) throws IOException {
        live();
        if (full && chance.nextBoolean()) {
            throw noSpace(name);
        }
        SimulatedFile file = new SimulatedFile();
        byte[] grave = graves.get(name);
        if (grave != null && chance.nextBoolean()) {
            file.platter = grave.clone();
            file.shown = new byte[grave.length];
        }
        names.put(name, file);
        forceNames();
        return new SimulatedAppended(name, file);
    }

    @Override
    public Appended append(String name, long from, long size) throws IOException {
        live();
        SimulatedFile file = find(name);
        for (int sector = (int) from / SECTOR; sector * SECTOR < size; sector++) {
            file.dirty.set(sector);
        }
        live();
        file.size = (int) size;
        file.dirty.clear((int) (size + SECTOR - 1) / SECTOR, Integer.MAX_VALUE);
        Arrays.fill(file.shown, (int) size, file.shown.length, (byte) 0);
        if (chance.nextInt(4) == 0) { // other blocks will follow
            Arrays.fill(file.platter, Math.min(file.platter.length, (int) size), file.platter.length, (byte) 0);
        }
        SimulatedAppended appended = new SimulatedAppended(name, file);
        try {
            appended.force();
        } catch (IOException e) {
            throw new ForceFailed(e);
        }
        forceNames();
        return appended;
    }

    @Override
    public void delete(List<String> deleted) throws IOException {
        for (String name : deleted) {
            live();
            SimulatedFile file = names.remove(name);
            if (file != null) {
                graves.put(name, file.platter.clone());
            }
        }
        if (!deleted.isEmpty()) {
            forceNames();
        }
    }

    private void forceNames() throws ForceFailed {
        live();
        if (chance.nextDouble() < forceFails) {
            throw new ForceFailed(new IOException("Input/output error"));
        }
        forcedNames = new HashMap<>(names);
    }

    private static FileSystemException noSpace(String name) {
        return new FileSystemException(name, null, "No space left on device");
    }

    @Override
    public boolean isFull(IOException failure) {
        return failure instanceof FileSystemException;
    }

    @Override
    public void close() {}

    private final class SimulatedAppended implements Appended {
        private final String name;
        private final SimulatedFile file;

        SimulatedAppended(String name, SimulatedFile file) {
            this.name = name;
            this.file = file;
        }

        @Override
        public long write(ByteBuffer[] buffers, int from, int count) throws IOException {
            int remaining = 0;
            for (int i = from; i < from + count; i++) {
                remaining += buffers[i].remaining();
            }
            boolean dies = dies();
            int written = chance.nextInt(3) == 0 || dies ? chance.nextInt(remaining + 1) : remaining;
            if (full) {
                written = chance.nextInt(3) == 0 ? Math.min(written, SECTOR) : 0;
            }
            put(buffers, from, written);
            if (dies) {
                throw new Killed();
            }
            if (written == 0) {
                if (full) {
                    fullWrites++;
                    throw noSpace(name);
                }
                put(buffers, from, 1);
                return 1;
            }
            return written;
        }

        private void put(ByteBuffer[] buffers, int from, int count) {
            file.ensure(file.size + count + SECTOR);
            int left = count;
            for (int i = from; left > 0; i++) {
                int part = Math.min(left, buffers[i].remaining());
                buffers[i].get(file.shown, file.size, part);
                if (part > 0) {
                    file.dirty.set(file.size / SECTOR, (file.size + part - 1) / SECTOR + 1);
                }
                file.size += part;
                left -= part;
            }
        }

        @Override
        public void force() throws IOException {
            live();
            boolean fails = chance.nextDouble() < forceFails;
            for (int sector = file.dirty.nextSetBit(0); sector >= 0; sector = file.dirty.nextSetBit(sector + 1)) {
                if (!fails || chance.nextBoolean()) {
                    file.reach(sector);
                }
            }
            file.dirty.clear();
            if (fails) {
                failedForces++;
                throw new IOException("Input/output error");
            }
            file.forcedSize = file.size;
            live();
        }

        @Override
        public void close() {}
    }
}
