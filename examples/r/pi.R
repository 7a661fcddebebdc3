#!/usr/bin/env Rscript
# Estimates pi by throwing points at a square: sluice run pi.R -- 1000 100000 (units, points of each)

# ---- the protocol of docs/languages.md, on standard input and output: R has no Unix sockets

u32 <- function(x) writeBin(as.integer(x), raw(), endian = "little")
u64 <- function(x) as.raw((x %/% 256^(0:7)) %% 256)
number <- function(bytes) sum(as.integer(bytes) * 256^(seq_along(bytes) - 1))
field <- function(tag, value) c(u32(c(tag, 0)), u64(length(value)), value)
fail <- function(type, message) stop(structure(class = c(type, "error", "condition"), list(message = message)))

serve <- function(answer) {
    input <- fifo("/dev/stdin", "rb", blocking = TRUE)
    output <- file("/dev/fd/1", "wb", raw = TRUE)
    sink(stderr()) # what the program prints
    take <- function(size) {
        bytes <- raw(0)
        while (length(bytes) < size) {
            more <- readBin(input, "raw", min(size - length(bytes), 2^30))
            if (length(more) == 0) quit(status = 1) # the runtime is gone
            bytes <- c(bytes, more)
        }
        bytes
    }
    repeat {
        head <- take(24)
        body <- take(number(head[1:8]))
        values <- list(); tags <- c(); at <- 0
        for (i in seq_len(number(head[21:24]))) {
            size <- number(body[at + 9:16])
            tags[i] <- number(body[at + 1:4])
            values[[i]] <- body[at + 16 + seq_len(size)]
            at <- at + 16 + size
        }
        kind <- number(head[17:20])
        said <- tryCatch(answer(kind, tags, values), error = function(e) {
            text <- charToRaw(conditionMessage(e))
            list(19, field(20, charToRaw(class(e)[1])), field(if (inherits(e, "help")) 23 else 21, text))
        })
        fields <- do.call(c, c(list(raw(0)), said[-1]))
        writeBin(c(u64(length(fields)), head[9:16], u32(c(said[[1]], length(said) - 1)), fields), output)
        flush(output)
        if (kind == 18) quit(status = 0)
    }
}

# ---- the application: its results are accumulated

units <- 100
points <- 1e5
answer <- function(kind, tags, values) {
    value <- function(tag) values[[match(tag, tags)]]
    verdict <- list(12, field(15, u64(0)), field(16, as.raw(0)))
    switch(as.character(kind),
        "1" = { # HELLO
            given <- vapply(values[tags == 4], rawToChar, "")
            if (any(given %in% c("-h", "--help"))) fail("help", "pi.R [UNITS [POINTS]]: estimates pi\n")
            given <- suppressWarnings(as.numeric(given))
            if (anyNA(given)) fail("usage", "an argument is no number (expected: UNITS POINTS)")
            if (length(given) > 0) units <<- given[1]
            if (length(given) > 1) points <<- given[2]
            list(2, field(1, u32(1)), field(7, charToRaw("R")), field(6, charToRaw("accumulate")))
        },
        "3" = , "5" = , "14" = , "18" = list(4), # LOAD_STATE, SETUP, MISSING, END
        "6" = { # COMPUTE: the seed of a unit is its index
            set.seed(number(value(11)))
            hits <- sum(runif(points)^2 + runif(points)^2 < 1)
            list(7, field(10, u64(hits)))
        },
        "8" = if (number(value(12)) > 0) list(9, field(13, u64(0)), field(14, as.raw(1))) # CYCLE
            else list(9, field(13, u64(units)), field(14, as.raw(1)), field(10, raw(0))),
        "10" = c(list(7), rep(list(field(10, raw(0))), number(value(15)))), # UNITS have nothing but their index
        "16" = list(7, field(10, u64(sum(vapply(values[tags == 10], number, 0))))), # MERGE
        "17" = { # ACCUMULATED
            total <<- number(value(10))
            verdict
        },
        "13" = verdict, # END_CYCLE
        "15" = { # COMPLETE
            cat(sprintf("pi is about %.5f\n", 4 * total / (units * points)))
            list(4)
        },
        fail("protocol", "unknown kind of request"))
}
suspendInterrupts(serve(answer)) # the runtime decides when to stop
