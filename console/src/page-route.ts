import type { LucideIcon } from "lucide-react";
import type { ComponentType } from "react";
import type { Permission } from "./permission.ts";

/** A page as data. The router, the navigation and the command palette are made from lists of these. */
export interface PageRoute {
  readonly area: PageArea;
  /** Below the area's own path, without a slash in front: `transfers/$transferId`. */
  readonly path: string;
  readonly title: string;
  /** Without it the page is neither shown in the navigation nor opened. Nothing: whoever may see the area. */
  readonly permission?: Permission;
  readonly nav?: PageNav;
  readonly load: () => Promise<ComponentType>;
}

export type PageArea = "workspace" | "operations" | "me";

export interface PageNav {
  readonly group: string;
  readonly label: string;
  readonly icon: LucideIcon;
  readonly order: number;
}
