import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";

const NodeAddresses = z.object({
  /** Process that runs the chains, or ran them. */
  pid: z.int().optional(),
  urls: z.record(z.string(), z.string()),
  horizonUrls: z.record(z.string(), z.string()),
});
/** URLs of the nodes of local chains, by names such as `testnet/base`. */
export type NodeAddresses = z.output<typeof NodeAddresses>;

const fileName = "nodes.json";

/** URLs written by the process that last started the chains; undefined if there was none. */
export async function readNodeAddresses(folder: string): Promise<NodeAddresses | undefined> {
  const text = await readFile(join(folder, fileName), "utf8").catch(() => undefined);
  return text === undefined ? undefined : NodeAddresses.safeParse(JSON.parse(text)).data;
}

export async function writeNodeAddresses(folder: string, addresses: NodeAddresses): Promise<void> {
  const path = join(folder, fileName);
  await writeFile(`${path}.new`, `${JSON.stringify(addresses, null, 2)}\n`);
  await rename(`${path}.new`, path);
}
