#include "CImageLibrary.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

// The library's interface, as its documentation describes it; no header of it is needed.
typedef void Image;

static int (*init_library)(const char *);
static int (*version_number)(int);
static void (*set_concurrency)(int);
static void (*set_cache_size)(int);
static void (*block_untrusted)(int);
static char *(*copy_error)(void);
static void (*clear_error)(void);
static void (*release)(void *);
static void (*release_object)(void *);
static Image *(*open_buffer)(const void *, size_t, const char *, ...);
static int (*image_width)(const Image *);
static int (*image_height)(const Image *);
static int (*image_format)(const Image *);
static int (*image_interpretation)(const Image *);
static unsigned long (*field_type)(const Image *, const char *);
static int (*average)(Image *, double *, ...);
static int (*thumbnail)(void *, size_t, Image **, int, ...);
static int (*convert)(Image *, Image **, int, ...);
static int (*cast)(Image *, Image **, int, ...);
static int (*flatten)(Image *, Image **, ...);
static int (*has_alpha)(Image *);
static void *(*make_numbers)(const double *, int);
static void (*release_area)(void *);
static int (*save_jpeg)(Image *, void **, size_t *, ...);
static int (*save_png)(Image *, void **, size_t *, ...);
static int (*save_webp)(Image *, void **, size_t *, ...);
static void *(*write_memory)(Image *, size_t *);
static Image *(*open_memory)(const void *, size_t, int, int, int, int);
static int (*copy)(Image *, Image **, ...);
static int (*image_bands)(const Image *);
static void (*set_log_handler)(void (*)(const char *, int, const char *, void *), void *);

static char version[32];

// Values of the library's enumerations.
enum { failOnTruncated = 1, failOnWarning = 3, sequentialAccess = 1, sizeDown = 2, sizeForce = 3, interpretationCMYK = 15, interpretationRGB = 22, formatByte = 0 };

static void say_nothing(const char *domain, int level, const char *message, void *data) {
  (void)domain; (void)level; (void)message; (void)data;
}

int studbook_vips_load(void) {
  void *library = dlopen("libvips.so.42", RTLD_NOW | RTLD_LOCAL);
  if (!library) return -1;
  struct { void **function; const char *name; } symbols[] = {
    {(void **)&init_library, "vips_init"}, {(void **)&version_number, "vips_version"},
    {(void **)&set_concurrency, "vips_concurrency_set"}, {(void **)&set_cache_size, "vips_cache_set_max"},
    {(void **)&block_untrusted, "vips_block_untrusted_set"}, {(void **)&copy_error, "vips_error_buffer_copy"},
    {(void **)&clear_error, "vips_error_clear"},
    {(void **)&release, "g_free"}, {(void **)&release_object, "g_object_unref"},
    {(void **)&open_buffer, "vips_image_new_from_buffer"}, {(void **)&image_width, "vips_image_get_width"},
    {(void **)&image_height, "vips_image_get_height"}, {(void **)&image_format, "vips_image_get_format"},
    {(void **)&image_interpretation, "vips_image_get_interpretation"}, {(void **)&field_type, "vips_image_get_typeof"},
    {(void **)&average, "vips_avg"}, {(void **)&thumbnail, "vips_thumbnail_buffer"},
    {(void **)&convert, "vips_colourspace"}, {(void **)&cast, "vips_cast"}, {(void **)&flatten, "vips_flatten"},
    {(void **)&has_alpha, "vips_image_hasalpha"}, {(void **)&make_numbers, "vips_array_double_new"},
    {(void **)&release_area, "vips_area_unref"}, {(void **)&save_jpeg, "vips_jpegsave_buffer"},
    {(void **)&save_png, "vips_pngsave_buffer"}, {(void **)&save_webp, "vips_webpsave_buffer"},
    {(void **)&write_memory, "vips_image_write_to_memory"}, {(void **)&open_memory, "vips_image_new_from_memory_copy"},
    {(void **)&copy, "vips_copy"}, {(void **)&image_bands, "vips_image_get_bands"}, {(void **)&set_log_handler, "g_log_set_default_handler"},
  };
  for (size_t i = 0; i < sizeof symbols / sizeof symbols[0]; i++) {
    *symbols[i].function = dlsym(library, symbols[i].name);
    if (!*symbols[i].function) return -1;
  }
  set_log_handler(say_nothing, NULL);
  if (init_library("studbook") != 0) return -1;
  // Who has many pictures works on several at a time, so that each needs one thread; nothing is asked twice.
  set_concurrency(1);
  set_cache_size(0);
  // Loaders that were not made for files of strangers are not used.
  block_untrusted(1);
  snprintf(version, sizeof version, "%d.%d.%d", version_number(0), version_number(1), version_number(2));
  return 0;
}

const char *studbook_vips_version(void) { return version; }

// All threads share the library's text for what went wrong. A call that fails is made once more while there is no other, so that the words are its own, and the
// same in every run.
static pthread_rwlock_t calls = PTHREAD_RWLOCK_INITIALIZER;

// Says why the last call failed. Reading the library's text clears it.
static int fail(char *reason, size_t capacity) {
  char *text = copy_error();
  const char *line = text ? text : "";
  snprintf(reason, capacity, "%.*s", (int)strcspn(line, "\n"), line);
  release(text);
  return -1;
}

// When a loader fails. Of broken data in the middle of a JPEG, libjpeg only warns.
static int strictness(const void *bytes, size_t count) {
  return count > 3 && memcmp(bytes, "\xFF\xD8\xFF", 3) == 0 ? failOnWarning : failOnTruncated;
}

// Whether the last call failed by a warning of libjpeg's that is not of data which are missing or broken.
static int is_harmless(const char *text) {
  int result = 1;
  const char *damage[] = {"premature end", "bad Huffman code", "bad arithmetic code", "instead of RST"};
  for (size_t i = 0; result && i < sizeof damage / sizeof damage[0]; i++) result = strstr(text, damage[i]) == NULL;
  return result;
}

static Image *open_image(const void *bytes, size_t count, int fail_on) {
  return open_buffer(bytes, count, "", "access", sequentialAccess, "fail_on", fail_on, NULL);
}

static int measure(const void *bytes, size_t count, int *width, int *height, int *bits) {
  Image *image = open_image(bytes, count, failOnTruncated);
  if (!image) return -1;
  *width = image_width(image);
  *height = image_height(image);
  *bits = image_format(image) <= 1 ? 8 : image_format(image) <= 3 ? 16 : 32;
  release_object(image);
  return 0;
}

static int decode_all(const void *bytes, size_t count, int fail_on) {
  Image *image = open_image(bytes, count, fail_on);
  if (!image) return -1;
  double mean;
  int result = average(image, &mean, NULL);
  release_object(image);
  return result == 0 ? 0 : -1;
}

// Before 8.15 the library has liborc compile code when an operation that makes images smaller is built, and free it with the last image. liborc keeps the list of
// that memory without a lock: with 8.14.1 and liborc 0.4.33, runs over 15,000 small pictures with four threads ended in glibc's “unaligned fastbin chunk”.
// (libvips/libvips#1211 and lovell/sharp#172 have the place.) So one thread at a time builds and releases; pixels are worked out beside each other.
static pthread_mutex_t code = PTHREAD_MUTEX_INITIALIZER;

static void release_image(Image *image) {
  pthread_mutex_lock(&code);
  release_object(image);
  pthread_mutex_unlock(&code);
}

// Replaces the image by one that a call has made of it; the old one is released.
static int replace(Image **image, int result, Image *made) {
  if (result != 0) return -1;
  release_image(*image);
  *image = made;
  return 0;
}

// Puts what is transparent on white.
static int make_opaque(Image **image) {
  if (!has_alpha(*image)) return 0;
  const double white[] = {255, 255, 255};
  void *background = make_numbers(white, 3);
  Image *made = NULL;
  int result = flatten(*image, &made, "background", background, NULL);
  release_area(background);
  return replace(image, result, made);
}

// An image in `interpretation` with 8 bits a channel.
static int make_plain(Image **image, int interpretation) {
  Image *made = NULL;
  int result = convert(*image, &made, interpretation, NULL);
  if (replace(image, result, made) != 0) return -1;
  if (image_format(*image) == formatByte) return 0;
  made = NULL;
  result = cast(*image, &made, formatByte, NULL);
  return replace(image, result, made);
}

// Leaves nothing of an image in sRGB but its pixels: not every version of the library leaves out what its files say besides where a saver is told to.
static int make_bare(Image **image) {
  size_t size = 0;
  void *pixels = write_memory(*image, &size);
  if (!pixels) return -1;
  Image *bare = open_memory(pixels, size, image_width(*image), image_height(*image), image_bands(*image), formatByte);
  release(pixels);
  if (!bare) return -1;
  release_image(*image);
  *image = bare;
  Image *made = NULL;
  int result = copy(*image, &made, "interpretation", interpretationRGB, NULL);
  return replace(image, result, made);
}

// A smaller image, upright and in sRGB. Colours go through profiles only where the file has one, or its colours are those of printing: it takes half as long again.
static int shrink(const void *bytes, size_t count, int width, int height, int size, int fail_on, Image **made) {
  Image *header = open_image(bytes, count, failOnTruncated);
  if (!header) return -1;
  int has_profile = field_type(header, "icc-profile-data") != 0 || image_interpretation(header) == interpretationCMYK;
  release_image(header);
  // The loader is told by the text; the library hands over what it was told itself to loaders that shrink only.
  pthread_mutex_lock(&code);
  int result = thumbnail((void *)bytes, count, made, width, "height", height, "size", size, "fail_on", fail_on,
                         "option_string", fail_on == failOnWarning ? "[fail_on=warning]" : "[fail_on=truncated]", has_profile ? "export_profile" : NULL, "srgb", NULL);
  pthread_mutex_unlock(&code);
  return result;
}

static int fit(const void *bytes, size_t count, int width, int height, enum studbook_vips_format format, int quality, int strips,
                      int fail_on, void **made, size_t *made_count) {
  Image *image = NULL;
  int result = shrink(bytes, count, width, height, sizeDown, fail_on, &image);
  if (result != 0) return -1;
  result = make_plain(&image, interpretationRGB);
  if (result == 0 && format == studbook_vips_jpeg) result = make_opaque(&image);
  if (result == 0 && strips) result = make_bare(&image);
  *made = NULL;
  *made_count = 0;
  if (result == 0) {
    switch (format) {
    case studbook_vips_jpeg: result = save_jpeg(image, made, made_count, "Q", quality, "strip", strips, "optimize_coding", 1, NULL); break;
    case studbook_vips_png: result = save_png(image, made, made_count, "compression", 9, "strip", strips, NULL); break;
    case studbook_vips_webp: result = save_webp(image, made, made_count, "Q", quality, "strip", strips, NULL); break;
    }
  }
  release_image(image);
  return result == 0 ? 0 : -1;
}

void studbook_vips_free(void *made) { release(made); }

static int measure_colors(const void *bytes, size_t count, int width, int height, uint8_t *pixels) {
  Image *image = NULL;
  int result = shrink(bytes, count, width, height, sizeForce, failOnTruncated, &image);
  if (result != 0) return -1;
  result = make_plain(&image, interpretationRGB);
  if (result == 0) result = make_opaque(&image);
  size_t size = 0;
  void *memory = result == 0 ? write_memory(image, &size) : NULL;
  release_image(image);
  if (!memory) return -1;
  size_t expected = (size_t)width * (size_t)height * 3;
  if (size == expected) memcpy(pixels, memory, size);
  release(memory);
  return size == expected ? 0 : -1;
}

int studbook_vips_size(const void *bytes, size_t count, int *width, int *height, int *bits, char *reason, size_t capacity) {
  pthread_rwlock_rdlock(&calls);
  int result = measure(bytes, count, width, height, bits);
  pthread_rwlock_unlock(&calls);
  if (result == 0) return 0;
  pthread_rwlock_wrlock(&calls);
  clear_error();
  result = measure(bytes, count, width, height, bits);
  if (result != 0) fail(reason, capacity);
  pthread_rwlock_unlock(&calls);
  return result;
}

int studbook_vips_decode(const void *bytes, size_t count, char *reason, size_t capacity) {
  pthread_rwlock_rdlock(&calls);
  int result = decode_all(bytes, count, strictness(bytes, count));
  pthread_rwlock_unlock(&calls);
  if (result == 0) return 0;
  pthread_rwlock_wrlock(&calls);
  clear_error();
  result = decode_all(bytes, count, strictness(bytes, count));
  if (result != 0) fail(reason, capacity);
  if (result != 0 && strictness(bytes, count) == failOnWarning && is_harmless(reason)) {
    result = decode_all(bytes, count, failOnTruncated);
    if (result != 0) fail(reason, capacity);
  }
  pthread_rwlock_unlock(&calls);
  return result;
}

int studbook_vips_fit(const void *bytes, size_t count, int width, int height, enum studbook_vips_format format, int quality, int strips,
                      void **made, size_t *made_count, char *reason, size_t capacity) {
  pthread_rwlock_rdlock(&calls);
  int result = fit(bytes, count, width, height, format, quality, strips, strictness(bytes, count), made, made_count);
  pthread_rwlock_unlock(&calls);
  if (result == 0) return 0;
  pthread_rwlock_wrlock(&calls);
  clear_error();
  result = fit(bytes, count, width, height, format, quality, strips, strictness(bytes, count), made, made_count);
  if (result != 0) fail(reason, capacity);
  if (result != 0 && strictness(bytes, count) == failOnWarning && is_harmless(reason)) {
    result = fit(bytes, count, width, height, format, quality, strips, failOnTruncated, made, made_count);
    if (result != 0) fail(reason, capacity);
  }
  pthread_rwlock_unlock(&calls);
  return result;
}

int studbook_vips_colors(const void *bytes, size_t count, int width, int height, uint8_t *pixels, char *reason, size_t capacity) {
  pthread_rwlock_rdlock(&calls);
  int result = measure_colors(bytes, count, width, height, pixels);
  pthread_rwlock_unlock(&calls);
  if (result == 0) return 0;
  pthread_rwlock_wrlock(&calls);
  clear_error();
  result = measure_colors(bytes, count, width, height, pixels);
  if (result != 0) fail(reason, capacity);
  pthread_rwlock_unlock(&calls);
  return result;
}
