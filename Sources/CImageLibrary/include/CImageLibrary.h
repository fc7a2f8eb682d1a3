#ifndef STUDBOOK_IMAGE_LIBRARY_H
#define STUDBOOK_IMAGE_LIBRARY_H

#include <stddef.h>
#include <stdint.h>

// Calls of libvips, which is loaded at the first use, so that building and running without it stay possible. They are here and not in Swift because they
// take lists of arguments of any length.

// Loads the library; the later calls may be made only after that. Returns 0, or -1 if it is not there or is not what is expected.
// It is called once, before other threads use the library.
int studbook_vips_load(void);

// The library's version, as in "8.14.1".
const char *studbook_vips_version(void);

// The size of a picture and how many bits a channel has; pixels are not decoded. Returns 0, or -1 with the reason in `reason`.
int studbook_vips_size(const void *bytes, size_t count, int *width, int *height, int *bits, char *reason, size_t capacity);

// Decodes all pixels. Returns 0, or -1 with the reason.
int studbook_vips_decode(const void *bytes, size_t count, char *reason, size_t capacity);

enum studbook_vips_format { studbook_vips_jpeg, studbook_vips_png, studbook_vips_webp };

// Makes a picture that is no larger than `width` by `height`, upright, in sRGB with 8 bits a channel. `*made` is released by
// `studbook_vips_free`. Returns 0, or -1 with the reason.
int studbook_vips_fit(const void *bytes, size_t count, int width, int height, enum studbook_vips_format format, int quality, int strips,
                      void **made, size_t *made_count, char *reason, size_t capacity);

void studbook_vips_free(void *made);

// The colours of a picture, shrunk to `width` by `height` whatever its shape: red, green and blue, a byte each. Returns 0, or -1 with the reason.
int studbook_vips_colors(const void *bytes, size_t count, int width, int height, uint8_t *pixels, char *reason, size_t capacity);

#endif
