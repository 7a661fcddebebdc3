package dev.sluice.app.render;

/**
 * The whole picture: the setup.
 *
 * @param scene name of the scene's file
 * @param width pixels
 * @param height pixels
 */
public record SceneView(String scene, int width, int height) {
    /** All of the picture as one tile. */
    Patch whole() {
        return new Patch(0, 0, width, height);
    }
}
