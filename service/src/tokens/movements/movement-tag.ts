export const movementTag = {
  name: "Token transfers",
  description: "Transfers, mints and burns of tokens that a tokenization account vouches for.",
};
