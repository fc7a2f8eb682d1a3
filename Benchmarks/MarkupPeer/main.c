// Bare libxml2 on one file, with handlers that do nothing: what any reader built on the library has to pay.
//
//     markup-peer xml|xml-push|html|html-sax FILE
#include <libxml/HTMLparser.h>
#include <libxml/parser.h>
#include <stdio.h>
#include <string.h>

static long elements = 0;

static void start_element(void *context, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri, int namespace_count,
                          const xmlChar **namespaces, int attribute_count, int defaulted_count, const xmlChar **attributes) {
  elements++;
}

static void end_element(void *context, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri) {}
static void start_tag(void *context, const xmlChar *name, const xmlChar **attributes) { elements++; }
static void end_tag(void *context, const xmlChar *name) {}
static void characters(void *context, const xmlChar *text, int length) {}

static int parse_xml(const char *path, xmlSAXHandler *handler) { return xmlSAXUserParseFile(handler, NULL, path); }

/// As a program reads that wants to stop and go on between pieces of the file.
static int push_xml(const char *path, xmlSAXHandler *handler) {
  static char piece[64 << 10];
  FILE *file = fopen(path, "rb");
  if (!file) return 1;
  xmlParserCtxtPtr parser = xmlCreatePushParserCtxt(handler, NULL, NULL, 0, NULL);
  size_t length;
  int status = 0;
  while (status == 0 && (length = fread(piece, 1, sizeof piece, file)) > 0) status = xmlParseChunk(parser, piece, (int)length, 0);
  if (status == 0) status = xmlParseChunk(parser, NULL, 0, 1);
  xmlFreeParserCtxt(parser);
  fclose(file);
  return status;
}

static int parse_html(const char *path) {
  htmlDocPtr document = htmlReadFile(path, "UTF-8", HTML_PARSE_NOERROR | HTML_PARSE_NOWARNING | HTML_PARSE_NONET);
  if (!document) return 1;
  xmlFreeDoc(document);
  return 0;
}

static int parse_html_events(const char *path, htmlSAXHandler *handler) {
  htmlSAXParseFile(path, "UTF-8", handler, NULL);
  return elements == 0;
}

int main(int argc, char **argv) {
  if (argc != 3) return 64;
  int status = 64;
  xmlSAXHandler handler;
  memset(&handler, 0, sizeof handler);
  handler.initialized = XML_SAX2_MAGIC;
  handler.startElementNs = start_element;
  handler.endElementNs = end_element;
  handler.characters = characters;
  handler.ignorableWhitespace = characters;
  handler.cdataBlock = characters;
  if (!strcmp(argv[1], "xml")) {
    status = parse_xml(argv[2], &handler);
  } else if (!strcmp(argv[1], "xml-push")) {
    status = push_xml(argv[2], &handler);
  } else if (!strcmp(argv[1], "html")) {
    status = parse_html(argv[2]);
  } else if (!strcmp(argv[1], "html-sax")) {
    handler.startElementNs = NULL;
    handler.endElementNs = NULL;
    handler.startElement = start_tag;
    handler.endElement = end_tag;
    status = parse_html_events(argv[2], (htmlSAXHandler *)&handler);
  }
  xmlCleanupParser();
  return status;
}
