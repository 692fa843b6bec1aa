import { Unreadable } from "../files/bounds.ts";
import type { Engine, Script } from "./engine.ts";

const LANGUAGES: Record<Script, string> = { ara: "Arabic", eng: "English" };

/** A test line that each model must read, since a damaged model may open without an error and produce nonsense. */
const KNOWN: Record<Script, { text: string; png: string }> = {
  eng: {
    text: "Tax invoice",
    png: "iVBORw0KGgoAAAANSUhEUgAAALUAAAA+AQAAAABFX2cfAAAA/0lEQVQ4y+3SsUoDQRAG4D0CroVwPoBk3sQt8iC+hkXwTixs" +
      "xH0B0TfRQMBthDyCe1yRdhcL5/CcMbvZ5E44tbEQyZTfNP/8jODBQbHzf+Io1jud5Cd/c+23/rz2985pOI/jr7yc7knKD/LM" +
      "TqVlQTL5lYI71qU0DU6QDnGS/F7lirW5NI332J41PvmDui5YL8z8pUZE8htneOTgdfJm67Pgy+rVIHqucetVdL/87DPwfbci" +
      "eQ4uOi6iV+kuUmD7Xnf+VEQ/Wbnr+030FkJO9p3fqiEfwzEEJxV6UG7TpxgXK9eGFM6RxGkWvYSL/SNJ2eici1ZayGj0F/9z" +
      "57/pH1gfMx/BAY71AAAAAElFTkSuQmCC",
  },
  ara: {
    text: "فاتورة ضريبية",
    png: "iVBORw0KGgoAAAANSUhEUgAAANAAAABWAQAAAACWNiUcAAABl0lEQVRIx+3SsW7bMBAGYAoakiGoM2ay+gjp5gCB71nyBu0W" +
      "oIZOgYF09AsE7ZskDjxo7CNUgQp4jAUPEYHL/SUpxlWC6gFS+ECQFD+QPPBkMBhmT3v634gfh0i5DKT/onmgG44L1q19ebXr" +
      "kCJtAPnoJ0/jeNcR9+iTn9QfuMvwO3oHfvWT1ZiGkl/f0mowebrqkufe4q9IJpD0aRFpwjuyfmUempOcZoE2nhr8gCbAPdZY" +
      "aD7NyVPVUQZxH1coNRWOdP1C7WfGKVaaKkUadzRCI4RL1HLh6DzQlJ9BrcutVtIZ19IokfGkOVv1ZEuQCj/YFkRJIOJGuUXZ" +
      "LJREubHiqAxkeCvuzHKbCe8I4S5DDy01WFdUQS5hWxGiNtC9cZGg8p0aWDGGXfNki8PEpNgcuc49iCcUSVeU5fRgSfidFRmQ" +
      "utcsUlSjfr3WcWwgb3/Rn3HcdlWI9OyLsohUu31/aaL5qWaRvjnckZ7Mzo9NpOXocd4nmZ4V8TeosuVB78A7Za7ieS1tRm8z" +
      "3IXQIL3Envb0fukPfYwi2YML3YsAAAAASUVORK5CYII=",
  },
};

export interface CheckedModel {
  script: Script;
  /** Source of the model, for the error. */
  source: string;
  open(): Promise<Engine>;
}

/** Opens a model and reads its test line. @throws an error that names language and file. */
export async function checkModel({ script, source, open }: CheckedModel): Promise<Engine> {
  const named = `The ${LANGUAGES[script]} model (${source})`;
  const engine = await open().catch((cause) => {
    throw new Unreadable(`${named} is damaged and cannot be opened`, { cause });
  });
  const { text, png } = KNOWN[script];
  const picture = engine.decode(Uint8Array.fromBase64(png));
  const read = picture ? engine.readLine(picture).map((word) => word.text) : [];
  const inOrder = script === "ara" && read.length > 1
    ? [read.join(" "), read.toReversed().join(" ")]
    : [read.join(" ")];
  if (!inOrder.includes(text)) {
    throw new Unreadable(`${named} is damaged: it reads "${read.join(" ")}" where "${text}" stands`);
  }
  return engine;
}
