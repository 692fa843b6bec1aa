/** The gateway's answers about prices: one that is set is there until it is removed. */
import type { Answers } from "./platform.ts";

const MODEL = {
  id: "echo",
  provider: "echo",
  capabilities: ["chat"],
  context_window: null,
  price: null,
  available: true,
};
const ECHO = { provider: "echo", model: "echo" };
/** An output that the gateway of the tests refuses. */
export const REFUSED_USD = "1e-12";

const BY = { set_by: "user:amal", set_at: "2026-11-22T10:00:00.000Z" };
const history: { price: Record<string, string> | null }[] = [];
const set = () => history[0]?.price ?? null;

/** Who asks for the prices that were set, or changes one, finds what others of the same test have done. */
export const PRICES: Answers = {
  "GET /v1/models": () => ({
    data: [
      { ...MODEL, price: set() },
      { ...MODEL, id: "other", available: false, price: { input: "0.5", output: "1" } },
    ],
  }),
  "GET /governance/prices": () => ({
    data: set() ? [{ ...ECHO, price: set(), configured: null, ...BY }] : [],
    total: set() ? 1 : 0,
  }),
  "GET /governance/prices/echo/echo": () => ({
    ...{ ...ECHO, ...history[0], configured: null, ...BY },
    history: history.map((one) => ({ ...one, ...BY })),
  }),
  "PUT /governance/prices/echo/echo": async (request: Request) => {
    const price = await request.json();
    if (price.output === REFUSED_USD) {
      const error = {
        message: "body.output: is wrong",
        type: "invalid_request_error",
        param: "output",
        code: null,
      };
      return Response.json({ error }, { status: 422 });
    }
    history.unshift({ price });
    return { ...ECHO, price, configured: null, ...BY };
  },
  "DELETE /governance/prices/echo/echo": () => {
    history.unshift({ price: null });
    return new Response(null, { status: 204 });
  },
};
