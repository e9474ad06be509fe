import type { TSchema } from "typebox";
import { type ApiRequest, bodyOf } from "../../http/route.ts";
import type { Scope } from "../../http/scopes.ts";
import type { Network } from "../../kernel/id.ts";
import type { Refusal } from "../../kernel/refusal.ts";
import type { TokenResource } from "../transfer.ts";
import type { RequestedTransfer } from "../transfer-request.ts";
import { burnExamples, mintExamples, transferExamples } from "./token-examples.ts";
import {
  BurnRequestSchema,
  MintRequestSchema,
  readTokenRequest,
  TransferRequestSchema,
} from "./token-request.ts";
import { BurnSchema, MintSchema, TransferSchema } from "./token-response.ts";

/** A token resource in the API. */
export interface TokenApiResource {
  readonly resource: TokenResource;
  /** Used in the path and in lists. */
  readonly plural: string;
  /** Used in operation ids. */
  readonly name: string;
  readonly scope: Scope;
  readonly request: TSchema;
  readonly whole: TSchema;
  readonly examples: { readonly request: object; readonly created: object; readonly whole: object };
  readonly description: string;
  read(request: ApiRequest, network: Network): RequestedTransfer | Refusal;
}

const onlyTokenization =
  "Only for complete tokenization (self-attested) accounts (403, 422), and only with attested tokens that you issue.";

const transfers: TokenApiResource = {
  resource: "token_transfer",
  plural: "transfers",
  name: "TokenTransfer",
  scope: "self_attested_tokens:transfer",
  request: TransferRequestSchema,
  whole: TransferSchema,
  examples: transferExamples,
  description:
    `Moves tokens from a custodial address of the account to a custodial or external address. ${onlyTokenization} Source ` +
    "and destination must have the same `value_type` (400). Between two chains, the tokens are burned on one and " +
    "minted on the other; if that mint fails, they are minted back and the transfer fails. The amount is held immediately. " +
    "Checks run in this order: body, value types, account, addresses (404), chains and token (422), limits (422), balance (422).",
  read: (request, network) =>
    readTokenRequest("token_transfer", bodyOf(TransferRequestSchema, request), network),
};

const mints: TokenApiResource = {
  resource: "token_mint",
  plural: "mints",
  name: "TokenMint",
  scope: "self_attested_tokens:mint",
  request: MintRequestSchema,
  whole: MintSchema,
  examples: mintExamples,
  description:
    "Mints new tokens to a custodial or external address. " +
    `${onlyTokenization} Only the account that issues the token can mint it.`,
  read: (request, network) => readTokenRequest("token_mint", bodyOf(MintRequestSchema, request), network),
};

const burns: TokenApiResource = {
  resource: "token_burn",
  plural: "burns",
  name: "TokenBurn",
  scope: "self_attested_tokens:burn",
  request: BurnRequestSchema,
  whole: BurnSchema,
  examples: burnExamples,
  description: `Burns tokens of a custodial address of the account. ${onlyTokenization} The amount is held immediately.`,
  read: (request, network) => readTokenRequest("token_burn", bodyOf(BurnRequestSchema, request), network),
};

export const tokenApiResources: readonly TokenApiResource[] = [transfers, mints, burns];
