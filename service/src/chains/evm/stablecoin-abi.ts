import type { Hex } from "viem";
import { parseAbi } from "viem/utils";
import { keccak256 } from "./keccak.ts";

/** The functions, events and errors that the adapter uses; a test compares them with the compiled contract. */
export const stablecoinAbi = parseAbi([
  "function name() view returns (string)",
  "function version() view returns (string)",
  "function eip712Domain() view returns (bytes1 fields, string name, string version, uint256 chainId, address verifyingContract, bytes32 salt, uint256[] extensions)",
  "function totalSupply() view returns (uint256)",
  "function balanceOf(address account) view returns (uint256)",
  "function isFrozen(address account) view returns (bool)",
  "function owner() view returns (address)",
  "function freezer() view returns (address)",
  "function isMinter(address account) view returns (bool)",
  "function paused() view returns (bool)",
  "function referenceUsed(bytes32 ref) view returns (bool)",
  "function authorizationState(address authorizer, bytes32 nonce) view returns (bool)",
  "function mint(address to, uint256 amount, bytes32 ref)",
  "function burnWithAuthorization(address from, uint256 value, bytes32 ref, uint256 validAfter, uint256 validBefore, bytes32 nonce, uint8 v, bytes32 r, bytes32 s)",
  "function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, uint8 v, bytes32 r, bytes32 s)",
  "function freeze(address account)",
  "function unfreeze(address account)",
  "event Transfer(address indexed from, address indexed to, uint256 value)",
  "error Frozen(address account)",
  "error EnforcedPause()",
  "error ReferenceUsed(bytes32 ref)",
  "error ERC20InsufficientBalance(address sender, uint256 balance, uint256 needed)",
  "error ERC3009UsedAuthorization(address authorizer, bytes32 nonce)",
  "error ERC3009InvalidAuthorizationTime(uint256 validAfter, uint256 validBefore)",
  "error ERC3009InvalidSignature()",
  "error MinterAllowanceExceeded(address minter, uint256 allowance, uint256 amount)",
  "error NotMinter(address account)",
  "error NotFreezer(address account)",
  "error ERC20InvalidReceiver(address receiver)",
]);

export const deployerAbi = parseAbi([
  "constructor(string name, string symbol, address admin, address minter, uint256 minterAllowance, address freezer)",
]);

/** On-chain form of a reference: the single-use reference of a mint or burn, and the nonce of an authorization. */
export function referenceHash(reference: string): Hex {
  return keccak256(reference);
}
