# shellcheck shell=sh
# Gets sluice-worker.jar onto this host, under the hash of its content, unless it is there. Its bytes are to be sent on
# standard input when this says 'jar wanted', not before.
#   jar_sha256, jar_bytes   of the jar

# shellcheck disable=SC2154 # variables come before this text, functions from lib.sh

jar=$home/workers/$jar_sha256/sluice-worker.jar
if [ -r "$jar" ] && [ "$(sha256 "$jar")" = "$jar_sha256" ]; then
    say "jar there"
else
    mkdir -p "$home/workers/$jar_sha256" || stop 11 "disk $home/workers cannot be made"
    new=$jar.$(uname -n).$$
    trap 'rm -f "$new"' EXIT
    say "jar wanted"
    head -c "$jar_bytes" > "$new" || stop 11 "disk $new cannot be written"
    [ "$(sha256 "$new")" = "$jar_sha256" ] || stop 11 "disk $new is not what was sent: is the disk full?"
    mv -f "$new" "$jar" || stop 11 "disk $jar cannot be written"
    trap - EXIT
    say "jar received"
fi
