import { Link } from "@tanstack/react-router";
import type { AnchorHTMLAttributes, ReactNode, Ref } from "react";
import { splitPath } from "./split-path.ts";

interface ConsoleLinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, "href" | "target"> {
  /** A console path, optionally with a query: `/ops/reviews?status=in_review`. */
  readonly to: string;
  readonly ref?: Ref<HTMLAnchorElement>;
  readonly children?: ReactNode;
}

/** An unstyled link, for components that take a `component`: `<Button component={ConsoleLink} to="…">`. */
export function ConsoleLink({ to, ...rest }: ConsoleLinkProps) {
  return <Link {...splitPath(to)} {...rest} />;
}
