# shellcheck shell=sh
# Functions that the steps share. A step is a POSIX sh script that is sent to a host. It consists of assignments to the
# variables that the step documents, this file, and one or more of the other files. Output lines that begin with
# 'sluice: ' are read by the sender; all others are for people. Secrets are passed only on standard input.

# Files that Sluice creates are accessible to the user alone.
umask 077

home=${XDG_CACHE_HOME:-$HOME/.cache}/sluice

say() { printf 'sluice: %s\n' "$*"; }

# stop CODE MESSAGE: ends the step with an exit code and a message.
stop() {
    code=$1
    shift
    say "failed $*"
    exit "$code"
}

# Gives Java, which names files in characters of the locale, one with UTF-8 where this host's has none. Commands get back
# this host's LC_ALL, which SLUICE_LC_ALL keeps; empty: none.
choose_locale() {
    for each in '' C.UTF-8 en_US.UTF-8; do
        if [ "$(LC_ALL=${each:-${LC_ALL-}} locale charmap 2> /dev/null)" = UTF-8 ]; then
            if [ -n "$each" ]; then
                export SLUICE_LC_ALL="${LC_ALL-}" LC_ALL="$each"
            fi
            return
        fi
    done
}

# Prints the limit of open files, which Java raises and commands get back.
# shellcheck disable=SC3045 # every sh knows -n
open_files() { ulimit -n; }

# Prints the SHA-256 of a file.
sha256() {
    if command -v sha256sum > /dev/null 2>&1; then
        sha256sum < "$1" | cut -c 1-64
    elif command -v shasum > /dev/null 2>&1; then
        shasum -a 256 < "$1" | cut -c 1-64
    else
        openssl dgst -sha256 < "$1" | sed 's/.* //'
    fi
}

# Receives a file unless this host has it. The sender sends its bytes on standard input only after this function has
# printed 'WHAT wanted'.
get() { # what sha256 bytes path
    if ! mkdir -p "$home" || ! chmod 700 "$home" 2> /dev/null || [ -n "$(find "$home" -prune ! -user "$(id -u)")" ]; then
        stop 11 "disk $home is not a directory of this user"
    fi
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

# Prints the major version of the Java at a path, or 0 if it prints none.
java_version() {
    version=$("$1" -version 2>&1 < /dev/null | sed -n 's/.*version "\([^"]*\)".*/\1/p')
    version=${version#1.}
    version=${version%%[!0-9]*}
    printf '%s\n' "${version:-0}"
}

# Sets java to the first Java that is new enough. If it fails, seen contains the older ones.
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

# shellcheck disable=SC2154 # the sender sets run
# Prints the directory for notes on the workers of a run. It contains the host name, because hosts may share a home.
notes() { printf '%s\n' "$home/runs/$run/$(uname -n)"; }

# Succeeds if a process is a worker or a sub-master. The check is needed because the system reuses process ids.
is_worker() {
    if [ -d /proc/self ]; then
        tr '\0' ' ' 2> /dev/null < "/proc/$1/cmdline" | grep -q 'sluice-[a-z]*[.]jar'
    else
        ps -p "$1" -o args= 2> /dev/null | grep -q 'sluice-[a-z]*[.]jar'
    fi
}

# Waits for a run file and prints each line as 'run LINE', then 'listens'. Fails if the process that writes the file ends
# first.
pass() { # file process
    until [ -s "$1" ]; do
        kill -0 "$2" 2> /dev/null || return 1
        sleep 0.1
    done
    sed 's/^/sluice: run /' "$1"
    say listens
}
