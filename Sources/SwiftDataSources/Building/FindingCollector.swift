#if SwiftDataSources
  internal import Findings
  internal import SwiftSyntax

  /// The findings about sources, with their places.
  final class FindingCollector {
    private let sources: [ParsedSource]
    private(set) var findings: [Finding] = []

    init(_ sources: [ParsedSource]) { self.sources = sources }

    func note(
      _ kind: ModelFinding,
      _ severity: Severity = .error,
      at node: some SyntaxProtocol,
      in source: Int,
      entity: String? = nil,
      property: String? = nil,
      suggestion: String? = nil
    ) {
      findings.append(
        Finding(
          kind,
          severity: severity,
          at: sources[source].position(of: node),
          entity: entity,
          attribute: property,
          suggestion: suggestion
        )
      )
    }

    func note(_ problem: String, _ severity: Severity, at position: SourcePosition) {
      findings.append(Finding(ModelFinding.source(.syntax(problem)), severity: severity, at: position))
    }
  }
#endif
