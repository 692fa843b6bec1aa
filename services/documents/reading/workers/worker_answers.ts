/** Parses answers of workers, which arrive as unknown values over their ports. */
import { isObject } from "lib/json_object.ts";
import type { Page } from "../layout/page.ts";
import type { Picture } from "../images/picture.ts";

export function numberFrom(value: unknown): number {
  if (typeof value !== "number") throw new Error("the worker answered no number");
  return value;
}

export function pageFrom(value: unknown): Page {
  if (!isPage(value)) throw new Error("the worker answered no page");
  return value;
}

export function isPage(value: unknown): value is Page {
  return isObject(value) && "lines" in value && "placement" in value;
}

export function pictureFrom(value: unknown): Picture {
  if (!isPicture(value)) throw new Error("the worker answered no picture");
  return value;
}

function isPicture(value: unknown): value is Picture {
  return isObject(value) && "jpeg" in value;
}
