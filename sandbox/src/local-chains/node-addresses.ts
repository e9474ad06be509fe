import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { shapeOf } from "@florin/service/sandbox-ports";
import Type, { type Static } from "typebox";

const nodeAddresses = Type.Object({
  /** Process that runs the chains, or ran them. */
  pid: Type.Optional(Type.Integer()),
  urls: Type.Record(Type.String(), Type.String()),
  horizonUrls: Type.Record(Type.String(), Type.String()),
});
const nodeAddressesShape = shapeOf(nodeAddresses);
/** URLs of the nodes of local chains, by names such as `testnet/base`. */
export type NodeAddresses = Static<typeof nodeAddresses>;

const fileName = "nodes.json";

/** URLs written by the process that last started the chains; undefined if there was none. */
export async function readNodeAddresses(folder: string): Promise<NodeAddresses | undefined> {
  const text = await readFile(join(folder, fileName), "utf8").catch(() => undefined);
  const addresses: unknown = text === undefined ? undefined : JSON.parse(text);
  return nodeAddressesShape.is(addresses) ? addresses : undefined;
}

export async function writeNodeAddresses(folder: string, addresses: NodeAddresses): Promise<void> {
  const path = join(folder, fileName);
  await writeFile(`${path}.new`, `${JSON.stringify(addresses, null, 2)}\n`, { mode: 0o600 });
  await rename(`${path}.new`, path);
}
