extension SiteTemplates {
  /// The frame of all pages: `title`, `site`, `root` (the way to the first page's folder), `body`.
  static let page = """
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="referrer" content="no-referrer">
    <title>{{title}}</title>
    <link rel="stylesheet" href="{{root}}style.css">
    <script src="{{root}}search-data.js" defer></script>
    <script src="{{root}}search.js" defer></script>
    </head>
    <body data-root="{{root}}">
    <header>
    <a class="home" href="{{root}}index.html">{{site}}</a>
    <search><input id="search" type="search" placeholder="Search" aria-label="Search" autocomplete="off" spellcheck="false"><ol id="found" hidden></ol></search>
    </header>
    <main>
    {{{body}}}</main>
    <footer><a href="{{root}}about.html">About these data</a></footer>
    </body>
    </html>

    """

  /// The first page: `site`, `entities` with `name`, `count`, `path`, `level`, and `objects` of the entity that groups others.
  static let index = """
    <h1>{{site}}</h1>
    {{> entities}}
    {{#overview}}<h2>{{name}}</h2>
    {{> cards}}
    {{/overview}}
    """

  /// Entities, those below others behind them: `entities` with `name`, `count`, `path`, `level`.
  static let entities = """
    <ul class="entities">
    {{#entities}}<li class="level{{level}}"><a href="{{path}}">{{name}}</a> <span class="count">{{count}}</span></li>
    {{/entities}}</ul>
    """

  /// Objects: `objects` with `title`, `path`, `thumbnail`, `note`, and `number` where they have an order.
  static let cards = """
    <ul class="cards">
    {{#objects}}<li><a href="{{path}}">{{#thumbnail}}<img src="{{thumbnail}}" alt="" loading="lazy">{{/thumbnail}}<span>{{#number}}<span class="number">{{number}}</span> {{/number}}<bdi>{{title}}</bdi>{{#note}} <small><bdi>{{note}}</bdi></small>{{/note}}</span></a></li>
    {{/objects}}</ul>
    """

  /// The pages of a long list: `pages` with `number`, `path`, `isCurrent`, and `hasPages`.
  static let pages = """
    {{#hasPages}}<nav class="pages" aria-label="Pages">{{#pages}}<a href="{{path}}"{{#isCurrent}} aria-current="page"{{/isCurrent}}>{{number}}</a> {{/pages}}</nav>
    {{/hasPages}}
    """

  /// The objects of an entity, or of a relationship that has very many: `name`, `count`, `parents` with `name`, `path`; `hasEntities` and `entities` below this
  /// one; `objects`; `hasPages`, `pages`.
  static let entity = """
    <p class="path">{{#parents}}<a href="{{path}}"><bdi>{{name}}</bdi></a> › {{/parents}}</p>
    <h1 dir="auto">{{name}}</h1>
    <p class="count">{{count}}</p>
    {{#hasEntities}}{{> entities}}
    {{/hasEntities}}{{> cards}}
    {{> pages}}
    """

  /// An object: `title`, `entity`, `entityPath`, `parents` with `name`, `path`, the last of which is its entity; `picture`; `texts` and `values` with `name`,
  /// `text`, `address`, `hasParts`, `parts` with `name`, `text`; a `heading` where there are several texts; `links` with `name`, `count`, `objects`,
  /// `hasPages`, `pages`; `facts` with `name`, `place`, `text`, `remark`, and `hasFacts`.
  static let object = """
    <p class="path">{{#parents}}<a href="{{path}}">{{name}}</a> › {{/parents}}</p>
    <article>
    <h1 dir="auto">{{title}}</h1>
    {{#picture}}<img class="picture" src="{{picture}}" alt="{{title}}">
    {{/picture}}{{#texts}}{{#heading}}<h2>{{heading}}</h2>
    {{/heading}}<p class="text" dir="auto">{{text}}</p>
    {{/texts}}<table>
    {{#values}}<tr><th scope="row">{{name}}</th><td dir="auto">{{#hasParts}}<dl>{{#parts}}<div><dt>{{name}}</dt><dd dir="auto">{{text}}</dd></div>{{/parts}}</dl>{{/hasParts}}{{^hasParts}}{{#address}}<a href="{{address}}" rel="noopener noreferrer nofollow">{{text}}</a>{{/address}}{{^address}}{{text}}{{/address}}{{/hasParts}}</td></tr>
    {{/values}}</table>
    {{#links}}<h2>{{name}}{{#count}} <span class="count">{{count}}</span>{{/count}}</h2>
    {{> cards}}
    {{> pages}}
    {{/links}}{{#hasFacts}}<section class="facts">
    <h2>Where each fact comes from</h2>
    <table>
    <tr><th scope="col">Fact</th><th scope="col">Place</th><th scope="col">Text there</th><th scope="col">What was done</th></tr>
    {{#facts}}<tr><th scope="row">{{name}}</th><td>{{place}}</td><td>{{text}}</td><td>{{remark}}</td></tr>
    {{/facts}}</table>
    </section>
    {{/hasFacts}}</article>

    """

  /// What the release says of itself: `facts` with `name`, `text`; `inputs` with `path`, `licence`, `origin`, `sha256`.
  static let about = """
    <h1>About these data</h1>
    <table>
    {{#facts}}<tr><th scope="row">{{name}}</th><td>{{text}}</td></tr>
    {{/facts}}</table>
    {{#hasInputs}}<h2>Where they come from</h2>
    <table>
    <tr><th>File</th><th>Licence</th><th>Origin</th><th>SHA-256</th></tr>
    {{#inputs}}<tr><td>{{path}}</td><td>{{licence}}</td><td>{{origin}}</td><td class="digest">{{sha256}}</td></tr>
    {{/inputs}}</table>
    {{/hasInputs}}
    """
}
