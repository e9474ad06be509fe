import type { BankReason } from "@florin/service/sandbox-ports";
import type { BankItem } from "./bank-item.ts";

/** How the bank processes a file. */
export type DeliveryPlan =
  | {
      readonly outcome: "taken";
      readonly items: readonly BankItem[];
      /** Incoming payments that it returns. */
      readonly givenBack: readonly BankItem[];
    }
  /** All or nothing: a rejected file has no effect except the reply. */
  | { readonly outcome: "refused"; readonly reason: BankReason };
