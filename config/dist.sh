# shellcheck shell=bash
# ./sluice dist builds the archive, the Python wheel and the Debian package for other machines. Sourced by ./sluice.
#
#   archive          sluice-VERSION/sluice, lib/*.jar, python/, examples/, deploy/, docs/, share/ and the README
#   wheel            the command with its jars in the Python package: sluice/home/, and licences
#   Debian package   the same files in Debian's directories, with systemd units
#   SHA256SUMS       the checksums of all
#
# Builds are reproducible: names are sorted, and owners, modes and times are fixed.

# shellcheck disable=SC2154 # ./sluice sets home, java, master_jar and worker_jar

dist_usage() {
    cat << 'TEXT'
Usage: ./sluice dist [--out DIR] [--archive-only | --wheel-only]

  --out DIR        output directory (default: target/dist)
  --archive-only   build neither a wheel nor a Debian package
  --wheel-only     build the Python wheel alone
TEXT
}

dist_version() { sed -n '/<artifactId>sluice</,$s:.*<version>\(.*\)</version>.*:\1:p' "$home/pom.xml" | head -n 1; }

# Prints the time of all files, in Unix seconds: that of the last commit. A constant time would be wrong, because the JVM accepts
# archived classes for any jar with the same name, time and size.
dist_time() {
    if [[ -n ${SOURCE_DATE_EPOCH:-} ]]; then
        printf '%s\n' "$SOURCE_DATE_EPOCH"
    elif ! git -C "$home" log -1 --format=%ct 2> /dev/null; then
        date -u -d "$(sed -n 's:.*<project.build.outputTimestamp>\(.*\)</.*:\1:p' "$home/pom.xml")" +%s
    fi
}

# put SOURCE TARGET: copies a file with mode 644, or 755 if it is executable, independent of the umask.
put() {
    local mode=644
    if [[ -x $1 ]]; then
        mode=755
    fi
    install -D -m "$mode" -- "$1" "$2"
}

# put_tree DIRECTORY TARGET: copies the files of a directory, without hidden files, editor backups and what Python caches.
put_tree() {
    local file
    while IFS= read -r file; do
        put "$1/$file" "$2/$file"
    done < <(cd "$1" && find . -type f ! -name '.*' ! -name '*~' ! -path '*/__pycache__/*' -printf '%P\n' | sort)
}

# Copies the command with its jars.
stage_command() {
    local to=$1 app
    put "$home/sluice" "$to/sluice"
    put "$master_jar" "$to/lib/sluice-master.jar"
    put "$worker_jar" "$to/lib/sluice-worker.jar"
    put "$home/runtime-api/target/runtime-api-$version.jar" "$to/lib/runtime-api.jar"
    while IFS= read -r app; do
        put "$(application_jar "$app")" "$to/lib/app-$app.jar"
    done < <(applications)
}

# Copies the files that the archive and the package have in common.
stage_program() {
    local to=$1
    stage_command "$to"
    put "$home/python/README.md" "$to/python/README.md"
    put_tree "$home/python/sluice" "$to/python/sluice"
    put_tree "$home/examples" "$to/examples"
}

# Copies everything below deploy/ except the labs, which need a checkout.
stage_deploy() {
    local directory
    for directory in "$home"/deploy/*/; do
        directory=$(basename -- "$directory")
        if [[ $directory != *lab ]]; then
            put_tree "$home/deploy/$directory" "$1/$directory"
        fi
    done
}

stage_documents() {
    local file
    for file in README.md CHANGELOG.md LICENSE; do
        put "$home/$file" "$1/$file"
    done
    put_tree "$home/docs" "$1/docs"
}

# Copies what the two programs are made of, and the licences of these libraries: as their jars have them, or from config/licenses
# for jars without one.
stage_materials() {
    put "$home/runtime-cli/target/runtime-cli.cdx.json" "$1/bom/sluice-master.cdx.json"
    put "$home/runtime-worker/target/runtime-worker.cdx.json" "$1/bom/sluice-worker.cdx.json"
    put_tree "$home/runtime-cli/target/licenses" "$1/licenses"
    put_tree "$home/config/licenses" "$1/licenses"
}

# Writes the checksums of the built archives, in the form that 'sha256sum --check' reads.
make_checksums() {
    (cd "$out" && sha256sum "${made[@]##*/}") > "$out/SHA256SUMS.new"
    mv "$out/SHA256SUMS.new" "$out/SHA256SUMS"
    printf '%s\n' "$out/SHA256SUMS"
}

# Generates the man pages and the completion script with the commands themselves.
make_manual() {
    need_java
    local command=("$java" -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -jar "$master_jar")
    "${command[@]}" man "$work/manual/man1" > /dev/null
    "${command[@]}" completion bash > "$work/manual/completion"
}

# same_times DIRECTORY: sets the modes of all directories and the times of all files.
same_times() {
    find "$1" -type d -exec chmod 755 {} +
    find "$1" -exec touch -h -d "@$time" {} +
}

make_archive() {
    local name=sluice-$version stage=$work/archive
    stage_program "$stage/$name"
    stage_deploy "$stage/$name/deploy"
    stage_documents "$stage/$name"
    stage_materials "$stage/$name/share"
    put_tree "$work/manual/man1" "$stage/$name/share/man/man1"
    put "$work/manual/completion" "$stage/$name/share/bash-completion/completions/sluice"
    same_times "$stage"
    tar --create --directory "$stage" --sort=name --format=gnu --owner=0 --group=0 --numeric-owner --mtime="@$time" "$name" \
        | gzip -9n > "$out/$name.tar.gz.new"
    mv "$out/$name.tar.gz.new" "$out/$name.tar.gz"
    made+=("$out/$name.tar.gz")
    printf '%s\n' "$out/$name.tar.gz"
}

make_wheel() {
    local stage=$work/wheel
    stage_command "$stage/sluice/home"
    put_tree "$home/python/sluice" "$stage/sluice"
    stage_materials "$stage"
    made+=("$(python3 "$home/python/build-wheel" "$stage" "$version" "$time" "$out")")
    printf '%s\n' "${made[-1]}"
}

deb_control() {
    cat << TEXT
Package: sluice-runtime
Version: ${version//-/\~}
Architecture: all
Maintainer: The developers of Sluice <developers@sluice.invalid>
Installed-Size: $(du -sk --apparent-size "$1" | cut -f 1)
Depends: default-jre-headless (>= 2:1.17) | java17-runtime-headless
Recommends: openssh-client
Suggests: maven, povray
Conflicts: sluice
Section: science
Priority: optional
Description: one computation on every machine you can reach
 A master hands out units of work, workers compute, results flow back; a model
 of the machines and of the network between them decides who works and how much
 is handed out. Applications subclass one template.
 .
 The command is /usr/bin/sluice. A worker that joins at boot is the unit
 sluice-worker@NAME, for the run file /etc/sluice/NAME.run.
TEXT
}

make_deb() {
    local stage=$work/deb file shared
    stage_program "$stage/usr/lib/sluice"
    mkdir -p "$stage/usr/bin" "$stage/DEBIAN"
    ln -s ../lib/sluice/sluice "$stage/usr/bin/sluice"
    put_tree "$home/deploy/systemd" "$stage/usr/lib/systemd/system"
    put_tree "$home/deploy/pool" "$stage/usr/lib/systemd/user"
    stage_deploy "$stage/usr/lib/sluice/deploy"
    stage_documents "$stage/usr/share/doc/sluice-runtime"
    stage_materials "$stage/usr/share/doc/sluice-runtime"
    for shared in deploy examples python; do
        ln -s "../../../lib/sluice/$shared" "$stage/usr/share/doc/sluice-runtime/$shared" # the documents link there
    done
    put_tree "$work/manual/man1" "$stage/usr/share/man/man1"
    gzip -9n "$stage"/usr/share/man/man1/*.1
    put "$work/manual/completion" "$stage/usr/share/bash-completion/completions/sluice"
    mv "$stage/usr/share/doc/sluice-runtime/LICENSE" "$stage/usr/share/doc/sluice-runtime/copyright"
    same_times "$stage"
    install -d -m 700 "$stage/etc/sluice" # run files are secrets
    deb_control "$stage" > "$stage/DEBIAN/control"
    (cd "$stage" && find etc usr -type f -print0 | sort -z | xargs -0 md5sum) > "$stage/DEBIAN/md5sums"
    chmod 644 "$stage"/DEBIAN/*
    chmod 755 "$stage" "$stage/DEBIAN"
    file=$out/sluice-runtime_${version//-/\~}_all.deb
    # Jars are already compressed, and gzip's output does not depend on the number of cores.
    SOURCE_DATE_EPOCH=$time dpkg-deb --root-owner-group -Zgzip --build "$stage" "$file" > "$work/dpkg-deb.log" 2>&1 \
        || stop 5 "dpkg-deb failed: $(tail -n 3 "$work/dpkg-deb.log")"
    made+=("$file")
    printf '%s\n' "$file"
}

dist() {
    local out=$home/target/dist kinds='archive wheel deb' version time work made=()
    while [[ $# -gt 0 ]]; do
        case $1 in
            --out)
                [[ $# -ge 2 ]] || stop 2 "--out: no directory (expected: --out DIR)"
                out=$2
                shift
                ;;
            --archive-only) kinds=archive ;;
            --wheel-only) kinds=wheel ;;
            -h | --help)
                dist_usage
                return
                ;;
            *) stop 2 "dist does not know '$1' (expected: --out DIR, --archive-only, --wheel-only)" ;;
        esac
        shift
    done
    if ! is_built; then
        build
    fi
    version=$(dist_version)
    time=$(dist_time)
    mkdir -p "$out" || stop 2 "--out: $out cannot be created (expected: a writable directory)"
    work=$(mktemp -d "$out/.stage-XXXXXX")
    # shellcheck disable=SC2064 # expands now on purpose
    trap "rm -rf -- '$work'" EXIT
    if [[ $kinds != wheel ]]; then
        make_manual
        make_archive
    fi
    if [[ $kinds == *wheel* ]]; then
        if command -v python3 > /dev/null; then
            make_wheel
        else
            say "No wheel: there is no python3 (expected: on the path)."
        fi
    fi
    if [[ $kinds == *deb ]]; then
        if command -v dpkg-deb > /dev/null; then
            make_deb
        else
            say "No Debian package: there is no dpkg-deb (expected: on the path, as on Debian)."
        fi
    fi
    make_checksums
}
