import type { TSchema } from "typebox";
import { type ApiRequest, bodyOf } from "../../http/route.ts";
import type { Scope } from "../../http/scopes.ts";
import type { Network } from "../../kernel/id.ts";
import type { Refusal } from "../../kernel/refusal.ts";
import type { MovementKind } from "./movement.ts";
import {
  BurnSchema,
  CreatedBurnSchema,
  CreatedMintSchema,
  CreatedTransferSchema,
  MintSchema,
  TransferSchema,
} from "./movement-answer.ts";
import { burnExamples, mintExamples, transferExamples } from "./movement-examples.ts";
import {
  BurnRequestSchema,
  MintRequestSchema,
  readBurn,
  readMint,
  readTransfer,
  TransferRequestSchema,
  type WantedMovement,
} from "./movement-request.ts";

/** A kind of movement as the API has it. */
export interface MovementResource {
  readonly kind: MovementKind;
  /** In the path, and in front of a list. */
  readonly plural: string;
  /** As an operation's name has it. */
  readonly name: string;
  readonly scope: Scope;
  readonly request: TSchema;
  readonly created: TSchema;
  readonly whole: TSchema;
  readonly examples: { readonly request: object; readonly created: object; readonly whole: object };
  readonly description: string;
  read(request: ApiRequest, network: Network): WantedMovement | Refusal;
}

const onlyTokenization =
  "Only for tokenization (self-attested) accounts that are complete (403, 422), and only with attested tokens of your own.";

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
    `Moves tokens from an internal address of the account to an internal or external address. ${onlyTokenization} Source ` +
    "and destination must have the same `value_type` (400). Between two chains the tokens are burned on one and minted on " +
    "the other; if that mint fails they are minted back, and the transfer has failed. The amount is set aside at once. " +
    "Checks come in this order: shape, value types, account, addresses (404), chains and token (422), balance (422).",
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
    "Brings new tokens into being at an internal or external address. " +
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
  description: `Destroys tokens of an internal address of the account. ${onlyTokenization} The amount is set aside at once.`,
  read: (request, network) => readBurn(bodyOf(BurnRequestSchema, request), network),
};

export const movementResources: readonly MovementResource[] = [transfers, mints, burns];
