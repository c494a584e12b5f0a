/** Never a name or any other personal word: titles end up in histories and task lists. Null: just the product's name. */
export type Title = string | null;

/** As it stands in the tab. */
export function titleWords(title: Title): string {
  return title === null ? 'Orchid' : `${title} · Orchid`;
}

/**
 * The document's title. The route's shows wherever nothing is drawn in the place of its screen; of several such covers the one
 * that came last and is still drawn, in whatever order they come and go.
 */
export class Titles {
  readonly #show: (words: string) => void;
  readonly #covers: { readonly title: Title }[] = [];
  #ofRoute: Title = null;

  constructor(show: (words: string) => void) {
    this.#show = show;
  }

  setRoute(title: Title): void {
    this.#ofRoute = title;
    this.#say();
  }

  /** The answer is called when what covers the screen goes. */
  cover(title: Title): () => void {
    const cover = { title };
    this.#covers.push(cover);
    this.#say();
    return () => {
      this.#covers.splice(this.#covers.indexOf(cover), 1);
      this.#say();
    };
  }

  #say(): void {
    const cover = this.#covers.at(-1);
    const title = cover ? cover.title : this.#ofRoute;
    this.#show(titleWords(title));
  }
}
