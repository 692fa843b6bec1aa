/** What every route answers about a thing that it made. */
import { z } from "zod";

export const Made = z.object({ id: z.string() });
