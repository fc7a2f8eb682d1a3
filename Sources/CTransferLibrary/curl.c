#include "CTransferLibrary.h"

#include <arpa/inet.h>
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

// The library's interface, with the numbers that its documentation gives; no header of it is needed.
typedef void Handle;

static int (*global_init)(long);
static Handle *(*easy_init)(void);
static int (*easy_setopt)(Handle *, int, ...);
static int (*easy_perform)(Handle *);
static int (*easy_getinfo)(Handle *, int, ...);
static void (*easy_cleanup)(Handle *);
static const char *(*easy_strerror)(int);
static void *(*list_append)(void *, const char *);
static void (*list_free)(void *);

enum {
  optionTimeout = 13, optionFollow = 52, optionMostRedirects = 68, optionConnectTimeout = 78, optionNoSignal = 99, optionProtocols = 181,
  optionRedirectedProtocols = 182, optionWriteData = 10001, optionAddress = 10002, optionAgent = 10018, optionHeaders = 10023,
  optionHeaderData = 10029, optionEncoding = 10102, optionPreparedData = 10313, optionWrite = 20011, optionHeader = 20079, optionPrepared = 20312,
  optionMostBytes = 30117,
  infoStatus = 0x200002, httpAndHTTPS = 3, globalAll = 3
};

int studbook_curl_load(void) {
  const char *names[] = {"libcurl.so.4", "libcurl-gnutls.so.4"};
  void *library = NULL;
  for (int i = 0; i < 2 && !library; i++) library = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
  if (!library) return -1;
  struct { void **function; const char *name; } symbols[] = {
    {(void **)&global_init, "curl_global_init"}, {(void **)&easy_init, "curl_easy_init"}, {(void **)&easy_setopt, "curl_easy_setopt"},
    {(void **)&easy_perform, "curl_easy_perform"}, {(void **)&easy_getinfo, "curl_easy_getinfo"},
    {(void **)&easy_cleanup, "curl_easy_cleanup"}, {(void **)&easy_strerror, "curl_easy_strerror"},
    {(void **)&list_append, "curl_slist_append"}, {(void **)&list_free, "curl_slist_free_all"},
  };
  for (size_t i = 0; i < sizeof symbols / sizeof symbols[0]; i++) {
    *symbols[i].function = dlsym(library, symbols[i].name);
    if (!*symbols[i].function) return -1;
  }
  return global_init(globalAll);
}

struct transfer {
  const struct studbook_request *request;
  long long bytes;
  int is_private, is_too_large;
};

static size_t take(char *bytes, size_t size, size_t count, void *context) {
  struct transfer *transfer = context;
  transfer->bytes += (long long)(size * count);
  if (transfer->bytes > transfer->request->most_bytes) {
    transfer->is_too_large = 1;
    return 0;
  }
  return transfer->request->take(bytes, size * count, transfer->request->context) ? size * count : 0;
}

static size_t take_header(char *bytes, size_t size, size_t count, void *context) {
  struct transfer *transfer = context;
  transfer->request->take_header(bytes, size * count, transfer->request->context);
  return size * count;
}

// Whether an address is one of this computer, of a private network, or of no single computer (RFC 6890).
static int is_private(const char *text) {
  struct in_addr v4;
  struct in6_addr v6;
  if (inet_pton(AF_INET6, text, &v6) == 1) {
    const unsigned char *b = v6.s6_addr;
    static const unsigned char mapped[12] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF};
    if (memcmp(b, mapped, 12) != 0) {
      static const unsigned char zeros[15];
      return memcmp(b, zeros, 15) == 0 || (b[0] & 0xFE) == 0xFC || (b[0] == 0xFE && (b[1] & 0xC0) == 0x80) || b[0] == 0xFF;
    }
    memcpy(&v4, b + 12, 4);
  } else if (inet_pton(AF_INET, text, &v4) != 1) {
    return 1;
  }
  const unsigned char *b = (const unsigned char *)&v4;
  return b[0] == 0 || b[0] == 10 || b[0] == 127 || b[0] >= 224 || (b[0] == 100 && (b[1] & 0xC0) == 64) || (b[0] == 169 && b[1] == 254)
      || (b[0] == 172 && (b[1] & 0xF0) == 16) || (b[0] == 192 && b[1] == 168);
}

// Called when a connection is there, before anything is asked.
static int prepared(void *context, char *remote, char *local, int remote_port, int local_port) {
  (void)local; (void)remote_port; (void)local_port;
  struct transfer *transfer = context;
  transfer->is_private = !transfer->request->allows_private && is_private(remote);
  return transfer->is_private;
}

int studbook_curl_get(const struct studbook_request *request, long *status, char *reason, size_t capacity) {
  struct transfer transfer = {request, 0, 0, 0};
  Handle *handle = easy_init();
  if (!handle) {
    snprintf(reason, capacity, "there is no memory");
    return studbook_transfer_failed;
  }
  void *headers = NULL;
  for (int i = 0; i < 2; i++) if (request->headers[i]) headers = list_append(headers, request->headers[i]);
  int code = 0;
#define SET(option, value) if (code == 0) code = easy_setopt(handle, option, value)
  SET(optionAddress, request->address);
  SET(optionAgent, request->agent);
  SET(optionHeaders, headers);
  // Asks for no compression; what a server compresses all the same is decompressed, or refused, instead of taken for the file.
  SET(optionEncoding, "identity");
  SET(optionNoSignal, 1L);
  SET(optionFollow, 1L);
  SET(optionMostRedirects, 5L);
  SET(optionProtocols, (long)httpAndHTTPS);
  SET(optionRedirectedProtocols, (long)httpAndHTTPS);
  SET(optionConnectTimeout, 20L);
  SET(optionTimeout, request->seconds);
  SET(optionMostBytes, request->most_bytes);
  SET(optionWrite, take);
  SET(optionWriteData, &transfer);
  SET(optionHeader, take_header);
  SET(optionHeaderData, &transfer);
  SET(optionPrepared, prepared);
  SET(optionPreparedData, &transfer);
#undef SET
  if (code == 0) code = easy_perform(handle);
  if (code == 0) code = easy_getinfo(handle, infoStatus, status);
  easy_cleanup(handle);
  list_free(headers);
  if (transfer.is_private) return studbook_transfer_private;
  if (code == 0) return studbook_transfer_done;
  // 63: the answer says itself that it is too large.
  if (transfer.is_too_large || code == 63) snprintf(reason, capacity, "it has more than %lld bytes", request->most_bytes);
  else snprintf(reason, capacity, "%s", easy_strerror(code));
  // 1: another protocol; 3: no address.
  return code == 1 || code == 3 ? studbook_transfer_impossible : studbook_transfer_failed;
}
