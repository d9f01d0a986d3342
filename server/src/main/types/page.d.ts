/** What main.js and the pages say to each other. */
declare namespace Page {
  type Filters = import('../resources/web/js/filter/filters.js').Filters;
  type Reference = import('../resources/web/js/session/reference.js').Reference;

  /** What a page is drawn from and may ask for. */
  interface Context {
    filters: Filters;
    reference: Reference;
    /** The names of the filters that the page knows. */
    uses: string[];
    search: URLSearchParams;
    path: string;
    /** Shows the page with other filters. */
    change(next: Filters): Promise<void>;
    /** Opens an address of the dashboard. */
    go(address: string): Promise<void>;
    /** Asks for everything anew. */
    again(): Promise<void>;
  }

  /** A page's script: pages/overview.js and the like. */
  interface Script {
    uses: string[];
    load(ctx: Context): Promise<unknown>;
    draw(ctx: Context, data: unknown): Node;
  }

  /** What an element holds: nodes, texts and lists of them; what is not there is left out. */
  type Content = Node | string | number | null | undefined | false | Content[];
}
