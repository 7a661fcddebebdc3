#!/usr/bin/env bats
# ./sluice on a Debian that has nothing yet: no JDK, no Maven, no cache. A directory tree made by debootstrap, entered
# by chroot in namespaces of its own, so that nothing of it outlives the test. Takes minutes and downloads much, hence
# only when asked for: SLUICE_FRESH_DEBIAN=1 bats system-tests/src/test/bats/fresh-debian.bats
# With SLUICE_FRESH_DEBIAN=all, all tests and checks run there, which takes as long as they do; else the fast ones.

setup_file() {
    local reason
    reason=$(why_not)
    export SKIPPED_BECAUSE=$reason
    [ -z "$reason" ] || return 0

    export ROOT=$BATS_FILE_TMPDIR/root
    debootstrap --variant=minbase "$(suite)" "$ROOT" "$(mirror)" > "$BATS_FILE_TMPDIR/debootstrap.log" 2>&1 || {
        tail -n 5 "$BATS_FILE_TMPDIR/debootstrap.log" >&2
        return 1
    }
    # How this machine reaches the registries, and nothing else of it.
    cp /etc/resolv.conf /etc/hosts "$ROOT/etc/"
    mkdir -p "$ROOT/usr/local/share/ca-certificates"
    cp /usr/local/share/ca-certificates/*.crt "$ROOT/usr/local/share/ca-certificates/" 2> /dev/null || true
    git clone -q --no-hardlinks "$(checkout)" "$ROOT/opt/sluice"
    cp "$(checkout)/sluice" "$ROOT/opt/sluice/sluice"
    chmod -R go=rX "$ROOT/opt/sluice"
}

setup() {
    [ -z "$SKIPPED_BECAUSE" ] || skip "$SKIPPED_BECAUSE"
}

checkout() { cd "$BATS_TEST_DIRNAME/../../../.." && pwd; }

suite() { (. /etc/os-release && printf '%s\n' "$VERSION_CODENAME"); }

# The first Debian archive that this machine's apt is told of, in either format.
mirror() {
    local files=(/etc/apt/sources.list /etc/apt/sources.list.d/*.list /etc/apt/sources.list.d/*.sources)
    cat "${files[@]}" 2> /dev/null \
        | sed -n -e 's/^URIs: *\([^ ]*\).*/\1/p' -e 's/^deb *\(\[[^]]*\]\)\{0,1\} *\([^ ]*\).*/\2/p' \
        | grep -m 1 '/debian/\{0,1\}$'
}

# The sentence that says why this cannot be tried here, or nothing.
why_not() {
    if [ -z "${SLUICE_FRESH_DEBIAN:-}" ]; then
        echo "takes minutes and downloads a Debian: set SLUICE_FRESH_DEBIAN=1 to try ./sluice on it"
    elif [ "$(id -u)" -ne 0 ]; then
        echo "a fresh Debian needs root (expected: id 0, for debootstrap and chroot)"
    elif ! command -v debootstrap > /dev/null; then
        echo "a fresh Debian needs debootstrap (expected: apt-get install debootstrap)"
    elif ! unshare --mount --pid --fork true 2> /dev/null; then
        echo "a fresh Debian needs namespaces of its own (expected: a kernel and rights that allow unshare)"
    elif [ -z "$(mirror)" ]; then
        echo "a fresh Debian needs an archive (expected: one in /etc/apt/sources.list or sources.list.d)"
    elif ! reaches "$(mirror)/dists/$(suite)/Release"; then
        echo "offline: $(mirror) is not reached (expected: Debian's archive and Maven's, for JDK and plugins)"
    elif ! command -v mvn > /dev/null; then
        echo "a fresh Debian needs a Maven here, which says whether its registry answers (expected: apt-get install maven)"
    elif ! registry_answers; then
        echo "offline: Maven's registry is not reached (expected: Debian's archive and Maven's, for JDK and plugins)"
    fi
}

# Maven gets a plugin that is not in a repository which is empty.
registry_answers() {
    (cd "$BATS_FILE_TMPDIR" && mvn -B -q "-Dmaven.repo.local=$BATS_FILE_TMPDIR/repository" clean:help) > /dev/null 2>&1
}

reaches() { wget -q -O /dev/null --timeout=20 --tries=1 "$1" 2> /dev/null; }

# within USER COMMAND...: in the fresh Debian, in namespaces that end with it.
within() {
    local user=$1
    shift
    # shellcheck disable=SC2016 # expanded inside
    env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 \
        unshare --mount --pid --fork --kill-child bash -c '
            root=$1 user=$2
            shift 2
            mount -t proc proc "$root/proc"
            mount --rbind /dev "$root/dev"
            exec chroot --userspec="$user" "$root" env HOME=/home-of-"${user%%:*}" "$@"' - "$ROOT" "$user" "$@"
}

@test "names what is missing to a user without rights" {
    run within 1000:1000 /opt/sluice/sluice run mandelbrot --local 2
    echo "$output"
    [ "$status" -eq 4 ]
    [[ $output == *"no JDK found (expected: 17 or newer). Install it as root: apt-get install openjdk-17-jdk-headless"* ]]
    [[ $output != *Installing* ]]
    run within 1000:1000 /opt/sluice/sluice check
    echo "$output"
    [ "$status" -eq 4 ]
    [[ $output == *"no JDK found (expected: 17 or newer). Install it as root: apt-get install openjdk-17-jdk-headless"* ]]
}

@test "installs JDK and Maven as root, builds, and draws the picture" {
    mkdir -p "$ROOT/home-of-0" "$ROOT/work"
    run within 0:0 bash -c 'cd /work && /opt/sluice/sluice run mandelbrot --local 2'
    echo "$output"
    [ "$status" -eq 0 ]
    [[ $output == *"Installing openjdk-17-jdk-headless with apt-get"* ]]
    [[ $output == *"Installing maven with apt-get"* ]]
    [[ $output == *"Building Sluice with Java 17"* ]]
    [[ $output == *" complete: "* ]]
    [[ $output != *WARN* && $output != *Exception* ]]
    [ "$(head -c 8 "$ROOT/work/mandelbrot.png" | od -An -tx1 | tr -d ' ')" = 89504e470d0a1a0a ]
}

@test "is quiet the second time, and computes the same picture" {
    mkdir -p "$ROOT/again"
    run within 0:0 bash -c 'cd /again && /opt/sluice/sluice run mandelbrot --local 2'
    echo "$output"
    [ "$status" -eq 0 ]
    [[ $output != *Installing* && $output != *Building* ]]
    cmp "$ROOT/work/mandelbrot.png" "$ROOT/again/mandelbrot.png"
}

@test "makes an archive and a package that a user without rights can use, without Maven" {
    within 0:0 /opt/sluice/sluice dist --out /dist
    mkdir -p "$ROOT/home-of-1000" "$ROOT/unpacked"
    tar -C "$ROOT/unpacked" -xzf "$ROOT"/dist/sluice-*.tar.gz
    chown 1000:1000 "$ROOT/home-of-1000" "$ROOT"/unpacked/*
    run within 1000:1000 bash -c 'cd /unpacked/* && PATH=/usr/bin:/bin && ./sluice run mandelbrot --local 2'
    echo "$output"
    [ "$status" -eq 0 ]
    [[ $output != *Building* && $output != *WARN* && $output != *Exception* ]]
    cmp "$ROOT/work/mandelbrot.png" "$ROOT"/unpacked/*/mandelbrot.png

    # openjdk-17-jdk-headless provides what the package depends on: nothing has to be forced
    within 0:0 bash -c 'dpkg --install /dist/sluice-runtime_*_all.deb'
    run within 1000:1000 bash -c 'cd && sluice run mandelbrot --local 2 -- --width 320 --height 240'
    echo "$output"
    [ "$status" -eq 0 ]
    within 0:0 dpkg --purge sluice-runtime
    [ ! -e "$ROOT/usr/bin/sluice" ]
}

@test "makes a project, and builds it" {
    run within 0:0 bash -c 'mkdir -p /projects && cd /projects && /opt/sluice/sluice new my-app && cd my-app && mvn -B -q verify'
    echo "$output"
    [ "$status" -eq 0 ]
    [[ $output == *"my-app is there"* ]]
    [ -f "$ROOT/projects/my-app/target/my-app.jar" ]
}

@test "runs the checks, with what they need" {
    local fast=(--fast)
    if [ "$SLUICE_FRESH_DEBIAN" = all ]; then
        fast=()
    fi
    run within 0:0 /opt/sluice/sluice check "${fast[@]}"
    echo "$output"
    [ "$status" -eq 0 ]
    [[ $output == *"all checks passed"* ]]
}
