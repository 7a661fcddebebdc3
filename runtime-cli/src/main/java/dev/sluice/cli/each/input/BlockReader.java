package dev.sluice.cli.each.input;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Divides a stream into blocks of whole records. Confined to one thread. */
final class BlockReader {
    private static final int FIRST_BYTES = 64 * 1024;
    private static final long MOST_BYTES = Integer.MAX_VALUE - 16L;
    /** A record that is longer does not seem to end, such as one of /dev/zero. */
    private static final int MOST_RECORD_BYTES = 1 << 30;

    /** Takes blocks. */
    interface Blocks {
        /** Takes a block of these bytes, with the header before it. */
        void accept(byte[] header, byte[] bytes, int offset, int length) throws IOException;
    }

    private final InputStream in;
    private final PipeTerms terms;
    private final ValueRows.BeforeWait beforeWait;
    private final int mostRecordBytes;
    /** A block may end here: at the end of the first group. */
    private final Pattern border;

    private byte[] buffer = new byte[FIRST_BYTES];
    /** The bytes that are not handed out yet begin here and end at {@link #end}. */
    private int start;

    private int end;
    private boolean ended;
    private byte[] header = new byte[0];
    /** The whole buffer as text; null: it has changed since. */
    private @Nullable String text;

    BlockReader(InputStream in, PipeTerms terms, ValueRows.BeforeWait beforeWait) {
        this(in, terms, beforeWait, MOST_RECORD_BYTES);
    }

    BlockReader(InputStream in, PipeTerms terms, ValueRows.BeforeWait beforeWait, int mostRecordBytes) {
        this.mostRecordBytes = mostRecordBytes;
        this.in = in;
        this.terms = terms;
        this.beforeWait = beforeWait;
        this.border =
                Pattern.compile("(" + pattern(terms.end()) + ")(?=" + pattern(terms.start()) + ")", Pattern.DOTALL);
    }

    private String pattern(String text) {
        return terms.patterns() || text.isEmpty() ? text : Pattern.quote(text);
    }

    /** Hands out all blocks. */
    void readAll(Blocks blocks) throws IOException {
        readHeader();
        int border = terms.records() > 0 ? endOfRecords() : endOfBlock();
        while (border > start) {
            blocks.accept(header, buffer, start, border - start);
            start = border;
            border = terms.records() > 0 ? endOfRecords() : endOfBlock();
        }
    }

    private void readHeader() throws IOException {
        Pattern pattern = terms.header();
        if (pattern == null) {
            return;
        }
        fill(FIRST_BYTES);
        Matcher first = pattern.matcher(text()).region(0, end);
        if (first.lookingAt()) {
            header = Arrays.copyOf(buffer, first.end());
            start = first.end();
        }
    }

    /** The end of the last record that fits into a block, or of the first record; start at the end of the stream. */
    private int endOfBlock() throws IOException {
        int most = terms.blockBytes();
        while (true) {
            fill(most);
            if (ended && end - start <= most) {
                return end;
            }
            int limit = Math.min(end, start + most);
            int last = start;
            for (int next = border(start, limit); next > 0; next = border(next, limit)) {
                last = next;
            }
            if (last > start) {
                return last;
            }
            demandEnd(most);
            most = (int) Math.min(MOST_BYTES, most * 3L / 2 + 1);
        }
    }

    /** The end of as many records as a block has, or of the stream. */
    private int endOfRecords() throws IOException {
        int found = 0;
        int last = 0;
        while (true) {
            int next = border(start + last, end);
            if (next > 0) {
                last = next - start;
                found++;
            }
            if (found == terms.records()) {
                return start + last;
            }
            if (next == 0 && ended) {
                return end;
            }
            if (next == 0) {
                demandEnd(end - start - last);
                fill(end - start + 1);
            }
        }
    }

    private void demandEnd(int bytes) {
        if (bytes >= Math.max(mostRecordBytes, terms.blockBytes())) {
            throw WrongInput.endlessRecord();
        }
    }

    /** The first border behind a position and not behind a limit; 0 if there is none. */
    private int border(int after, int limit) {
        if (!terms.patterns() && terms.start().isEmpty() && terms.end().length() == 1) {
            byte last = (byte) terms.end().charAt(0);
            int left = terms.ends();
            for (int at = after; at < limit; at++) {
                if (buffer[at] == last && --left == 0) {
                    return at + 1;
                }
            }
            return 0;
        }
        Matcher borders = border.matcher(text()).region(after, limit).useTransparentBounds(true);
        while (borders.find()) {
            if (borders.end(1) > after) {
                return borders.end(1);
            }
        }
        return 0;
    }

    private String text() {
        String known = text;
        if (known == null) {
            known = BytesText.of(Arrays.copyOf(buffer, end));
            text = known;
        }
        return known;
    }

    /** Reads until so many bytes are there, or the stream ends. */
    private void fill(int wanted) throws IOException {
        while (end - start < wanted && !ended) {
            makeRoom(wanted);
            if (in.available() == 0) {
                beforeWait.run();
            }
            int count = in.read(buffer, end, buffer.length - end);
            ended = count < 0;
            end += Math.max(0, count);
            text = null;
        }
    }

    private void makeRoom(int wanted) {
        if (end < buffer.length) {
            return;
        }
        int size = end - start;
        long length = size < buffer.length / 2 ? buffer.length : Math.min(MOST_BYTES, Math.max(wanted, size * 2L));
        byte[] moved = length == buffer.length ? buffer : new byte[(int) length];
        System.arraycopy(buffer, start, moved, 0, size);
        buffer = moved;
        start = 0;
        end = size;
    }
}
