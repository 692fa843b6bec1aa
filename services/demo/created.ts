/** The part that all answers about a created object share. */
import { z } from "zod";

export const Created = z.object({ id: z.string() });
