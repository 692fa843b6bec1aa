/** The page's one trusted-types policy: scripts of workers come from this console only. */
interface TrustedPolicies {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string },
  ): { createScriptURL(url: string): string };
}

declare global {
  var trustedTypes: TrustedPolicies | undefined;
}

const createScriptURL = (url: string) => {
  if (!/^\/(app|npm)\//.test(url)) throw new TypeError(`${url} is no file of the console`);
  return url;
};

const policy = globalThis.trustedTypes?.createPolicy("diwan", { createScriptURL });

/** The address of a worker's file, as browsers with trusted types want it. */
export function trustedAddress(url: string): string {
  return policy?.createScriptURL(url) ?? createScriptURL(url);
}
