# shellcheck shell=sh
# Gets the files of a master onto this host, each under the hash of its content, unless it is there. The bytes of one are
# to be sent on standard input when this says 'file SHA256 wanted', not before.
#   carried   a line 'SHA256 BYTES NAME' for each; names are without white space

# shellcheck disable=SC2154 # variables come before this text, functions from lib.sh

exec 3<&0
while read -r hash bytes name; do
    get "file $hash" "$hash" "$bytes" "$home/carried/$hash/$name" <&3
done <<END
$carried
END
