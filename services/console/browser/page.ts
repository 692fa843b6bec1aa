/** The form of a page: what a file in pages/ exports as `page`. */
import type { ComponentChildren } from "preact";

export interface Page {
  /** Its title in the current language. */
  title(): string;
  /** The page itself; it reads `path` and `query` of router.ts for its views. */
  view(): ComponentChildren;
  /** Things that the command palette finds on it. */
  commands?(): Command[];
}

/** An entry of the command palette. */
export interface Command {
  label: string;
  /** Where it leads. */
  address: string;
  /** A second line: what kind of thing it is. */
  hint?: string;
}
