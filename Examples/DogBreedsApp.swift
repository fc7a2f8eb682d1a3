// A small application on the reference file that Studbook makes of Inputs/DogBreeds.recipe.yml: groups, the breeds of each with their thumbnails, a breed with
// its emblem, and a search with sections. Add to it Examples/ReferenceStore.swift, DogBreeds.xcdatamodeld and DogBreeds.sqlite; Xcode makes the classes AKCGroup and Breed of
// the model. What it asks of Core Data stands in `DogBook` alone, and DogBookTests asks the same of Studbook's own stack, call by call.

import CoreData
import SwiftUI

@main
struct DogBreedsApp: App {
  private let book = Result { try DogBook() }

  var body: some Scene {
    WindowGroup {
      switch book {
      case .success(let book): GroupList(book: book)
      case .failure(let error):
        ContentUnavailableView("There are no breeds", systemImage: "dog", description: Text(error.localizedDescription))
      }
    }
  }
}

/// All questions of the application to Core Data.
@MainActor
final class DogBook {
  private let container: NSPersistentContainer
  private var context: NSManagedObjectContext { container.viewContext }

  init() throws {
    guard let url = Bundle.main.url(forResource: "DogBreeds", withExtension: "momd"),
      let model = NSManagedObjectModel(contentsOf: url)
    else { throw CocoaError(.fileReadNoSuchFile) }
    container = try ReferenceStore(name: "DogBreeds", model: model).openInPlace()
  }

  func groups() throws -> [AKCGroup] {
    let request = NSFetchRequest<AKCGroup>(entityName: "AKCGroup")
    request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
    return try context.fetch(request)
  }

  func breeds(of group: AKCGroup) throws -> [Breed] {
    let request = NSFetchRequest<Breed>(entityName: "Breed")
    request.predicate = NSPredicate(format: "group == %@", group)
    request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
    return try context.fetch(request)
  }

  /// The breeds whose name or temperament has a text, in sections of their groups.
  func search(_ text: String) throws -> [(group: String, breeds: [Breed])] {
    let request = NSFetchRequest<Breed>(entityName: "Breed")
    if !text.isEmpty {
      request.predicate = NSPredicate(format: "name CONTAINS[cd] %@ OR temperament CONTAINS[cd] %@", text, text)
    }
    request.sortDescriptors = [
      NSSortDescriptor(key: "group.name", ascending: true), NSSortDescriptor(key: "name", ascending: true),
    ]
    request.relationshipKeyPathsForPrefetching = ["group"]
    request.fetchBatchSize = 50
    let controller = NSFetchedResultsController(
      fetchRequest: request,
      managedObjectContext: context,
      sectionNameKeyPath: "group.name",
      cacheName: nil
    )
    try controller.performFetch()
    return (controller.sections ?? []).map { ($0.name, $0.objects as? [Breed] ?? []) }
  }
}

struct GroupList: View {
  let book: DogBook
  @State private var text = ""

  var body: some View {
    NavigationStack {
      List {
        if text.isEmpty {
          ForEach((try? book.groups()) ?? [], id: \.objectID) { group in
            NavigationLink {
              BreedList(book: book, group: group)
            } label: {
              Row(title: group.name ?? "", detail: "\(group.breeds?.count ?? 0) breeds", data: group.emblemThumbnail)
            }
          }
        } else {
          ForEach((try? book.search(text)) ?? [], id: \.group) { section in
            Section(section.group) { BreedRows(breeds: section.breeds) }
          }
        }
      }
      .navigationTitle("Breeds")
      .searchable(text: $text)
    }
  }
}

struct BreedList: View {
  let book: DogBook
  let group: AKCGroup

  var body: some View {
    List { BreedRows(breeds: (try? book.breeds(of: group)) ?? []) }
      .navigationTitle(group.name ?? "")
  }
}

struct BreedRows: View {
  let breeds: [Breed]

  var body: some View {
    ForEach(breeds, id: \.objectID) { breed in
      NavigationLink {
        BreedDetail(breed: breed)
      } label: {
        Row(title: breed.name ?? "", detail: breed.country ?? "", data: breed.emblemThumbnail)
      }
    }
  }
}

struct Row: View {
  let title: String
  let detail: String
  let data: Data?

  var body: some View {
    HStack {
      Emblem(data: data).frame(width: 48, height: 48)
      VStack(alignment: .leading) {
        Text(title)
        Text(detail).font(.footnote).foregroundStyle(.secondary)
      }
    }
  }
}

struct BreedDetail: View {
  let breed: Breed

  var body: some View {
    ScrollView {
      VStack(alignment: .leading, spacing: 12) {
        Emblem(data: breed.emblem).frame(maxWidth: 320)
        Text(breed.breedDescription ?? "")
        LabeledContent("Temperament", value: breed.temperament ?? "–")
        LabeledContent("Height", value: range(breed.heightMin, breed.heightMax, "cm"))
        LabeledContent("Weight", value: range(breed.weightMin, breed.weightMax, "kg"))
        LabeledContent("Group", value: breed.group?.name ?? "–")
      }
      .padding()
    }
    .navigationTitle(breed.name ?? "")
  }

  private func range(_ least: NSNumber?, _ greatest: NSNumber?, _ unit: String) -> String {
    guard let least, let greatest else { return "–" }
    return least == greatest ? "\(least) \(unit)" : "\(least) to \(greatest) \(unit)"
  }
}

struct Emblem: View {
  let data: Data?

  var body: some View {
    if let image = data.flatMap(UIImage.init(data:)) {
      Image(uiImage: image).resizable().scaledToFit().clipShape(.rect(cornerRadius: 6))
    } else {
      Image(systemName: "dog").foregroundStyle(.secondary)
    }
  }
}
