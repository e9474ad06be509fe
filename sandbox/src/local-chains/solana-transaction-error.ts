import type { FailedTransactionMetadata, SimulatedTransactionInfo, TransactionMetadata } from "litesvm";

/** A transaction error in a validator's JSON form: `"AlreadyProcessed"`, `{"InstructionError":[0,{"Custom":1}]}`. */
export type TransactionErrorJson = string | Readonly<Record<string, unknown>>;

export type Execution = TransactionMetadata | FailedTransactionMetadata | SimulatedTransactionInfo;

type EngineError = ReturnType<FailedTransactionMetadata["err"]>;

export function errorOf(execution: Execution): TransactionErrorJson | undefined {
  return isFailure(execution) ? renderError(execution.err()) : undefined;
}

export function metadataOf(execution: Execution): TransactionMetadata {
  return "meta" in execution ? execution.meta() : execution;
}

function isFailure(execution: Execution): execution is FailedTransactionMetadata {
  return "err" in execution;
}

function renderError(error: EngineError): TransactionErrorJson {
  if (typeof error === "number") return transactionErrors[error] ?? `Unknown${error}`;
  if ("err" in error) return { InstructionError: [error.index, renderInstructionError(error.err())] };
  if (!("accountIndex" in error)) return { DuplicateInstruction: error.index };
  const isRent = error.constructor.name === "TransactionErrorInsufficientFundsForRent";
  const name = isRent ? "InsufficientFundsForRent" : "ProgramExecutionTemporarilyRestricted";
  return { [name]: { account_index: error.accountIndex } };
}

type InstructionError = ReturnType<Extract<EngineError, { err(): unknown }>["err"]>;

function renderInstructionError(error: InstructionError): TransactionErrorJson {
  if (typeof error === "number") return instructionErrors[error] ?? `Unknown${error}`;
  return "code" in error ? { Custom: error.code } : { BorshIoError: error.msg };
}

// In the order of the engine's numbers, which is the order of the validator's enums.
const transactionErrors = [
  "AccountInUse",
  "AccountLoadedTwice",
  "AccountNotFound",
  "ProgramAccountNotFound",
  "InsufficientFundsForFee",
  "InvalidAccountForFee",
  "AlreadyProcessed",
  "BlockhashNotFound",
  "CallChainTooDeep",
  "MissingSignatureForFee",
  "InvalidAccountIndex",
  "SignatureFailure",
  "InvalidProgramForExecution",
  "SanitizeFailure",
  "ClusterMaintenance",
  "AccountBorrowOutstanding",
  "WouldExceedMaxBlockCostLimit",
  "UnsupportedVersion",
  "InvalidWritableAccount",
  "WouldExceedMaxAccountCostLimit",
  "WouldExceedAccountDataBlockLimit",
  "TooManyAccountLocks",
  "AddressLookupTableNotFound",
  "InvalidAddressLookupTableOwner",
  "InvalidAddressLookupTableData",
  "InvalidAddressLookupTableIndex",
  "InvalidRentPayingAccount",
  "WouldExceedMaxVoteCostLimit",
  "WouldExceedAccountDataTotalLimit",
  "MaxLoadedAccountsDataSizeExceeded",
  "ResanitizationNeeded",
  "InvalidLoadedAccountsDataSizeLimit",
  "UnbalancedTransaction",
  "ProgramCacheHitMaxLimit",
  "CommitCancelled",
];

const instructionErrors = [
  "GenericError",
  "InvalidArgument",
  "InvalidInstructionData",
  "InvalidAccountData",
  "AccountDataTooSmall",
  "InsufficientFunds",
  "IncorrectProgramId",
  "MissingRequiredSignature",
  "AccountAlreadyInitialized",
  "UninitializedAccount",
  "UnbalancedInstruction",
  "ModifiedProgramId",
  "ExternalAccountLamportSpend",
  "ExternalAccountDataModified",
  "ReadonlyLamportChange",
  "ReadonlyDataModified",
  "DuplicateAccountIndex",
  "ExecutableModified",
  "RentEpochModified",
  "NotEnoughAccountKeys",
  "AccountDataSizeChanged",
  "AccountNotExecutable",
  "AccountBorrowFailed",
  "AccountBorrowOutstanding",
  "DuplicateAccountOutOfSync",
  "InvalidError",
  "ExecutableDataModified",
  "ExecutableLamportChange",
  "ExecutableAccountNotRentExempt",
  "UnsupportedProgramId",
  "CallDepth",
  "MissingAccount",
  "ReentrancyNotAllowed",
  "MaxSeedLengthExceeded",
  "InvalidSeeds",
  "InvalidRealloc",
  "ComputationalBudgetExceeded",
  "PrivilegeEscalation",
  "ProgramEnvironmentSetupFailure",
  "ProgramFailedToComplete",
  "ProgramFailedToCompile",
  "Immutable",
  "IncorrectAuthority",
  "AccountNotRentExempt",
  "InvalidAccountOwner",
  "ArithmeticOverflow",
  "UnsupportedSysvar",
  "IllegalOwner",
  "MaxAccountsDataAllocationsExceeded",
  "MaxAccountsExceeded",
  "MaxInstructionTraceLengthExceeded",
  "BuiltinProgramsMustConsumeComputeUnits",
  "BorshIoError",
];
