import type { MovementKind } from "./movement.ts";

interface MovementWords {
  readonly title: string;
  readonly description: string;
  readonly warning: string;
}

export const movementWords: Readonly<Record<MovementKind, MovementWords>> = {
  mint: {
    title: "Mint",
    description: "Creates new tokens. As the issuer, you attest to their backing.",
    warning: "New tokens are created, and you attest to their backing.",
  },
  burn: {
    title: "Burn",
    description: "Destroys tokens held at one of your custodial addresses.",
    warning: "The tokens are destroyed. This can't be undone.",
  },
  transfer: {
    title: "Transfer",
    description:
      "Sends tokens from one of your custodial addresses. Between chains, they are burned on one and minted on the other.",
    warning: "On-chain transfers can't be reversed.",
  },
};
