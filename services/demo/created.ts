/** The field that all responses to a creation share. */
import { z } from "zod";

export const Created = z.object({ id: z.string() });
