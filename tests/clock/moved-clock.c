/*
 * Adds OFFSET seconds to the clock and to the times of files in a process that loads this library before the others. Durations and
 * timers are real.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdarg.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>

/* A signal's handler may ask for the time too, so nothing here locks or allocates. */
static int (*real_clock_gettime)(clockid_t, struct timespec *);
static long (*real_syscall)(long, ...);
static int (*real_utimensat)(int, const char *, const struct timespec *, int);
static int (*real_futimens)(int, const struct timespec *);

__attribute__((constructor)) static void find(void) {
  real_clock_gettime = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
  real_syscall = (long (*)(long, ...))dlsym(RTLD_NEXT, "syscall");
  real_utimensat = (int (*)(int, const char *, const struct timespec *, int))dlsym(RTLD_NEXT, "utimensat");
  real_futimens = (int (*)(int, const struct timespec *))dlsym(RTLD_NEXT, "futimens");
}

int clock_gettime(clockid_t id, struct timespec *at) {
  if (!real_clock_gettime) find();
  int result = real_clock_gettime(id, at);
  if (result == 0 && (id == CLOCK_REALTIME || id == CLOCK_REALTIME_COARSE)) at->tv_sec += OFFSET;
  return result;
}

int gettimeofday(struct timeval *restrict at, void *restrict zone) {
  (void)zone;
  struct timespec now;
  int result = clock_gettime(CLOCK_REALTIME, &now);
  *at = (struct timeval){.tv_sec = now.tv_sec, .tv_usec = now.tv_nsec / 1000};
  return result;
}

time_t time(time_t *at) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  if (at) *at = now.tv_sec;
  return now.tv_sec;
}

int timespec_get(struct timespec *at, int base) {
  return base == TIME_UTC && clock_gettime(CLOCK_REALTIME, at) == 0 ? base : 0;
}

/* Node.js reads the times of files in this way. */
long syscall(long number, ...) {
  va_list list;
  va_start(list, number);
  long a[6];
  for (int nth = 0; nth < 6; nth++) a[nth] = va_arg(list, long);
  va_end(list);
  if (!real_syscall) find();
  long result = real_syscall(number, a[0], a[1], a[2], a[3], a[4], a[5]);
  if (number == SYS_statx && result == 0) {
    struct statx *file = (struct statx *)a[4];
    file->stx_atime.tv_sec += OFFSET;
    file->stx_btime.tv_sec += OFFSET;
    file->stx_ctime.tv_sec += OFFSET;
    file->stx_mtime.tv_sec += OFFSET;
  }
  return result;
}

static const struct timespec *real_times(const struct timespec given[2], struct timespec real[2]) {
  if (!given) return given;
  for (int nth = 0; nth < 2; nth++) {
    real[nth] = given[nth];
    if (given[nth].tv_nsec != UTIME_NOW && given[nth].tv_nsec != UTIME_OMIT) real[nth].tv_sec -= OFFSET;
  }
  return real;
}

int utimensat(int folder, const char *path, const struct timespec times[2], int flags) {
  struct timespec real[2];
  return real_utimensat(folder, path, real_times(times, real), flags);
}

int futimens(int file, const struct timespec times[2]) {
  struct timespec real[2];
  return real_futimens(file, real_times(times, real));
}
