import type { Hex } from "viem";
import { getAddress } from "viem/utils";
import type { RoleHolder } from "../chain.ts";
import type { NodePool } from "../node-pool.ts";
import type { KeyRole, Signer } from "../signer.ts";
import { evmAddressOf } from "./address.ts";
import { resultOf } from "./ask-nodes.ts";
import { readHex } from "./node-responses.ts";
import { encodeCall } from "./static-encoding.ts";

interface RoleDeps {
  readonly nodes: NodePool;
  readonly signer: Signer;
  /** The configured administrator of tokens, such as a timelock. */
  readonly tokenAdmin: string | undefined;
}

/** The owner administers and upgrades a token. A token can have any number of minters, so only ours is looked up. */
export async function readRoleHolders(
  { nodes, signer, tokenAdmin }: RoleDeps,
  contract: string,
): Promise<readonly RoleHolder[]> {
  const ourAddress = async (role: KeyRole) =>
    getAddress(evmAddressOf(await signer.publicKey({ role, index: 0 })));
  const [deployer, minter, freezer] = await Promise.all([
    ourAddress("deployer"),
    ourAddress("minter"),
    ourAddress("freezer"),
  ]);
  const calls = [encodeCall("owner"), encodeCall("isMinter", [minter]), encodeCall("freezer")];
  const results = await nodes.callMany(
    calls.map((data) => ({ method: "eth_call", params: [{ to: contract, data }, "latest"] })),
  );
  const [owner, isMinter, freezes] = results.map((result) => readHex(resultOf(result)));
  return [
    holder("deployer", addressIn(owner), deployer, tokenAdmin),
    holder("minter", BigInt(isMinter ?? "0x0") === 1n ? minter : undefined, minter),
    holder("freezer", addressIn(freezes), freezer),
  ];
}

function holder(
  role: RoleHolder["role"],
  address: string | undefined,
  ours: string,
  configured: string = ours,
): RoleHolder {
  const isPlatform = address === ours;
  return { role, address, isPlatform, isExpected: isPlatform || address === configured };
}

const wordDigits = 64;
const addressDigits = 40;

/** The address in a word of a result; undefined if the call returned nothing. */
function addressIn(word: Hex | undefined): string | undefined {
  const digits = word?.slice(2) ?? "";
  return digits.length === wordDigits ? getAddress(`0x${digits.slice(-addressDigits)}`) : undefined;
}
