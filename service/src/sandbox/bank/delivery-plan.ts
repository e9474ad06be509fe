import type { BankReason } from "../../rails/bank-work.ts";
import type { BankItem } from "./bank-item.ts";

/** What the bank makes of a file. */
export type DeliveryPlan =
  | {
      readonly verdict: "taken";
      readonly items: readonly BankItem[];
      /** Receipts that go back with it. */
      readonly givenBack: readonly BankItem[];
    }
  /** All of it or nothing: what is refused has no effect but an answer that says so. */
  | { readonly verdict: "refused"; readonly reason: BankReason };
