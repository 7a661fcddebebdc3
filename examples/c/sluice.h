/* Programs in C for Sluice. Fill a struct sluice_application, call sluice_main, and start the program with
 * `sluice run ./program`. docs/languages.md describes the protocol. No library is needed; C99 and POSIX. */
#ifndef SLUICE_H
#define SLUICE_H

#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

/* Bytes that the program keeps until its next function is called. */
typedef struct {
    const void *data;
    uint64_t size;
} sluice_bytes;

enum { SLUICE_CONTINUE, SLUICE_CYCLE_COMPLETE, SLUICE_APPLICATION_COMPLETE, SLUICE_WRONG };

/* Functions may be NULL where the comment does not say otherwise. */
struct sluice_application {
    const char *results; /* "each" (also NULL), "cycle-end" or "accumulate" */
    void (*start)(int argc, char **argv); /* takes the arguments; in every process */
    /* on the master */
    int (*cycle)(uint64_t number, uint64_t *units, sluice_bytes *setup, int *last); /* required; 0: no such cycle */
    sluice_bytes (*unit)(uint64_t index);                  /* NULL: units without bytes, told apart by their index */
    int (*accept)(uint64_t index, sluice_bytes result);    /* required unless results are accumulated */
    int (*accumulated)(sluice_bytes total);
    int (*end_cycle)(uint64_t number);
    void (*missing)(uint64_t index, const char *message);
    void (*complete)(void);
    /* on workers */
    void (*load_state)(void);
    sluice_bytes (*compute)(sluice_bytes setup, uint64_t index, sluice_bytes unit); /* required */
    sluice_bytes (*merge)(const sluice_bytes *values, uint32_t count); /* required if results are accumulated */
};

static jmp_buf sluice_failed;
static char sluice_failure_type[64], sluice_failure_message[4000];

/* Ends the function that calls it: the unit fails, or on the master the run. Type "usage": wrong arguments; "help":
 * the message is the help that the arguments asked for. */
static inline void sluice_fail(const char *type, const char *message) {
    snprintf(sluice_failure_type, sizeof sluice_failure_type, "%s", type);
    snprintf(sluice_failure_message, sizeof sluice_failure_message, "%s", message);
    longjmp(sluice_failed, 1);
}

typedef struct {
    uint32_t tag;
    sluice_bytes value;
} sluice_field;

static int sluice_in = 0, sluice_out = 1;

static void sluice_read(void *to, uint64_t size) {
    for (char *at = to; size > 0;) {
        ssize_t count = read(sluice_in, at, size < (1u << 30) ? size : (1u << 30));
        if (count <= 0 && !(count < 0 && errno == EINTR)) {
            exit(0); /* the runtime is gone */
        }
        if (count > 0) at += count, size -= (uint64_t)count;
    }
}

static void sluice_write(const void *from, uint64_t size) {
    for (const char *at = from; size > 0;) {
        ssize_t count = write(sluice_out, at, size < (1u << 30) ? size : (1u << 30));
        if (count < 0 && errno != EINTR) {
            exit(0);
        }
        if (count > 0) at += count, size -= (uint64_t)count;
    }
}

/* Numbers are little-endian on the wire; memcpy serves the machines that are, too. */
static uint64_t sluice_number(sluice_bytes value) {
    uint64_t number = 0;
    memcpy(&number, value.data, value.size < 8 ? value.size : 8);
    return number;
}

static void sluice_answer(uint64_t request, uint32_t kind, const sluice_field *fields, uint32_t count) {
    static char small[16384];
    uint64_t rest = 0, used = 24;
    for (uint32_t i = 0; i < count; i++) rest += 16 + fields[i].value.size;
    memcpy(small, &rest, 8), memcpy(small + 8, &request, 8);
    memcpy(small + 16, &kind, 4), memcpy(small + 20, &count, 4);
    for (uint32_t i = 0; i < count; i++) {
        uint64_t size = fields[i].value.size, head[2] = {fields[i].tag, size};
        if (used + 16 > sizeof small) sluice_write(small, used), used = 0;
        memcpy(small + used, head, 16), used += 16;
        if (used + size > sizeof small) sluice_write(small, used), used = 0;
        if (size > sizeof small) sluice_write(fields[i].value.data, size);
        else if (size > 0) memcpy(small + used, fields[i].value.data, size), used += size;
    }
    sluice_write(small, used);
}

static sluice_bytes sluice_copy(sluice_bytes value) {
    void *copy = malloc(value.size + 1);
    if (value.size > 0) memcpy(copy, value.data, value.size);
    return (sluice_bytes){copy, value.size};
}

static sluice_bytes sluice_text(const char *text) {
    return (sluice_bytes){text, strlen(text)};
}

static char **sluice_files; /* each NAME=PATH; NULL after the last one */

/* Returns the path of a file that came with the run (--file), or NULL if none has this name. On workers from load_state
 * on, on the master from cycle on. The path stays as long as the program. */
static inline const char *sluice_file(const char *name) {
    size_t size = strlen(name);
    for (char **pair = sluice_files; pair != NULL && *pair != NULL; pair++)
        if (strncmp(*pair, name, size) == 0 && (*pair)[size] == '=') return *pair + size + 1;
    return NULL;
}

/* Copies the fields with one of these tags as texts, and ends them with NULL. */
static char **sluice_texts(const sluice_field *in, uint32_t count, uint32_t tag, uint32_t other, int *found) {
    char **texts = calloc(count + 1, sizeof *texts);
    *found = 0;
    for (uint32_t i = 0; i < count; i++)
        if (in[i].tag == tag || in[i].tag == other) {
            char *text = (char *)sluice_copy(in[i].value).data;
            text[in[i].value.size] = 0;
            texts[(*found)++] = text;
        }
    return texts;
}

enum { SLUICE_VERSION = 1 };

/* Answers one request; returns the kind of the answer. */
static uint32_t sluice_serve(const struct sluice_application *app, uint32_t kind, sluice_field *in, uint32_t count,
                             sluice_field **out, uint32_t *answers) {
    static uint32_t version;
    static uint8_t verdict, last;
    static uint64_t number, units;
    static sluice_bytes setup;
    static sluice_field few[4];
    static sluice_field *many;
    sluice_bytes value = {"", 0};
    uint64_t index = 0, wanted = 0;
    int texts = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (in[i].tag == 10) value = in[i].value;
        if (in[i].tag == 11 || in[i].tag == 12) index = sluice_number(in[i].value);
        if (in[i].tag == 15) wanted = sluice_number(in[i].value);
    }
    *out = few, *answers = 0;
    switch (kind) {
    case 1: { /* HELLO: name and arguments become argv, which stays as long as the program */
        char **argv = sluice_texts(in, count, 3, 4, &texts);
        if (app->start != NULL) app->start(texts, argv);
        version = SLUICE_VERSION;
        few[0] = (sluice_field){1, {&version, 4}};
        few[1] = (sluice_field){7, sluice_text("C")};
        few[2] = (sluice_field){6, sluice_text(app->results == NULL ? "each" : app->results)};
        *answers = 3;
        return 2;
    }
    case 3: /* LOAD_STATE */
        if (sluice_files == NULL) sluice_files = sluice_texts(in, count, 24, 24, &texts);
        if (app->load_state != NULL) app->load_state();
        return 4;
    case 5: /* SETUP */
        free((void *)setup.data);
        setup = sluice_copy(value);
        return 4;
    case 6: /* COMPUTE */
        few[0] = (sluice_field){10, app->compute(setup, index, value)};
        *answers = 1;
        return 7;
    case 8: { /* CYCLE */
        int is_last = 1;
        sluice_bytes given = {"", 0};
        units = 0;
        if (sluice_files == NULL) sluice_files = sluice_texts(in, count, 24, 24, &texts);
        int there = app->cycle(index, &units, &given, &is_last);
        last = (uint8_t)is_last;
        few[0] = (sluice_field){13, {&units, 8}}, few[1] = (sluice_field){14, {&last, 1}};
        few[2] = (sluice_field){10, given};
        *answers = there ? 3 : 2;
        return 9;
    }
    case 10: /* UNITS */
        many = realloc(many, (wanted + 1) * sizeof *many);
        for (uint64_t i = 0; i < wanted; i++) {
            sluice_bytes unit = app->unit == NULL ? value : app->unit(index + i);
            many[i] = (sluice_field){10, sluice_copy(unit)}; /* freed by sluice_main */
        }
        *out = many, *answers = (uint32_t)wanted;
        return 7;
    case 11: /* ACCEPT */
        verdict = SLUICE_CONTINUE, number = 0;
        for (uint32_t i = 0; i < count && verdict == SLUICE_CONTINUE; i++) {
            if (in[i].tag == 11) index = sluice_number(in[i].value);
            if (in[i].tag == 10) verdict = (uint8_t)app->accept(index, in[i].value), number++;
        }
        break;
    case 13: /* END_CYCLE */
        verdict = (uint8_t)(app->end_cycle == NULL ? SLUICE_CONTINUE : app->end_cycle(index)), number = 0;
        break;
    case 14: /* MISSING */
        for (uint32_t i = 0; i < count && app->missing != NULL; i++) {
            if (in[i].tag == 11) index = sluice_number(in[i].value);
            if (in[i].tag == 21) {
                char text[400];
                snprintf(text, sizeof text, "%.*s", (int)in[i].value.size, (const char *)in[i].value.data);
                app->missing(index, text);
            }
        }
        return 4;
    case 15: /* COMPLETE */
        if (app->complete != NULL) app->complete();
        fflush(stdout);
        return 4;
    case 16: { /* MERGE */
        sluice_bytes *values = malloc((count + 1) * sizeof *values);
        uint32_t found = 0;
        for (uint32_t i = 0; i < count; i++)
            if (in[i].tag == 10) values[found++] = in[i].value;
        if (app->merge == NULL) sluice_fail("protocol", "results are not accumulated");
        few[0] = (sluice_field){10, app->merge(values, found)};
        free(values);
        *answers = 1;
        return 7;
    }
    case 17: /* ACCUMULATED */
        verdict = (uint8_t)(app->accumulated == NULL ? SLUICE_CONTINUE : app->accumulated(value)), number = 0;
        break;
    case 18: /* END */
        fflush(stdout);
        return 4;
    default:
        sluice_fail("protocol", "unknown kind of request");
    }
    few[0] = (sluice_field){15, {&number, 8}}, few[1] = (sluice_field){16, {&verdict, 1}};
    *answers = 2;
    return 12;
}

static void sluice_connect(void) {
    const char *path = getenv("SLUICE_SOCKET");
    signal(SIGINT, SIG_IGN); /* the runtime decides when to stop */
    signal(SIGPIPE, SIG_IGN);
    if (path == NULL) { /* pipes: what the program prints goes to standard error instead */
        sluice_out = dup(1);
        dup2(2, 1);
        return;
    }
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    snprintf(address.sun_path, sizeof address.sun_path, "%s", path);
    sluice_in = sluice_out = socket(AF_UNIX, SOCK_STREAM, 0);
    if (connect(sluice_in, (struct sockaddr *)&address, sizeof address) != 0) {
        perror(path);
        exit(1);
    }
}

/* Serves the runtime until it needs the program no longer. */
static inline int sluice_main(const struct sluice_application *app) {
    static char *body;
    static sluice_field *fields, *out;
    static uint64_t head[3];
    static uint32_t kind, count, answer, answers;
    sluice_connect();
    do {
        sluice_read(head, sizeof head);
        kind = (uint32_t)head[2], count = (uint32_t)(head[2] >> 32);
        body = realloc(body, head[0] + 1);
        fields = realloc(fields, (count + 1) * sizeof *fields);
        if (body == NULL || fields == NULL) {
            fprintf(stderr, "no memory for a request of %llu bytes\n", (unsigned long long)head[0]);
            return 1;
        }
        sluice_read(body, head[0]);
        uint64_t at = 0;
        for (uint32_t i = 0; i < count; i++) {
            uint64_t parts[2];
            memcpy(parts, body + at, 16);
            fields[i] = (sluice_field){(uint32_t)parts[0], {body + at + 16, parts[1]}};
            at += 16 + parts[1];
        }
        if (setjmp(sluice_failed) == 0) {
            answer = sluice_serve(app, kind, fields, count, &out, &answers);
            sluice_answer(head[1], answer, out, answers);
            for (uint32_t i = 0; kind == 10 && i < answers; i++) free((void *)out[i].value.data);
        } else {
            uint32_t tag = strcmp(sluice_failure_type, "help") == 0 ? 23 : 21;
            sluice_field why[2] = {{20, sluice_text(sluice_failure_type)}, {tag, sluice_text(sluice_failure_message)}};
            fflush(stdout);
            sluice_answer(head[1], 19, why, 2);
        }
    } while (kind != 18);
    return 0;
}
#endif
