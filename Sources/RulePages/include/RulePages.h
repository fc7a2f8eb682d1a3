#ifndef RulePages_h
#define RulePages_h

/// The pages of docs/rules, one after the other: each ends with a NUL, and an empty one ends the list.
const char *studbook_rule_pages(void);

#endif
