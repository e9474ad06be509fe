export const movementTag = {
  name: "Token transfers",
  description: "Transfers, mints and burns of attested tokens of tokenization accounts.",
};
