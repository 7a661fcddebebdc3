# shellcheck shell=sh
# Looks for Java on this host, and says what a launcher wants to know of it.
#   oldest_java   the main version that will do

# shellcheck disable=SC2154 # variables come before this text, functions from lib.sh

say "hello $(cores) ${SSH_CONNECTION%% *}"
find_java "$oldest_java" || stop 10 "no-java ${seen:- none}"
say "java $java"
