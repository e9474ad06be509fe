/** An operation of the API as a tool. */
export interface OperationTool {
  readonly operationId: string;
  /** Of the SDK, such as `transfers.list`. */
  readonly method: string;
}

function toolsOf(methods: Readonly<Record<string, string>>): readonly OperationTool[] {
  return Object.entries(methods).map(([operationId, method]) => ({ operationId, method }));
}

/** They change nothing. Operations whose responses have secrets, such as those of webhooks, are not tools. */
export const readTools = toolsOf({
  listAccounts: "accounts.list",
  getAccount: "accounts.get",
  listBalances: "addresses.listBalances",
  getAddressBalance: "addresses.getBalance",
  listAddresses: "addresses.list",
  getAddress: "addresses.get",
  listTransfers: "transfers.list",
  getTransfer: "transfers.get",
  quoteTransfer: "transfers.quote",
  listRoutes: "transfers.listRoutes",
  listTransferTypes: "transfers.listTypes",
  listPayments: "payments.list",
  getPayment: "payments.get",
  listTokens: "tokens.list",
  getToken: "tokens.get",
  getReserves: "tokens.getReserves",
  listEvents: "events.list",
  getEvent: "events.get",
  listApprovals: "approvals.list",
  getApproval: "approvals.get",
  listAutomations: "automations.list",
  getAutomation: "automations.get",
});

export const createTransferTool: OperationTool = {
  operationId: "createTransfer",
  method: "transfers.create",
};

/** It moves value only back to where it was. */
export const cancelTransferTool: OperationTool = {
  operationId: "cancelTransfer",
  method: "transfers.cancel",
};

/** What a bank or another sender would do. */
export const testnetTools = toolsOf({
  simulatePayment: "simulations.payment",
  simulateDeposit: "simulations.deposit",
});

/** `listTransfers` is the tool `list_transfers`. */
export function toolName({ operationId }: OperationTool): string {
  return operationId.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
