import { isNetwork, type Network } from "./network.ts";

const key = "florin.workspace";

interface LastWorkspace {
  readonly tenantId: string;
  readonly network: Network;
}

/** The last opened workspace. Only a tenant id and a network are stored in the browser. */
export function lastWorkspace(): LastWorkspace | undefined {
  const [tenantId, network] = (read() ?? "").split("/");
  return tenantId === undefined || tenantId === "" || !isNetwork(network) ? undefined : { tenantId, network };
}

export function rememberWorkspace({ tenantId, network }: LastWorkspace): void {
  try {
    localStorage.setItem(key, `${tenantId}/${network}`);
  } catch {
    // Without storage, the console starts in the first workspace each time.
  }
}

export function forgetWorkspace(): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Nothing was stored.
  }
}

function read(): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}
