import { type Hex, keccak256, parseSignature, stringToHex } from "viem";
import { type TestStablecoin, tokenName, type User } from "./stablecoin.ts";

/** The fields of each message that a holder can sign, as defined by EIP-3009, EIP-2612 and the token. */
const messageTypes = {
  TransferWithAuthorization: [
    { name: "from", type: "address" },
    { name: "to", type: "address" },
    { name: "value", type: "uint256" },
    { name: "validAfter", type: "uint256" },
    { name: "validBefore", type: "uint256" },
    { name: "nonce", type: "bytes32" },
  ],
  ReceiveWithAuthorization: [
    { name: "from", type: "address" },
    { name: "to", type: "address" },
    { name: "value", type: "uint256" },
    { name: "validAfter", type: "uint256" },
    { name: "validBefore", type: "uint256" },
    { name: "nonce", type: "bytes32" },
  ],
  CancelAuthorization: [
    { name: "authorizer", type: "address" },
    { name: "nonce", type: "bytes32" },
  ],
  BurnWithAuthorization: [
    { name: "from", type: "address" },
    { name: "value", type: "uint256" },
    { name: "reference", type: "bytes32" },
    { name: "validAfter", type: "uint256" },
    { name: "validBefore", type: "uint256" },
    { name: "nonce", type: "bytes32" },
  ],
  Permit: [
    { name: "owner", type: "address" },
    { name: "spender", type: "address" },
    { name: "value", type: "uint256" },
    { name: "nonce", type: "uint256" },
    { name: "deadline", type: "uint256" },
  ],
} as const;

export type MessageKind = keyof typeof messageTypes;

/** The arguments of the function for this message: its fields in order, then v, r and s. */
export async function signMessage(
  token: TestStablecoin,
  kind: MessageKind,
  signed: {
    readonly by: User;
    readonly message: Record<string, unknown>;
    readonly leaveOut?: readonly string[];
  },
): Promise<readonly unknown[]> {
  const signature = await token.users[signed.by].signTypedData({
    domain: {
      name: tokenName,
      version: "1",
      chainId: token.chain.chainId,
      verifyingContract: token.address,
    },
    types: { [kind]: messageTypes[kind] },
    primaryType: kind,
    message: signed.message,
  });
  const { r, s, yParity } = parseSignature(signature);
  const fields = messageTypes[kind].filter(({ name }) => !signed.leaveOut?.includes(name));
  return [...fields.map(({ name }) => signed.message[name]), 27 + yParity, r, s];
}

export function nonce(text: string): Hex {
  return keccak256(stringToHex(text));
}

// SEC 2: the order of secp256k1.
const curveOrder = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

/** The malleable counterpart of a signature; only one of the two may be valid. */
export function mirrored(args: readonly unknown[]): readonly unknown[] {
  const [v, r, s] = args.slice(-3);
  const otherS = `0x${(curveOrder - BigInt(String(s))).toString(16).padStart(64, "0")}`;
  return [...args.slice(0, -3), v === 27 ? 28 : 27, r, otherS];
}

/** With an invalid signature for which `ecrecover` returns the zero address. */
export function withZeroSignature(args: readonly unknown[]): readonly unknown[] {
  const zero = `0x${"00".repeat(32)}`;
  return [...args.slice(0, -3), 27, zero, zero];
}
