import type { TransferTypes } from "./transfer-type-words.ts";

const wire = {
  transfer_type: "wire",
  name: "wire",
  payment_type: "wire",
  direction: "credit",
  currency: "USD",
  maximum: "9999999999.99",
  is_source: true,
  is_destination: true,
  is_linkable: false,
  requires: ["bank_address", "beneficiary_address"],
  is_always_open: false,
  has_rejections: true,
  shows_brand: false,
  carries_memo: true,
  can_fall_back: false,
} as const;

/** Some transfer types, for tests. */
export const servedTransferTypes: TransferTypes = {
  chains: [
    { transfer_type: "ethereum", name: "Ethereum", family: "evm", testnet_names: [] },
    { transfer_type: "base", name: "Base", family: "evm", testnet_names: [] },
    { transfer_type: "solana", name: "Solana", family: "solana", testnet_names: [] },
    { transfer_type: "stellar", name: "Stellar", family: "stellar", testnet_names: [] },
  ],
  rails: [
    { ...wire, requires: [...wire.requires] },
    {
      ...wire,
      transfer_type: "ach_credit",
      name: "ACH credit",
      payment_type: "ach",
      is_source: false,
      is_linkable: true,
      requires: [],
      carries_memo: false,
    },
    {
      ...wire,
      transfer_type: "rtp_credit",
      name: "RTP credit",
      payment_type: "rtp",
      is_source: false,
      requires: [],
      is_always_open: true,
      carries_memo: false,
      can_fall_back: true,
    },
  ],
  payment_types: [
    { type: "wire", name: "wire" },
    { type: "ach", name: "ACH" },
  ],
};
