import type { LucideIcon } from "lucide-react";
import type { ComponentType } from "react";
import type { Permission } from "./permission.ts";

/** A page as data. Router, navigation and command palette are built from lists of these. */
export interface PageRoute {
  readonly area: PageArea;
  /** Below the area's path, without a leading slash: `transfers/$transferId`. */
  readonly path: string;
  readonly title: string;
  /** Required to see the page in the navigation and to open it. Omitted: everyone with access to the area. */
  readonly permission?: Permission;
  /** The only network in which the page exists; omitted for both. */
  readonly network?: "testnet";
  readonly nav?: PageNav;
  /** Further words by which the command palette finds the page: "create api key". */
  readonly keywords?: string;
  readonly load: () => Promise<ComponentType>;
}

export type PageArea = "workspace" | "operations" | "me";

export interface PageNav {
  readonly group: string;
  readonly label: string;
  readonly icon: LucideIcon;
  readonly order: number;
}
