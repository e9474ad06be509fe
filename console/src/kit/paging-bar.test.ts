import { MantineProvider } from "@mantine/core";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { PagingBar } from "./paging-bar.tsx";

test("pages are named by their place, which is right for every order of a list", () => {
  const bar = createElement(PagingBar, {
    label: "Payments",
    paging: { onNext: () => {}, onPrev: undefined },
  });
  const words = renderToStaticMarkup(createElement(MantineProvider, null, bar))
    .replaceAll(/<style.*?<\/style>/gs, "")
    .replaceAll(/<[^>]+>/g, " ");
  expect(words.split(/\s+/).filter((word) => word !== "")).toEqual(["Previous", "Next"]);
});
