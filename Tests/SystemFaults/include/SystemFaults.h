// Nothing is called by name: the library works by being loaded (LD_PRELOAD).
