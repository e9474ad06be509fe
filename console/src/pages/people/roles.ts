/** What roles are called, and what they are for. */
export const operatorRoles = [
  { value: "admin", label: "Admin", meaning: "everything, and who else may" },
  { value: "compliance", label: "Compliance", meaning: "reviews, held funds, freezes, limits" },
  { value: "treasury", label: "Treasury", meaning: "suspense, treasury, bank files, reconciliation" },
  { value: "support", label: "Support", meaning: "sees everything, retries jobs and webhooks" },
  { value: "read_only", label: "Read only", meaning: "sees everything but people" },
] as const;

export const memberRoles = [
  { value: "admin", label: "Admin", meaning: "everything in the account, and who else may" },
  {
    value: "developer",
    label: "Developer",
    meaning: "credentials and webhooks; moves money on testnet only",
  },
  { value: "viewer", label: "Viewer", meaning: "sees everything in the account" },
] as const;

type Role = (typeof operatorRoles)[number] | (typeof memberRoles)[number];

/** For a select: the name with what it is for. */
export function roleOptions(roles: readonly Role[]): { readonly value: string; readonly label: string }[] {
  return roles.map(({ value, label, meaning }) => ({ value, label: `${label}: ${meaning}` }));
}
