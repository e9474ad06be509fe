import { isNetwork, type Network } from "./network.ts";

const key = "florin.workspace";

interface LastWorkspace {
  readonly tenantId: string;
  readonly network: Network;
}

/** Which workspace was open last. An id and a network, and nothing else, are kept in the browser. */
export function lastWorkspace(): LastWorkspace | undefined {
  const [tenantId, network] = (read() ?? "").split("/");
  return tenantId === undefined || tenantId === "" || !isNetwork(network) ? undefined : { tenantId, network };
}

export function rememberWorkspace({ tenantId, network }: LastWorkspace): void {
  try {
    localStorage.setItem(key, `${tenantId}/${network}`);
  } catch {
    // A browser that keeps nothing begins at the first workspace each time.
  }
}

export function forgetWorkspace(): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // There was nothing to forget.
  }
}

function read(): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}
