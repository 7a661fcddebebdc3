package dev.sluice.app.wave;

import dev.sluice.api.WholeFile;
import java.awt.image.BufferedImage;
import java.awt.image.IndexColorModel;
import java.awt.image.RenderedImage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageTypeSpecifier;
import javax.imageio.ImageWriter;
import javax.imageio.metadata.IIOMetadata;
import javax.imageio.metadata.IIOMetadataNode;
import javax.imageio.stream.ImageOutputStream;

/** Pictures of a pond as one animated GIF. Confined to the master's calls. */
final class Animation {
    private static final String HUNDREDTHS_OF_A_FRAME = "6";

    /** Troughs are dark blue, the level is blue, and crests are white. */
    private static final IndexColorModel COLOURS = colours();

    static {
        System.setProperty("java.awt.headless", "true"); // ImageIO otherwise needs a display if DISPLAY is set
        ImageIO.setUseCache(false); // else it writes temporary files
    }

    private final List<RenderedImage> frames = new ArrayList<>();
    private int bits;

    private static IndexColorModel colours() {
        byte[] red = new byte[256];
        byte[] green = new byte[256];
        byte[] blue = new byte[256];
        for (int level = 0; level < 256; level++) {
            red[level] = (byte) Math.max(0, 2 * level - 255);
            green[level] = (byte) (level * 7 / 8);
            blue[level] = (byte) (96 + level * 5 / 8);
        }
        return new IndexColorModel(8, 256, red, green, blue);
    }

    /** Adds a picture of strips from top to bottom. */
    void add(int width, List<Frame> strips) {
        int height = strips.stream().mapToInt(strip -> strip.pixels().length).sum() / width;
        BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_BYTE_INDEXED, COLOURS);
        int row = 0;
        bits = 1;
        for (Frame strip : strips) {
            int rows = strip.pixels().length / width;
            image.getRaster().setDataElements(0, row, width, rows, strip.pixels());
            row += rows;
            bits = 31 * bits + strip.bits();
        }
        frames.add(image);
    }

    /** Writes all pictures, and says where. */
    void write(Path file) throws IOException {
        WholeFile.write(file, to -> {
            ImageWriter writer = ImageIO.getImageWritersByFormatName("gif").next();
            try (ImageOutputStream out = ImageIO.createImageOutputStream(to)) {
                writer.setOutput(out);
                writer.prepareWriteSequence(null);
                for (RenderedImage frame : frames) {
                    writer.writeToSequence(new IIOImage(frame, null, timing(writer, frame)), null);
                }
                writer.endWriteSequence();
            } finally {
                writer.dispose();
            }
        });
        System.out.printf("all bits %08x%nanimation: %s%n", bits, file);
    }

    /** How long a picture is shown, and that the animation begins again. */
    private static IIOMetadata timing(ImageWriter writer, RenderedImage frame) throws IOException {
        IIOMetadata timing = writer.getDefaultImageMetadata(ImageTypeSpecifier.createFromRenderedImage(frame), null);
        IIOMetadataNode root = new IIOMetadataNode(timing.getNativeMetadataFormatName());
        IIOMetadataNode control = child(root, "GraphicControlExtension");
        control.setAttribute("disposalMethod", "none");
        control.setAttribute("userInputFlag", "FALSE");
        control.setAttribute("transparentColorFlag", "FALSE");
        control.setAttribute("delayTime", HUNDREDTHS_OF_A_FRAME);
        control.setAttribute("transparentColorIndex", "0");
        IIOMetadataNode again = child(child(root, "ApplicationExtensions"), "ApplicationExtension");
        again.setAttribute("applicationID", "NETSCAPE");
        again.setAttribute("authenticationCode", "2.0");
        again.setUserObject(new byte[] {1, 0, 0});
        timing.mergeTree(timing.getNativeMetadataFormatName(), root);
        return timing;
    }

    private static IIOMetadataNode child(IIOMetadataNode parent, String name) {
        IIOMetadataNode child = new IIOMetadataNode(name);
        parent.appendChild(child);
        return child;
    }
}
