/** Reports pages that were not or only partly read. */
import type { Issue } from "../results/validation.ts";

export interface PageState {
  page: number;
  /** The page could not be read at all. */
  failed: boolean;
  /** No letter and no digit was read. */
  empty: boolean;
  /** Number of areas of ink without recognised text. */
  unread: number;
}

export function pageIssues(pages: PageState[]): Issue[] {
  // An empty document is reported by a separate issue.
  const someRead = pages.some(({ empty }) => !empty);
  return pages.flatMap(({ page, failed, empty, unread }): Issue[] => {
    if (failed) return [{ field: "text", issue: `Page ${page} could not be read`, severity: "error" }];
    if (empty && unread > 0 && someRead) {
      const issue = `Page ${page} is not blank, but nothing could be read on it`;
      return [{ field: "unread", issue, severity: "warning" }];
    }
    // Only information: pictures and stamps are not errors, but people should look at them.
    return unread === 0 ? [] : [{ field: "unread", issue: unreadAreas(page, unread), severity: "info" }];
  });
}

function unreadAreas(page: number, areas: number): string {
  const some = areas === 1 ? "an area" : `${areas} areas`;
  return `Page ${page} has ${some} with ink in which nothing was read: a picture, a stamp, a signature or handwriting`;
}
