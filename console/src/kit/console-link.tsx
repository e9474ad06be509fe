import { Link } from "@tanstack/react-router";
import type { AnchorHTMLAttributes, ReactNode, Ref } from "react";
import { splitPath } from "./split-path.ts";

interface ConsoleLinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, "href" | "target"> {
  /** A path of the console, perhaps with a query: `/ops/reviews?status=in_review`. */
  readonly to: string;
  readonly ref?: Ref<HTMLAnchorElement>;
  readonly children?: ReactNode;
}

/** A bare link, to be given to a component that wants to look like one: `<Button component={ConsoleLink} to="…">`. */
export function ConsoleLink({ to, ...rest }: ConsoleLinkProps) {
  return <Link {...splitPath(to)} {...rest} />;
}
