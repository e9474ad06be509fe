/** Roles of operators. */
export const operatorRoles = ["admin", "compliance", "treasury", "support", "read_only"] as const;
export type OperatorRole = (typeof operatorRoles)[number];

/** Roles of members of a managing account. */
export const memberRoles = ["admin", "developer", "viewer"] as const;
export type MemberRole = (typeof memberRoles)[number];
