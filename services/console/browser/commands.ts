/** Entries that pages add to the command palette, by page, once they know them. */
import { signal } from "@preact/signals";
import type { Command } from "./page.ts";

const MOST = 5_000;

export const commandsByPage = signal(new Map<string, Command[]>());

/** Replaces what `source` offers, such as the keys that a list has loaded. */
export function offer(source: string, commands: Command[]): void {
  commandsByPage.value = new Map(commandsByPage.value).set(source, commands.slice(0, MOST));
}
