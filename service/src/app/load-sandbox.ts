import type { Sandbox } from "../sandbox-ports.ts";

/** The simulators are a package of their own. It implements the ports, and nothing else of it is known here. */
export async function loadSandbox(): Promise<Sandbox> {
  const { sandbox } = await import("@florin/sandbox");
  return sandbox;
}
