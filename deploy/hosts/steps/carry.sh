# shellcheck shell=sh
# Receives the files of a master that this host does not have yet. Each is stored under the hash of its content.
# The sender sends a file on standard input only after this script has printed 'file SHA256 wanted'.
#   carried   one line 'SHA256 BYTES NAME' per file; names contain no white space

# shellcheck disable=SC2154 # the sender sets the variables, lib.sh has the functions

exec 3<&0
while read -r hash bytes name; do
    get "file $hash" "$hash" "$bytes" "$home/carried/$hash/$name" <&3
done <<END
$carried
END
