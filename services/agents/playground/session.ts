/** A conversation with an agent, kept. */
import { z } from "zod";

export const Session = z.object({
  session_id: z.uuid(),
  agent_id: z.uuid(),
  title: z.string().meta({ description: "the beginning of the first message" }),
  created_by: z.string(),
  exchanges: z.int().meta({ description: "finished turns, including those without an answer" }),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
}).meta({ id: "PlaygroundSession" });
export type Session = z.output<typeof Session>;
