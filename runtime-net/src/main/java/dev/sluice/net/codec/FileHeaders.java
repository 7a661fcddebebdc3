package dev.sluice.net.codec;

import dev.sluice.net.message.FileInfo;
import dev.sluice.net.message.InputFiles;

/** The files of a run in {@code session.proto}. */
final class FileHeaders {
    private FileHeaders() {}

    static dev.sluice.proto.InputFiles proto(InputFiles files) {
        return dev.sluice.proto.InputFiles.newBuilder()
                .addAllFiles(files.files().stream().map(FileHeaders::proto).toList())
                .setCacheBytes(files.cacheBytes())
                .setAsk(files.ask())
                .build();
    }

    static InputFiles files(dev.sluice.proto.InputFiles read) {
        return new InputFiles(
                read.getFilesList().stream().map(FileHeaders::file).toList(), read.getCacheBytes(), read.getAsk());
    }

    private static dev.sluice.proto.FileInfo proto(FileInfo file) {
        return dev.sluice.proto.FileInfo.newBuilder()
                .setName(file.name())
                .setSha256(file.sha256())
                .setSize(file.size())
                .setUnpack(file.unpack())
                .setExecutable(file.executable())
                .setPath(file.path())
                .setMachine(file.machine())
                .build();
    }

    private static FileInfo file(dev.sluice.proto.FileInfo read) {
        return new FileInfo(
                read.getName(),
                read.getSha256(),
                read.getSize(),
                read.getUnpack(),
                read.getExecutable(),
                read.getPath(),
                read.getMachine());
    }
}
