/** The SDK's name of an operation: `florin.<resource>.<method>`. */
export interface SdkName {
  readonly resource: string;
  readonly method: string;
}

/** Where the rule gives no good name. */
const exceptions: Readonly<Record<string, SdkName>> = {
  approveOperation: { resource: "approvals", method: "approve" },
  rejectOperation: { resource: "approvals", method: "reject" },
  cancelOperation: { resource: "approvals", method: "cancel" },
  commentOnOperation: { resource: "approvals", method: "comment" },
  listAccountTokens: { resource: "tokens", method: "listOfAccount" },
  listAccountEventTypes: { resource: "webhooks", method: "listEventTypesOfAccount" },
  listTokenTransactions: { resource: "tokenTransfers", method: "listTransactions" },
  createTokenMint: { resource: "tokenMints", method: "create" },
  listTokenMints: { resource: "tokenMints", method: "list" },
  getTokenMint: { resource: "tokenMints", method: "get" },
  createTokenBurn: { resource: "tokenBurns", method: "create" },
  listTokenBurns: { resource: "tokenBurns", method: "list" },
  getTokenBurn: { resource: "tokenBurns", method: "get" },
};

/**
 * The resource is the tag. The method is the operation id without the tag: `createTransfer` of `Transfers` is
 * `transfers.create`, and `simulateDeposit` of `Simulations` is `simulations.deposit`.
 */
export function sdkNameOf(operationId: string, tag: string): SdkName {
  const exception = exceptions[operationId];
  if (exception !== undefined) return exception;
  const words = tag.split(" ").map((word) => word[0]?.toUpperCase() + word.slice(1));
  const plural = words.join("");
  const resource = lowerFirst(plural);
  const noun = plural.replace(/(?<=ss)es$|s$/, "");
  const method = tag === "Simulations" ? operationId.replace(/^simulate|Simulated/, "") : operationId;
  return { resource, method: lowerFirst(method.replace(plural, "").replace(noun, "")) };
}

export function upperFirst(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

function lowerFirst(text: string): string {
  return text.slice(0, 1).toLowerCase() + text.slice(1);
}
