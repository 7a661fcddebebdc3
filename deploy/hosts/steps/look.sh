# shellcheck shell=sh
# Looks for Java on this host, and reports Java and the number of cores to the launcher.
#   oldest_java   the oldest major version that is accepted

# shellcheck disable=SC2154 # the sender sets the variables, lib.sh has the functions

say "hello $(cores) ${SSH_CONNECTION%% *}"
find_java "$oldest_java" || stop 10 "no-java ${seen:- none}"
say "java $java"
