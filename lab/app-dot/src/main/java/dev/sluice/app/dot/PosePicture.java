package dev.sluice.app.dot;

import dev.sluice.api.WholeFile;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.geom.Ellipse2D;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;

/**
 * The receptor in a section through the middle of the ligand, and the ligand before it, as PNG. Red is positive, blue
 * negative.
 */
final class PosePicture {
    static final int SIDE = 640;

    /** The part of the grid left out on each side, where nothing is. */
    private static final double MARGIN = 0.15;

    /** Potentials and charges of this size have the full colour. */
    private static final double FULL = 1;

    private static final Color INSIDE = new Color(0x55, 0x55, 0x5c);
    private static final Color LAYER = new Color(0xd9, 0xd4, 0xb8);

    static {
        System.setProperty("java.awt.headless", "true"); // ImageIO otherwise needs a display if DISPLAY is set
        ImageIO.setUseCache(false); // else it writes temporary files
    }

    private final ComplexGrid receptor;
    private final Atoms ligand;
    /** Pixels of a cell. */
    private final double scale;

    /** The first cell of the picture, in both directions. */
    private final double first;

    private final int section;

    /** @param ligand where it is on the grid */
    PosePicture(ComplexGrid receptor, Atoms ligand) {
        this.receptor = receptor;
        this.ligand = ligand;
        this.scale = SIDE / ((1 - 2 * MARGIN) * receptor.size());
        this.first = MARGIN * receptor.size();
        this.section = (int) Math.rint(IntStream.range(0, ligand.count())
                .mapToDouble(ligand::z)
                .average()
                .orElse(0));
    }

    /** Writes a file atomically. */
    void write(Path out) throws IOException {
        Path target = out.toAbsolutePath();
        Files.createDirectories(target.getParent());
        WholeFile.write(target, to -> {
            if (!ImageIO.write(drawn(), "png", to)) {
                throw new IOException("this Java has no writer for PNG");
            }
        });
    }

    private BufferedImage drawn() {
        BufferedImage image = new BufferedImage(SIDE, SIDE, BufferedImage.TYPE_INT_RGB);
        for (int y = 0; y < SIDE; y++) {
            for (int x = 0; x < SIDE; x++) {
                image.setRGB(
                        x,
                        y,
                        section((int) (first + x / scale), (int) (first + y / scale))
                                .getRGB());
            }
        }
        Graphics2D graphics = image.createGraphics();
        graphics.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
        graphics.setStroke(new BasicStroke(1.5f));
        IntStream.range(0, ligand.count())
                .boxed()
                .sorted((one, other) -> Double.compare(ligand.z(one), ligand.z(other)))
                .forEach(atom -> draw(graphics, atom));
        graphics.dispose();
        return image;
    }

    private Color section(int x, int y) {
        int cell = receptor.index(x, y, section);
        double energy = receptor.real()[cell];
        if (energy > 0) {
            return INSIDE;
        }
        return tinted(energy < 0 ? LAYER : Color.WHITE, receptor.imaginary()[cell]);
    }

    private void draw(Graphics2D graphics, int atom) {
        double diameter = 1.5 * scale;
        double left = (ligand.x(atom) + 0.5 - first) * scale - diameter / 2;
        double top = (ligand.y(atom) + 0.5 - first) * scale - diameter / 2;
        Ellipse2D ball = new Ellipse2D.Double(left, top, diameter, diameter);
        graphics.setColor(tinted(Color.WHITE, ligand.charges()[atom]));
        graphics.fill(ball);
        graphics.setColor(Color.BLACK);
        graphics.draw(ball);
    }

    private static Color tinted(Color ground, double value) {
        double part = Math.min(1, Math.abs(value) / FULL);
        Color tint = value > 0 ? new Color(0xd0, 0x30, 0x28) : new Color(0x28, 0x58, 0xc0);
        return new Color(
                mixed(ground.getRed(), tint.getRed(), part),
                mixed(ground.getGreen(), tint.getGreen(), part),
                mixed(ground.getBlue(), tint.getBlue(), part));
    }

    private static int mixed(int ground, int tint, double part) {
        return (int) Math.round(ground + (tint - ground) * part);
    }
}
