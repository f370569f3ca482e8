/* A disk that remembers: LD_PRELOAD it, and all writes to some files are also written into a journal, with their syncs.

   CUT_NAME is a part of the files' names, CUT_JOURNAL the journal. A record is a header, then the bytes of a write.
   What is mapped into memory (the -shm file) is left out: SQLite makes it anew. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct header {
    char kind; /* w: write, t: truncate, b and e: begin and end of a sync, u: unlink */
    char name[63];
    int64_t offset; /* of a write; the size after a truncation; of the end of a sync: the place of its begin */
    int64_t length;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int journal = -1;
static int64_t reached = 0;

#define REAL(result, name, ...) \
    static result (*real)(__VA_ARGS__); \
    if (!real) real = (result (*)(__VA_ARGS__))dlsym(RTLD_NEXT, name)

static ssize_t real_write(int fd, const void *data, size_t length) {
    REAL(ssize_t, "write", int, const void *, size_t);
    return real(fd, data, length);
}

static int short_name(const char *path, char *name) {
    const char *wanted = getenv("CUT_NAME"), *last = strrchr(path, '/');
    last = last ? last + 1 : path;
    if (!wanted || !strstr(last, wanted) || strstr(last, "-shm")) return 0;
    memset(name, 0, 63);
    strncpy(name, last, 62);
    return 1;
}

static int name_of(int fd, char *name) {
    char link[32], path[4096];
    if (fd < 3) return 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length <= 0) return 0;
    path[length] = 0;
    return short_name(path, name);
}

/* Called with the lock. Returns the place of the record. */
static int64_t note(char kind, const char *name, int64_t offset, const void *data, int64_t length) {
    struct header header = {.kind = kind, .offset = offset, .length = length};
    memcpy(header.name, name, 63);
    if (journal < 0) journal = open(getenv("CUT_JOURNAL"), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    int64_t place = reached;
    real_write(journal, &header, sizeof header);
    reached += sizeof header;
    if (data) {
        real_write(journal, data, length);
        reached += length;
    }
    return place;
}

static ssize_t written(int fd, const void *data, size_t length, int64_t offset, int seeks) {
    REAL(ssize_t, "pwrite64", int, const void *, size_t, off64_t);
    char name[63];
    if (!name_of(fd, name)) return seeks ? real_write(fd, data, length) : real(fd, data, length, offset);
    pthread_mutex_lock(&lock);
    if (seeks) offset = lseek64(fd, 0, SEEK_CUR);
    ssize_t done = seeks ? real_write(fd, data, length) : real(fd, data, length, offset);
    if (done > 0) note('w', name, offset, data, done);
    pthread_mutex_unlock(&lock);
    return done;
}

ssize_t write(int fd, const void *data, size_t length) { return written(fd, data, length, 0, 1); }
ssize_t pwrite(int fd, const void *data, size_t length, off_t offset) { return written(fd, data, length, offset, 0); }
ssize_t pwrite64(int fd, const void *data, size_t length, off64_t offset) { return written(fd, data, length, offset, 0); }

static int truncated(int fd, int64_t size) {
    REAL(int, "ftruncate64", int, off64_t);
    char name[63];
    if (!name_of(fd, name)) return real(fd, size);
    pthread_mutex_lock(&lock);
    int result = real(fd, size);
    if (!result) note('t', name, size, NULL, 0);
    pthread_mutex_unlock(&lock);
    return result;
}

int ftruncate(int fd, off_t size) { return truncated(fd, size); }
int ftruncate64(int fd, off64_t size) { return truncated(fd, size); }

/* A write that comes while a sync runs may not be part of it: the begin is noted, too. */
static int synced(int fd, int (*real)(int)) {
    char name[63];
    if (!name_of(fd, name)) return real(fd);
    pthread_mutex_lock(&lock);
    int64_t begin = note('b', name, 0, NULL, 0);
    pthread_mutex_unlock(&lock);
    int result = real(fd);
    pthread_mutex_lock(&lock);
    if (!result) note('e', name, begin, NULL, 0);
    pthread_mutex_unlock(&lock);
    return result;
}

int fsync(int fd) {
    REAL(int, "fsync", int);
    return synced(fd, real);
}

int fdatasync(int fd) {
    REAL(int, "fdatasync", int);
    return synced(fd, real);
}

int unlink(const char *path) {
    REAL(int, "unlink", const char *);
    char name[63];
    int result = real(path);
    if (!result && short_name(path, name)) {
        pthread_mutex_lock(&lock);
        note('u', name, 0, NULL, 0);
        pthread_mutex_unlock(&lock);
    }
    return result;
}
