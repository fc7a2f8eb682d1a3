// Debian's libxml2 is built with ICU, whose headers say otherwise than those of Foundation's own ICU: a Swift file that sees both modules may fail to
// compile, or may not, by what else is compiled with it. Nothing here uses a type of ICU, nor what is in an xmlCharEncodingHandler.
#include <libxml/xmlversion.h>
#undef LIBXML_ICU_ENABLED
#include <libxml/HTMLparser.h>
#include <libxml/HTMLtree.h>
#include <libxml/SAX2.h>
#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <libxml/tree.h>
#include <libxml/uri.h>
#include <libxml/xmlreader.h>
#include <libxml/xpath.h>
#include <libxml/xpathInternals.h>

/// `xmlFree` is a variable that holds a function, which Swift's concurrency rules refuse to read.
static inline void studbook_xml_free(void *memory) { xmlFree(memory); }
