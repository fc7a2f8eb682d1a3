public import ArgumentParser
public import ImportPipeline

extension SourceFormat: ExpressibleByArgument {}
