/** What a scripted service tells of the caller's rights to a thing, as the services do. */
import { decodeJwt } from "jose";

/** All of them for `owner`; reading for others, or changing too. */
export function rightsAnswer(owner: string, { change = false } = {}): (request: Request) => unknown {
  return ({ headers }) => {
    const token = headers.get("authorization")?.replace(/^Bearer /, "") ?? "";
    const owns = decodeJwt(token).sub === owner;
    return { read: true, change: owns || change, remove: owns, share: owns };
  };
}
