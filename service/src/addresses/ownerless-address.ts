import type { ChainFamily } from "../chains/chain-name.ts";

/** An address on a chain of this family, in its canonical form. */
interface ChainAddress {
  readonly family: ChainFamily;
  readonly onChainAddress: string;
}

/**
 * Why tokens sent to this address would be lost: it has no private key, or belongs to a well-known contract, program or
 * mint. Undefined for any other address. Chain adapters already refuse zero addresses and program-derived ones.
 */
export function whyOwnerless({ family, onChainAddress }: ChainAddress): string | undefined {
  const kind = kindOf[family](onChainAddress);
  return kind === undefined
    ? undefined
    : `is ${kind}, not a wallet; tokens sent there would be lost. Use a wallet address`;
}

const kindOf: Readonly<Record<ChainFamily, (address: string) => string | undefined>> = {
  evm: (address) => {
    const digits = address.slice(2).toLowerCase();
    const known = evmAddresses.get(digits);
    if (known !== undefined) return known;
    return nearlyZero.test(digits) ? "a burn address or a contract of the chain itself" : undefined;
  },
  solana: (address) =>
    solanaAddresses.get(address) ?? (nativeProgram.test(address) ? "a program or a sysvar" : undefined),
  stellar: (address) => stellarAddresses.get(address),
};

/**
 * 17 zero bytes in a row: precompiles (0x1 to 0x11, 0x100, and those of rollups), predeploys (0x4200…), 0x…dEaD. No key
 * can be found for such an address: it would take 2^136 tries.
 */
const nearlyZero = /0{34}/;

/** Ids of the runtime end in zeros, which are ones in base58: `Vote111…`, `SysvarS1otHashes111…`, `1nc1nerator111…`. */
const nativeProgram = /1{16}$/;

const burn = "a burn address";
const placeholder = "a placeholder";
const contract = "a contract";
const token = "a token contract";
const program = "a program";
const mint = "a token mint";
const issuer = "the issuer of a token";

/** Without the prefix 0x, in lower case. */
const evmAddresses: ReadonlyMap<string, string> = new Map([
  ["00000000000000000000000000000000deadbeef", burn],
  ["dead000000000000000042069420694206942069", burn],
  ["deaddeaddeaddeaddeaddeaddeaddeaddeaddead", burn],
  ["deadbeefdeadbeefdeadbeefdeadbeefdeadbeef", burn],
  // Many contracts use it for the native coin.
  ["eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee", placeholder],
  ["ffffffffffffffffffffffffffffffffffffffff", placeholder],
  // Sender of system transactions: EIP-4788 and OP Stack.
  ["fffffffffffffffffffffffffffffffffffffffe", placeholder],
  ["deaddeaddeaddeaddeaddeaddeaddeaddead0001", placeholder],
  // System contracts: deposits, beacon roots, block hashes, withdrawals, consolidations.
  ["00000000219ab540356cbb839cbe05303d7705fa", contract],
  ["000f3df6d732807ef1319fb7b8bb8522d0beac02", contract],
  ["0000f90827f1c53a10cb7a02335b175320002935", contract],
  ["00000961ef480eb55e80d19ad83579a64c007002", contract],
  ["0000bbddc7ce488642fb579f8b00f3a590007251", contract],
  // Contracts with the same address on every chain: Permit2, Multicall3, the CREATE2 deployer, the EIP-1820 registry.
  ["000000000022d473030f116ddee9f6b43ac78ba3", contract],
  ["ca11bde05977b3631167028862be2a173976ca11", contract],
  ["4e59b44847b379578588920ca78fbf26c0b4956c", contract],
  ["1820a4b7618bde71dce8cdc73aab6c95905fad24", contract],
  // USDC on Ethereum, Base, Polygon, Arbitrum, Optimism, Avalanche, Celo, Sepolia and Base Sepolia.
  ["a0b86991c6218b36c1d19d4a2e9eb0ce3606eb48", token],
  ["833589fcd6edb6e08f4c7c32d4f71b54bda02913", token],
  ["3c499c542cef5e3811e1192ce70d8cc03d5c3359", token],
  ["af88d065e77c8cc2239327c5edb3a432268e5831", token],
  ["0b2c639c533813f4aa9d7837caf62653d097ff85", token],
  ["b97ef9ef8734c71904d8002f8b6bc66dd9c48a6e", token],
  ["ceba9300f2b948710d2653dd7b07f33a8b32118c", token],
  ["1c7d4b196cb0c7b01d743fbc6116a902379c7238", token],
  ["036cbd53842c5426634e7929541ec2318f3dcf7e", token],
  // On Ethereum: USDT, DAI, PYUSD, EURC, WETH, WBTC.
  ["dac17f958d2ee523a2206206994597c13d831ec7", token],
  ["6b175474e89094c44da98b954eedeac495271d0f", token],
  ["6c3ea9036406852006290770bedfcaba0e23a0e8", token],
  ["1abaea1f7c830bd89acc67ec4af516284b1bc33c", token],
  ["c02aaa39b223fe8d0a0e5c4f27ead9083c756cc2", token],
  ["2260fac5e5542a773aa44fbcfedf7c193bc2c599", token],
]);

/** Ids on the ed25519 curve, so that they look like wallets. Others are refused by the chain adapter. */
const solanaAddresses: ReadonlyMap<string, string> = new Map([
  ["TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA", program],
  ["TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb", program],
  ["ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL", program],
  ["Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo", program],
  ["MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr", program],
  ["metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s", program],
  // Jupiter, Orca, SPL stake pools, the name service, Squads.
  ["JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4", program],
  ["whirLbMiicVdio4qvUfM5KAg6Ct8VwpYzGff3uctyCc", program],
  ["SPoo1Ku8WFXoNDMHPsrGSTSG1Y47rzgn41SLUNakuHy", program],
  ["namesLPneVptA9Z5rqUDD9tMTWEJwofgaYwp8cawRkX", program],
  ["SQDS4ep65T869zMMBKyuUq6aD6EgTu8psMjkvj52pCf", program],
  // Wrapped SOL, USDC, USDC on devnet, USDT, PYUSD, EURC.
  ["So11111111111111111111111111111111111111112", mint],
  ["EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v", mint],
  ["4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU", mint],
  ["Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB", mint],
  ["2b1kV6DkPAnxd5ixfnxCpjxmKwqjjaYmCZfHsFu24GXo", mint],
  ["HzwqbKZw8HxMN6bF2yFZNrht3c2iXXzpKcFu7uBEDKtr", mint],
]);

/** The all-zero key, and the issuers of USDC, USDC on testnet and EURC: a payment to its issuer destroys a token. */
const stellarAddresses: ReadonlyMap<string, string> = new Map([
  ["GAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAWHF", "the all-zero key"],
  ["GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KZVN", issuer],
  ["GBBD47IF6LWK7P7MDEVSCWR7DPUWV3NY3DTQEVFL4NAT4AQH3ZLLFLA5", issuer],
  ["GDHU6WRG4IEQXM5NZ4BMPKOXHW76MZM4Y2IEMFDVXBSDP6SJY4ITNPP2", issuer],
]);
