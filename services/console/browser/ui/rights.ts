/**
 * What the signed-in person may do to one shared thing, as its service tells it; pages show no other acts. Managers
 * and admins may do everything, so that nobody asks for them:
 *
 *     const rights = rightsOf(useGet<Rights>(isManager.value ? undefined : `${API}/things/${id}/rights`));
 */
import type { Loaded } from "../api.ts";
import { isManager } from "../boot.ts";

export interface Rights {
  change: boolean;
  remove: boolean;
  share: boolean;
}

/** Those that were told; none before. */
export function rightsOf({ data }: Loaded<Rights>): Rights {
  const all = isManager.value;
  return data.value ?? { change: all, remove: all, share: all };
}
