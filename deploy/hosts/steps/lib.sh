# shellcheck shell=sh
# What the steps share. A step is a text of POSIX sh that is sent to a host: assignments of the variables that its head
# names, this file, then one or more of the others. Lines that begin with 'sluice: ' are for whoever sent it, all else is
# for people. Secrets come on standard input alone.

# Files of ours are for nobody else.
umask 077

home=${XDG_CACHE_HOME:-$HOME/.cache}/sluice

say() { printf 'sluice: %s\n' "$*"; }

# Ends the step: an exit code, then a sentence.
stop() {
    code=$1
    shift
    say "failed $*"
    exit "$code"
}

# The hash of a file, or nothing.
sha256() {
    if command -v sha256sum > /dev/null 2>&1; then
        sha256sum < "$1" | cut -c 1-64
    elif command -v shasum > /dev/null 2>&1; then
        shasum -a 256 < "$1" | cut -c 1-64
    else
        openssl dgst -sha256 < "$1" | sed 's/.* //'
    fi
}

# Gets a file onto this host, unless it is there. Its bytes are to be sent on standard input when this says 'WHAT wanted',
# not before.
get() { # what sha256 bytes path
    if [ -r "$4" ] && [ "$(sha256 "$4")" = "$2" ]; then
        say "$1 there"
    else
        mkdir -p "${4%/*}" || stop 11 "disk ${4%/*} cannot be made"
        new=$4.$(uname -n).$$
        trap 'rm -f "$new"' EXIT
        say "$1 wanted"
        head -c "$3" > "$new" || stop 11 "disk $new cannot be written"
        [ "$(sha256 "$new")" = "$2" ] || stop 11 "disk $new is not what was sent: is the disk full?"
        mv -f "$new" "$4" || stop 11 "disk $4 cannot be written"
        trap - EXIT
        say "$1 received"
    fi
}

# The main version of the Java at a path; 0 when it does not say one.
java_version() {
    version=$("$1" -version 2>&1 < /dev/null | sed -n 's/.*version "\([^"]*\)".*/\1/p')
    version=${version#1.}
    version=${version%%[!0-9]*}
    printf '%s\n' "${version:-0}"
}

# Sets java to the first that is new enough; fails when there is none, and then seen has the others.
find_java() {
    seen=
    for java in "${JAVA_HOME:-/nowhere}/bin/java" "$(command -v java)" \
        /usr/lib/jvm/*/bin/java /usr/java/*/bin/java /opt/*/bin/java "$HOME"/.sdkman/candidates/java/*/bin/java; do
        if [ -x "$java" ]; then
            version=$(java_version "$java")
            if [ "$version" -ge "$1" ]; then
                return 0
            fi
            seen="$seen $java ($version)"
        fi
    done
    return 1
}

cores() { getconf _NPROCESSORS_ONLN 2> /dev/null || nproc 2> /dev/null || echo 1; }

# shellcheck disable=SC2154 # run: its step says what that is
# Where notes on the workers of a run on this host are: the home may be that of many hosts.
notes() { printf '%s\n' "$home/runs/$run/$(uname -n)"; }

# Whether a process is a worker or a sub-master: process ids are used again.
is_worker() {
    if [ -d /proc/self ]; then
        tr '\0' ' ' 2> /dev/null < "/proc/$1/cmdline" | grep -q 'sluice-[a-z]*[.]jar'
    else
        ps -p "$1" -o args= 2> /dev/null | grep -q 'sluice-[a-z]*[.]jar'
    fi
}

# Says what a run file holds, 'run LINE' each, and then 'listens', as soon as it is there; fails when the process that
# writes it ends before.
pass() { # file process
    until [ -s "$1" ]; do
        kill -0 "$2" 2> /dev/null || return 1
        sleep 0.1
    done
    sed 's/^/sluice: run /' "$1"
    say listens
}
