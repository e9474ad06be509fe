import type { TSchema } from "typebox";
import { type ApiRequest, bodyOf } from "../../http/route.ts";
import type { Scope } from "../../http/scopes.ts";
import type { Network } from "../../kernel/id.ts";
import type { Refusal } from "../../kernel/refusal.ts";
import type { MovementKind } from "./movement.ts";
import { burnExamples, mintExamples, transferExamples } from "./movement-examples.ts";
import {
  BurnRequestSchema,
  MintRequestSchema,
  type RequestedMovement,
  readBurn,
  readMint,
  readTransfer,
  TransferRequestSchema,
} from "./movement-request.ts";
import {
  BurnSchema,
  CreatedBurnSchema,
  CreatedMintSchema,
  CreatedTransferSchema,
  MintSchema,
  TransferSchema,
} from "./movement-response.ts";

/** A kind of movement in the API. */
export interface MovementResource {
  readonly kind: MovementKind;
  /** Used in the path and in lists. */
  readonly plural: string;
  /** Used in operation ids. */
  readonly name: string;
  readonly scope: Scope;
  readonly request: TSchema;
  readonly created: TSchema;
  readonly whole: TSchema;
  readonly examples: { readonly request: object; readonly created: object; readonly whole: object };
  readonly description: string;
  read(request: ApiRequest, network: Network): RequestedMovement | Refusal;
}

const onlyTokenization =
  "Only for complete tokenization (self-attested) accounts (403, 422), and only with attested tokens that you issue.";

const transfers: MovementResource = {
  kind: "transfer",
  plural: "transfers",
  name: "TokenTransfer",
  scope: "self_attested_tokens:transfer",
  request: TransferRequestSchema,
  created: CreatedTransferSchema,
  whole: TransferSchema,
  examples: transferExamples,
  description:
    `Moves tokens from a custodial address of the account to a custodial or external address. ${onlyTokenization} Source ` +
    "and destination must have the same `value_type` (400). Between two chains, the tokens are burned on one and " +
    "minted on the other; if that mint fails, they are minted back and the transfer fails. The amount is held immediately. " +
    "Checks run in this order: body, value types, account, addresses (404), chains and token (422), balance (422).",
  read: (request, network) => readTransfer(bodyOf(TransferRequestSchema, request), network),
};

const mints: MovementResource = {
  kind: "mint",
  plural: "mints",
  name: "TokenMint",
  scope: "self_attested_tokens:mint",
  request: MintRequestSchema,
  created: CreatedMintSchema,
  whole: MintSchema,
  examples: mintExamples,
  description:
    "Mints new tokens to a custodial or external address. " +
    `${onlyTokenization} Only the account that issues the token can mint it.`,
  read: (request, network) => readMint(bodyOf(MintRequestSchema, request), network),
};

const burns: MovementResource = {
  kind: "burn",
  plural: "burns",
  name: "TokenBurn",
  scope: "self_attested_tokens:burn",
  request: BurnRequestSchema,
  created: CreatedBurnSchema,
  whole: BurnSchema,
  examples: burnExamples,
  description: `Burns tokens of a custodial address of the account. ${onlyTokenization} The amount is held immediately.`,
  read: (request, network) => readBurn(bodyOf(BurnRequestSchema, request), network),
};

export const movementResources: readonly MovementResource[] = [transfers, mints, burns];
