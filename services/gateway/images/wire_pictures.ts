/** Images from providers with another protocol, which answer only once an image is complete. */
import { Buffer } from "node:buffer";
import { isObject, type JsonObject } from "lib/json_object.ts";
import { type Answers, type Asked, type Attempt, type Providers, translated } from "../calls/answer.ts";
import { typedEvent } from "../streams/typed_events.ts";
import { unsupportedByProvider } from "../wires/cannot.ts";
import { objectsOf, textOf } from "../wires/http.ts";
import { download, type Media, type MediaOfRequest, mediaOfRequest } from "../wires/media.ts";

const MOST_BYTES = 20 * 2 ** 20;
// The limit of OpenAI's own models.
const MOST_PICTURES = 16;

/** Answers of the image endpoint at `path`. */
export function picturesByWire(path: string): Answers {
  const type = path === "/images/generations" ? "image_generation.completed" : "image_edit.completed";
  return {
    whole: async (providers, asked, attempt) =>
      new TextEncoder().encode(JSON.stringify(await generated(providers, asked, attempt))),
    async streamed(providers, asked, attempt) {
      const { data, created: created_at, usage, ...more } = await generated(providers, asked, attempt);
      const events = (async function* () {
        for (const [index, picture] of objectsOf(data).entries()) {
          // The usage covers all images of the request, so only the first event carries it.
          yield typedEvent({
            ...more,
            ...picture,
            type,
            created_at,
            ...index === 0 && usage ? { usage } : {},
          });
        }
      })();
      return { events, abort() {} };
    },
  };
}

async function generated({ wireOf }: Providers, asked: Asked, attempt: Attempt): Promise<JsonObject> {
  const { target, signal } = attempt;
  const { data } = asked;
  const generateImages = wireOf(target.wire)?.generateImages;
  if (!generateImages) throw unsupportedByProvider(attempt, "model", "draw");
  if (data.response_format === "url") {
    throw unsupportedByProvider(attempt, "response_format", "answer with a URL");
  }
  if (data.background === "transparent") {
    throw unsupportedByProvider(attempt, "background", "generate images with a transparent background");
  }
  const pictures = await translated(() => picturesOf(asked, attempt), target, signal);
  return await translated(() => generateImages({ data, pictures }, attempt), target, signal);
}

/** The input images of an edit, from its form or its JSON. */
async function picturesOf({ data, form }: Asked, attempt: Attempt): Promise<Media[]> {
  if (isObject(data.mask) || form?.files.some(({ name }) => name === "mask")) {
    throw unsupportedByProvider(attempt, "mask", "edit images with a mask");
  }
  if (!form) {
    const images = Array.isArray(data.images) ? data.images : [];
    if (images.length > MOST_PICTURES) {
      throw unsupportedByProvider(attempt, "images", `edit more than ${MOST_PICTURES} images at a time`);
    }
    const media = mediaOfRequest(download, { addresses: MOST_PICTURES, bytes: MOST_BYTES });
    return await Promise.all(images.map((image, index) => pictureAt(image, media, { index, attempt })));
  }
  const files = form.files.filter(({ name }) => /^image(\[\])?$/.test(name));
  if (files.length > MOST_PICTURES) {
    throw unsupportedByProvider(attempt, "image", `edit more than ${MOST_PICTURES} images at a time`);
  }
  if (files.reduce((sum, { size }) => sum + size, 0) > MOST_BYTES) {
    throw unsupportedByProvider(attempt, "image", "edit more than 20 MB of images at a time");
  }
  return await Promise.all(files.map(async ({ read, type, filename }) => ({
    mediaType: pictureType(type, filename),
    data: Buffer.from(await new Response(await read()).arrayBuffer()).toString("base64"),
  })));
}

/** The type by file name when the client sends a generic one, as most do. */
function pictureType(type: string, filename: string): string {
  if (/^image\/[\w.+-]{1,40}$/.test(type)) return type;
  const ending = /\.(jpe?g|webp|gif)$/i.exec(filename)?.[1]?.toLowerCase();
  return `image/${ending === undefined ? "png" : ending.startsWith("jp") ? "jpeg" : ending}`;
}

async function pictureAt(
  image: unknown,
  media: MediaOfRequest,
  { index, attempt }: { index: number; attempt: Attempt },
): Promise<Media> {
  const param = `images.${index}`;
  const { image_url } = isObject(image) ? image : {};
  const url = textOf(isObject(image_url) ? image_url.url : image_url);
  const inline = /^data:(image\/[\w.+-]{1,40});base64,/.exec(url);
  if (inline) return media.hold({ mediaType: inline[1] ?? "", data: url.slice(inline[0].length) }, param);
  if (!/^https?:/.test(url)) {
    throw unsupportedByProvider(
      attempt,
      param,
      "edit an image that is neither a data URL nor an http(s) URL",
    );
  }
  return await media.fetch(url, attempt.signal, { param });
}
