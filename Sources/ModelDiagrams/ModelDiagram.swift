package import ObjectModel

/// A model as a picture: a box for each entity with its properties, lines for its relationships and for inheritance.
///
/// Lines end in the marks of crow's foot notation: a bar for one object, a fork for many, a ring where there may be none. Entities that lead to others stand to the left of these.
/// The same model gives the same picture.
package struct ModelDiagram {
  /// The picture as SVG 1.1, with the colours of light and dark pages, without scripts, fonts or addresses.
  package let svg: String

  /// Draws a model.
  ///
  /// - Parameters:
  ///   - title: What the picture is called for those who do not see it.
  ///   - counts: How many objects there are, by the names of entities; entities that are not in it are drawn without a number.
  /// - Complexity: O(*n* log *n*) in the entities and relationships, times the columns that lines cross.
  package init(of model: ManagedObjectModel, title: String, counts: [String: Int] = [:]) {
    let boxes = model.entities.map { EntityBox($0, count: counts[$0.name]) }
    let lines = DiagramLine.lines(of: model.entities, boxes)
    let layout = LayeredLayout(sizes: boxes.map(\.size), lines: lines.map { ($0.ends[0].box, $0.ends[1].box) })
    svg = DiagramDrawing(boxes: boxes, lines: lines, layout: layout).svg(title: title)
  }
}
