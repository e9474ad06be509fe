/** Roles with display names and descriptions. */
export const operatorRoles = [
  { value: "admin", label: "Admin", meaning: "full access, including users" },
  { value: "compliance", label: "Compliance", meaning: "reviews, held funds, freezes, limits" },
  { value: "treasury", label: "Treasury", meaning: "suspense, treasury, bank files, reconciliation" },
  { value: "support", label: "Support", meaning: "read access; retries jobs and webhooks" },
  { value: "read_only", label: "Read only", meaning: "read access, except users" },
] as const;

export const memberRoles = [
  { value: "admin", label: "Admin", meaning: "full access to the account, including members" },
  {
    value: "developer",
    label: "Developer",
    meaning: "credentials and webhooks; moves funds on testnet only",
  },
  { value: "viewer", label: "Viewer", meaning: "read access to the account" },
] as const;

type Role = (typeof operatorRoles)[number] | (typeof memberRoles)[number];

/** Options of a select: name and description. */
export function roleOptions(roles: readonly Role[]): { readonly value: string; readonly label: string }[] {
  return roles.map(({ value, label, meaning }) => ({ value, label: `${label}: ${meaning}` }));
}
